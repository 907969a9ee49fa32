import { expect, test } from 'vitest'
import { instantAt, wallTime } from './wall-time.ts'

test('a clock on the wall is read in its own zone and back', () => {
  expect(instantAt('2026-11-21T18:30', 'Europe/Tallinn')).toBe('2026-11-21T16:30:00.000Z')
  expect(wallTime('2026-11-21T16:30:00.000Z', 'Europe/Tallinn')).toBe('2026-11-21T18:30')
  expect(instantAt('2026-07-01T00:00', 'America/Los_Angeles')).toBe('2026-07-01T07:00:00.000Z')
  expect(instantAt('2026-07-01T00:00', 'UTC')).toBe('2026-07-01T00:00:00.000Z')
})

test('around a change of the clock the hour that there is twice is the first, the one that there is not comes after', () => {
  // Tallinn: 29 March 2026 03:00 becomes 04:00, 25 October 2026 04:00 becomes 03:00.
  expect(instantAt('2026-03-29T03:30', 'Europe/Tallinn')).toBe('2026-03-29T01:30:00.000Z')
  expect(wallTime('2026-03-29T01:30:00.000Z', 'Europe/Tallinn')).toBe('2026-03-29T04:30')
  expect(instantAt('2026-10-25T03:30', 'Europe/Tallinn')).toBe('2026-10-25T00:30:00.000Z')
  expect(instantAt('2026-10-25T05:00', 'Europe/Tallinn')).toBe('2026-10-25T03:00:00.000Z')
})

test('what is no time is no moment', () => {
  expect(instantAt('', 'UTC')).toBeNull()
  expect(instantAt('2026-11-21', 'UTC')).toBeNull()
})
