import { expect, test } from 'vitest'
import { zoomed } from './use-zoom.ts'

test('a photo comes nearer to a bound, and is whole and in the middle again', () => {
  const near = zoomed({ scale: 1, x: 0, y: 0 }, 2)
  expect(near).toEqual({ scale: 2, x: 0, y: 0 })
  expect(zoomed({ ...near, x: 40, y: -10 }, 1.5)).toEqual({ scale: 3, x: 60, y: -15 })
  expect(zoomed({ scale: 6, x: 0, y: 0 }, 10).scale).toBe(8)
  expect(zoomed({ scale: 2, x: 40, y: 40 }, 0.1)).toEqual({ scale: 1, x: 0, y: 0 })
})
