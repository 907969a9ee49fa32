import type { AuditEvent, exportLocationEvents } from '@wheelhouse/contract/events/events.ts'
import type { CsvColumns } from '../../lists/export.ts'

const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value))

export const eventCells: CsvColumns<typeof exportLocationEvents, AuditEvent> = {
  id: (event) => event.id,
  at: (event) => event.at,
  actor_kind: (event) => event.actor_kind,
  actor_name: (event) => event.actor_name,
  feature: (event) => event.feature,
  verb: (event) => event.verb,
  resource_type: (event) => event.resource_type,
  resource_id: (event) => event.resource_id,
  resource_name: (event) => event.resource_name,
  device_id: (event) => event.device_id,
  before: (event) => json(event.before),
  after: (event) => json(event.after),
  reason: (event) => event.reason,
  correlation_id: (event) => event.correlation_id,
}
