import type { AuditEvent } from '@wheelhouse/contract/events.ts'
import { useCan } from '../../lib/can.ts'
import { parkingSessionPath } from '../parking-sessions/ParkingSessionLink.tsx'

/** The page of what an event is about, where there is one that this person may open. */
export function useEventHref(): (event: AuditEvent) => string | undefined {
  const maySessions = useCan({ session: ['GET'] })
  return ({ resource_type, resource_id }) => (maySessions && resource_type === 'session' ? parkingSessionPath(resource_id) : undefined)
}
