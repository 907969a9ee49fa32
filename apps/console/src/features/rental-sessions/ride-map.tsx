import { useMemo, useState } from 'react'
import {
  getRentalSessionTrack,
  type RentalSessionDetails,
} from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { trackDays } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { later, partOf, useLater } from '../../ui/base/lazy.tsx'
import { ErrorState, MissingPermission, NoData, Skeleton } from '../../ui/frame/states.tsx'
import type { MapPoint, MapShape } from '../../ui/map/map-points.ts'
import classes from './rental-sessions.module.css'

/** Asked for beside the positions: one skeleton waits for both. */
const map = later(() => import('../../ui/map/map-view.tsx').then((module) => module.MapView))
const MapView = partOf(map)

type Way = ReplyOf<typeof getRentalSessionTrack>

/** The way of one ride, within the area of its fleet. Only for who may see where vehicles were. */
export function RideMap({ session }: { session: RentalSessionDetails }) {
  const may = useCanCall(getRentalSessionTrack)
  const way = useLive(
    getRentalSessionTrack,
    { params: { rental_session_id: session.id } },
    {
      enabled: may,
      // The path does not name the vehicle: of all vehicles only the one of this session counts.
      isRelevant: ({ id }): boolean => id === session.rental_device_id || id === session.id,
    },
  )
  const [isMapMissing, setMapMissing] = useState(false)
  const isMapHere = useLater(map, may && !isMapMissing, () => setMapMissing(true)) !== null
  if (!may)
    return (
      <NoData title={t('No map')}>
        <MissingPermission action="GETMETRICS" resource="rental_device" purpose={t('To see past positions')} />
      </NoData>
    )
  if (isMapMissing) return <ErrorState title={t('The map could not be loaded')} onRetry={() => setMapMissing(false)} />
  return (
    <Loaded query={way} failed={getRentalSessionTrack.says.failed}>
      {(data) => (isMapHere ? <Drawn session={session} way={data} /> : <Skeleton lines={8} />)}
    </Loaded>
  )
}

function Drawn({ session, way }: { session: RentalSessionDetails; way: Way }) {
  const { number } = useFormat()
  const ends = useEnds(way, session.ended_at === null)
  const shapes = useMemo(
    (): MapShape[] => [
      { kind: 'area', points: way.area },
      { kind: 'track', points: way.start && way.points.length > 0 ? [way.start, ...way.points] : way.points },
    ],
    [way],
  )
  if (ends.length === 0 && way.points.length === 0)
    return (
      <NoData title={t('No positions')}>
        {t('The rental device reported no positions during this ride, or they are older than {{count}} days.', {
          count: trackDays,
        })}
      </NoData>
    )
  return (
    <>
      <div className={classes.map}>
        <MapView
          label={t('Map of the ride')}
          points={ends}
          shapes={shapes}
          legend={['ride_start', session.ended_at === null ? 'on_trip' : 'ride_end']}
          fitKey={session.id}
          isCooperative
          insteadOfMap={t('Start and end are shown above.')}
        />
      </div>
      <p className={classes.note}>
        {way.total === 0
          ? t('The route is no longer kept: positions are deleted after {{count}} days.', { count: trackDays })
          : positionsText(way.total, number(way.total))}
      </p>
    </>
  )
}

/** Where it began, and where it ended or is now. */
function useEnds({ start, end, points }: Way, isOpen: boolean): MapPoint[] {
  return useMemo(() => {
    const last = points.at(-1)
    const begun = start ?? points[0]
    const now = isOpen ? last : (end ?? last)
    return [
      ...(begun ? [{ id: 'start', kind: 'ride_start' as const, ...placeOf(begun) }] : []),
      ...(now ? [{ id: 'end', kind: isOpen ? ('on_trip' as const) : ('ride_end' as const), ...placeOf(now) }] : []),
    ]
  }, [start, end, points, isOpen])
}

const placeOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude })

const positionsText = (total: number, count: string): string =>
  total === 1 ? t('1 position') : t('{{count}} positions', { count })
