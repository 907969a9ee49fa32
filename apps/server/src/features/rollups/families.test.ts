import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { figuresOracle } from '../../../test/support/figures-oracle.ts'
import type { Sums } from '../../../test/support/figures-oracle.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { checkRollups } from './check.ts'
import { everything } from './claims.ts'
import { refreshRollups } from './refresh.ts'

const [minute, quarter, day] = [60_000, 900_000, 86_400_000]
const zones = ['Europe/Tallinn', 'America/Los_Angeles', 'Asia/Kathmandu'] as const
// Europe's clocks are set back on 25 October 2026, those of Los Angeles on 1 November.
const begins = Date.parse('2026-10-23T00:00:00.000Z')
const until = Date.parse('2026-11-03T12:00:00.000Z')
const iso = (at: number): string => new Date(at).toISOString()

let w: TestApp
let places: string[]
let fleets: string[]
let pass: string
let vehicles: string[]
let devices: string[]
let served: number
const people = Array.from({ length: 4 }, () => uuidv7())
const refresh = () => refreshRollups(w.db, () => w.clock.now())

beforeAll(async () => {
  w = await testApp()
  w.clock.advance(until - w.clock.now().getTime())
})
afterAll(() => w.end())

/** Three locations, two fleets and a subscription to which nothing has happened yet. */
async function begin(): Promise<void> {
  await w.pool.query('truncate rental_sessions, payments, outages, commands cascade')
  await w.pool.query('truncate locations, rental_fleets cascade')
  await w.pool.query('truncate rollup_marks, session_figures, people_figures, usage_figures, revenue_figures')
  await w.pool.query('truncate uptime_figures, device_downtimes, command_figures')
  const launched_at = iso(begins - day)
  const at = { launched_at, created_at: launched_at, updated_at: launched_at }
  places = await Promise.all(zones.map((time_zone) => w.make.location(null, { time_zone, ...at })))
  devices = await Promise.all(places.map((place) => w.make.device(place)))
  fleets = await Promise.all(
    zones.slice(0, 2).map((time_zone) => makeFleet(w, null, { time_zone, created_at: launched_at })),
  )
  vehicles = await Promise.all(fleets.map(async (fleet) => (await makeVehicle(w, fleet)).id))
  pass = uuidv7()
  served = begins
}

const nth = fc.nat(1_000)
const from = fc.integer({ min: 0, max: (until - begins) / quarter - 1 }).map((late) => begins + late * quarter)
const quarters = fc.integer({ min: 1, max: 300 })
/** Null: it goes on. Of a vehicle, a device or a place only one does at a time. */
const lasting = fc.option(quarters, { nil: null })
const currency = fc.constantFrom('EUR', 'NOK', 'JPY')
const rideValues = {
  from,
  lasting,
  fee: fc.nat(900),
  paidIn: fc.option(currency, { nil: null }),
  metres: fc.nat(9_000),
  how: fc.constantFrom('normal', 'forced', 'cancelled'),
  stars: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
}

/** What writers do to the rows, late and in any order. */
const acts = {
  ride: fc.record({ nth, ...rideValues }),
  correctRide: fc.record({ nth, ...rideValues, lasting: quarters }),
  deleteRide: fc.record({ nth }),
  pay: fc.record({ nth, from, amount: fc.integer({ min: 2, max: 9_000 }), currency }),
  refund: fc.record({ nth, from }),
  outage: fc.record({ nth, from, lasting, isWhole: fc.boolean() }),
  correctOutage: fc.record({ nth, lasting: quarters, isFolded: fc.boolean() }),
  serve: fc.record({ nth, status: fc.constantFrom('launched', 'maintenance', 'launched_offline') }),
  command: fc.record({ nth, from }),
  answer: fc.record({
    nth,
    status: fc.constantFrom('success', 'failed', 'unhandled', 'hardware_timeout'),
    ms: fc.oneof(fc.constantFrom(100, 101, 3_600_000, 3_600_001), fc.nat(200_000)),
  }),
  move: fc.record({ nth, zone: fc.nat(2) }),
  refresh: fc.record({}),
}
type Acts = { [Name in keyof typeof acts]: (typeof acts)[Name] extends fc.Arbitrary<infer Values> ? Values : never }
type Verbs = { [Name in keyof Acts]: (values: Acts[Name]) => Promise<unknown> }

const of = <One>(list: readonly One[], index: number): One => list[index % list.length] as One
const run = (text: string, values: unknown[]) => w.pool.query(text, values)
/** The row that the number picks; a null, which matches nothing, while there are none. */
async function picked(table: string, index: number): Promise<string | null> {
  const { rows } = await w.pool.query<{ id: string }>(`select id from ${table} order by id`)
  return rows.length === 0 ? null : of(rows, index).id
}
const endOf = (start: number, length: number | null) =>
  length === null ? null : iso(Math.min(start + length * quarter, until))
const rideRow = (ride: Acts['ride'] | Acts['correctRide']) => [
  ride.lasting === null ? 'active' : 'ended',
  ride.lasting === null ? null : ride.how,
  iso(ride.from),
  endOf(ride.from, ride.lasting),
  ride.fee,
  ride.paidIn,
  ride.metres,
  ride.stars,
  of(people, ride.nth),
]

const verbs: Verbs = {
  ride: (ride) =>
    run(
      `insert into rental_sessions (id, fleet_id, rental_device_id, updated_at, status, how_ended, started_at, ended_at, fee_minor, currency, distance_m, rating, user_id)
       values ($1, $2, $3, now(), $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
      [uuidv7(), of(fleets, ride.nth), of(vehicles, ride.nth), ...rideRow(ride)],
    ),
  correctRide: async (ride) =>
    run(
      `update rental_sessions set status = $2, how_ended = $3, started_at = $4, ended_at = $5, fee_minor = $6, currency = $7, distance_m = $8, rating = $9, user_id = $10
       where id = $1`,
      [await picked('rental_sessions', ride.nth), ...rideRow(ride)],
    ),
  deleteRide: async (one) =>
    run('delete from rental_sessions where id = $1', [await picked('rental_sessions', one.nth)]),
  pay: async (one) => {
    const payment = uuidv7()
    const [id, type, column] = of(
      [
        ...places.map((place) => [place, 'location', 'parking_session_id']),
        ...fleets.map((fleet) => [fleet, 'rental_fleet', 'rental_session_id']),
        [pass, 'subscription', 'subscription_id'],
      ],
      one.nth,
    )
    await run(
      `insert into payments (id, type, ${column}, charge_key, visible_through_type, visible_through_id, amount_minor, currency, state, created_at, updated_at)
       values ($1, 'session', $1, $1::uuid::text, $2, $3, $4, $5, 'paid', $6, $6)`,
      [payment, type, id, one.amount, one.currency, iso(one.from)],
    )
    // Captured a minute after it was owed, which may be the next day.
    await run(
      `insert into payment_entries (id, payment_id, number, kind, amount_minor, debit, credit, at) values
       (gen_random_uuid(), $1, 1, 'owed', $2, 'rider', 'revenue', $3), (gen_random_uuid(), $1, 2, 'paid', $2, 'provider', 'rider', $4)`,
      [payment, one.amount, iso(one.from), iso(one.from + minute)],
    )
  },
  refund: async (one) => {
    const payment = await picked('(select id from payments where refunding_minor + refunded_minor = 0) p', one.nth)
    if (payment === null) return
    await run(
      `insert into payment_attempts (id, payment_id, number, kind, amount_minor, actor_kind, created_at)
       select gen_random_uuid(), id, 1, 'refund', amount_minor / 2, 'system', created_at from payments where id = $1`,
      [payment],
    )
    await run(
      `insert into payment_entries (id, payment_id, number, kind, amount_minor, debit, credit, at)
       select gen_random_uuid(), id, 3, 'refunded', amount_minor / 2, 'revenue', 'provider', $2 from payments where id = $1`,
      [payment, iso(one.from)],
    )
  },
  outage: (one) => {
    const end = endOf(one.from, one.lasting)
    const [device, hardware] = one.isWhole ? [null, null] : [of(devices, one.nth), 'HW']
    return run(
      `insert into outages (id, location_id, device_id, hardware_id, began_at, raised_at, ended_at, cleared_at, clearing)
       values ($1, $2, $3, $4, $5, $5, $6, $6, $7) on conflict do nothing`,
      [uuidv7(), of(places, one.nth), device, hardware, iso(one.from), end, end === null ? null : 'recovered'],
    )
  },
  correctOutage: async (one) =>
    run(
      `update outages set ended_at = e.at, cleared_at = e.at, clearing = case when e.at is not null then 'recovered' end, folded_into = $4
       from (select id, least(began_at + $2::int * interval '15 minutes', $3::timestamptz) as at from outages) e where e.id = outages.id and outages.id = $1`,
      [
        await picked('outages', one.nth),
        one.lasting,
        iso(until),
        one.isFolded ? await picked('outages', one.nth + 1) : null,
      ],
    ),
  serve: (one) => {
    served += 7 * quarter
    return run('update locations set status = $2, updated_at = $3 where id = $1', [
      of(places, one.nth),
      one.status,
      iso(served),
    ])
  },
  command: (one) =>
    run(
      `insert into commands (id, hardware_id, location_id, name, actor_kind, status, step, created_at, deadline_at)
       values ($1, 'B', $2, 'identify', 'person', 'in_progress', 'sent', $3, $3)`,
      [uuidv7(), of(places, one.nth), iso(one.from)],
    ),
  answer: async (one) =>
    run(`update commands set status = $2, ended_at = created_at + $3::int * interval '1 millisecond' where id = $1`, [
      await picked('commands', one.nth),
      one.status,
      one.ms,
    ]),
  move: async (one) => {
    const id = of([...places, ...fleets], one.nth)
    for (const table of ['locations', 'rental_fleets'])
      await run(`update ${table} set time_zone = $2, updated_at = $3 where id = $1`, [
        id,
        of(zones, one.zone),
        iso(until),
      ])
  },
  refresh,
}

const steps = fc.array(
  fc.oneof(
    ...Object.entries(acts).map(([name, values]) =>
      (values as fc.Arbitrary<Acts[keyof Acts]>).map((drawn) => ({ name: name as keyof Acts, values: drawn })),
    ),
  ),
  { minLength: 20, maxLength: 60 },
)

/** The stored days of a table by `place day` and the columns of its key, without what is zero. */
async function stored(table: string, key: string, columns: readonly string[], where = 'true'): Promise<Sums> {
  const { rows } = await w.pool.query<Record<string, number> & { key: string }>(
    `select ${key} as key, * from ${table} where ${where}`,
  )
  return withoutZeros(
    new Map(rows.map((row) => [row.key, Object.fromEntries(columns.map((name) => [name, Number(row[name] ?? 0)]))])),
  )
}
const withoutZeros = (sums: Sums): Sums =>
  new Map(
    [...sums].flatMap(([key, values]) => {
      const own = Object.entries(values).filter(([, value]) => value !== 0)
      return own.length === 0 ? [] : [[key, Object.fromEntries(own)] as const]
    }),
  )

const days = `grain = 'day' and scope_id <> '${everything}'`
const sessionSums = 'sessions ended forced cancelled seconds fee_minor distance_m ratings rating_sum'.split(' ')
const moneySums = 'payments captured_minor refunds refunded_minor'.split(' ')
const uptimeSums = 'online_s partly_s offline_s maintenance_s incidents recovered repair_s'.split(' ')
const commandSums = 'commands succeeded failed unhandled timed_out'.split(' ')

async function equalsTheRows(): Promise<void> {
  const wanted = await figuresOracle(w.pool, until)
  const perCurrency = `concat_ws(' ', scope_id, period, currency)`
  const perDay = `concat_ws(' ', scope_id, period)`
  const rides = await stored('session_figures', perCurrency, sessionSums, `kind = 'rental' and ${days}`)
  expect(rides).toEqual(withoutZeros(wanted.rides.sums))
  const riders = await w.pool.query<{ key: string; people: number }>(
    `select ${perDay} || case grain when 'month' then ' month' else '' end as key, people from people_figures where kind = 'rental'`,
  )
  expect(new Map(riders.rows.map((row) => [row.key, Number(row.people)]))).toEqual(wanted.rides.riders)
  expect(await stored('revenue_figures', perCurrency, moneySums, days)).toEqual(withoutZeros(wanted.money))
  expect(await stored('uptime_figures', perDay, uptimeSums, days)).toEqual(withoutZeros(wanted.uptime.sums))
  const downtimes = await stored('device_downtimes', `concat_ws(' ', location_id, day, device_id)`, ['offline_s'])
  expect(downtimes).toEqual(wanted.uptime.downtimes)
  const latencies = `*, (select json_object_agg('latency ' || nth - 1, n) from unnest(latencies) with ordinality l(n, nth)) as buckets`
  const commands = await w.pool.query(`select ${perDay} as key, ${latencies} from command_figures where ${days}`)
  const flat = commands.rows.map((row) => [row.key, { ...pick(row, commandSums), ...row.buckets }] as const)
  expect(withoutZeros(new Map(flat))).toEqual(withoutZeros(wanted.commands))
}
const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Number(row[name])]))

/** Months are sums of the days of a place, and the level above is the sum of all places. */
async function levelsAddUp(): Promise<void> {
  const tables = {
    session_figures: sessionSums,
    revenue_figures: moneySums,
    uptime_figures: uptimeSums,
    command_figures: commandSums,
  }
  for (const [table, columns] of Object.entries(tables)) {
    const [kind, paid] = [
      table === 'session_figures' ? 'kind' : `''`,
      /session|revenue/.test(table) ? 'currency' : `''`,
    ]
    const key = `concat_ws(' ', scope_id, grain, period, ${kind}, ${paid})`
    const wanted: Sums = new Map()
    const { rows } = await w.pool.query(`select *, ${kind} as kind, ${paid} as currency from ${table} where ${days}`)
    for (const row of rows)
      for (const scope of [row.scope_id, everything])
        for (const [grain, period] of [
          ['day', row.period],
          ['month', `${row.period.slice(0, 7)}-01`],
        ]) {
          if (scope !== everything && grain === 'day') continue
          const one = [scope, grain, period, row.kind, row.currency].join(' ')
          const own = wanted.get(one) ?? {}
          wanted.set(one, Object.fromEntries(columns.map((name) => [name, (own[name] ?? 0) + Number(row[name])])))
        }
    expect([table, await stored(table, key, columns, `not (${days})`)]).toEqual([table, withoutZeros(wanted)])
  }
}

describe('figures of rides, money, uptime and commands equal the rows that they come from', () => {
  test('with late, corrected and deleted rows, late refunds, moved midnights and clock changes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (drawn) => {
        await begin()
        for (const { name, values } of drawn) await (verbs[name] as (values: unknown) => Promise<unknown>)(values)
        await refresh()
        await equalsTheRows()
        await levelsAddUp()
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })
})

describe('the nightly check', () => {
  beforeEach(async () => {
    await begin()
    const [at, later] = [begins + day, begins + 3 * day]
    const ride = { from: at, lasting: 4, fee: 100, paidIn: 'EUR', metres: 500, how: 'normal', stars: 5 } as const
    await verbs.ride({ nth: 0, ...ride })
    await verbs.pay({ nth: 0, from: at, amount: 900, currency: 'NOK' })
    await verbs.refund({ nth: 0, from: later })
    await verbs.outage({ nth: 0, from: at, lasting: 8, isWhole: false })
    await verbs.command({ nth: 0, from: at })
    await w.pool.query(
      `insert into parking_sessions (id, location_id, device_id, device_type, user_id, status, how_ended, started_at, ended_at, updated_at)
       values (gen_random_uuid(), $1, $2, 'dock', $3, 'ended', 'normal', $4, $5, $5)`,
      [places[0], devices[0], people[0], iso(at), iso(at + quarter)],
    )
    await refresh()
  })
  const check = async () => (await checkRollups(w.db, w.clock.now())).differences

  test.each([
    ['session_figures', 'sessions', 'parking', `kind = 'parking'`],
    ['people_figures', 'people', 'parking', `kind = 'parking'`],
    ['usage_figures', 'occupied_s', 'parking', 'true'],
    ['session_figures', 'fee_minor', 'rental', `kind = 'rental'`],
    ['people_figures', 'people', 'rental', `kind = 'rental'`],
    ['revenue_figures', 'refunded_minor', 'revenue', 'refunded_minor > 0'],
    ['uptime_figures', 'incidents', 'uptime', 'incidents > 0'],
    ['command_figures', 'commands', 'commands', 'true'],
  ])('names and corrects a wrong day, month and level above of %s (%s of %s)', async (table, column, family, where) => {
    expect(await check()).toEqual([])
    const { rows } = await w.pool.query<{ place_id: string; grain: string; period: string }>(
      `select scope_id as place_id, grain, period from ${table} where ${where}`,
    )
    // People are not kept above the places; everything else has a day and a month, each of a place and of all.
    expect(rows).toHaveLength(table === 'people_figures' ? 2 : 4)
    for (const { place_id, grain, period } of rows) {
      const one = `${where} and scope_id = $1 and grain = $2 and period = $3`
      const key = [place_id, grain, period]
      await w.pool.query(`update ${table} set ${column} = ${column} + 1 where ${one}`, key)
      expect(await check()).toEqual([{ family, place_id, grain, period }])
      expect(await check()).toEqual([])
    }
  })

  test('finds what was written without a mark, in the day, the month and the level above', async () => {
    await w.pool.query(`update parking_sessions set fee_minor = 500, currency = 'EUR'`)
    await w.pool.query('truncate rollup_marks')
    const found = (await check()).map(({ place_id, grain }) => [place_id, grain])
    expect(new Set(found.map(String))).toEqual(
      new Set([places[0], everything].flatMap((id) => [`${id},day`, `${id},month`])),
    )
  })
})
