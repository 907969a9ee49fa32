import { expect, test } from 'vitest'
import { createCity, pauseOf, stepOf } from './city.ts'
import type { Move, Stand } from './city.ts'
import { demandAt, localTime, movesPerDockHour } from './demand.ts'

const hour = 3_600_000
/** A Wednesday, noon in Tallinn. */
const noon = Date.parse('2026-06-17T09:00:00Z')

function town(places: number, docksEach: number): Stand[] {
  return Array.from({ length: places * docksEach }, (_, n) => ({
    hardware_id: `stand ${n}`,
    location_code: String(100_000 + Math.floor(n / docksEach)),
    state: n % 2 ? 'locked' : 'unlocked',
    key: null,
    admits: () => true,
    isFree: () => true,
  }))
}

/** Makes each lock carry out its move at once. */
function obey(move: Move): void {
  if (move.kind === 'arrive') Object.assign(move.stand, { state: 'locked', key: move.key })
  if (move.kind === 'depart') Object.assign(move.stand, { state: 'unlocked', key: null })
  if (move.kind === 'book') move.stand.state = 'booked'
  if (move.kind === 'release_booking') move.stand.state = 'unlocked'
}

function live(
  seed: number,
  from: number,
  hours: number,
  watch: (now: number, moves: Move[], stands: Stand[]) => void = () => {},
): string[] {
  const stands = town(20, 10)
  const city = createCity({
    name: 'Tallinn',
    timezone: 'Europe/Tallinn',
    seed,
    speed: 1,
    stands,
    keys: Array.from({ length: 300 }, (_, n) => (0x10000000 + n).toString(16).toUpperCase()),
  })
  const trace: string[] = []
  for (let now = from + pauseOf(city, from); now < from + hours * hour; now += pauseOf(city, now)) {
    const moves = stepOf(city, now)
    moves.forEach((move) => {
      obey(move)
      trace.push(`${Math.round(now)} ${move.kind} ${move.stand.hardware_id} ${move.key}`)
    })
    watch(now, moves, stands)
  }
  return trace
}

test('the same seed produces the same day, another seed a different one', () => {
  const day = live(7, noon, 6)
  expect(day.length).toBeGreaterThan(100)
  expect(live(7, noon, 6)).toEqual(day)
  expect(live(8, noon, 6)).not.toEqual(day)
})

test('over a week between half and two thirds of the docks are occupied, by day and by night', () => {
  const shares: number[] = []
  live(7, noon, 7 * 24, (now, _moves, stands) => {
    if (now > noon + 4 * hour) shares.push(stands.filter(({ state }) => state === 'locked').length / stands.length)
  })
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  expect(mean).toBeGreaterThan(0.52)
  expect(mean).toBeLessThan(0.64)
  expect(Math.min(...shares)).toBeGreaterThan(0.4)
  expect(Math.max(...shares)).toBeLessThan(0.75)
})

test('a dock opens with the key that locked it, and no key is in two docks', () => {
  const inDock = new Map<string, string>()
  let departures = 0
  live(9, noon, 24, (_now, moves) =>
    moves.forEach(({ kind, stand, key }) => {
      if (kind === 'arrive') {
        expect([...inDock.values()]).not.toContain(key)
        inDock.set(stand.hardware_id, key)
      }
      if (kind === 'depart') {
        if (inDock.has(stand.hardware_id)) {
          expect(inDock.get(stand.hardware_id)).toBe(key)
          departures++
        }
        inDock.delete(stand.hardware_id)
      }
    }),
  )
  expect(departures).toBeGreaterThan(500)
})

test('arrivals and departures keep pace with the demand of the hour', () => {
  let moved = 0
  live(3, noon, 4, (_now, moves) => {
    moved += moves.filter(({ kind }) => kind === 'arrive' || kind === 'depart').length
  })
  const expected = 200 * movesPerDockHour * 4 * 1.1
  expect(moved).toBeGreaterThan(expected * 0.8)
  expect(moved).toBeLessThan(expected * 2)
})

test('the night is quieter than the rush hour, in the local time of the city', () => {
  const at = (text: string, zone: string) => demandAt(localTime(Date.parse(text), zone))
  expect(at('2026-06-17T05:00:00Z', 'Europe/Tallinn')).toBeGreaterThan(2 * at('2026-06-17T00:30:00Z', 'Europe/Tallinn'))
  expect(at('2026-06-17T15:00:00Z', 'America/Los_Angeles')).toBe(at('2026-06-17T05:00:00Z', 'Europe/Tallinn'))
  expect(localTime(Date.parse('2026-06-20T10:00:00Z'), 'Europe/Tallinn').isWeekend).toBe(true)
})

test('a city without docks or without keys makes no moves and does not fail', () => {
  const empty = createCity({ name: 'Nowhere', timezone: 'UTC', seed: 1, speed: 1, stands: [], keys: [] })
  expect(stepOf(empty, noon)).toEqual([])
  expect(pauseOf(empty, noon)).toBeGreaterThan(0)
})
