import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { ServiceFeesPanel } from '../../features/service-fees/service-fees-panel.tsx'
import { useCanCall } from '../../session/can.ts'
import type { FeeSearch } from '../../features/service-fees/fee-address.ts'
import { isObsolete } from '../../features/locations/location-labels.ts'

interface LocationServiceFeesProps {
  location: Location
  search: FeeSearch
  onSearch: (search: FeeSearch) => void
}

/** What a location pays, each fee with what happened to it. */
export function LocationServiceFees({ location, search, onSearch }: LocationServiceFeesProps) {
  const { events } = serviceFeesOf.location
  const locationId = location.id
  const hasEvents = useCanCall(events)
  return (
    <ServiceFeesPanel
      resource={{ type: 'location', id: locationId }}
      isClosed={isObsolete(location)}
      search={search}
      onSearch={onSearch}
      history={
        hasEvents
          ? ({ id }) => <ThingEvents route={events} params={{ location_id: locationId, location_fee_id: id }} />
          : undefined
      }
    />
  )
}
