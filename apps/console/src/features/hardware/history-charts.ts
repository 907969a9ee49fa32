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

interface Curve {
  id: string
  title: string
  unit: string
  series: readonly { id: string; name: string; kind: ChartSeries['kind']; of: (point: HistoryPoint) => number | null }[]
  digits: number
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
        of: ({ online_share }) => (online_share === null ? null : online_share * 100),
      },
    ],
  },
  {
    id: 'signal',
    title: 'Signal, minimum',
    unit: 'dBm',
    digits: 0,
    series: [
      {
        id: 'rssi',
        name: 'RSSI',
        kind: 'line',
        of: ({ rssi_min_dbm }) => rssi_min_dbm,
      },
      {
        id: 'wifi',
        name: 'Wifi',
        kind: 'line',
        of: ({ wifi_rssi_min_dbm }) => wifi_rssi_min_dbm,
      },
    ],
  },
  {
    id: 'supply',
    title: 'Supply, minimum',
    unit: 'V',
    digits: 1,
    series: [
      {
        id: 'supply',
        name: 'Supply',
        kind: 'line',
        of: ({ supply_min_mv }) => volts(supply_min_mv),
      },
    ],
  },
  {
    id: 'temperature',
    title: 'Temperature',
    unit: '°C',
    digits: 1,
    series: [
      {
        id: 'highest',
        name: 'Highest',
        kind: 'line',
        of: ({ temperature_max_c }) => temperature_max_c,
      },
      {
        id: 'lowest',
        name: 'Lowest',
        kind: 'line',
        of: ({ temperature_min_c }) => temperature_min_c,
      },
    ],
  },
]

/** Leaves out curves without a single value, because children have no wifi and some controllers have no thermometer. */
export function chartOf(
  { points }: HardwareHistory,
  { series, unit, digits, max }: Curve,
  words: Words,
): ChartData | null {
  const drawn = series
    .map(({ id, name, kind, of }) => ({ id, name: t(name), kind, values: points.map(of) }))
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
    formatTick: (value) => words.number(value, digits),
    minTick: 10 ** -digits,
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
  const shares = devices.map(({ steps }) => steps.map((share) => (share === null ? null : share * 100)))
  return {
    columns: columns.map(words.moment),
    rows: devices.map(nameOf),
    rowName: t('Device'),
    values: shares,
    formatValue: (value) => `${words.number(value, 1)} %`,
    formatCell: (row, column) =>
      `${nameOf(devices[row] as Strip['devices'][number])}, ${words.exact(columns[column] ?? from)}`,
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
