import type { Report, ReportPreview } from '@wheelhouse/contract/reports/reports.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { uptimeText } from '../../i18n/percent.ts'
import { dayPlus } from '../../lists/day-span.ts'
import { isWeekend, percentScale, tableOf } from '../../ui/chart/chart-data.ts'
import type { ChartBand, ChartData, ChartTable } from '../../ui/chart/chart-data.ts'
import { columnLabel } from './report-labels.ts'

type Figures = ReportPreview['chart']

const aDay = /^\d{4}-\d\d-\d\d$/
const aMonth = /^\d{4}-\d\d$/
const isDaily = ({ categories }: Figures): boolean => aDay.test(categories[0] ?? '')
const isMonthly = ({ categories }: Figures): boolean => aMonth.test(categories[0] ?? '')

function daysOf({ from_day, to_day }: Report): string[] {
  const days: string[] = []
  for (let day = from_day; day <= to_day; day = dayPlus(day, 1)) days.push(day)
  return days
}

/** Days and months in which nothing happened have no row, but their place between the others. */
function withAllDays(report: Report, figures: Figures): Figures {
  const { categories, series } = figures
  if (!(isDaily(figures) || isMonthly(figures)) || !figures.is_whole) return figures
  const every = daysOf(report)
  const days = isDaily(figures) ? every : [...new Set(every.map((day) => day.slice(0, '2026-11'.length)))]
  // Of a rollup that has no row of a day, nothing is known.
  const without = report.type === 'location_uptime' ? null : 0
  const at = new Map(categories.map((day, index) => [day, index]))
  const valueOf = (values: readonly (number | null)[], day: string): number | null => {
    const index = at.get(day)
    return index === undefined ? without : (values[index] ?? null)
  }
  return {
    ...figures,
    categories: days,
    series: series.map(({ name, values }) => ({ name, values: days.map((day) => valueOf(values, day)) })),
  }
}

interface ReportChart {
  data: ChartData
  /** All that is known of each day, also what the chart does not draw. */
  table: ChartTable
  formatValue: (value: number) => string
}

/** What is drawn of a report, and the figures beside it. */
export function reportChart(report: Report, preview: Figures, format: Format, agreed?: number): ReportChart {
  const figures = withAllDays(report, preview)
  const counted = barsOf(report, figures, format)
  const { formatValue } = counted
  if (report.type !== 'location_uptime') return { data: counted, table: tableOf(counted), formatValue }
  return { data: uptimeOf(figures, counted, format, agreed), table: tableOf(counted), formatValue }
}

function nameOfCategories(figures: Figures): string {
  if (isMonthly(figures)) return t('Month')
  return isDaily(figures) ? t('Day') : t('Group')
}

function barsOf(report: Report, figures: Figures, format: Format): ChartData {
  const { categories, series } = figures
  const isMoney = report.type === 'payment'
  const written = (day: (date: string) => string) => (category: string) => {
    if (aMonth.test(category)) return format.month(category)
    return aDay.test(category) ? day(category) : columnLabel(category)
  }
  return {
    categories,
    categoryName: nameOfCategories(figures),
    series: series.map(({ name, values }) => ({
      id: name,
      name: report.type === 'location_uptime' ? t('{{name}}, min', { name }) : name,
      kind: 'bar',
      values,
    })),
    formatCategory: written(format.day),
    formatCategoryLong: written(format.longDay),
    formatValue: isMoney ? (value) => format.decimal(value, 2) : (value) => format.number(value, 1),
    formatTick: format.compact,
    ...(isMoney ? {} : { minTick: 1 }),
    ...(isDaily(figures) && series.length === 1
      ? { paler: categories.flatMap((day, index) => (isWeekend(day) ? [index] : [])) }
      : {}),
  }
}

/** The share of the time in service that places were not offline as a whole, as on dashboards: minutes of many places say little. */
function uptimeOf({ series }: Figures, counted: ChartData, format: Format, agreed: number | undefined): ChartData {
  const of = (wanted: string, index: number): number => series.find(({ name }) => name === wanted)?.values[index] ?? 0
  const values = counted.categories.map((_, index) => {
    const up = of('Online', index) + of('Partly online', index)
    const all = up + of('Offline', index)
    return all === 0 ? null : (up / all) * 100
  })
  const shareOfMaintenance = (index: number): number => {
    const all = series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0)
    return all === 0 ? 0 : of('Maintenance', index) / all
  }
  const formatValue = (value: number): string => uptimeText(value, format)
  return {
    categories: counted.categories,
    categoryName: counted.categoryName,
    formatCategory: counted.formatCategory,
    formatCategoryLong: counted.formatCategoryLong ?? counted.formatCategory,
    formatValue,
    ...percentScale([...values, agreed ?? null]),
    bands: maintenanceOf(counted.categories.map((_, index) => shareOfMaintenance(index))),
    series: [
      { id: 'uptime', name: t('Uptime'), kind: 'area', values },
      ...(agreed === undefined
        ? []
        : [
            {
              id: 'agreed',
              name: t('Agreed {{share}}', { share: formatValue(agreed) }),
              kind: 'line' as const,
              role: 'target' as const,
              values: values.map(() => agreed),
            },
          ]),
    ],
  }
}

/** One of many locations is often in maintenance for weeks; less than this share of the time is no band. */
const notedMaintenance = 0.1

/** Days in a row on which much of the time was planned maintenance. */
function maintenanceOf(shares: readonly number[]): ChartBand[] {
  const bands: ChartBand[] = []
  for (const [index, share] of shares.entries()) {
    if (share < notedMaintenance) continue
    const last = bands.at(-1)
    if (last?.to === index - 1) last.to = index
    else bands.push({ name: t('Maintenance, 10 % of the time or more'), from: index, to: index })
  }
  return bands
}
