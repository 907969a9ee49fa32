import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { locationStatistics } from '@wheelhouse/contract/locations/location-statistics.ts'
import type { LocationStatistics as Statistics } from '@wheelhouse/contract/locations/location-statistics.ts'
import { read } from '../../api/api.ts'
import { nothing, useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { isWeekend } from '../../ui/chart/chart-data.ts'
import type { ChartData } from '../../ui/chart/chart-data.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { Counters } from '../../ui/list-parts/counters.tsx'
import { changeOn } from './usage-change.ts'
import classes from './location-page.module.css'

const days = 30

/** How much a location is used: the last days beside the same weekdays before. */
export function LocationStatistics({ locationId }: { locationId: string }) {
  const input = { params: { location_id: locationId }, query: { days } }
  const statistics = useQuery(read(locationStatistics, input))
  const format = useFormat()
  return (
    <Loaded query={statistics} failed={locationStatistics.says.failed}>
      {(found) => <Shown statistics={found} format={format} />}
    </Loaded>
  )
}

function Shown({ statistics, format }: { statistics: Statistics; format: Format }) {
  const { sessions, mean_minutes, previous_sessions, previous_mean_minutes, weeks_earlier, time_zone } = statistics
  const data = useMemo(() => chartOf(statistics, format), [statistics, format])
  const before = t('{{weeks}} weeks earlier', { weeks: weeks_earlier })
  return (
    <div className={classes.statistics}>
      <Counters
        items={[
          {
            label: t('Sessions in {{days}} days', { days }),
            value: format.number(sessions),
            before: changeOn(sessions, previous_sessions, before, format.number),
          },
          {
            label: t('Average duration'),
            value: stay(mean_minutes),
            before: changeOn(mean_minutes, previous_mean_minutes, before, stay),
          },
        ]}
      />
      <Chart title={t('Sessions a day')} detail={t('{{zone}} time', { zone: time_zone })} data={data} />
    </div>
  )
}

const stay = (minutes: number | null): string => (minutes === null ? nothing : durationLabel(minutes * 60_000))

const chartOf = ({ days: list, today, weeks_earlier }: Statistics, format: Format): ChartData => ({
  categories: list.map(({ date }) => date),
  categoryName: t('Day'),
  formatCategory: format.day,
  formatCategoryLong: format.longDay,
  formatValue: (value) => format.number(value),
  paler: list.flatMap(({ date }, index) => (isWeekend(date) ? [index] : [])),
  unfinished: { index: list.findIndex(({ date }) => date === today), name: t('Today so far') },
  series: [
    { id: 'sessions', name: t('Sessions'), kind: 'bar', values: list.map(({ sessions }) => sessions) },
    {
      id: 'previous',
      name: t('{{weeks}} weeks earlier', { weeks: weeks_earlier }),
      kind: 'line',
      role: 'comparison',
      values: list.map(({ previous_sessions }) => previous_sessions),
    },
  ],
})
