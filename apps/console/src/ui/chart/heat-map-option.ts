import type { EChartsCoreOption } from 'echarts/core'
import type { HeatMapData } from './chart-data.ts'
import { axisText, base } from './chart-look.ts'
import type { ChartLook } from './chart-look.ts'

/** Lowest and highest of the scale: given, or those of the values. */
export function rangeOf({ values, min, max }: HeatMapData): [number, number] {
  const known = values.flat().filter((value) => value !== null)
  return [min ?? Math.min(0, ...known), max ?? Math.max(1, ...known)]
}

/** Steps that hours and days are read by; a name is drawn at one in so many columns, as there is room. */
const strides = [3, 4, 6, 8, 12, 16, 24, 48]

/** Even, so that the gaps between the names mean the same everywhere: 24 hours are read by every third. */
function intervalOf(columns: readonly string[], { isNarrow }: ChartLook): number | 'auto' {
  if (columns.length <= 12) return 'auto'
  const needed = 16 + 6.5 * Math.max(...columns.map(({ length }) => length))
  const least = (columns.length * needed) / (isNarrow ? 280 : 700)
  return (strides.find((stride) => stride >= least) ?? columns.length) - 1
}

const cellsOf = ({ values }: HeatMapData): [number, number, number][] =>
  values.flatMap((row, y) =>
    row.flatMap((value, x): [number, number, number][] => (value === null ? [] : [[x, y, value]])),
  )

/** Of a cell among those that are drawn; -1 where nothing is known. */
export const cellNumber = (data: HeatMapData, { row, column }: { row: number; column: number }): number =>
  cellsOf(data).findIndex(([x, y]) => x === column && y === row)

export function heatMapOption(data: HeatMapData, look: ChartLook): EChartsCoreOption {
  const { colours } = look
  const [min, max] = rangeOf(data)
  const scale = data.isQuietHigh === true ? colours.lack : colours.heat
  const steps = scale.length
  const edge = (step: number): number => min + ((max - min) * step) / steps
  const axis = (categories: readonly string[], interval: number | 'auto' = 'auto') => ({
    type: 'category',
    data: [...categories],
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { ...axisText(look), margin: 8, interval },
  })
  return {
    ...base(look),
    grid: { left: 2, right: 2, top: 8, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: { trigger: 'item', confine: true },
    xAxis: { ...axis(data.columns, intervalOf(data.columns, look)), position: 'top' },
    yAxis: { ...axis(data.rows), inverse: true },
    series: [
      {
        type: 'heatmap',
        // Drawn at once: rows that come later look like silence until then.
        progressive: 0,
        itemStyle: { borderColor: colours.page, borderWidth: 1.5, borderRadius: 3 },
        emphasis: { itemStyle: { borderColor: colours.strong, borderWidth: 1.5 } },
        data: cellsOf(data),
      },
    ],
    visualMap: {
      show: false,
      type: 'piecewise',
      dimension: 2,
      pieces: scale.map((color, step) => ({
        color,
        ...(step > 0 ? { gte: edge(step) } : {}),
        ...(step < steps - 1 ? { lt: edge(step + 1) } : {}),
      })),
    },
  }
}
