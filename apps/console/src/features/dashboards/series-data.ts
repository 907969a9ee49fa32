import type { Figures, SeriesFigures } from '@wheelhouse/contract/dashboards/charts.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { isWeekend, percentScale } from '../../ui/chart/chart-data.ts'
import type { ChartData } from '../../ui/chart/chart-data.ts'
import { earlierName, stepNames, writeTick, writeUnit } from './chart-labels.ts'

const sums: ReadonlySet<string> = new Set(['count', 'minor', 'km'])

/** The points of a chart; `today` is the day of the zone in which the dashboard is read. */
export function seriesData(chart: SeriesFigures, figures: Figures, format: Format, today = ''): ChartData {
  const { days, step } = figures
  const isSum = sums.has(chart.unit)
  const unfinished = days.indexOf(today)
  // Nothing that is known earlier is no comparison: a legend would promise a line that is not there.
  const earlier = chart.previous.some((value) => value !== null) ? earlierName(figures) : undefined
  return {
    categories: days,
    categoryName: t(stepNames[step]),
    formatCategory: format.day,
    formatCategoryLong: format.longDay,
    formatValue: writeUnit(chart, format),
    formatTick: writeTick(chart, format),
    ...(step === 'day' && isSum ? { paler: days.flatMap((day, index) => (isWeekend(day) ? [index] : [])) } : {}),
    ...(step === 'day' && isSum && unfinished >= 0
      ? { unfinished: { index: unfinished, name: t('Today so far') } }
      : {}),
    ...(chart.unit === 'percent' ? percentScale([...chart.values, ...chart.previous]) : {}),
    ...(chart.unit === 'minutes' ? minuteScale([...chart.values, ...chart.previous]) : {}),
    series: [
      { id: 'values', name: t('This period'), kind: isSum ? 'bar' : 'line', values: wholeDays(chart, unfinished) },
      ...(earlier === undefined
        ? []
        : [
            {
              id: 'previous',
              name: earlier,
              kind: 'line' as const,
              role: 'comparison' as const,
              values: chart.previous,
            },
          ]),
    ],
  }
}

/** What ended today is short: its mean says nothing of the day before it is over. */
const wholeDays = ({ unit, values }: SeriesFigures, today: number): SeriesFigures['values'] =>
  unit === 'minutes' && today >= 0 ? values.with(today, null) : values

const minuteSteps = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1440, 2880]
const stepsAtMost = 4

/** Whole hours, or parts of one that a clock has: the axis would count minutes in tens. */
function minuteScale(values: readonly (number | null)[]): Pick<ChartData, 'min' | 'max' | 'step'> {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return {}
  const ends = (step: number): { min: number; max: number } => {
    const min = Math.floor(Math.min(...known) / step) * step
    return { min, max: Math.max(min + step, Math.ceil(Math.max(...known) / step) * step) }
  }
  const fits = (one: number): boolean => ends(one).max - ends(one).min <= stepsAtMost * one
  const step = minuteSteps.find(fits) ?? 1440 * Math.ceil(Math.max(...known) / 1440 / stepsAtMost)
  return { ...ends(step), step }
}
