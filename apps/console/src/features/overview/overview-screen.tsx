import { getOverview, getOverviewTrends } from '@wheelhouse/contract/overview/overview.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../../api/api.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useMissingNeed } from '../../session/missing-need.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { todayIn } from '../../ui/form/date-ranges.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { Attention } from './attention.tsx'
import { OverviewFooter } from './overview-footer.tsx'
import { OverviewTiles } from './overview-tiles.tsx'
import classes from './overview.module.css'

const OverviewMap = lazyComponent(() => import('./overview-map.tsx').then((module) => module.OverviewMap))

const trendsEveryMs = 5 * 60_000

/** One live picture of all that the person may see: how much is well, what is not, and where. */
export function OverviewScreen() {
  const missing = useMissingNeed(getOverview.access)
  if (missing === null) return <Overview />
  return (
    <Page title={t('Overview')}>
      <NoPermission {...missing} />
    </Page>
  )
}

function Overview() {
  const overview = useLive(getOverview, {}, { isQuiet: true })
  const trends = useTrends()
  const badge = useLiveBadge()
  return (
    <Loaded
      query={overview}
      failed={getOverview.says.failed}
      bones={<Bones />}
      frame={(state) => <Page title={t('Overview')}>{state}</Page>}
    >
      {(data) => (
        <Page title={t('Overview')} {...(overview.error === null ? badge : {})} actions={<Moment at={data.at} />}>
          <Parts
            tiles={<OverviewTiles overview={data} trends={trends} />}
            attention={<Attention overview={data} />}
            footer={<OverviewFooter overview={data} />}
          />
        </Page>
      )}
    </Loaded>
  )
}

/** What needs a person now is the largest part, and on a phone the first one. */
function Parts({ tiles, attention, footer }: { tiles: ReactNode; attention: ReactNode; footer: ReactNode }) {
  const isPhone = usePhone()
  return (
    <div className={classes.overview}>
      {isPhone && attention}
      {tiles}
      <div className={classes.middle}>
        {!isPhone && attention}
        <OverviewMap />
      </div>
      {footer}
    </div>
  )
}

const Bones = () => (
  <div className={classes.overview}>
    <div className={classes.tiles}>
      {usualTiles.map((tile) => (
        <div key={tile} className={classes.tile}>
          <div className={classes.waitingTile}>
            <Skeleton lines={3} />
          </div>
        </div>
      ))}
    </div>
    <div className={classes.middle}>
      <div className={classes.attention}>
        <Skeleton lines={10} />
      </div>
      <div className={classes.map} />
    </div>
  </div>
)

/** Of a person who sees everything. */
const usualTiles = ['locations', 'docks', 'parking', 'rentals', 'payments']

const Moment = ({ at }: { at: string }) => {
  const { dateTime } = useFormat()
  return <time className={classes.moment}>{dateTime(at)}</time>
}

/** The comparison with last week changes slowly and costs more than the numbers, so it follows a timer. */
function useTrends() {
  const { timezone } = useUser((state) => state.userPreferences)
  // The day is part of the question, so that midnight begins a new one.
  const day = useClock(60_000, (now) => todayIn(timezone, now))
  const { data } = useQuery({
    ...read(getOverviewTrends, { query: { day, zone: timezone } }, { isQuiet: true }),
    refetchInterval: trendsEveryMs,
    staleTime: trendsEveryMs,
  })
  return data
}
