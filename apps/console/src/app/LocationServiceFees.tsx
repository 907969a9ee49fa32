import { serviceFeesOf } from '@wheelhouse/contract/service-fees.ts'
import { ThingEvents } from '../features/events/ThingEvents.tsx'
import { ServiceFeesPanel } from '../features/service-fees/ServiceFeesPanel.tsx'
import { useMayCall } from '../lib/can.ts'

/** What a location pays, each fee with what happened to it. */
export function LocationServiceFees({ locationId }: { locationId: string }) {
  const { events } = serviceFeesOf.location
  const hasEvents = useMayCall(events)
  return (
    <ServiceFeesPanel
      resource={{ type: 'location', id: locationId }}
      history={hasEvents ? ({ id }) => <ThingEvents route={events} params={{ location_id: locationId, location_fee_id: id }} /> : undefined}
    />
  )
}
