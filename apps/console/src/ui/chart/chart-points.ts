import { t } from '../base/translate.ts'
import type { ChartData, ChartSeries, HeatMapData } from './chart-data.ts'
import { cellName, nothing } from './chart-data.ts'
import type { ChartTip } from './chart-tip.ts'

export type Drawn = { chart: ChartData } | { heatMap: HeatMapData }

/** Where a point is drawn: a chart over days has a single row. */
export interface Place {
  row: number
  column: number
}

/** The points of a picture in rows and columns, as the arrow keys reach them. */
export interface ChartPoints {
  rows: number
  columns: number
  tipAt: (place: Place) => ChartTip
}

export const pointsOf = (drawn: Drawn): ChartPoints =>
  'chart' in drawn
    ? { rows: 1, columns: drawn.chart.categories.length, tipAt: ({ column }) => tipOfChart(drawn.chart, column) }
    : {
        rows: drawn.heatMap.rows.length,
        columns: drawn.heatMap.columns.length,
        tipAt: (place) => tipOfHeatMap(drawn.heatMap, place),
      }

function tipOfChart(data: ChartData, index: number): ChartTip {
  const category = data.categories[index] ?? ''
  const bands = (data.bands ?? []).filter(({ from, to }) => index >= from && index <= to)
  return {
    title: (data.formatCategoryLong ?? data.formatCategory)(category),
    lines: [
      ...data.series.map((one) => ({
        name: one.name,
        value: valueAt(one, index, data),
        isDim: one.role !== undefined,
      })),
      ...bands.map(({ name }) => ({ name: '', value: name, isDim: true })),
      ...(data.unfinished?.index === index ? [{ name: '', value: data.unfinished.name, isDim: true }] : []),
    ],
  }
}

/** "−54 dBm (−57 dBm to −51 dBm)" where the line has a band. */
function valueAt({ values, spread }: ChartSeries, index: number, { formatValue }: ChartData): string {
  const value = values[index] ?? null
  if (value === null) return nothing
  const around = spread?.[index] ?? null
  if (around === null) return formatValue(value)
  const [low, high] = around
  return `${formatValue(value)} (${t('{{low}} to {{high}}', { low: formatValue(low), high: formatValue(high) })})`
}

function tipOfHeatMap(data: HeatMapData, { row, column }: Place): ChartTip {
  const value = data.values[row]?.[column] ?? null
  const note = data.noteOf?.(row, column)
  return {
    title: cellName(data, row, column),
    lines: [{ name: value === null ? nothing : data.formatValue(value), value: note ?? '', isDim: true }],
  }
}

/** A tip as a screen reader says it: "Tue, 3 Nov 2026: This period 4,812, Previous 4,700". */
export const spokenTip = ({ title, lines }: ChartTip): string =>
  `${title}: ${lines.map(({ name, value }) => [name, value].filter((word) => word !== '').join(' ')).join(', ')}`

/** Page Up and Page Down move by this part of the columns. */
const pages = 10

const moves: Readonly<Record<string, (place: Place, points: ChartPoints) => Place>> = {
  ArrowRight: (place) => ({ ...place, column: place.column + 1 }),
  ArrowLeft: (place) => ({ ...place, column: place.column - 1 }),
  // Of a single row they do what a screen reader of a phone sends for "more" and "less".
  ArrowUp: ({ row, column }, { rows }) => (rows === 1 ? { row, column: column + 1 } : { row: row - 1, column }),
  ArrowDown: ({ row, column }, { rows }) => (rows === 1 ? { row, column: column - 1 } : { row: row + 1, column }),
  PageUp: ({ row, column }, { columns }) => ({ row, column: column + Math.ceil(columns / pages) }),
  PageDown: ({ row, column }, { columns }) => ({ row, column: column - Math.ceil(columns / pages) }),
  Home: (place) => ({ ...place, column: 0 }),
  End: (place, { columns }) => ({ ...place, column: columns - 1 }),
}

/** Where a key leads; undefined for a key that leads nowhere. */
export function placeAfter(key: string, place: Place, points: ChartPoints): Place | undefined {
  const next = moves[key]?.(place, points)
  return next && placeWithin(next, points)
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))

export const placeWithin = ({ row, column }: Place, { rows, columns }: ChartPoints): Place => ({
  row: clamp(row, rows - 1),
  column: clamp(column, columns - 1),
})
