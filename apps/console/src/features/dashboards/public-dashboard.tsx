import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tile } from '@wheelhouse/contract/dashboards/charts.ts'
import { getPublicDashboard, publicDays } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { call } from '../../api/api.ts'
import { ApiError } from '../../http/api-error.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { ErrorScreen, Skeleton } from '../../ui/frame/states.tsx'
import { Mark } from '../../ui/frame/mark.tsx'
import { DashboardBoard } from './dashboard-board.tsx'
import classes from './dashboards.module.css'

export type PublicDays = '7' | '30' | '90'

interface PublicDashboardProps {
  token: string
  days: PublicDays
  onDays: (days: PublicDays) => void
}

const renewEveryMs = 5 * 60_000

/** What a public link shows to people who are not signed in. */
export function PublicDashboardPage({ token, days, onDays }: PublicDashboardProps) {
  const format = useFormat()
  const { data, error } = useQuery({
    queryKey: ['public-dashboard', token, days],
    queryFn: ({ signal }) => call(getPublicDashboard, { params: { token }, query: { days } }, { signal }),
    refetchInterval: renewEveryMs,
    retry: (count, failure) => !(failure instanceof ApiError && failure.status === 404) && count < 2,
  })
  if (error instanceof ApiError && error.status === 404)
    return (
      <main className={classes.public}>
        <ErrorScreen
          title={t('This dashboard is not available')}
          detail={t('The link is wrong, was switched off or has expired.')}
        />
      </main>
    )
  return (
    <main className={classes.public}>
      <header>
        <Mark size={22} />
        <h1>{data?.name ?? t('Dashboard')}</h1>
        {data && <span>{data.organization_name}</span>}
        <SegmentedControl
          aria-label={t('Period')}
          data={publicDays.map((count) => ({ value: `${count}` as const, label: t('{{count}} days', { count }) }))}
          value={days}
          onChange={onDays}
        />
      </header>
      {data ? (
        <>
          <DashboardBoard tiles={data.tiles} figures={data.figures} />
          <footer>
            {t('{{from}} to {{to}}.', {
              from: format.fullDay(data.figures.from),
              to: format.fullDay(data.figures.to),
            })}{' '}
            {t('Numbers below five are not shown. The others are rounded one by one, so they may not add up.')}{' '}
            {hasOccupancy(data.tiles) &&
              t(
                'Occupancy is shown for at least 20 docks with five occupied. By hour and weekday, it needs 30 days of data.',
              )}
          </footer>
        </>
      ) : (
        <Waiting error={error} />
      )}
    </main>
  )
}

const hasOccupancy = (tiles: readonly Tile[]): boolean => tiles.some(({ chart }) => chart.startsWith('occupancy'))

const Waiting = ({ error }: { error: Error | null }) =>
  error ? <ErrorScreen title={getPublicDashboard.says.failed} detail={error.message} /> : <Skeleton lines={10} />
