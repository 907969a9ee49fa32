import { expect, test } from 'vitest'
import type { ChartFigures, ChartId, Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import { compared } from './dashboard-check.ts'
import type { FoundByHand } from './peers/dashboard-peer.ts'

const base = { unit: 'count', currency: null, rounded_to: null } as const
const series = (chart: ChartId, value: number): ChartFigures => ({
  ...base,
  kind: 'series',
  chart,
  values: [value],
  previous: [],
  now: null,
  headline: { value, previous: null },
})
const bars = (chart: ChartId, lines: Record<string, number>): ChartFigures => ({
  ...base,
  kind: 'bars',
  chart,
  bars: Object.entries(lines).map(([label, value]) => ({ id: null, label, value, previous: null })),
  headline: { value: Object.values(lines).reduce((sum, value) => sum + value, 0), previous: null },
})
const week = (value: number): ChartFigures => ({
  ...base,
  kind: 'week',
  chart: 'occupancy_week',
  values: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => value)),
  headline: { value, previous: null },
})
const charts: readonly ChartFigures[] = [
  series('sessions', 5),
  series('duration', 30),
  series('ratings', 4.5),
  series('people', 3),
  series('revenue', 750),
  series('occupancy', 25),
  week(25),
  bars('best_locations', { Harbour: 3, Market: 2 }),
  bars('worst_locations', { Market: 2, Harbour: 3 }),
  bars('overstays', { '24 to 72 h': 2, '3 to 7 d': 1, 'more than 7 d': 0 }),
  series('commands', 90),
  series('latency', 490),
]
const figures = (shown: readonly ChartFigures[]): Figures => ({
  at: '2026-03-20T10:00:00.000Z',
  from: '2026-03-01',
  to: '2026-03-19',
  days: ['2026-03-01'],
  step: 'month',
  days_earlier: null,
  locations: 2,
  charts: [...shown],
})

const months = (row: object) => ['2026-03', null].map((month) => ({ month, ...row }))
const hours = Array.from({ length: 7 * 24 }, (_, at) => ({
  month: null,
  weekday: 1 + Math.floor(at / 24),
  hour: at % 24,
}))
const found: FoundByHand = {
  sessions: months({ sessions: 5, duration: 30, ratings: 4.5 }),
  people: months({ people: 3 }),
  revenue: months({ revenue: 750 }),
  // Within the same class of latencies.
  commands: months({ sent: 10, commands: 90, latency: 400 }),
  places: [
    { label: 'Harbour', sessions: 3 },
    { label: 'Market', sessions: 2 },
  ],
  overstays: [{ days_1: 2, days_3: 1, days_7: 0 }],
  taken: [{ taken: 1, docks: 8 }],
  occupancy: [
    { month: '2026-03', weekday: null, hour: null, taken_s: 42_000, dock_s: 168_000 },
    ...hours.map((hour) => ({ ...hour, taken_s: 250, dock_s: 1_000 })),
  ],
}

test('the same numbers are the same, in whole seconds and in classes of latencies', () => {
  expect(compared(figures(charts), found)).toEqual({ numbers: 2 * 8 + 1 + 7 * 24 + 3 * 3, difference: null })
})

test.each(charts)('another number of $chart is noticed', (chart) => {
  const other = { ...chart, headline: { value: 1_000, previous: null } }
  const shown = charts.map((one) => (one === chart ? other : one))
  expect(compared(figures(shown), found).difference).toContain(`${chart.chart} is `)
})

test.each(charts)('a missing $chart is noticed', (chart) => {
  const shown = charts.filter((one) => one !== chart)
  expect(compared(figures(shown), found).difference).toContain(`is undefined`)
})

test('a number that is not counted by hand is noticed', () => {
  const more = bars('best_locations', { Harbour: 3, Market: 2, Quay: 1 })
  const shown = charts.map((one) => (one.chart === 'best_locations' ? more : one))
  expect(compared(figures(shown), found).difference).toBe('best_locations is 6 and by hand 5')
})
