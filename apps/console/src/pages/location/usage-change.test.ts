import { expect, test } from 'vitest'
import { changeOn } from './usage-change.ts'

test.each([
  [779, 814, '−35 (4.3 %) on 5 weeks earlier'],
  [845, 839, '+6 (0.7 %) on 5 weeks earlier'],
  [30, 10, '+20 (200 %) on 5 weeks earlier'],
  [12, 0, '+12 on 5 weeks earlier'],
  [12, 12, 'The same as 5 weeks earlier'],
  [null, 12, 'No value 5 weeks earlier'],
  [12, null, 'No value 5 weeks earlier'],
])('%s after %s: %s', (now, before, text) => {
  expect(changeOn(now, before, '5 weeks earlier', String)).toBe(text)
})
