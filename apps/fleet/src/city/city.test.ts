import { expect, test } from 'vitest'
import { createCity, freeKey, pauseOf, setOut, stepOf } from './city.ts'
import type { City, CityPlan, Move, Stand } from './city.ts'
import { arrivalsPerHour, evenRhythm, localTime } from './rhythm.ts'

const hour = 3_600_000
/** A Wednesday, noon in Tallinn. */
const noon = Date.parse('2026-06-17T09:00:00Z')
const hoursOf = <T>(value: (hour: number) => T): T[] => Array.from({ length: 24 }, (_, at) => value(at))
const rush = hoursOf((at) => (at >= 7 && at < 19 ? 1.8 : 0.2))
const stays = hoursOf(() => [
  { below: 0.02, from_h: 72, to_h: 150 },
  { below: 1, from_h: 0.5, to_h: 12 },
])
const rhythm = {
  ...evenRhythm,
  mean_wait_h: 5,
  arrivals: { weekday: rush, weekend: rush },
  stays: { weekday: stays, weekend: stays },
}

const makeStands = (count: number): Stand[] =>
  Array.from({ length: count }, (_, n) => ({
    hardware_id: `stand ${n}`,
    location_code: String(100_000 + Math.floor(n / 10)),
    state: 'unlocked',
    key: null,
    since: new Date(noon - hour).toISOString(),
    admits: () => true,
    isFree: () => true,
  }))

const planOf = (parts: Partial<CityPlan> = {}): CityPlan => ({
  name: 'Tallinn',
  timezone: 'Europe/Tallinn',
  seed: 7,
  pace: 1,
  rhythm,
  stands: makeStands(200),
  places: new Map(),
  leaves: new Map(),
  keys: Array.from({ length: 300 }, (_, n) => (0x10000000 + n).toString(16).toUpperCase()),
  ...parts,
})

/** Each lock carries out its move at once. */
function obey(city: City, { kind, stand, key }: Move, now: number): void {
  const since = new Date(now).toISOString()
  if (kind === 'arrive') Object.assign(stand, { state: 'locked', key, since })
  if (kind === 'book') Object.assign(stand, { state: 'booked', since })
  if (kind === 'release_booking') Object.assign(stand, { state: 'unlocked', since })
  if (kind !== 'depart') return
  Object.assign(stand, { state: 'unlocked', key: null, since })
  setOut(city, key, now)
}

interface Seen {
  at: number
  move: Move
  /** Of a bike that leaves: when it came. */
  since: string
}

function live(plan: CityPlan, hours: number, from = noon): Seen[] {
  const city = createCity(plan, from)
  const seen: Seen[] = []
  for (let now = from + pauseOf(city); now < from + hours * hour; now += pauseOf(city))
    for (const move of stepOf(city, now)) {
      seen.push({ at: now, move, since: move.stand.since })
      obey(city, move, now)
    }
  return seen
}

const ofKind = (seen: readonly Seen[], kind: Move['kind']) => seen.filter(({ move }) => move.kind === kind)
const trace = (seen: readonly Seen[]) =>
  seen.map(({ at, move }) => `${at} ${move.kind} ${move.stand.hardware_id} ${move.key}`)

test('the same seed produces the same day, another seed a different one', () => {
  const day = trace(live(planOf(), 6))
  expect(day.length).toBeGreaterThan(100)
  expect(trace(live(planOf(), 6))).toEqual(day)
  expect(trace(live(planOf({ seed: 8 }), 6))).not.toEqual(day)
})

test('bikes stay as long as the rhythm says, the forgotten ones for days', () => {
  const stayed = ofKind(live(planOf(), 14 * 24), 'depart').map(({ at, since }) => (at - Date.parse(since)) / hour)
  expect(stayed.length).toBeGreaterThan(2_000)
  expect(Math.min(...stayed)).toBeGreaterThan(0.5)
  expect(stayed.filter((hours) => hours > 12.2 && hours < 72)).toEqual([])
  const forgotten = stayed.filter((hours) => hours >= 72).length / stayed.length
  expect(forgotten).toBeGreaterThan(0.008)
  expect(forgotten).toBeLessThan(0.03)
})

test('a dock opens with the key that locked it, and no key is in two docks', () => {
  const plan = planOf()
  const inDock = new Map<string, string>()
  let departures = 0
  for (const { move } of live(plan, 72)) {
    const { kind, stand, key } = move
    if (kind === 'arrive') {
      expect([...inDock.values()]).not.toContain(key)
      inDock.set(stand.hardware_id, key)
    }
    if (kind !== 'depart') continue
    expect(inDock.get(stand.hardware_id)).toBe(key)
    inDock.delete(stand.hardware_id)
    departures++
  }
  expect(departures).toBeGreaterThan(500)
})

test('a rider whose key the lock refuses keeps the bike there, and tries again after a while', () => {
  const stands = makeStands(1)
  Object.assign(stands[0] as Stand, { state: 'locked', key: '0A', since: new Date(noon - 200 * hour).toISOString() })
  const city = createCity(planOf({ stands, keys: ['0A'] }), noon)
  const tries: number[] = []
  for (let now = noon; now < noon + 6 * hour; now += 15_000)
    if (stepOf(city, now).some(({ kind }) => kind === 'depart')) tries.push(now)
  expect(tries.length).toBeGreaterThan(3)
  expect(Math.min(...tries.slice(1).map((at, index) => at - (tries[index] as number)))).toBeGreaterThanOrEqual(
    20 * 60_000,
  )
  expect(city.keys).toEqual([])
})

test('a fleet that is started again sends each rider at the planned time, and those it missed within an hour and a half', () => {
  const since = new Date(noon - 2 * hour).toISOString()
  const parked = () =>
    makeStands(2).map((stand, n) => Object.assign(stand, { state: 'locked' as const, key: `0${n}`, since }))
  const leaves = new Map([
    ['stand 0', { since, at: noon + 5 * hour }],
    ['stand 1', { since, at: noon - hour }],
  ])
  const left = ofKind(live(planOf({ stands: parked(), leaves }), 8), 'depart')
  const leftAt = (id: string) => ((left.find(({ move }) => move.stand.hardware_id === id)?.at ?? 0) - noon) / hour
  expect(leftAt('stand 0')).toBeCloseTo(5, 1)
  expect(leftAt('stand 1')).toBeGreaterThan(0)
  expect(leftAt('stand 1')).toBeLessThan(1.6)
})

test('a place that is not in use has no riders, and a busy one has more', () => {
  const habits = (demand: number) => ({ demand, takes_bookings: false, regulars: [] })
  const places = new Map([
    ['100000', habits(0)],
    ['100001', habits(2)],
    ['100002', habits(0.5)],
  ])
  const came = Map.groupBy(ofKind(live(planOf({ places }), 96), 'arrive'), ({ move }) => move.stand.location_code)
  const count = (code: string) => came.get(code)?.length ?? 0
  expect(count('100000')).toBe(0)
  expect(count('100001')).toBeGreaterThan(count('100002'))
})

test('most bikes are those of regulars, and bookable docks are booked first at times', () => {
  const plan = planOf()
  const regulars = plan.keys.slice(0, 40)
  const places = new Map([['100003', { demand: 1, takes_bookings: true, regulars }]])
  const seen = live({ ...plan, places }, 240)
  const there = ofKind(seen, 'arrive').filter(({ move }) => move.stand.location_code === '100003')
  expect(there.filter(({ move }) => regulars.includes(move.key)).length / there.length).toBeGreaterThan(0.5)
  const booked = ofKind(seen, 'book')
  expect(booked.length).toBeGreaterThan(5)
  expect(booked.every(({ move }) => move.stand.location_code === '100003')).toBe(true)
})

test('the night is quieter than the day, in the local time of the city', () => {
  const at = (text: string, zone: string) => arrivalsPerHour(rhythm, localTime(Date.parse(text), zone))
  expect(at('2026-06-17T05:00:00Z', 'Europe/Tallinn')).toBeGreaterThan(2 * at('2026-06-17T00:30:00Z', 'Europe/Tallinn'))
  expect(at('2026-06-17T15:00:00Z', 'America/Los_Angeles')).toBe(at('2026-06-17T05:00:00Z', 'Europe/Tallinn'))
  expect(localTime(Date.parse('2026-06-20T10:00:00Z'), 'Europe/Tallinn').isWeekend).toBe(true)
})

test('for a show riders come and go more often', () => {
  const moves = (pace: number) => live(planOf({ pace }), 2).length
  expect(moves(20)).toBeGreaterThan(10 * moves(1))
})

test('a city without docks or without keys makes no moves and does not fail', () => {
  const empty = createCity(planOf({ stands: [], keys: [] }), noon)
  expect(stepOf(empty, noon + hour)).toEqual([])
  expect(pauseOf(empty)).toBeGreaterThan(0)
  freeKey(empty, '0A')
  expect(empty.keys).toEqual(['0A'])
})
