import { expect, test } from 'vitest'
import { wallLayout } from './wall-layout.ts'

const operations = [2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]

test('many charts share a screen in more columns, and their text stays readable', () => {
  const { columns, rows, zoom } = wallLayout({ width: 1440, height: 900 }, operations)
  expect({ columns, rows }).toEqual({ columns: 4, rows: 4 })
  expect(zoom).toBeGreaterThan(0.8)
  // 13 px in print.
  expect(wallLayout({ width: 1920, height: 1080 }, operations).zoom).toBeGreaterThan(1)
})

test('few charts on a large screen are large', () => {
  const { columns, zoom } = wallLayout({ width: 2560, height: 1440 }, [2, 1, 1, 1])
  expect(columns).toBe(3)
  expect(zoom).toBeGreaterThan(2)
})

test('what is laid out is never higher or wider than the screen', () => {
  for (const count of [1, 5, 18]) {
    const { columns, rows, zoom, chartHeight } = wallLayout({ width: 1280, height: 720 }, Array(count).fill(2))
    expect(columns * 330 * zoom).toBeLessThanOrEqual(1280)
    expect((150 + rows * 200) * zoom).toBeLessThanOrEqual(720)
    expect(chartHeight).toBeGreaterThanOrEqual(124)
  }
})
