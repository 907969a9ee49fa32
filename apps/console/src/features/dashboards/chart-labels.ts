import { currencyDecimals } from '@wheelhouse/contract/currencies.ts'
import type { ChartFigures, ChartId, Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { percentText, uptimeDecimals } from '../../i18n/percent.ts'
import { durationLabel } from '../../ui/details/time.tsx'
import type { Period } from './dashboard-address.ts'

/** Keys of `t`. */
export const chartLabels: Record<ChartId, string> = {
  occupancy: 'Occupancy',
  occupancy_week: 'Occupancy by hour and weekday',
  sessions: 'Sessions a day',
  people: 'Unique people',
  revenue: 'Revenue',
  duration: 'Average duration',
  uptime: 'Uptime',
  offline_devices: 'Offline devices by age',
  maintenance: 'Open maintenance',
  commands: 'Command success',
  latency: 'Command latency, 95th percentile',
  firmware: 'Firmware',
  ratings: 'Ratings',
  best_locations: 'Busiest locations',
  worst_locations: 'Least used locations',
  overstays: 'Overstays',
  rides: 'Rentals a day',
  ride_distance: 'Distance ridden',
}

/** The same where a point is longer than a day. */
export const chartLabelsOf = (step: Figures['step']): Record<ChartId, string> => ({
  ...chartLabels,
  ...(step === 'week' ? { sessions: 'Sessions a week', rides: 'Rentals a week' } : {}),
  ...(step === 'month' ? { sessions: 'Sessions a month', rides: 'Rentals a month' } : {}),
})

/** What the first day of a point is the beginning of. */
export const stepNames: Record<Figures['step'], string> = { day: 'Day', week: 'Week from', month: 'Month from' }

export const periodLabels: Record<Period, string> = {
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  current_month: 'Current month',
  last_month: 'Last month',
  current_year: 'Current year',
  last_year: 'Last year',
}

/** Classes of bars that are words of the contract. */
export const barLabels: Record<string, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  overdue: 'Of these, overdue',
}

type Counted = Pick<Shown, 'chart' | 'unit' | 'currency'>

/** Shares have one decimal, those that a contract names have two. */
const decimalsOf = ({ chart }: Pick<Counted, 'chart'>): number => (chart === 'uptime' ? uptimeDecimals : 1)

export function writeUnit(counted: Counted, format: Format): (value: number) => string {
  switch (counted.unit) {
    case 'percent':
      return (value) => percentText(value, format, decimalsOf(counted))
    case 'minutes':
      return (value) => durationLabel(value * 60_000)
    case 'ms':
      return (value) => (value < 1_000 ? `${format.number(value)} ms` : `${format.number(value / 1_000, 1)} s`)
    case 'rating':
      return (value) => format.number(value, 2)
    case 'minor':
      return (value) => format.money(Math.round(value), counted.currency ?? 'EUR')
    case 'km':
      return (value) => `${format.number(value, 1)} km`
    case 'count':
      return (value) => format.number(value)
  }
}

/** At the value axis: the unit of money and distance is in the title. */
export function writeTick(counted: Counted, format: Format): (value: number) => string {
  switch (counted.unit) {
    case 'minor':
      return (value) => format.compact(value / 10 ** currencyDecimals(counted.currency ?? 'EUR'))
    case 'count':
    case 'km':
      return (value) => format.compact(value)
    default:
      return writeUnit(counted, format)
  }
}

/** From this on nobody reads the decimals of a sum at a glance. */
const wholeFrom = 1_000

/** Of the large numbers that sum a period up. */
export function writeHeadline(chart: Shown, format: Format): (value: number) => string {
  const { unit, currency } = chart
  const write = writeOf(chart, format)
  if (unit !== 'minor' || currency === null) return write
  return (value) =>
    Math.abs(value) < wholeFrom * 10 ** currencyDecimals(currency)
      ? write(value)
      : format.wholeMoney(Math.round(value), currency)
}

/** By how much a value differs: of shares in points, of ratings in stars, else in per cent. Nothing where it is too little to be written. */
export function writeDifference(chart: Shown, value: number, previous: number, format: Format): string | undefined {
  const by = Math.abs(value - previous)
  const { unit } = chart
  if (unit === 'percent') return writePoints(by, decimalsOf(chart), format)
  if (unit === 'rating') return by < 0.005 ? undefined : format.number(by, 2)
  const share = previous === 0 ? 0 : (by / Math.abs(previous)) * 100
  return share < 0.05 ? undefined : `${format.number(share, share < 10 ? 1 : 0)} %`
}

const writePoints = (by: number, decimals: number, format: Format): string | undefined =>
  by < 0.5 / 10 ** decimals ? undefined : pointsText(format.number(by, decimals))

const pointsText = (count: string): string => (count === '1' ? t('1 point') : t('{{count}} points', { count }))

type Shown = Exclude<ChartFigures, { kind: 'hidden' }>

/** Of a number beside words: "about 60" where a public link rounds it. */
export function writeOf(chart: Shown, format: Format): (value: number) => string {
  const write = writeUnit(chart, format)
  return chart.rounded_to === null ? write : (value) => t('about {{value}}', { value: write(value) })
}

const daysOfMonth = 30.44

/** "5 weeks earlier"; undefined without a comparison. */
export function earlierName({ days_earlier: days, step }: Figures): string | undefined {
  if (days === null) return undefined
  if (step === 'month') {
    const months = Math.round(days / daysOfMonth)
    return months === 12 ? t('A year earlier') : t('{{count}} months earlier', { count: months })
  }
  return days === 7 ? t('A week earlier') : t('{{count}} weeks earlier', { count: days / 7 })
}
