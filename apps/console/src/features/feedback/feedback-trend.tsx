import { useMemo } from 'react'
import { getFeedbackTrend } from '@wheelhouse/contract/feedback/feedback.ts'
import type { FeedbackTrend as Trend } from '@wheelhouse/contract/feedback/feedback.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import type { ChartData } from '../../ui/chart/chart-data.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import classes from './feedback.module.css'

/** Mean rating and number of complaints week by week, of one location or of all. */
export function FeedbackTrend({ locationId }: { locationId?: string }) {
  const may = useCanCall(getFeedbackTrend)
  const query = locationId === undefined ? {} : { location_id: locationId }
  const trend = useLive(getFeedbackTrend, { query }, { enabled: may, isQuiet: true })
  const format = useFormat()
  if (!may) return <NoPermission action="READ_FEEDBACK" resource="user" />
  return (
    <Loaded query={trend} failed={getFeedbackTrend.says.failed}>
      {(weeks) => <Charts trend={weeks} format={format} />}
    </Loaded>
  )
}

function Charts({ trend, format }: { trend: Trend; format: Format }) {
  const [stars, written] = useMemo(() => chartsOf(trend, format), [trend, format])
  return (
    <div className={classes.charts}>
      <Chart title={t('Average rating')} detail={t('by week')} height={180} data={stars} />
      <Chart title={t('Feedback')} detail={t('by week')} height={180} data={written} />
    </div>
  )
}

function chartsOf({ weeks }: Trend, { day, number }: Format): [ChartData, ChartData] {
  const common = {
    categories: weeks.map(({ week }) => week),
    categoryName: t('Week'),
    formatCategory: (week: string) => day(week),
  }
  const series = (name: string, values: readonly (number | null)[], kind: 'bar' | 'line') => ({
    id: name,
    name,
    kind,
    values,
  })
  const average = weeks.map((week) => week.average)
  const problems = weeks.map((week) => week.problems)
  const others = weeks.map((week) => week.feedback - week.problems)
  return [
    {
      ...common,
      series: [series(t('Average rating'), average, 'line')],
      formatValue: (value) => number(value, 1),
      max: 5,
    },
    {
      ...common,
      series: [series(t('Problems'), problems, 'bar'), series(t('Ideas, questions and praise'), others, 'bar')],
      formatValue: number,
      unfinished: { index: weeks.length - 1, name: t('This week') },
    },
  ]
}
