import { expect, test } from 'vitest'
import { batterySteps } from './battery-steps.ts'

const now = Date.parse('2026-11-25T10:20:00.000Z')
const point = (at: string, battery_percent: number) => ({ at: `2026-11-25T${at}:00.000Z`, battery_percent })
const stepsOf = (...points: ReturnType<typeof point>[]) => batterySteps({ points, every_s: 900 }, now, 1)

test('the axis has the whole time in equal steps, however little was reported', () => {
  const steps = stepsOf(point('09:15', 80))
  expect(steps).toHaveLength(49)
  expect([steps[0]?.at, steps.at(-1)?.at]).toEqual(['2026-11-24T10:00:00.000Z', '2026-11-25T10:00:00.000Z'])
  const lengths = steps.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(steps[index]?.at ?? ''))
  expect(new Set(lengths)).toEqual(new Set([1_800_000]))
})

test('each value is at its time, the lowest of its step, and a step without a report is a gap', () => {
  const steps = stepsOf(point('08:00', 90), point('08:15', 88), point('09:30', 71), point('10:15', 70))
  const known = steps.slice(-5).map(({ at, value }) => [at.slice(11, 16), value])
  expect(known).toEqual([
    ['08:00', 88],
    ['08:30', null],
    ['09:00', null],
    ['09:30', 71],
    ['10:00', 70],
  ])
})
