import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { ThingEvents } from '../features/events/ThingEvents.tsx'
import { ServiceFeesPanel } from '../features/service-fees/ServiceFeesPanel.tsx'
import { useMayCall } from '../lib/can.ts'
import type { FeeSearch } from '../lib/fee-search.ts'
import { isObsolete } from '../lib/location-words.ts'

interface LocationServiceFeesProps {
  location: Location
  search: FeeSearch
  onSearch: (search: FeeSearch) => void
}

/** What a location pays, each fee with what happened to it. */
export function LocationServiceFees({ location, search, onSearch }: LocationServiceFeesProps) {
  const { events } = serviceFeesOf.location
  const locationId = location.id
  const hasEvents = useMayCall(events)
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
