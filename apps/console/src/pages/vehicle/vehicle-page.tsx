import { IconClockHour4, IconMapPin, IconRoute } from '@tabler/icons-react'
import { getRentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { VehicleCommandCards } from '../../features/commands/vehicle-commands.tsx'
import { LocationLink } from '../../features/locations/location-link.tsx'
import { rentalPath } from '../../features/rentals/rental-link.tsx'
import { CurrentRide } from '../../features/rentals/rental-columns.tsx'
import { Battery } from '../../features/rentals/vehicle-cells.tsx'
import { VehicleActions } from '../../features/rentals/vehicle-actions.tsx'
import { t } from '../../i18n/i18n.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { DetailsBody, DetailsHeader } from '../../ui/details/details.tsx'
import type { Fact } from '../../ui/details/details.tsx'
import { CardBones, DetailsSkeleton, FrameBone, RowBones } from '../../ui/details/details-skeleton.tsx'
import { StatusPill, StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { lazyPanel } from '../../ui/frame/lazy-panel.tsx'
import { Tabs } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { VehicleOverview } from './vehicle-overview.tsx'
import { useVehicleViews, viewLabels } from './vehicle-views.ts'
import type { VehicleSearch, VehicleView } from './vehicle-views.ts'
import classes from './vehicle.module.css'

const VehicleRides = lazyPanel(() => import('./vehicle-rides.tsx').then((module) => module.VehicleRides))
const VehicleCommandHistory = lazyPanel(() =>
  import('./vehicle-command-history.tsx').then((module) => module.VehicleCommandHistory),
)
const VehicleEvents = lazyPanel(() => import('./vehicle-events.tsx').then((module) => module.VehicleEvents))

interface VehiclePageProps {
  id: string
  search: VehicleSearch
}

/** One rental vehicle: how it is and where it was, its rides, its commands and what happened to it. */
export function VehiclePage({ id, search }: VehiclePageProps) {
  const may = useCanCall(getRentalDevice)
  const query = useLive(getRentalDevice, { params: { rental_device_id: id } }, { enabled: may, isQuiet: true })
  useDocumentTitle(query.data?.code ?? t('Rental device'))
  return (
    <ThingPage
      route={getRentalDevice}
      query={query}
      title={t('Rental device')}
      back={rentalList()}
      thing={t('rental device')}
      bones={<VehicleSkeleton id={id} search={search} />}
    >
      {(vehicle) => <Vehicle vehicle={vehicle} search={search} />}
    </ThingPage>
  )
}

const rentalList = () => ({ label: t('Rentals'), href: '/rentals' })

const VehicleSkeleton = ({ id, search }: VehiclePageProps) => (
  <DetailsSkeleton title={t('Rental device')} back={rentalList()} tabs={<ViewTabs id={id} search={search} />}>
    <div className={classes.body}>
      {search.view === undefined ? (
        <div className={classes.cards}>
          <CardBones lines={8} />
          <CardBones lines={8} />
          <div className={classes.wide}>
            <FrameBone height={420} />
          </div>
        </div>
      ) : (
        <RowBones rows={12} />
      )}
    </div>
  </DetailsSkeleton>
)

function ViewTabs({ id, search }: VehiclePageProps) {
  const views = useVehicleViews()
  return (
    <Tabs
      label={t('Views of this rental device')}
      tabs={views.map((one) => tabOf(id, one, search.view ?? 'overview'))}
    />
  )
}

function Vehicle({ vehicle, search }: { vehicle: RentalDevice; search: VehicleSearch }) {
  const views = useVehicleViews()
  const view = search.view ?? 'overview'
  return (
    <>
      <DetailsHeader
        crumbs={[{ label: t('Rentals'), href: '/rentals' }, { label: vehicle.code }]}
        {...useLiveBadge()}
        name={vehicle.code}
        states={
          <>
            <StatusPill of="rental_device" value={vehicle.state} />
            <StatusText of="heartbeat" value={vehicle.health} />
          </>
        }
        actions={<VehicleActions vehicle={vehicle} />}
        facts={useFacts(vehicle)}
        tabs={<ViewTabs id={vehicle.id} search={search} />}
      />
      <DetailsBody>
        <div className={classes.body}>
          <VehicleCommandCards rentalDeviceId={vehicle.id} />
          <View of={view} vehicle={vehicle} search={search} isAllowed={views.includes(view)} />
        </div>
      </DetailsBody>
    </>
  )
}

const tabOf = (id: string, view: VehicleView, active: VehicleView) => ({
  id: view,
  label: t(viewLabels[view]),
  href: view === 'overview' ? rentalPath(id) : `${rentalPath(id)}?view=${view}`,
  isActive: view === active,
})

function useFacts(vehicle: RentalDevice): Fact[] {
  const { location_id, location_code, location_label, last_seen_at, rental_session_id } = vehicle
  return [
    { value: <Battery percent={vehicle.battery_percent} /> },
    { icon: IconRoute, value: vehicle.fleet_name },
    ...(location_id === null || location_label === null
      ? []
      : [
          {
            icon: IconMapPin,
            value: <LocationLink id={location_id} label={location_label} code={location_code ?? undefined} />,
          },
        ]),
    ...(rental_session_id === null ? [] : [{ value: <CurrentRide vehicle={vehicle} /> }]),
    ...(last_seen_at === null
      ? []
      : [
          {
            icon: IconClockHour4,
            label: t('last seen'),
            value: <RelativeTime at={last_seen_at} />,
          },
        ]),
  ]
}

interface ViewProps {
  of: VehicleView
  vehicle: RentalDevice
  search: VehicleSearch
  isAllowed: boolean
}

function View({ of, vehicle, search, isAllowed }: ViewProps) {
  if (of === 'overview') return <VehicleOverview vehicle={vehicle} days={search.days} />
  if (!isAllowed)
    return of === 'rentals' ? (
      <NoPermission action="GET" resource="session" />
    ) : (
      <NoPermission action={of === 'commands' ? 'GETCMDSHISTORY' : 'GET_EVENTS'} resource="rental_device" />
    )
  if (of === 'rentals') return <VehicleRides vehicle={vehicle} />
  if (of === 'commands') return <VehicleCommandHistory id={vehicle.id} />
  return <VehicleEvents id={vehicle.id} />
}
