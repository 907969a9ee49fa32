import type { ReactNode } from 'react'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { eventFilterOf } from '../../features/events/event-address.ts'
import type { LocationSearch } from './location-search.ts'
import { isObsolete } from '../../features/locations/location-labels.ts'
import { DetailsBody } from '../../ui/details/details.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import type { LocationViewId } from './location-views.ts'
import { useMayOpen } from './location-views.ts'

const EventHistory = lazyComponent(() =>
  import('../../features/events/event-history.tsx').then((module) => module.EventHistory),
)
const LocationViewRefused = lazyComponent(() =>
  import('./location-view-refused.tsx').then((module) => module.LocationViewRefused),
)
const LocationInfo = lazyComponent(() => import('./location-info-view.tsx').then((module) => module.LocationInfo))
const LocationServiceFees = lazyComponent(() =>
  import('./location-service-fees.tsx').then((module) => module.LocationServiceFees),
)
const LocationTechnical = lazyComponent(() =>
  import('./location-technical.tsx').then((module) => module.LocationTechnical),
)
const LocationPhotos = lazyComponent(() => import('./location-photos.tsx').then((module) => module.LocationPhotos))
const LocationLog = lazyComponent(() => import('./location-log.tsx').then((module) => module.LocationLog))
const LocationFeedback = lazyComponent(() =>
  import('../feedback/location-feedback.tsx').then((module) => module.LocationFeedback),
)
const ExternalDevices = lazyComponent(() =>
  import('../../features/external-devices/external-devices-panel.tsx').then((module) => module.ExternalDevicesPanel),
)

interface LocationViewProps {
  of: Exclude<LocationViewId, 'standard'>
  location: Location
  search: LocationSearch
  onSearch: (search: LocationSearch) => void
  message: ReactNode
}

/** Everything but the standard view: its code comes when it is opened, its right is asked also of who typed the address. */
export function LocationView(props: LocationViewProps) {
  const may = useMayOpen(props.of)
  return <DetailsBody>{may ? bodyOf(props) : <LocationViewRefused of={props.of} />}</DetailsBody>
}

function bodyOf({ of, location, search, onSearch, message }: LocationViewProps): ReactNode {
  switch (of) {
    case 'info':
      return (
        <>
          {message}
          <LocationInfo location={location} onEdit={(edit) => onSearch({ ...search, edit })} />
        </>
      )
    case 'technical':
      return (
        <>
          {message}
          <LocationTechnical location={location} search={search} onSearch={onSearch} />
        </>
      )
    case 'service-fees':
      return (
        <LocationServiceFees
          location={location}
          search={search}
          onSearch={(fees) => onSearch({ ...search, ...fees })}
        />
      )
    case 'maintenance':
      return (
        <LocationLog
          locationId={location.id}
          isUrgentOnly={search.entries === 'urgent'}
          onUrgentOnly={(is) => onSearch({ ...search, entries: is ? 'urgent' : undefined })}
        />
      )
    case 'feedback':
      return <LocationFeedback locationId={location.id} />
    case 'photos':
      return <LocationPhotos locationId={location.id} timeZone={location.time_zone} hasCamera={location.has_camera} />
    case 'external-devices':
      return <ExternalDevices locationId={location.id} isClosed={isObsolete(location)} />
    case 'events':
      return (
        <EventHistory
          locationId={location.id}
          timeZone={location.time_zone}
          filter={eventFilterOf(search)}
          onFilter={(filter) => onSearch({ tab: 'events', ...filter })}
        />
      )
  }
}
