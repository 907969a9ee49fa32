import fc from 'fast-check'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revenueFigures, sessionFigures, usageFigures } from '../../../test/support/rollup-readers.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { checkRollups } from './check.ts'
import { rebuildRollups, refreshRollups } from './refresh.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

const quarter = 900_000
const zones = ['Europe/Tallinn', 'America/Los_Angeles', 'Asia/Kathmandu'] as const
const people = Array.from({ length: 4 }, () => uuidv7())
const refresh = () => refreshRollups(w.db, () => w.clock.now())
const localDay = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)
const only = (id: string) => (column: ReturnType<typeof sql>) => sql`${column} = ${id}::uuid`

interface Stay {
  id: string
  place: number
  rider: number
  from: number
  to: number | null
  fee: number
  currency: 'EUR' | 'NOK' | null
  how_ended: 'normal' | 'forced' | 'cancelled' | null
}

const stays = fc.record({
  place: fc.nat(2),
  rider: fc.nat(3),
  // Around the night in which Europe's clocks are set back.
  start: fc.integer({ min: 0, max: 6 * 96 }),
  quarters: fc.option(fc.integer({ min: 1, max: 200 }), { nil: null }),
  fee: fc.integer({ min: 0, max: 900 }),
  currency: fc.constantFrom('EUR' as const, 'NOK' as const, null),
  how: fc.constantFrom('normal' as const, 'forced' as const, 'cancelled' as const),
})
const acts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ act: fc.constant('begin' as const), stay: stays }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('correct' as const), nth: fc.nat(), stay: stays }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('delete' as const), nth: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('move' as const), place: fc.nat(2), zone: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('refresh' as const) }) },
  ),
  { minLength: 5, maxLength: 25 },
)

const begins = Date.parse('2025-10-23T00:00:00.000Z')
const asRow = (stay: Stay) => ({
  status: stay.to === null ? 'active' : 'ended',
  how_ended: stay.to === null ? null : stay.how_ended,
  started_at: new Date(stay.from).toISOString(),
  ended_at: stay.to === null ? null : new Date(stay.to).toISOString(),
  fee_minor: stay.fee,
  currency: stay.currency,
  user_id: people[stay.rider] as string,
})

/** What the figures of a place must be, counted in quarters of an hour in JavaScript. */
function expected(rows: Stay[], zone: string, until: number) {
  const days = new Map<
    string,
    { sessions: number; seconds: number; fees: Record<string, number>; riders: Set<number> }
  >()
  const occupied = new Map<string, number>()
  for (const stay of rows.filter(({ how_ended, to }) => to === null || how_ended !== 'cancelled')) {
    const key = localDay(stay.from, zone)
    const day = days.get(key) ?? { sessions: 0, seconds: 0, fees: {}, riders: new Set<number>() }
    days.set(key, day)
    day.sessions++
    day.riders.add(stay.rider)
    if (stay.to !== null) day.seconds += (stay.to - stay.from) / 1000
    const currency = stay.currency ?? 'XXX'
    day.fees[currency] = (day.fees[currency] ?? 0) + stay.fee
    for (let at = stay.from; at < (stay.to ?? until); at += quarter) {
      const touched = localDay(at, zone)
      occupied.set(touched, (occupied.get(touched) ?? 0) + quarter / 1000)
    }
  }
  return { days, occupied }
}

describe('figures equal the rows that they come from', () => {
  test('with late, corrected and deleted sessions, moved midnights and a clock change', async () => {
    const until = w.clock.now().getTime()
    await fc.assert(
      fc.asyncProperty(acts, async (steps) => {
        await w.db.deleteFrom('parking_sessions').execute()
        const zoneOf = [...zones] as string[]
        const places = await Promise.all(zones.map((zone) => w.make.location(null, { time_zone: zone })))
        const known: Stay[] = []
        const stayOf = (drawn: typeof stays extends fc.Arbitrary<infer T> ? T : never, id: string): Stay => {
          const from = begins + drawn.start * quarter
          const to = drawn.quarters === null ? null : from + drawn.quarters * quarter
          return {
            id,
            place: drawn.place,
            rider: drawn.rider,
            from,
            to,
            fee: drawn.fee,
            currency: drawn.currency,
            how_ended: drawn.how,
          }
        }
        for (const step of steps) {
          if (step.act === 'begin') {
            const stay = stayOf(step.stay, uuidv7())
            const location_id = places[stay.place] as string
            const device_id = await w.make.device(location_id)
            const row = {
              id: stay.id,
              location_id,
              device_id,
              device_type: 'dock',
              access_key_id: null,
              rating: null,
              comment: null,
              updated_at: w.clock.now().toISOString(),
            }
            await w.db
              .insertInto('parking_sessions')
              .values({ ...row, ...asRow(stay) })
              .execute()
            known.push(stay)
          }
          const old = 'nth' in step ? known[step.nth % Math.max(1, known.length)] : undefined
          if (step.act === 'correct' && old) {
            Object.assign(old, { ...stayOf(step.stay, old.id), place: old.place })
            await w.db.updateTable('parking_sessions').set(asRow(old)).where('id', '=', old.id).execute()
          }
          if (step.act === 'delete' && old) {
            known.splice(known.indexOf(old), 1)
            await w.db.deleteFrom('parking_sessions').where('id', '=', old.id).execute()
          }
          if (step.act === 'move') {
            zoneOf[step.place] = zones[step.zone] as string
            await w.db
              .updateTable('locations')
              .set({ time_zone: zones[step.zone] as string })
              .where('id', '=', places[step.place] as string)
              .execute()
          }
          if (step.act === 'refresh') await refresh()
        }
        await refresh()
        const range = { from: '2025-10-01', to: '2026-12-31' }
        for (const [index, id] of places.entries()) {
          const wanted = expected(
            known.filter(({ place }) => place === index),
            zoneOf[index] as string,
            until,
          )
          const rows = await sessionFigures(w.db, 'parking', { places: only(id), ...range, by: 'day' })
          const found = new Map<string, { sessions: number; seconds: number; fees: Record<string, number> }>()
          for (const row of rows.filter(({ sessions }) => sessions > 0)) {
            const day = found.get(row.key) ?? { sessions: 0, seconds: 0, fees: {} }
            found.set(row.key, day)
            day.sessions += row.sessions
            day.seconds += row.seconds
            day.fees[row.currency] = row.fee_minor
          }
          expect(found).toEqual(new Map([...wanted.days].map(([day, { riders: _, ...figures }]) => [day, figures])))
          const { rows: riders } = await w.pool.query<{ period: string; people: number }>(
            `select period::text, people from people_figures where scope_id = $1 and kind = 'parking' and grain = 'day'`,
            [id],
          )
          expect(new Map(riders.map(({ period, people: count }) => [period, count]))).toEqual(
            new Map([...wanted.days].map(([day, { riders: distinct }]) => [day, distinct.size])),
          )
          const usage = await usageFigures(w.db, { places: only(id), ...range, by: 'day' })
          expect(new Map(usage.flatMap(({ key, occupied_s }) => (occupied_s > 0 ? [[key, occupied_s]] : [])))).toEqual(
            wanted.occupied,
          )
          for (const { occupied_s, occupied_s_by_hour } of usage)
            expect(occupied_s_by_hour.reduce((sum, seconds) => sum + seconds, 0)).toBe(occupied_s)
        }
        await agreesWithItself(range)
      }),
      { numRuns: 6 },
    )
  })

  async function agreesWithItself({ from, to }: { from: string; to: string }): Promise<void> {
    const days = await sessionFigures(w.db, 'parking', { places: () => sql`true`, from, to, by: 'day' })
    expect(await sessionFigures(w.db, 'parking', { places: 'everything', from, to, by: 'day' })).toEqual(days)
    const months = await sessionFigures(w.db, 'parking', { places: () => sql`true`, from, to, by: 'month' })
    expect(await sessionFigures(w.db, 'parking', { places: 'everything', from, to, by: 'month' })).toEqual(months)
    const total = (rows: { sessions: number }[]) => rows.reduce((sum, { sessions }) => sum + sessions, 0)
    expect(total(months)).toBe(total(days))
  }

  test('a rebuild and the nightly check find the same, and the check corrects and names what was changed behind its back', async () => {
    const location_id = await w.make.location(null)
    const device_id = await w.make.device(location_id)
    const started_at = new Date(w.clock.now().getTime() - 5 * 86_400_000)
    const stay: Stay = {
      id: uuidv7(),
      place: 0,
      rider: 1,
      from: started_at.getTime(),
      to: started_at.getTime() + 4 * quarter,
      fee: 250,
      currency: 'EUR',
      how_ended: 'forced',
    }
    const row = {
      id: stay.id,
      location_id,
      device_id,
      device_type: 'dock',
      access_key_id: null,
      rating: 5,
      comment: null,
      updated_at: started_at.toISOString(),
    }
    await w.db
      .insertInto('parking_sessions')
      .values({ ...row, ...asRow(stay) })
      .execute()
    await refresh()
    expect((await checkRollups(w.db, w.clock.now())).differences).toEqual([])
    const read = () =>
      sessionFigures(w.db, 'parking', { places: only(location_id), from: '2026-01-01', to: '2026-12-31', by: 'total' })
    const before = await read()
    expect(before).toEqual([
      {
        key: '',
        currency: 'EUR',
        sessions: 1,
        ended: 1,
        forced: 1,
        cancelled: 0,
        seconds: 3600,
        fee_minor: 250,
        distance_m: 0,
        ratings: 1,
        rating_sum: 5,
      },
    ])
    await sql`update session_figures set fee_minor = fee_minor + 1 where scope_id = ${location_id}::uuid and grain = 'day'`.execute(
      w.db,
    )
    const { differences } = await checkRollups(w.db, w.clock.now())
    expect(differences).toEqual([
      { family: 'parking', place_id: location_id, grain: 'day', period: localDay(stay.from, 'Europe/Tallinn') },
    ])
    expect(await read()).toEqual(before)
    await sql`delete from session_figures`.execute(w.db)
    await rebuildRollups(
      w.db,
      () => w.clock.now(),
      () => {},
    )
    expect(await read()).toEqual(before)
    await agreesWithItself({ from: '2025-10-01', to: '2026-12-31' })
  })
})

test('a refund counts on its own day and not on that of its payment', async () => {
  const location_id = await w.make.location(null, { time_zone: 'America/Los_Angeles' })
  const payment_id = uuidv7()
  await sql`insert into payments (id, type, parking_session_id, charge_key, visible_through_type, visible_through_id, amount_minor, currency, state, created_at, updated_at)
    values (${payment_id}::uuid, 'session', ${uuidv7()}::uuid, ${payment_id}, 'location', ${location_id}::uuid, 500, 'USD', 'refunded', '2026-06-01T05:00:00Z', '2026-06-09T12:00:00Z')`.execute(
    w.db,
  )
  const entry = (number: number, kind: string, amount: number, debit: string, credit: string, at: string) => sql`
    insert into payment_entries (id, payment_id, number, kind, amount_minor, debit, credit, at) values (${uuidv7()}::uuid, ${payment_id}::uuid, ${number}, ${kind}, ${amount}, ${debit}, ${credit}, ${at}::timestamptz)`
  await entry(1, 'owed', 500, 'rider', 'revenue', '2026-06-01T05:00:00Z').execute(w.db)
  await entry(2, 'paid', 500, 'provider', 'rider', '2026-06-01T05:00:01Z').execute(w.db)
  await sql`insert into payment_attempts (id, payment_id, number, kind, amount_minor, actor_kind, created_at) values (${uuidv7()}::uuid, ${payment_id}::uuid, 2, 'refund', 200, 'system', '2026-06-09T12:00:00Z')`.execute(
    w.db,
  )
  await entry(3, 'refunded', 200, 'revenue', 'provider', '2026-06-09T12:00:00Z').execute(w.db)
  await refresh()
  expect(
    await revenueFigures(w.db, { places: only(location_id), from: '2026-05-01', to: '2026-06-30', by: 'day' }),
  ).toEqual([
    { key: '2026-05-31', currency: 'USD', payments: 1, captured_minor: 500, refunds: 0, refunded_minor: 0 },
    { key: '2026-06-09', currency: 'USD', payments: 0, captured_minor: 0, refunds: 1, refunded_minor: 200 },
  ])
})
