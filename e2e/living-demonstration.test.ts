import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cityPlanOf, isParking } from '../apps/fleet/src/city/city-plan.ts'
import { createCity, pauseOf, setOut, stepOf } from '../apps/fleet/src/city/city.ts'
import type { City, Move } from '../apps/fleet/src/city/city.ts'
import { createHardware } from '../apps/fleet/src/devices/hardware.ts'
import { readFleetFile } from '../apps/fleet/src/platform/fleet-file.ts'
import { openFleetMemory } from '../apps/fleet/src/platform/fleet-state.ts'
import { demonstrationNow, testDemonstration } from '../packages/db/src/seed/test-demonstration.ts'
import type { TestDatabase } from '../packages/db/src/test-database.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = demonstrationNow.getTime()
const days = 3

interface Parked {
  dock: string
  /** Of the rider: a key in the run, where each has one, and the person in the past. */
  key: string | null
  start: number
  /** Null while it is there. */
  end: number | null
}
/** Sessions that began in a period, and the bikes that were in docks at its end. */
interface Period {
  begun: Parked[]
  ended: Parked[]
  openAtEnd: Parked[]
}

let database: TestDatabase
let folder: string
let past: Period[]
let live: Period
const all: Parked[] = []

beforeAll(async () => {
  ;({ database, dataDir: folder } = await testDemonstration())
  past = await Promise.all([1, 2, 3, 4].map((weeks) => pastPeriod(now - weeks * 7 * dayMs)))
  live = livePeriod()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** The same days of the week as those of the run. */
async function pastPeriod(from: number): Promise<Period> {
  const until = from + days * dayMs
  const { rows } = await database.pool.query<{ dock: string; key: string; started_at: Date; ended_at: Date | null }>(
    `select device_id as dock, user_id as key, started_at, ended_at from parking_sessions
     where started_at < $2 and coalesce(ended_at, 'infinity') > $1 and how_ended is distinct from 'cancelled' and status <> 'booked'`,
    [new Date(from).toISOString(), new Date(until).toISOString()],
  )
  return periodOf(
    rows.map(({ started_at, ended_at, ...row }) => ({
      ...row,
      start: Date.parse(String(started_at)),
      end: ended_at === null ? null : Date.parse(String(ended_at)),
    })),
    from,
  )
}

function periodOf(sessions: readonly Parked[], from: number): Period {
  const until = from + days * dayMs
  const isIn = (at: number | null) => at !== null && at >= from && at < until
  return {
    begun: sessions.filter(({ start }) => isIn(start)),
    ended: sessions.filter(({ end }) => isIn(end)),
    openAtEnd: sessions.filter(({ start, end }) => start < until && (end === null || end >= until)),
  }
}

/** All cities of the fleet file for three days, each lock at once doing what its rider wants. */
function livePeriod(): Period {
  const file = readFleetFile(folder)
  const memory = openFleetMemory(folder, { info() {}, warn() {} })
  const cities = Map.groupBy(
    file.controllers.filter(({ city }) => city !== null),
    ({ city }) => city as string,
  )
  for (const [name, controllers] of cities) {
    const stands = controllers.flatMap((controller) =>
      controller.hardware
        .filter(isParking)
        .map((piece) => createHardware(piece, controller, memory, () => controller.behaviour !== 'offline')),
    )
    const city = createCity(cityPlanOf(name, file, stands, 1), now)
    const open = new Map(
      stands
        .filter(({ state }) => state === 'locked')
        .map(({ hardware_id, key, since }) => [
          hardware_id,
          { dock: hardware_id, key, start: Date.parse(since), end: null },
        ]),
    )
    const inDocks = new Map<string, Parked>(open)
    // A dock without contact keeps its bike for good.
    all.push(...stands.filter((stand) => stand.isFree()).flatMap(({ hardware_id }) => open.get(hardware_id) ?? []))
    for (let at = now + pauseOf(city); at < now + days * dayMs; at += pauseOf(city))
      for (const move of stepOf(city, at)) obey(city, move, at, inDocks)
  }
  return periodOf(all, now)
}

function obey(city: City, { kind, stand, key }: Move, at: number, inDocks: Map<string, Parked>): void {
  const since = new Date(at).toISOString()
  if (kind === 'book') Object.assign(stand, { state: 'booked', since })
  if (kind === 'release_booking') Object.assign(stand, { state: 'unlocked', since })
  if (kind === 'arrive') {
    Object.assign(stand, { state: 'locked', key, since })
    const parked = { dock: stand.hardware_id, key, start: at, end: null }
    inDocks.set(stand.hardware_id, parked)
    all.push(parked)
  }
  if (kind !== 'depart') return
  Object.assign(stand, { state: 'unlocked', key: null, since })
  setOut(city, key, at)
  const parked = inDocks.get(stand.hardware_id)
  if (parked) parked.end = at
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
/** The present as a share of the mean of the past periods. */
const ratio = (of: (period: Period) => number): number => of(live) / mean(past.map(of))
const hoursOf = ({ start, end }: Parked): number => ((end ?? now) - start) / hourMs
function quantile(period: Period, share: number): number {
  const lengths = period.ended.map(hoursOf).toSorted((a, b) => a - b)
  return lengths[Math.floor(lengths.length * share)] ?? 0
}
const byHour = ({ begun }: Period): number[] =>
  Array.from(
    { length: 24 },
    (_, hour) => begun.filter(({ start }) => new Date(start).getUTCHours() === hour).length / begun.length,
  )
const overdue = (period: Period, hours: number, until: number): number =>
  period.openAtEnd.filter(({ start }) => start < until - hours * hourMs).length

test.each<[string, number, (period: Period) => number]>([
  ['sessions that begin', 0.15, ({ begun }) => begun.length],
  ['sessions that end', 0.15, ({ ended }) => ended.length],
  ['bikes in docks at the end', 0.15, ({ openAtEnd }) => openAtEnd.length],
  ['docks that were used', 0.1, ({ begun }) => new Set(begun.map(({ dock }) => dock)).size],
  ['riders who came', 0.2, ({ begun }) => new Set(begun.map(({ key }) => key)).size],
  ['stays shorter than an hour', 0.25, ({ ended }) => ended.filter((one) => hoursOf(one) < 1).length],
  ['stays longer than a day', 0.45, ({ ended }) => ended.filter((one) => hoursOf(one) > 24).length],
  ['the short stays (10 %)', 0.25, (period) => quantile(period, 0.1)],
  ['the median stay', 0.15, (period) => quantile(period, 0.5)],
  ['the long stays (90 %)', 0.15, (period) => quantile(period, 0.9)],
])('after three days of running, %s are like those of the same days of the week before', (_what, tolerance, of) => {
  expect(ratio(of)).toBeGreaterThan(1 - tolerance)
  expect(ratio(of)).toBeLessThan(1 + tolerance)
})

test('bikes come at the hours at which they came before', () => {
  const before = Array.from({ length: 24 }, (_, hour) => mean(past.map((period) => byHour(period)[hour] ?? 0)))
  const apart = byHour(live).reduce((sum, share, hour) => sum + Math.abs(share - (before[hour] ?? 0)), 0) / 2
  expect(apart).toBeLessThan(0.08)
})

test('as many bikes are overdue as on the first day, and they are others', () => {
  const end = now + days * dayMs
  const atStart = all.filter(({ start }) => start < now)
  const overdueAtStart = (hours: number) => atStart.filter(({ start }) => start < now - hours * hourMs).length
  for (const hours of [24, 72]) {
    expect(overdue(live, hours, end), `${hours} hours`).toBeGreaterThan(overdueAtStart(hours) / 2)
    expect(overdue(live, hours, end), `${hours} hours`).toBeLessThan(overdueAtStart(hours) * 2)
  }
  expect(live.openAtEnd.filter(({ start }) => start > now && start < end - 24 * hourMs).length).toBeGreaterThan(3)
})

test('a rider is in one place at a time', () => {
  const byKey = Map.groupBy(
    all.filter(({ key }) => key !== null),
    ({ key }) => key,
  )
  for (const stays of byKey.values())
    stays.reduce((before, stay) => {
      expect(before.end ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(stay.start)
      return stay
    })
})
