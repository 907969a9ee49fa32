import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getRentalTrack, trackDays } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import type { Track } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Link } from '../../ui/details/link.tsx'
import { NoData } from '../../ui/frame/states.tsx'
import type { MapPoint, MapShape } from '../../ui/map/map-points.ts'
import { MapView } from '../../ui/map/map-view.tsx'
import { rentalPath } from './rental-link.tsx'
import classes from './rentals.module.css'

const dayMs = 86_400_000
const trackChoices = [
  { days: 1, label: '24 h' },
  { days: 3, label: '3 d' },
  { days: 7, label: '7 d' },
] as const

/** Of the minute that began last: the same address for all who look now. */
const minuteOf = (now: number): number => Math.floor(now / 60_000) * 60_000

/** Where the vehicle was during the last days, and where it is now. */
export function VehicleTrack({ vehicle, days = 1 }: { vehicle: RentalDevice; days: number | undefined }) {
  const until = useClock(60_000, minuteOf)
  const from = new Date(until - days * dayMs).toISOString()
  const track = useLive(
    getRentalTrack,
    { params: { rental_device_id: vehicle.id }, query: { from } },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <nav className={classes.periods} aria-label={t('Period')}>
        {trackChoices.map((choice) => (
          <Link
            key={choice.days}
            href={`${rentalPath(vehicle.id)}?days=${choice.days}`}
            className={classes.period}
            aria-current={choice.days === days ? 'true' : undefined}
          >
            {choice.label}
          </Link>
        ))}
      </nav>
      <Loaded query={track} failed={getRentalTrack.says.failed}>
        {(found) => <TrackMap vehicle={vehicle} track={found} days={days} />}
      </Loaded>
    </>
  )
}

interface TrackMapProps {
  vehicle: RentalDevice
  track: Track
  days: number
}

function TrackMap({ vehicle, track, days }: TrackMapProps) {
  const { number, moment } = useFormat()
  const { id, state, latitude, longitude } = vehicle
  const points = useMemo(
    (): MapPoint[] => (latitude === null || longitude === null ? [] : [{ id, kind: state, latitude, longitude }]),
    [id, state, latitude, longitude],
  )
  const shapes = useMemo((): MapShape[] => [{ kind: 'track', points: track.points }], [track.points])
  if (points.length === 0)
    return <NoData title={t('No position yet')}>{t('The rental device has not reported its position.')}</NoData>
  const first = track.points[0]
  return (
    <>
      <div className={classes.map}>
        <MapView
          label={t('Track of {{code}}', { code: vehicle.code })}
          points={points}
          shapes={shapes}
          fitKey={`${id} ${days}`}
          isCooperative
          insteadOfMap={t('The coordinates are shown above.')}
        />
      </div>
      <p className={classes.summary}>
        {first === undefined
          ? t('No positions in this period. They are kept for {{count}} days.', { count: trackDays })
          : positionsSince(track.total, number(track.total), moment(first.at))}
      </p>
    </>
  )
}

const positionsSince = (total: number, count: string, time: string): string =>
  total === 1 ? t('1 position since {{time}}', { time }) : t('{{count}} positions since {{time}}', { count, time })
