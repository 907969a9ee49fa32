import { listLogEntryEvents } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { LocationLogPanel } from '../../features/maintenance-log/location-log-panel.tsx'
import { useCanCall } from '../../session/can.ts'

/** The maintenance log of a location, each entry with what happened to it. */
export function LocationLog({ locationId }: { locationId: string }) {
  const hasEvents = useCanCall(listLogEntryEvents)
  return (
    <LocationLogPanel
      locationId={locationId}
      history={hasEvents ? (entry) => <ThingEvents route={listLogEntryEvents} params={{ ...entry }} /> : undefined}
    />
  )
}
