import type { ComponentProps } from 'react'
import { listLogEntryEvents } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { LocationLogPanel } from '../../features/maintenance-log/location-log-panel.tsx'
import { useCanCall } from '../../session/can.ts'

/** The maintenance log of a location, each entry with what happened to it. */
export function LocationLog(panel: Omit<ComponentProps<typeof LocationLogPanel>, 'history'>) {
  const hasEvents = useCanCall(listLogEntryEvents)
  return (
    <LocationLogPanel
      {...panel}
      history={hasEvents ? (entry) => <ThingEvents route={listLogEntryEvents} params={{ ...entry }} /> : undefined}
    />
  )
}
