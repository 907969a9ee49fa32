import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayPlus } from '@wheelhouse/contract/calendar-days.ts'
import { daysBetween, firstDays, periodBefore, stepOf, stretchesOf } from './periods.ts'
import type { Period } from './periods.ts'

const period: fc.Arbitrary<Period> = fc
  .tuple(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 365 }))
  .map(([start, length]) => {
    const from = dayPlus('2019-01-01', start)
    return { from, to: dayPlus(from, length) }
  })
const daysOf = ({ from, to }: Period): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => dayPlus(from, index))

describe('values: periods of dashboards', () => {
  test('whole months and the days around them make each day of a period once', () => {
    fc.assert(
      fc.property(period, (one) => {
        const days = stretchesOf(one).flatMap(({ grain, from, to }) => {
          if (grain === 'day') return daysOf({ from, to })
          return daysOf({ from, to: dayPlus(dayPlus(to, 31).slice(0, 8) + '01', -1) })
        })
        expect(days.toSorted()).toEqual(daysOf(one))
      }),
      { numRuns: 500 },
    )
  })

  test('the compared period is over when the period begins, and has as many points', () => {
    fc.assert(
      fc.property(period, fc.constantFrom('previous' as const, 'year' as const), (one, compare) => {
        const step = stepOf(one)
        const before = periodBefore(one, step, compare)
        if (before === null) throw new Error('There is a comparison')
        expect(before.to < one.from).toBe(true)
        expect(firstDays(before, step)).toHaveLength(firstDays(one, step).length)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['2026-01-01', '2026-12-31', 'previous', '2025-01-01', '2025-12-31'],
    ['2025-11-24', '2026-11-23', 'previous', '2024-11-24', '2025-11-23'],
    ['2026-01-01', '2026-07-31', 'previous', '2025-06-01', '2025-12-31'],
    ['2026-01-01', '2026-07-31', 'year', '2025-01-01', '2025-07-31'],
    ['2024-02-29', '2024-09-30', 'year', '2023-02-28', '2023-09-30'],
    ['2026-06-01', '2026-06-14', 'previous', '2026-05-18', '2026-05-31'],
  ] as const)('%s to %s beside the %s period is %s to %s', (from, to, compare, first, last) => {
    expect(periodBefore({ from, to }, stepOf({ from, to }), compare)).toEqual({ from: first, to: last })
  })

  test('three months are drawn by days, six by weeks, a year by months that begin with the period', () => {
    const steps = [91, 92, 183, 184, 365].map((days) => stepOf({ from: '2026-01-01', to: dayPlus('2026-01-01', days) }))
    expect(steps).toEqual(['day', 'week', 'week', 'month', 'month'])
    expect(firstDays({ from: '2025-11-24', to: '2026-02-03' }, 'month')).toEqual([
      '2025-11-24',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ])
  })
})
