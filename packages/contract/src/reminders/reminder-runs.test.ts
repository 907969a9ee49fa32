import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastRunNumber, nextRuns, reminderPeriods, runAt } from './reminder-runs.ts'

const iso = (at: number): string => new Date(at).toISOString()
const runsOf = (activation_at: string, period: (typeof reminderPeriods)[number], zone: string, count = 4): string[] =>
  Array.from({ length: count }, (_, number) => iso(runAt({ activation_at, period }, number, zone)))

describe("values: from activation at in the location's own time zone, every period", () => {
  test('one time on the wall is another moment in another zone', () => {
    expect(runsOf('2026-01-15T09:00', 'daily', 'Europe/Tallinn', 1)).toEqual(['2026-01-15T07:00:00.000Z'])
    expect(runsOf('2026-01-15T09:00', 'daily', 'America/Los_Angeles', 1)).toEqual(['2026-01-15T17:00:00.000Z'])
  })

  test('monthly and yearly clamp to the last day, and return to the day afterwards', () => {
    expect(runsOf('2026-01-31T09:00', 'monthly', 'UTC')).toEqual([
      '2026-01-31T09:00:00.000Z',
      '2026-02-28T09:00:00.000Z',
      '2026-03-31T09:00:00.000Z',
      '2026-04-30T09:00:00.000Z',
    ])
    expect(runsOf('2028-02-29T09:00', 'yearly', 'UTC', 5).map((at) => at.slice(0, 10))).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  test('daylight saving keeps the time on the wall; hours pass', () => {
    // Clocks go forward on 29 March 2026 at 03:00 in Tallinn.
    expect(runsOf('2026-03-28T09:00', 'daily', 'Europe/Tallinn', 3)).toEqual([
      '2026-03-28T07:00:00.000Z',
      '2026-03-29T06:00:00.000Z',
      '2026-03-30T06:00:00.000Z',
    ])
    expect(runsOf('2026-03-29T02:30', 'hourly', 'Europe/Tallinn', 2)).toEqual([
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
    ])
  })

  test('a time that is skipped in spring runs after the jump, one that comes twice in autumn runs at the first', () => {
    expect(runsOf('2026-03-28T03:30', 'daily', 'Europe/Tallinn', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    expect(runsOf('2026-10-25T03:30', 'daily', 'Europe/Tallinn', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })
})

const zones = [
  'UTC',
  'Europe/Tallinn',
  'Europe/Oslo',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
]
const schedule = fc.record({
  activation_at: fc
    .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2027-12-31T00:00:00Z'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 16)),
  period: fc.constantFrom(...reminderPeriods),
})
const zone = fc.constantFrom(...zones)
const day = 86_400_000

/** What a clock in the zone shows, asked of the platform in another way than by the code. */
const shownIn = (timeZone: string, at: number): string => {
  const parts = { dateStyle: 'short', timeStyle: 'medium' } as const
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone }).format(at).slice(0, 16)
}
const offsetsBeside = (timeZone: string, at: number): number =>
  Date.parse(`${shownIn(timeZone, at + day)}Z`) - Date.parse(`${shownIn(timeZone, at - day)}Z`) - 2 * day

describe('over time zones, daylight saving and periods', () => {
  test('each run shows the time of activation on the wall, or comes as late as the clock jumps that day', () => {
    fc.assert(
      fc.property(schedule, zone, fc.nat(400), ({ activation_at, period }, timeZone, number) => {
        fc.pre(period !== 'hourly')
        const at = runAt({ activation_at, period }, number, timeZone)
        const shown = shownIn(timeZone, at)
        const late = Date.parse(`1970-01-01T${shown.slice(11)}Z`) - Date.parse(`1970-01-01T${activation_at.slice(11)}Z`)
        expect(late === 0 || (late > 0 && late === offsetsBeside(timeZone, at))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('runs follow each other in time', () => {
    fc.assert(
      fc.property(schedule, zone, fc.nat(400), (one, timeZone, number) => {
        expect(runAt(one, number + 1, timeZone)).toBeGreaterThan(runAt(one, number, timeZone))
      }),
      { numRuns: 500 },
    )
  })

  test('the last run is the one that a count from the first finds', () => {
    fc.assert(
      fc.property(schedule, zone, fc.integer({ min: -20 * day, max: 500 * day }), (one, timeZone, later) => {
        const now = runAt(one, 0, timeZone) + later
        const number = lastRunNumber(one, now, timeZone)
        expect(number === null).toBe(later < 0)
        if (number === null) return
        expect(runAt(one, number, timeZone)).toBeLessThanOrEqual(now)
        expect(runAt(one, number + 1, timeZone)).toBeGreaterThan(now)
        const [first = 0] = nextRuns(one, now, timeZone, 1)
        expect(first).toBe(runAt(one, number + 1, timeZone))
      }),
      { numRuns: 500 },
    )
  })
})
