import { expect, test } from 'vitest'
import { durationLabel, shortDuration } from './time.tsx'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test('a duration has two units at most', () => {
  expect(durationLabel(9_400)).toBe('9 s')
  expect(durationLabel(72_000)).toBe('1 min 12 s')
  expect(durationLabel(48 * minute + 20_000)).toBe('48 min')
  expect(durationLabel(31 * hour + 13 * minute)).toBe('31 h 13 min')
  expect(durationLabel(4 * day + 3 * hour + 59 * minute)).toBe('4 d 3 h')
  expect(durationLabel(2 * hour)).toBe('2 h')
})

test('a tile has one unit, hours up to two days', () => {
  expect(shortDuration(48 * minute)).toBe('48 m')
  expect(shortDuration(47 * hour)).toBe('47 h')
  expect(shortDuration(48 * hour)).toBe('2 d')
})

test('a clock that runs behind never shows a negative time', () => {
  expect(durationLabel(-5_000)).toBe('0 s')
  expect(shortDuration(-1)).toBe('0 s')
})
