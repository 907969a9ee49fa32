import { certain } from '@wheelhouse/contract/certain.ts'
import type { HardwareHistory, HistoryPoint } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { volts } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ChartData, ChartSeries, HeatMapData } from '../../ui/chart/chart-data.ts'

export const periods = [
  { id: 'day', label: '24 h', hours: 24 },
  { id: 'week', label: '7 d', hours: 168 },
  { id: 'month', label: '30 d', hours: 720 },
] as const
export type PeriodId = (typeof periods)[number]['id']
const hourMs = 3_600_000

/** Of the minute that began last: the same address for all who look now. */
export function startOf(period: PeriodId, now: number): string {
  const { hours } = periods.find(({ id }) => id === period) ?? periods[0]
  return new Date(Math.floor(now / 60_000) * 60_000 - hours * hourMs).toISOString()
}

export interface Words {
  /** An instant as the axis says it, and as a tip does. */
  moment: (at: string) => string
  exact: (at: string) => string
  number: (value: number, digits?: number) => string
  ticks: (moments: readonly string[]) => ReadonlyMap<number, string>
}

/** In per cent with one decimal, rounded down: 99.97 % is not 100 %. */
export const percentOf = (share: number): number => Math.floor(share * 1_000 + 1e-6) / 10

type Reading = (point: HistoryPoint) => number | null

interface CurveSeries {
  id: string
  name: string
  kind: ChartSeries['kind']
  /** The mean of a step; null for steps from before means were kept. */
  of: Reading
  /** The extremes of a step. */
  low?: Reading
  high?: Reading
}

interface Curve {
  id: string
  title: string
  /** Where the device has minima only. */
  oldTitle?: string
  unit: string
  series: readonly CurveSeries[]
  digits: number
  /** At the axis, where it has fewer than a value. */
  tickDigits?: number
  max?: number
}

export const curves: readonly Curve[] = [
  {
    id: 'online',
    title: 'In contact',
    unit: '%',
    digits: 1,
    max: 100,
    series: [
      {
        id: 'online',
        name: 'In contact',
        kind: 'area',
        of: ({ online_share }) => (online_share === null ? null : percentOf(online_share)),
      },
    ],
  },
  {
    id: 'signal',
    title: 'Signal',
    oldTitle: 'Signal, minimum',
    unit: 'dBm',
    digits: 0,
    series: [
      {
        id: 'rssi',
        name: 'RSSI',
        kind: 'line',
        of: ({ rssi_mean_dbm }) => rssi_mean_dbm,
        low: ({ rssi_min_dbm }) => rssi_min_dbm,
        high: ({ rssi_max_dbm }) => rssi_max_dbm,
      },
      {
        id: 'wifi',
        name: 'Wi-Fi',
        kind: 'line',
        of: ({ wifi_rssi_mean_dbm }) => wifi_rssi_mean_dbm,
        low: ({ wifi_rssi_min_dbm }) => wifi_rssi_min_dbm,
        high: ({ wifi_rssi_max_dbm }) => wifi_rssi_max_dbm,
      },
    ],
  },
  {
    id: 'supply',
    title: 'Voltage',
    oldTitle: 'Voltage, minimum',
    unit: 'V',
    digits: 2,
    tickDigits: 1,
    series: [
      {
        id: 'supply',
        name: 'Voltage',
        kind: 'line',
        of: ({ supply_mean_mv }) => volts(supply_mean_mv),
        low: ({ supply_min_mv }) => volts(supply_min_mv),
        high: ({ supply_max_mv }) => volts(supply_max_mv),
      },
    ],
  },
  {
    id: 'temperature',
    title: 'Temperature',
    oldTitle: 'Temperature, minimum',
    unit: '°C',
    digits: 1,
    series: [
      {
        id: 'temperature',
        name: 'Temperature',
        kind: 'line',
        of: ({ temperature_mean_c }) => temperature_mean_c,
        low: ({ temperature_min_c }) => temperature_min_c,
        high: ({ temperature_max_c }) => temperature_max_c,
      },
    ],
  },
]

/** The mean with its band. Steps without a mean have the minimum alone, as all of them had before. */
function seriesOf(points: readonly HistoryPoint[], { id, name, kind, of, low, high }: CurveSeries): ChartSeries {
  if (low === undefined || high === undefined) return { id, name: t(name), kind, values: points.map(of) }
  const values = points.map((point) => of(point) ?? low(point))
  const spread = points.map((point): readonly [number, number] | null => {
    const [lowest, highest] = [low(point), high(point)]
    return of(point) === null || lowest === null || highest === null ? null : [lowest, highest]
  })
  return { id, name: t(name), kind, values, ...(spread.every((one) => one === null) ? {} : { spread }) }
}

export const titleOf = (curve: Curve, { series }: ChartData): string =>
  t(series.some(({ spread }) => spread !== undefined) ? curve.title : (curve.oldTitle ?? curve.title))

/** Leaves out curves without a single value, because children have no wifi and some controllers have no thermometer. */
export function chartOf(
  { points }: HardwareHistory,
  { series, unit, digits, tickDigits = digits, max }: Curve,
  words: Words,
): ChartData | null {
  const drawn = series
    .map((one) => seriesOf(points, one))
    .filter(({ values }) => values.some((value) => value !== null))
  if (drawn.length === 0) return null
  const categories = points.map(({ at }) => at)
  return {
    categories,
    ticks: words.ticks(categories),
    categoryName: t('Time'),
    formatCategory: words.moment,
    formatCategoryLong: words.exact,
    formatValue: (value) => `${words.number(value, digits)} ${unit}`,
    formatTick: (value) => words.number(value, tickDigits),
    minTick: 10 ** -tickDigits,
    group: 'hardware-history',
    series: drawn,
    ...(max === undefined ? {} : { max }),
  }
}

interface Strip {
  devices: readonly { number: number; type: string; online_share: number | null; steps: readonly (number | null)[] }[]
  from: string
  step_s: number
}

/** The night on which clocks go back has an hour twice. */
const toldApart = (names: readonly string[]): string[] =>
  names.map((name, index) => (names.indexOf(name) === index ? name : t('{{time}}, second time', { time: name })))

/** A row a device, a cell a step: what is quiet was in contact. */
export function stripOf(
  { devices, from, step_s }: Strip,
  nameOf: (device: Strip['devices'][number]) => string,
  words: Words,
): HeatMapData {
  const count = devices[0]?.steps.length ?? 0
  const columns = Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * step_s * 1_000).toISOString(),
  )
  const shares = devices.map(({ steps }) => steps.map((share) => (share === null ? null : percentOf(share))))
  return {
    columns: toldApart(columns.map(words.moment)),
    rows: devices.map(nameOf),
    rowName: t('Device'),
    values: shares,
    formatValue: (value) => `${words.number(value, 1)} %`,
    formatCell: (row, column) => `${nameOf(certain(devices[row]))}, ${words.exact(columns[column] ?? from)}`,
    min: 0,
    max: 100,
    isQuietHigh: true,
  }
}

type Share = Pick<Strip['devices'][number], 'online_share'>

/** A quarter of an hour in a day is no gap that a technician drives out for. */
const steadyShare = 0.99
const isSteady = ({ online_share }: Share): boolean => online_share !== null && online_share > steadyShare

/** Devices that missed something, worst first, apart from the steady ones; nothing is known of the last that missed. */
export function byContact<D extends Share>(devices: readonly D[]): { missed: D[]; steady: D[] } {
  const worstFirst = devices.toSorted((a, b) => (a.online_share ?? 2) - (b.online_share ?? 2))
  return {
    missed: worstFirst.filter((device) => !isSteady(device)),
    steady: worstFirst.filter((device) => isSteady(device)),
  }
}

/** "25 devices at 100 %"; "above 99 %" where one of them missed a moment. */
export function steadyWords(steady: readonly Share[]): string {
  const count = steady.length
  const values = {
    count,
    share: steady.every(({ online_share }) => online_share === 1) ? t('at 100 %') : t('above 99 %'),
  }
  return count === 1 ? t('1 device {{share}}', values) : t('{{count}} devices {{share}}', values)
}
