import { describe, expect, test } from 'vitest'
import { chartColours } from './chart-colours.ts'
import { csvOf, heatMapSummaryOf, heatMapTableOf, summaryOf, tableOf } from './chart-data.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartLook } from './chart-look.ts'
import { chartOption } from './chart-options.ts'
import { barPattern } from './chart-patterns.ts'
import { heatMapOption } from './heat-map-option.ts'
import { placeAfter, pointsOf, spokenTip } from './chart-points.ts'

const data: ChartData = {
  categories: ['2026-11-20', '2026-11-21', '2026-11-22'],
  categoryName: 'Day',
  formatCategory: (day) => day.slice(8),
  formatCategoryLong: (day) => `Day ${day.slice(8)}`,
  formatValue: (value) => `${value} x`,
  series: [
    { id: 'now', name: 'This period', kind: 'bar', values: [4, null, 2] },
    { id: 'before', name: 'Previous, "same" weekday', kind: 'line', role: 'comparison', values: [3, 5, 1] },
  ],
  paler: [1],
  unfinished: { index: 2, name: 'Today so far' },
}
const look: ChartLook = {
  colours: chartColours.dark,
  font: 'Inter',
  isStill: true,
  isNarrow: false,
  hatch: () => 'stripes',
  marked: (_colour, pattern) => pattern,
}
interface Drawn {
  animation: boolean
  series: {
    type: string
    data: unknown[]
    connectNulls?: boolean
    lineStyle?: { type: unknown; color: string }
    endLabel?: unknown
    itemStyle?: { color: unknown }
  }[]
}
const drawn = (changed: Partial<ChartData> = {}, changedLook: Partial<ChartLook> = {}) =>
  chartOption({ ...data, ...changed }, { ...look, ...changedLook }) as unknown as Drawn

const week = {
  columns: ['00', '01', '02'],
  rows: ['Mon', 'Tue'],
  rowName: 'Day',
  values: [
    [0, null, 3],
    [4, 9, 2],
  ],
  formatValue: String,
}

describe('look: charts', () => {
  test('a gap is a gap, today is hatched, a weekend is paler', () => {
    expect(drawn().series[0]?.data).toEqual([4, '-', { value: 2, itemStyle: { color: 'stripes', opacity: 1 } }])
    expect(drawn({ paler: [0], unfinished: undefined }).series[0]?.data).toEqual([
      {
        value: 4,
        itemStyle: {
          color: `${chartColours.dark.accent}6b`,
          borderColor: `${chartColours.dark.accent}c7`,
          borderWidth: 1,
          opacity: 1,
        },
      },
      '-',
      2,
    ])
    expect(drawn().series[1]).toMatchObject({ type: 'line', connectNulls: false })
  })

  test('what others are held against is dashed in the second ink', () => {
    expect(drawn().series[1]?.lineStyle).toMatchObject({ type: [3, 3], color: chartColours.dark.second })
  })

  test('several lines differ by dash as well as by colour, and are named at their end', () => {
    const lines = ['A', 'B', 'C', 'D'].map((name) => ({ id: name, name, kind: 'line' as const, values: [1, 2, 3] }))
    const { series } = drawn({ series: lines })
    expect(new Set(series.map(({ lineStyle }) => JSON.stringify(lineStyle?.type))).size).toBe(4)
    expect(new Set(series.map(({ lineStyle }) => lineStyle?.color)).size).toBe(4)
    expect(series.every(({ endLabel }) => endLabel !== undefined)).toBe(true)
    expect(drawn({ series: lines }, { isNarrow: true }).series[0]?.endLabel).toBeUndefined()
  })

  test('bars of a group differ by marks as well as by colour, in both themes', () => {
    const bars = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ id: name, name, kind: 'bar' as const, values: [1, 2, 3] }))
    for (const colours of [chartColours.dark, chartColours.light]) {
      const { series } = drawn({ series: bars, unfinished: undefined }, { colours })
      const marks = series.map(({ itemStyle }) => (typeof itemStyle?.color === 'string' ? 'solid' : itemStyle?.color))
      expect(new Set(marks.map((one) => JSON.stringify(one))).size).toBe(5)
      expect(series[1]?.itemStyle).toMatchObject({ color: barPattern(1), borderColor: colours.several[1] })
    }
    expect(drawn({ series: bars.slice(0, 1) }).series[0]?.itemStyle?.color).toBe(chartColours.dark.accent)
  })

  test('a band beside lines is as wide as its days and as high as the picture', () => {
    const series = [{ id: 'up', name: 'Uptime', kind: 'area' as const, values: [99, 98, 99] }]
    const { series: all } = drawn({ series, bands: [{ name: 'Maintenance', from: 1, to: 1 }] })
    expect(all[0]).toMatchObject({ type: 'bar', yAxisIndex: 1, barWidth: '100%', data: ['-', 1, '-'] })
  })
  test('nothing moves when the person prefers reduced motion', () => expect(drawn().animation).toBe(false))

  test('a heat map has ten steps of one hue and leaves out what is not known', () => {
    const map = {
      columns: ['00', '01'],
      rows: ['Mon'],
      rowName: 'Day',
      values: [[0, null]],
      formatValue: String,
      min: 0,
      max: 100,
    }
    const option = heatMapOption(map, look) as unknown as {
      visualMap: { pieces: object[] }
      series: { data: unknown[] }[]
    }
    expect(option.visualMap.pieces).toHaveLength(10)
    expect(option.visualMap.pieces[3]).toMatchObject({ gte: 30, lt: 40 })
    expect(option.series[0]?.data).toEqual([[0, 0, 0]])
    expect(heatMapTableOf(map).rows).toEqual([{ key: 'Mon', cells: ['Mon', 0, null] }])
  })
})

describe('a line with a band', () => {
  const spread: ChartData = {
    ...data,
    unfinished: undefined,
    series: [{ id: 'rssi', name: 'RSSI', kind: 'line', values: [-54, -60, null], spread: [[-57, -50], null, null] }],
  }

  test('the band begins at the lowest value and is as high as the difference, below zero too', () => {
    const [low, high, line] = chartOption(spread, look).series as { data: unknown[]; areaStyle?: object }[]
    expect([low?.data, high?.data, line?.data]).toEqual([
      [-57, '-', '-'],
      [7, '-', '-'],
      [-54, -60, '-'],
    ])
    expect([low?.areaStyle, high?.areaStyle]).toEqual([undefined, { color: look.colours.accent, opacity: 0.18 }])
  })

  test('its table has the lowest and the highest in columns of their own', () => {
    expect(csvOf(tableOf(spread)).split('\r\n')).toEqual([
      'Day,RSSI,"RSSI, lowest","RSSI, highest"',
      'Day 20,-54,-57,-50',
      'Day 21,-60,,',
      'Day 22,,,',
    ])
  })
})

test('the table has the same figures, and its CSV plain numbers', () => {
  expect(tableOf(data).rows[1]).toEqual({ key: '2026-11-21', cells: ['Day 21', null, 5] })
  expect(csvOf(tableOf(data)).split('\r\n')).toEqual([
    'Day,This period,"Previous, ""same"" weekday"',
    'Day 20,4,3',
    'Day 21,,5',
    'Day 22,2,1',
  ])
  expect(csvOf({ head: ['Name'], rows: [{ key: 'x', cells: ['=1+1'] }] })).toBe("Name\r\n'=1+1")
})

test('in words: the lowest and the highest with their place', () => {
  expect(summaryOf(data)).toBe('This period: from 2 x (Day 22) to 4 x (Day 20)')
  const flat = { ...data, series: [{ id: 'now', name: 'Uptime', kind: 'line' as const, values: [7, null, 7] }] }
  expect(summaryOf(flat)).toBe('Uptime: always 7 x')
  expect(summaryOf({ ...data, series: [{ ...flat.series[0], values: [null] }] as ChartData['series'] })).toBe(
    'Uptime: no values',
  )
  expect(heatMapSummaryOf(week)).toBe('from 0 (Mon, 00) to 9 (Tue, 01)')
})

describe('by keyboard', () => {
  test('the arrow keys go from value to value and stop at both ends', () => {
    const points = pointsOf({ chart: data })
    expect(placeAfter('ArrowLeft', { row: 0, column: 2 }, points)).toEqual({ row: 0, column: 1 })
    expect(placeAfter('ArrowLeft', { row: 0, column: 0 }, points)).toEqual({ row: 0, column: 0 })
    expect(placeAfter('ArrowUp', { row: 0, column: 0 }, points)).toEqual({ row: 0, column: 1 })
    expect(placeAfter('End', { row: 0, column: 0 }, points)).toEqual({ row: 0, column: 2 })
    expect(placeAfter('Enter', { row: 0, column: 0 }, points)).toBeUndefined()
  })

  test('each value is said with its day, what it is compared with and whether the day is over', () => {
    const { tipAt } = pointsOf({ chart: data })
    expect(spokenTip(tipAt({ row: 0, column: 1 }))).toBe('Day 21: This period –, Previous, "same" weekday 5 x')
    expect(spokenTip(tipAt({ row: 0, column: 2 }))).toMatch(/^Day 22: This period 2 x, .*, Today so far$/)
  })

  test('in a heat map up and down change the row', () => {
    const points = pointsOf({ heatMap: week })
    expect(placeAfter('ArrowDown', { row: 0, column: 1 }, points)).toEqual({ row: 1, column: 1 })
    expect(placeAfter('ArrowDown', { row: 1, column: 1 }, points)).toEqual({ row: 1, column: 1 })
    expect(spokenTip(points.tipAt({ row: 1, column: 1 }))).toBe('Tue, 01: 9')
  })
})
