import type { EChartsCoreOption } from 'echarts/core'
import { comparisonDash, dashes, ink } from './chart-colours.ts'
import type { ChartColours } from './chart-colours.ts'
import { barPattern } from './chart-patterns.ts'
import type { ChartData, ChartSeries } from './chart-data.ts'
import { axisText, base } from './chart-look.ts'
import type { ChartLook } from './chart-look.ts'

const namedAtEnd = (data: ChartData, { isNarrow }: ChartLook): boolean =>
  !isNarrow && !isSingle(data) && data.series.every(({ kind }) => kind !== 'bar')

export function chartOption(data: ChartData, look: ChartLook): EChartsCoreOption {
  const { colours } = look
  const hasBars = data.series.some(({ kind }) => kind === 'bar')
  const longest = Math.max(0, ...data.series.map(({ name }) => name.length))
  // Half the width of a label, because the last one may be at the very end of the axis.
  const plainRight = look.isNarrow && !hasBars ? 24 : 8
  return {
    ...base(look),
    grid:
      data.group !== undefined
        ? groupGrid(look)
        : {
            left: 2,
            right: namedAtEnd(data, look) ? 14 + longest * 6.4 : plainRight,
            top: 10,
            bottom: 2,
            outerBoundsMode: 'same',
            outerBoundsContain: 'axisLabel',
          },
    tooltip: { trigger: 'axis', confine: true, axisPointer: hasBars ? shadowPointer(colours) : linePointer(colours) },
    xAxis: {
      type: 'category',
      data: [...data.categories],
      boundaryGap: hasBars,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        ...axisText(look),
        ...labelsOf(data),
        margin: 10,
        alignMaxLabel: hasBars ? undefined : 'right',
      },
    },
    yAxis: hasBars || (data.bands ?? []).length === 0 ? valueAxis(data, look) : [valueAxis(data, look), bandAxis],
    series: [
      ...(hasBars ? [] : bandOption(data, look)),
      ...data.series.flatMap((one, index) => spreadOption(one, index, data, look)),
      ...data.series.map((one, index) => seriesOption(one, index, data, look)),
    ],
  }
}

const valueAxis = (data: ChartData, look: ChartLook) => ({
  type: 'value',
  splitNumber: 3,
  minInterval: data.minTick,
  boundaryGap: data.series.some(({ spread }) => spread !== undefined) ? ['8%', '8%'] : undefined,
  ...(data.max === undefined ? {} : scaleOf(data.min ?? 0, data.max, data.step)),
  scale: data.series.every(({ kind }) => kind === 'line'),
  axisLine: { show: false },
  axisTick: { show: false },
  splitLine: { lineStyle: { color: look.colours.grid, width: 1 } },
  axisLabel: { ...axisText(look), formatter: data.formatTick ?? data.formatValue, margin: 10 },
})

/** Room for the values at the left and the names of lines at the right, the same in each; a phone has the names in the legend only. */
const groupGrid = ({ isNarrow }: ChartLook) => ({
  left: 48,
  right: isNarrow ? 24 : 56,
  top: 10,
  bottom: 26,
  outerBoundsMode: 'none',
})

const scaleOf = (min: number, max: number, step = (max - min) / 2) => ({ min, max, interval: step })

const labelsOf = ({ ticks, formatCategory }: ChartData) =>
  ticks === undefined
    ? { formatter: formatCategory }
    : {
        interval: (index: number) => ticks.has(index),
        formatter: (_category: string, index: number) => ticks.get(index) ?? '',
      }

const shadowPointer = ({ strong }: ChartColours) => ({ type: 'shadow', shadowStyle: { color: strong, opacity: 0.05 } })
const linePointer = ({ second }: ChartColours) => ({
  type: 'line',
  lineStyle: { color: second, type: [2, 3], width: 1 },
})

function seriesOption(one: ChartSeries, index: number, data: ChartData, look: ChartLook) {
  const shared = { id: one.id, name: one.name }
  return one.kind === 'bar'
    ? { ...shared, ...barOption(one, index, data, look) }
    : { ...shared, ...lineOption(one, index, data, look) }
}

const isSingle = ({ series }: ChartData): boolean => series.filter(({ role }) => role === undefined).length === 1

const colourOf = (index: number, data: ChartData, { colours }: ChartLook): string =>
  isSingle(data) ? colours.accent : (colours.several[index % colours.several.length] ?? colours.accent)

function barOption({ values }: ChartSeries, index: number, data: ChartData, look: ChartLook) {
  const color = colourOf(index, data, look)
  const pattern = isSingle(data) ? null : barPattern(index)
  const fill = pattern === null ? { color, opacity: ink.single } : markedStyle(look.marked(color, pattern), color)
  return {
    type: 'bar',
    barCategoryGap: '32%',
    barMaxWidth: 28,
    itemStyle: { ...fill, borderRadius: [2, 2, 0, 0] },
    emphasis: { itemStyle: { opacity: 1, color: 'inherit' } },
    data: values.map((value, at) => {
      if (value === null) return '-'
      if (data.unfinished?.index === at) return { value, itemStyle: { color: look.hatch(color), opacity: 1 } }
      return data.paler?.includes(at) ? { value, itemStyle: palerStyle(color) } : value
    }),
  }
}

/** The outline is in the full ink, so that a bar has an end between two marks. */
const markedStyle = (fill: unknown, color: string) => ({ color: fill, borderColor: color, borderWidth: 1, opacity: 1 })

/** The fill alone is too close to the page to be seen by everybody (WCAG 1.4.11): its outline is in the full ink. */
const palerStyle = (color: string) => ({
  color: withAlpha(color, ink.paler),
  borderColor: withAlpha(color, ink.single),
  borderWidth: 1,
  opacity: 1,
})

const withAlpha = (hex: string, alpha: number): string =>
  `${hex}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`

function lineOption({ kind, role, name, values }: ChartSeries, index: number, data: ChartData, look: ChartLook) {
  const color = role === undefined ? colourOf(index, data, look) : look.colours.second
  return {
    type: 'line',
    // A gap is a gap: what was not measured is not drawn.
    connectNulls: false,
    // A point between two gaps would be no line at all.
    showSymbol: values.some(
      (value, at) => value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null,
    ),
    symbol: 'circle',
    symbolSize: 6,
    z: role === undefined ? 3 : 4,
    lineStyle: {
      color,
      width: role === undefined ? 1.5 : 1.25,
      type: role === undefined ? dashOf(index, data) : [...comparisonDash],
    },
    itemStyle: { color, borderColor: look.colours.page, borderWidth: 1.5 },
    emphasis: { lineStyle: { width: role === undefined ? 1.5 : 1.25 } },
    ...(kind === 'area' ? { areaStyle: { color, opacity: 0.12 } } : {}),
    ...(namedAtEnd(data, look)
      ? { endLabel: endLabel(name, color, look), labelLayout: { moveOverlap: 'shiftY' } }
      : {}),
    data: values.map((value) => value ?? '-'),
  }
}

/** Two lines without ink, the upper one stacked on the lower one with the band between them. */
function spreadOption({ id, spread }: ChartSeries, index: number, data: ChartData, look: ChartLook) {
  if (spread === undefined) return []
  const edge = {
    type: 'line',
    stack: `${id}-spread`,
    // Stack values below zero as well; otherwise negative and positive values make separate stacks.
    stackStrategy: 'all',
    connectNulls: false,
    showSymbol: false,
    silent: true,
    lineStyle: { width: 0 },
    z: 2,
    tooltip: { show: false },
  }
  const fill = { color: colourOf(index, data, look), opacity: ink.spread }
  return [
    { ...edge, id: `${id}-low`, data: spread.map((one) => one?.[0] ?? '-') },
    { ...edge, id: `${id}-high`, areaStyle: fill, data: spread.map((one) => (one ? one[1] - one[0] : '-')) },
  ]
}

const endLabel = (name: string, color: string, { font }: ChartLook) => ({
  show: true,
  formatter: () => name,
  color,
  fontSize: 11,
  fontFamily: font,
  distance: 6,
})

function dashOf(index: number, data: ChartData): 'solid' | number[] {
  const dash = isSingle(data) ? 'solid' : (dashes[index % dashes.length] ?? 'solid')
  return dash === 'solid' ? 'solid' : [...dash]
}

/** Beside the values, from nothing to everything: a band fills the whole height. */
const bandAxis = { type: 'value', show: false, min: 0, max: 1 }

/** An area from one point to another has no width on a single day, and half of one at each end: a bar has the whole day. */
function bandOption({ bands = [], categories }: ChartData, { colours }: ChartLook) {
  if (bands.length === 0) return []
  const isWithin = (index: number): boolean => bands.some(({ from, to }) => index >= from && index <= to)
  return [
    {
      type: 'bar',
      id: 'bands',
      yAxisIndex: 1,
      silent: true,
      barWidth: '100%',
      z: 1,
      itemStyle: { color: colours.band, opacity: 0.16 },
      tooltip: { show: false },
      data: categories.map((_, index) => (isWithin(index) ? 1 : '-')),
    },
  ]
}
