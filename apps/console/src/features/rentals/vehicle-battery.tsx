import { useMemo } from 'react'
import { getRentalBattery } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { timeTicks } from '../../i18n/time-ticks.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import type { ChartData } from '../../ui/chart/chart-data.ts'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import { batterySteps } from './battery-steps.ts'

type Battery = ReplyOf<typeof getRentalBattery>
const days = 7
const minuteMs = 60_000

/** The charge of the battery over the last week; where nothing was reported the line has a gap. */
export function VehicleBattery({ id }: { id: string }) {
  const battery = useLive(getRentalBattery, { params: { rental_device_id: id }, query: { days } })
  return (
    <Loaded query={battery} failed={getRentalBattery.says.failed} bones={<Skeleton lines={6} />}>
      {(week) => <Curve battery={week} />}
    </Loaded>
  )
}

function Curve({ battery }: { battery: Battery }) {
  const format = useFormat()
  const timeZone = useUser((state) => state.userPreferences.timezone)
  const now = useClock(minuteMs, (ms) => Math.floor(ms / minuteMs) * minuteMs)
  const data = useMemo((): ChartData => {
    const steps = batterySteps(battery, now, days)
    const categories = steps.map(({ at }) => at)
    return {
      categories,
      ticks: timeTicks(categories, { ...format, timeZone }),
      categoryName: t('Time'),
      formatCategory: (at) => format.moment(at),
      formatCategoryLong: format.dateTime,
      formatValue: (value) => `${format.number(value, 1)} %`,
      series: [{ id: 'battery', name: t('Battery'), kind: 'area', values: steps.map(({ value }) => value) }],
      max: 100,
    }
  }, [battery, now, format, timeZone])
  if (battery.points.length === 0)
    return <NoData title={t('No data in this period')}>{t('The rental device has not reported its battery.')}</NoData>
  return <Chart title={t('Battery')} detail={t('lowest of each half hour, 7 days')} height={200} data={data} />
}
