import { expect, test } from 'vitest'
import { distanceLabel } from './distance.ts'

test.each([
  [3, '0 m'],
  [348, '350 m'],
  [994, '990 m'],
  [996, '1.0 km'],
  [1_234, '1.2 km'],
  [9_949, '9.9 km'],
  [9_951, '10 km'],
  [843_210, '843 km'],
])('%d metres read: %s', (metres, label) => {
  expect(distanceLabel(metres, (value, digits = 0) => value.toFixed(digits))).toBe(label)
})
