import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownAt } from '../wall-clock.ts'
import { dueAfter, WorkingHoursBody } from './working-hours.ts'
import type { LogPriority } from './entry-rules.ts'

const office = { time_zone: 'Europe/Tallinn', days: [1, 2, 3, 4, 5], opens: '08:00', closes: '16:00' }
const wallText = (at: number): string => new Date(shownAt(at, office.time_zone)).toISOString().slice(0, 16)
const due = (from: string, hours: number, priority: LogPriority = 'high'): string =>
  wallText(dueAfter(office, Date.parse(from), hours, priority))

// 2026-06-15 is a Monday; Tallinn is three hours ahead of UTC in summer.
test.each([
  ['within the day', '2026-06-15T06:00Z', 4, '2026-06-15T13:00'],
  ['into the next day', '2026-06-15T11:00Z', 4, '2026-06-16T10:00'],
  ['from before the beginning', '2026-06-15T02:00Z', 4, '2026-06-15T12:00'],
  ['from the evening', '2026-06-15T18:00Z', 4, '2026-06-16T12:00'],
  ['over the weekend', '2026-06-19T12:00Z', 4, '2026-06-22T11:00'],
  ['a day is a working day', '2026-06-19T07:00Z', 24, '2026-06-22T10:00'],
  ['three days are three working days', '2026-06-18T07:00Z', 72, '2026-06-23T10:00'],
  ['exactly to the end of the day', '2026-06-15T05:00Z', 8, '2026-06-15T16:00'],
  ['over the end of summer time', '2026-10-23T07:00Z', 24, '2026-10-26T10:00'],
])('the time allowed runs in working hours: %s', (_, from, hours, expected) => {
  expect(due(from, hours)).toBe(expected)
})

test('critical work and an organization without working days count every hour', () => {
  const from = Date.parse('2026-06-19T14:00Z')
  expect(dueAfter(office, from, 4, 'critical')).toBe(from + 4 * 3_600_000)
  expect(dueAfter({ ...office, days: [] }, from, 24, 'high')).toBe(from + 24 * 3_600_000)
  expect(dueAfter(null, from, 24, 'high')).toBe(from + 24 * 3_600_000)
})

test('the due time is in working hours, never before the beginning, and later for a later beginning', () => {
  const zones = fc.constantFrom('Europe/Tallinn', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe')
  const hours = fc.record({
    time_zone: zones,
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    opens: fc.constantFrom('04:00', '07:30', '08:00'),
    closes: fc.constantFrom('12:15', '16:00', '23:30'),
  })
  const year = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') })
  fc.assert(
    fc.property(
      hours,
      year,
      fc.integer({ min: 0, max: 86_400_000 }),
      fc.integer({ min: 1, max: 200 }),
      (given, from, later, allowed) => {
        const at = dueAfter(given, from, allowed, 'medium')
        const wall = new Date(shownAt(at, given.time_zone))
        const clock = wall.toISOString().slice(11, 16)
        expect(given.days).toContain(wall.getUTCDay() || 7)
        expect(clock >= given.opens && clock <= given.closes).toBe(true)
        expect(at).toBeGreaterThan(from - 60_000)
        expect(dueAfter(given, from + later, allowed, 'medium')).toBeGreaterThanOrEqual(at)
      },
    ),
  )
})

test.each([
  [{ opens: '16:00', closes: '08:00' }, 'To: later than From'],
  [{ opens: '8' }, 'From: a time such as 08:00'],
  [{ time_zone: 'Europe/Atlantis' }, 'Time zone: there is no such time zone'],
])('%j is refused', (change, words) => {
  expect(WorkingHoursBody.safeParse({ ...office, ...change }).error?.issues[0]?.message).toBe(words)
})
