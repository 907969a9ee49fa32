import { listActiveRentalSessions, listRentalSessions } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { RentalSessionLink } from '../../features/rental-sessions/rental-session-link.tsx'
import { Length, PlaceCell } from '../../features/rental-sessions/session-cells.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { bothOf, Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { NoData } from '../../ui/frame/states.tsx'
import classes from './vehicle.module.css'

const shown = 25

/** The last rides on this vehicle, newest first, with the one that goes on now. */
export function VehicleRides({ vehicle }: { vehicle: RentalDevice }) {
  const query = { rental_device_id: vehicle.id, limit: shown }
  const open = useLive(listActiveRentalSessions, { query })
  const ended = useLive(listRentalSessions, { query })
  return (
    <Loaded query={bothOf(open, ended)} failed={listRentalSessions.says.failed}>
      {([now, before]) => <Rides rides={[...now.items, ...before.items]} vehicleId={vehicle.id} />}
    </Loaded>
  )
}

function Rides({ rides, vehicleId }: { rides: readonly RentalSession[]; vehicleId: string }) {
  if (rides.length === 0) return <NoData title={t('No rentals yet')} />
  return (
    <>
      <ol className={classes.rides}>
        {rides.map((ride) => (
          <Ride key={ride.id} ride={ride} />
        ))}
      </ol>
      <p className={classes.more}>
        <Link href={`/rental-sessions/history?rental_device_id=${vehicleId}`}>
          {t('All rentals of this rental device')}
        </Link>
      </p>
    </>
  )
}

function Ride({ ride }: { ride: RentalSession }) {
  const { moment, exact } = useFormat()
  return (
    <li>
      <span className={classes.when}>
        <time dateTime={ride.started_at} data-tip={exact(ride.started_at)}>
          {moment(ride.started_at)}
        </time>
        <RentalSessionLink id={ride.id} />
      </span>
      <span className={classes.route}>
        <span>
          <PlaceCell session={ride} side="start" />
        </span>
        {ride.ended_at !== null && ride.how_ended !== 'cancelled' && (
          <>
            <span>→</span>
            <span>
              <PlaceCell session={ride} side="end" />
            </span>
          </>
        )}
      </span>
      <span className={classes.length}>
        {ride.status === 'ended' && ride.how_ended !== 'cancelled' ? (
          <Length session={ride} />
        ) : (
          <StatusText
            of="session"
            value={ride.status}
            {...(ride.how_ended === 'cancelled' ? { word: t('Cancelled') } : {})}
          />
        )}
      </span>
    </li>
  )
}
