import { describe, expect, test } from 'vitest'
import type { Figures, SeriesFigures } from '@wheelhouse/contract/dashboards/charts.ts'
import { formatOf } from '../../i18n/format.ts'
import { writeDifference } from './chart-labels.ts'
import { seriesData } from './series-data.ts'

const format = formatOf({ localizedFormats: true, rfidFormat: 'hex', timezone: 'Europe/Tallinn' }, 'en-US')
const days = ['2026-11-24', '2026-11-25', '2026-11-26']
// It is 22:30 of the 25th in UTC.
const figures: Figures = {
  at: '2026-11-25T22:30:00.000Z',
  from: '2026-11-24',
  to: '2026-11-26',
  days,
  step: 'day',
  days_earlier: null,
  locations: 1,
  charts: [],
}
const chart = (unit: SeriesFigures['unit'], chart: SeriesFigures['chart']): SeriesFigures => ({
  kind: 'series',
  chart,
  unit,
  currency: null,
  rounded_to: null,
  now: null,
  values: [5, 6, 1],
  previous: [],
  headline: { value: 12, previous: null },
})

describe('the day that is not over is that of the zone in which the dashboard is read', () => {
  test('in Tallinn, where the next day has begun, it is that one', () => {
    expect(seriesData(chart('count', 'sessions'), figures, format, '2026-11-26').unfinished?.index).toBe(2)
    expect(seriesData(chart('minutes', 'duration'), figures, format, '2026-11-26').series[0]?.values).toEqual([
      5,
      6,
      null,
    ])
  })
  test('in Los Angeles it is still the day of UTC', () => {
    expect(seriesData(chart('count', 'sessions'), figures, format, '2026-11-25').unfinished?.index).toBe(1)
    expect(seriesData(chart('minutes', 'duration'), figures, format, '2026-11-25').series[0]?.values).toEqual([
      5,
      null,
      1,
    ])
  })
  test('a public dashboard ends before today', () => {
    expect(seriesData(chart('count', 'sessions'), figures, format).unfinished).toBeUndefined()
  })
})

describe('a share is written as precisely as it is everywhere', () => {
  const write = (id: SeriesFigures['chart'], value: number) =>
    seriesData(chart('percent', id), figures, format).formatValue(value)
  const difference = (id: SeriesFigures['chart'], value: number, previous: number) =>
    writeDifference(chart('percent', id), value, previous, format)

  test('uptime as on the page of the location, with two decimals', () => {
    expect([write('uptime', 99.954), write('uptime', 100)]).toEqual(['99.95 %', '100 %'])
    expect([difference('uptime', 99.954, 99.94), difference('uptime', 99.954, 99.952)]).toEqual([
      '0.01 points',
      undefined,
    ])
  })
  test('other shares with one', () => {
    expect([write('commands', 93.46), write('occupancy', 41.96)]).toEqual(['93.5 %', '42 %'])
    expect([difference('commands', 93.46, 93.3), difference('commands', 93.46, 93.42)]).toEqual([
      '0.2 points',
      undefined,
    ])
  })
})
