import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { activeSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { activeRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { listRentalPlaces, rentalStates } from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalPlace } from '@wheelhouse/contract/rentals/rentals.ts'
import { securityPhotos } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { useLocationDevices } from '../../features/devices/devices-panel.tsx'
import { isRentalPlace } from '../../features/locations/location-labels.ts'
import { nothing, useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import classes from './active-here.module.css'
import { camerasOf } from './cameras.ts'

/** The sessions and rentals that are open at a location, and its cameras, each number with the list behind it. */
export function ActiveHere({ location }: { location: Pick<Location, 'id' | 'type' | 'has_camera'> }) {
  const { id } = location
  const isRental = isRentalPlace(location)
  const seesSessions = useCanCall(activeSessions.route)
  const seesVehicles = useCanCall(listRentalPlaces)
  const seesPhotos = useCanCall(securityPhotos.route)
  return (
    <ul className={classes.here} aria-label={t('Active here')}>
      {seesSessions && <Parked locationId={id} />}
      {isRental && seesSessions && <Rides locationId={id} />}
      {isRental && seesVehicles && <Vehicles locationId={id} />}
      {seesPhotos && location.has_camera !== false && (
        <Cameras locationId={id} isKnown={location.has_camera === true} />
      )}
    </ul>
  )
}

function Parked({ locationId }: { locationId: string }) {
  const sessions = useLive(
    activeSessions.route,
    { query: { location_id: [locationId], limit: 1 } },
    { isQuiet: true, isRelevant: ({ location_id }) => location_id === locationId },
  )
  return (
    <Fact
      label={t('Active parking sessions')}
      href={`/device-sessions/active?location_id=${locationId}`}
      reply={sessions}
      failed={activeSessions.says.failed}
    />
  )
}

function Rides({ locationId }: { locationId: string }) {
  const rides = useLive(activeRentals.route, { query: { start_location_id: locationId, limit: 1 } }, { isQuiet: true })
  return (
    <Fact
      label={t('Active rentals from here')}
      href={`/rental-sessions/active?start_location_id=${locationId}`}
      reply={rides}
      failed={activeRentals.says.failed}
    />
  )
}

function Vehicles({ locationId }: { locationId: string }) {
  const vehicles = useLive(listRentalPlaces, { query: { location_id: [locationId] } }, { isQuiet: true })
  const { number } = useFormat()
  const href = `/rentals?location_id=${locationId}`
  // A bicycle in a rental dock shares the position of its location: "0 vehicles" would contradict the docks below.
  if (vehicles.data?.total === 0) return null
  return (
    <>
      <Fact label={t('Rental devices here')} href={href} reply={vehicles} failed={listRentalPlaces.says.failed} />
      {countsOf(vehicles.data?.items ?? []).map(({ state, count }) => (
        <li key={state}>
          <Link href={`${href}&state=${state}`}>
            <strong>{number(count)}</strong> <StatusText of="rental_device" value={state} />
          </Link>
        </li>
      ))}
    </>
  )
}

/** `isKnown`: that the location has cameras. A person who may not know it (restricted fields) is shown the last photo alone. */
function Cameras({ locationId, isKnown }: { locationId: string; isKnown: boolean }) {
  const { data: devices } = useLocationDevices(locationId)
  const photos = useLive(
    securityPhotos.route,
    { query: { location_id: [locationId], limit: 1 } },
    { isQuiet: true, isRelevant: ({ location_id }) => location_id === locationId },
  )
  const { number } = useFormat()
  const count = isKnown ? camerasOf(devices ?? []).length : 0
  const last = photos.data?.items[0]
  if (count === 0 && last === undefined && photos.error === null) return null
  return (
    <Fact
      label={t('Cameras')}
      href={`/locations/${locationId}?tab=photos`}
      reply={photos}
      failed={securityPhotos.says.failed}
    >
      <span>
        {count > 0 && <strong>{number(count)}</strong>}
        {count > 0 && last !== undefined && ', '}
        {last !== undefined && (
          <>
            {t('last photo')} <RelativeTime at={last.taken_at} />
          </>
        )}
      </span>
    </Fact>
  )
}

/** The states that occur, in the order of the list of values. */
const countsOf = (places: readonly RentalPlace[]) =>
  rentalStates
    .map((state) => ({ state, count: places.filter((place) => place.state === state).length }))
    .filter(({ count }) => count > 0)

type CountReply = Pick<UseQueryResult<{ total: number; total_is_exact?: boolean }>, 'data' | 'error' | 'refetch'>

interface FactProps {
  label: string
  href: string
  reply: CountReply
  failed: string
  /** What is said instead of the total. */
  children?: ReactNode
}

/** A number that leads to its list. One that was read before stays when reading it again fails. */
function Fact({ label, href, reply: { data, error, refetch }, failed, children }: FactProps) {
  const { number } = useFormat()
  if (data === undefined && error !== null)
    return (
      <li role="alert">
        {failed}
        <button type="button" onClick={() => void refetch()}>
          {t('Try again')}
        </button>
      </li>
    )
  const more = data?.total_is_exact === false ? '+' : ''
  return (
    <li aria-busy={data === undefined}>
      <Link href={href}>
        {label} {children ?? <strong>{data === undefined ? nothing : `${number(data.total)}${more}`}</strong>}
      </Link>
    </li>
  )
}
