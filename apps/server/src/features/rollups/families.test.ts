import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { figuresOracle } from '../../../test/support/figures-oracle.ts'
import { expectFiguresToEqual, expectLevelsToAddUp } from '../../../test/support/stored-figures.ts'
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
const autumn = { clocks: 'back', from: '2026-10-23T00:00:00.000Z', to: '2026-11-03T12:00:00.000Z' }
// Los Angeles is set forward on 14 March 2027, Europe on 28 March. It comes second, because the clock of a test only goes forward.
const spring = { clocks: 'forward', from: '2027-03-13T00:00:00.000Z', to: '2027-03-29T12:00:00.000Z' }
let begins = 0
let until = 0
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
})
afterAll(() => w.end())

function enter(window: typeof autumn): void {
  begins = Date.parse(window.from)
  until = Date.parse(window.to)
  w.clock.advance(until - w.clock.now().getTime())
}

/** Three locations, two fleets and a subscription to which nothing has happened yet. */
async function begin(): Promise<void> {
  await w.pool.query('truncate parking_sessions, rental_sessions, payments, outages, commands cascade')
  await w.pool.query('truncate locations, rental_fleets cascade')
  await w.pool.query('truncate rollup_marks, session_figures, people_figures, usage_figures, revenue_figures')
  await w.pool.query('truncate uptime_figures, device_downtimes, command_figures')
  const launched_at = iso(begins - day)
  const at = { launched_at, created_at: launched_at, updated_at: launched_at }
  places = await Promise.all(zones.map((time_zone) => w.make.location(null, { time_zone, ...at })))
  devices = await Promise.all(places.map((place) => w.make.device(place, { created_at: launched_at })))
  fleets = await Promise.all(
    zones.slice(0, 2).map((time_zone) => makeFleet(w, null, { time_zone, created_at: launched_at })),
  )
  vehicles = await Promise.all(fleets.map(async (fleet) => (await makeVehicle(w, fleet)).id))
  pass = uuidv7()
  served = begins
}

const nth = fc.nat(1_000)
/** Spread over whichever window is entered. */
const from = fc
  .double({ min: 0, max: 0.999, noNaN: true })
  .map((share) => begins + Math.floor((share * (until - begins)) / quarter) * quarter)
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

const { metres: _, ...stayValues } = { ...rideValues, door: fc.boolean() }

/** What writers do to the rows, late and in any order. */
const acts = {
  ride: fc.record({ nth, ...rideValues }),
  correctRide: fc.record({ nth, ...rideValues, lasting: quarters }),
  deleteRide: fc.record({ nth }),
  stay: fc.record({ nth, ...stayValues }),
  correctStay: fc.record({ nth, ...stayValues, lasting: quarters }),
  deleteStay: fc.record({ nth }),
  pay: fc.record({ nth, from, amount: fc.integer({ min: 2, max: 9_000 }), currency }),
  refund: fc.record({ nth, from }),
  outage: fc.record({ nth, from, lasting, isWhole: fc.boolean() }),
  correctOutage: fc.record({ nth, lasting: quarters, isFolded: fc.boolean() }),
  equip: fc.record({ nth, from, lasting }),
  remove: fc.record({ nth, from: fc.option(from, { nil: null }) }),
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
const stayRow = (stay: Acts['stay'] | Acts['correctStay']) => [
  stay.lasting === null ? 'active' : 'ended',
  stay.lasting === null ? null : stay.how,
  iso(stay.from),
  endOf(stay.from, stay.lasting),
  stay.fee,
  stay.paidIn,
  stay.stars,
  of(people, stay.nth),
]
const rideRow = (ride: Acts['ride'] | Acts['correctRide']) => {
  const row = stayRow({ ...ride, door: false })
  return [...row.slice(0, 6), ride.metres, ...row.slice(6)]
}

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
  stay: (stay) =>
    run(
      `insert into parking_sessions (id, location_id, device_id, device_type, updated_at, status, how_ended, started_at, ended_at, fee_minor, currency, rating, user_id)
       values ($1, $2, $3, $4, now(), $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
      [uuidv7(), of(places, stay.nth), of(devices, stay.nth), stay.door ? 'door' : 'dock', ...stayRow(stay)],
    ),
  correctStay: async (stay) =>
    run(
      `update parking_sessions set status = $2, how_ended = $3, started_at = $4, ended_at = $5, fee_minor = $6, currency = $7, rating = $8, user_id = $9
       where id = $1`,
      [await picked('parking_sessions', stay.nth), ...stayRow(stay)],
    ),
  deleteStay: async (one) =>
    run('delete from parking_sessions where id = $1', [await picked('parking_sessions', one.nth)]),
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
  equip: (one) =>
    w.make.device(of(places, one.nth), { created_at: iso(one.from), deleted_at: endOf(one.from, one.lasting) }),
  // Null: it was deleted by mistake, and is there again.
  remove: async (one) =>
    run('update devices set deleted_at = case when $2::timestamptz > created_at then $2 end where id = $1', [
      of(devices, one.nth),
      one.from === null ? null : iso(one.from),
    ]),
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

describe('figures of stays, rides, money, uptime and commands equal the rows that they come from', () => {
  test.each([autumn, spring])(
    'with late, corrected and deleted rows, late refunds, moved midnights and clocks set $clocks',
    async (window) => {
      enter(window)
      await fc.assert(
        fc.asyncProperty(steps, async (drawn) => {
          await begin()
          for (const { name, values } of drawn) await (verbs[name] as (values: unknown) => Promise<unknown>)(values)
          await refresh()
          await expectFiguresToEqual(w.pool, await figuresOracle(w.pool, until))
          await expectLevelsToAddUp(w.pool)
        }),
        { numRuns: 12, endOnFailure: true },
      )
    },
  )
})

describe('the nightly check', () => {
  beforeAll(() => enter(spring))
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
