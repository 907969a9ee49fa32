import { t } from '../base/translate.ts'

export type SeriesKind = 'bar' | 'line' | 'area'

export interface ChartSeries {
  id: string
  name: string
  kind: SeriesKind
  /** One a category; null is a gap and stays one. */
  values: readonly (number | null)[]
  /** A dashed line of the second ink: what the others are held against, or what was agreed. */
  role?: 'comparison' | 'target'
  /** The lowest and the highest around each value, drawn as a pale band behind the line. Null where they are not known. */
  spread?: readonly (readonly [low: number, high: number] | null)[]
}

/** A highlighted stretch of the axis, for example maintenance. Both ends belong to it. */
export interface ChartBand {
  name: string
  from: number
  to: number
}

export interface ChartData {
  categories: readonly string[]
  /** Head of the table's first column: "Day". */
  categoryName: string
  series: readonly ChartSeries[]
  /** On the axis. */
  formatCategory: (category: string) => string
  /** The categories that the axis names, by their place, and how; without it the labels are spread evenly. */
  ticks?: ReadonlyMap<number, string>
  /** In the tip and in the table. */
  formatCategoryLong?: (category: string) => string
  formatValue: (value: number) => string
  /** Categories drawn paler: weekends. */
  paler?: readonly number[]
  /** The one that is not over: hatched, and named in the legend. */
  unfinished?: { index: number; name: string }
  /** Behind lines and areas; bars hide them. */
  bands?: readonly ChartBand[]
  /** Nothing can be above it, a share for one. */
  max?: number
  /** Where the scale begins that ends at `max`; 0 without it. */
  min?: number
  /** Between two values at the axis, from `min` to `max`; half of it all without it. */
  step?: number
  /** At the value axis, where the title has the unit already. */
  formatTick?: (value: number) => string
  /** The values of two neighbours at the axis differ by this at least, so that they are not written alike. */
  minTick?: number
  /** Charts of one group are read together: their plots begin and end at the same place, and have one crosshair. */
  group?: string
}

export interface HeatMapData {
  columns: readonly string[]
  rows: readonly string[]
  rowName: string
  /** Row by row. */
  values: readonly (readonly (number | null)[])[]
  formatValue: (value: number) => string
  /** More of one cell, for its tip: "4,410 of 4,846 docks". */
  noteOf?: (row: number, column: number) => string | undefined
  /** Whole words for a tip: "Tuesday, 09:00 to 10:00". */
  formatCell?: (row: number, column: number) => string
  min?: number
  max?: number
  /** Much is the usual state and quiet; what is missing is strong. */
  isQuietHigh?: boolean
}

/** The figures of a chart as rows, for people who read a table instead of a picture. */
export interface ChartTable {
  head: readonly string[]
  rows: readonly { key: string; cells: readonly (number | string | null)[] }[]
}

export const nothing = '–'

const nearlyAllFrom = 50
const tens = 10

/** What is nearly always close to 100 % would be a line along the upper edge: its scale begins closer to its lowest value. */
export function percentScale(values: readonly (number | null)[]): { min: number; max: number } {
  const lowest = Math.min(100, ...values.filter((value) => value !== null))
  return { min: lowest > nearlyAllFrom ? Math.min(90, Math.floor(lowest / tens) * tens) : 0, max: 100 }
}

/** Whether a calendar day, `2026-11-21`, is a Saturday or a Sunday. */
export const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

export function tableOf({
  categories,
  categoryName,
  series,
  formatCategoryLong,
  formatCategory,
}: ChartData): ChartTable {
  const name = formatCategoryLong ?? formatCategory
  return {
    head: [categoryName, ...series.flatMap(headsOf)],
    rows: categories.map((category, index) => ({
      key: category,
      cells: [name(category), ...series.flatMap((one) => cellsOf(one, index))],
    })),
  }
}

const headsOf = ({ name, spread }: ChartSeries): string[] =>
  spread === undefined ? [name] : [name, t('{{name}}, lowest', { name }), t('{{name}}, highest', { name })]
const cellsOf = ({ values, spread }: ChartSeries, index: number): (number | null)[] => {
  const value = values[index] ?? null
  return spread === undefined ? [value] : [value, spread[index]?.[0] ?? null, spread[index]?.[1] ?? null]
}

export const heatMapTableOf = ({ columns, rows, rowName, values }: HeatMapData): ChartTable => ({
  head: [rowName, ...columns],
  rows: rows.map((row, index) => ({
    key: row,
    cells: [row, ...columns.map((_, column) => values[index]?.[column] ?? null)],
  })),
})

/** Plain numbers, so that a spreadsheet reckons with them; RFC 4180. */
export const csvOf = ({ head, rows }: ChartTable): string =>
  [head, ...rows.map(({ cells }) => cells)].map((line) => line.map(csvCell).join(',')).join('\r\n')

function csvCell(cell: number | string | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  // A spreadsheet would run a text that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

interface Known {
  value: number
  name: string
}

/** The lowest and the highest value, and where they are: what most people take from the picture. */
function extremesOf(known: readonly Known[], formatValue: (value: number) => string): string {
  const [first] = known
  if (first === undefined) return t('no values')
  const highest = known.reduce((most, point) => (point.value > most.value ? point : most), first)
  const lowest = known.reduce((least, point) => (point.value < least.value ? point : least), first)
  const written = { low: formatValue(lowest.value), high: formatValue(highest.value) }
  if (written.low === written.high) return t('always {{low}}', written)
  return t('from {{low}} ({{lowAt}}) to {{high}} ({{highAt}})', {
    ...written,
    lowAt: lowest.name,
    highAt: highest.name,
  })
}

/** One sentence for people who do not see the picture. */
export function summaryOf({ categories, series, formatCategory, formatCategoryLong, formatValue }: ChartData): string {
  const name = formatCategoryLong ?? formatCategory
  return series
    .filter(({ role }) => role === undefined)
    .map((one) => {
      const known = one.values.flatMap((value, index) =>
        value === null ? [] : [{ value, name: name(categories[index] ?? '') }],
      )
      return `${one.name}: ${extremesOf(known, formatValue)}`
    })
    .join('. ')
}

/** Of a cell in whole words: "Tuesday, 09:00 to 10:00". */
export const cellName = ({ rows, columns, formatCell }: HeatMapData, row: number, column: number): string =>
  formatCell?.(row, column) ?? `${rows[row] ?? ''}, ${columns[column] ?? ''}`

export function heatMapSummaryOf(data: HeatMapData): string {
  const known = data.values.flatMap((values, row) =>
    values.flatMap((value, column) => (value === null ? [] : [{ value, name: cellName(data, row, column) }])),
  )
  return extremesOf(known, data.formatValue)
}
