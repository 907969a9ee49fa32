import { expect, test } from 'vitest'
import type { Report } from '@wheelhouse/contract/reports/reports.ts'
import { formatOf } from '../../i18n/format.ts'
import { reportChart } from './report-chart.ts'

const format = formatOf({ localizedFormats: true, rfidFormat: 'hex', timezone: 'Europe/Tallinn' }, 'en-US')
const report = (type: Report['type']) => ({ type, from_day: '2026-10-30', to_day: '2026-11-01' }) as Report

test('a day on which nothing happened has its place between the others', () => {
  const figures = {
    categories: ['2026-10-30', '2026-11-01'],
    series: [{ name: 'Events', values: [2, 1] }],
    is_whole: true,
  }
  const { data, table } = reportChart(report('session_history'), figures, format)
  expect(data.categories).toEqual(['2026-10-30', '2026-10-31', '2026-11-01'])
  expect(data.series[0]?.values).toEqual([2, 0, 1])
  expect(table.rows.map(({ cells }) => cells[1])).toEqual([2, 0, 1])
})

test('of months those without anything are there as well, and are written as months', () => {
  const figures = { categories: ['2026-10'], series: [{ name: 'Locations', values: [2] }], is_whole: true }
  const { data, table } = reportChart(report('locations_launched'), figures, format)
  expect(data.series[0]?.values).toEqual([2, 0])
  expect(table.head[0]).toBe('Month')
  expect(table.rows.map(({ cells }) => cells[0])).toEqual(['Oct 2026', 'Nov 2026'])
})

test('uptime is drawn as a share, and its minutes are beside it', () => {
  const figures = {
    categories: ['2026-10-30', '2026-10-31'],
    series: [
      { name: 'Online', values: [1_400, 1_440] },
      { name: 'Partly online', values: [20, 0] },
      { name: 'Offline', values: [20, 0] },
      { name: 'Maintenance', values: [0, 0] },
    ],
    is_whole: true,
  }
  const { data, table } = reportChart(report('location_uptime'), figures, format)
  expect(data.series.map(({ name }) => name)).toEqual(['Uptime'])
  // Of a day without figures nothing is known.
  expect(data.series[0]?.values).toEqual([(1_420 / 1_440) * 100, 100, null])
  expect(table.head).toEqual(['Day', 'Online, min', 'Partly online, min', 'Offline, min', 'Maintenance, min'])
})

test('maintenance is a band from its first to its last day, and what was agreed a line', () => {
  const figures = {
    categories: ['2026-10-30', '2026-10-31', '2026-11-01'],
    series: [
      { name: 'Online', values: [1_440, 1_000, 1_440] },
      { name: 'Maintenance', values: [10, 440, 160] },
    ],
    is_whole: true,
  }
  const { data } = reportChart(report('location_uptime'), figures, format, 99)
  expect(data.bands).toEqual([{ name: 'Maintenance, 10 % of the time or more', from: 1, to: 2 }])
  expect(data.series[1]).toMatchObject({ name: 'Agreed 99 %', role: 'target', values: [99, 99, 99] })
})
