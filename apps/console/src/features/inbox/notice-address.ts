import type { Notice } from '@wheelhouse/contract/inbox/inbox.ts'
import { locationPath } from '../locations/location-link.tsx'
import { entryPath } from '../maintenance-log/entry-address.ts'

/** The screen that shows what a notice is about: the very thing where it is one, else the list of such things. */
export function addressOfNotice(notice: Notice): string {
  const { kind, resource_id, location_id } = notice
  switch (kind) {
    case 'entry_assigned':
    case 'entry_overdue':
      return entryAddress(location_id, resource_id)
    case 'report_ready':
    case 'report_failed':
      return `/analytics/reports/${resource_id}`
    case 'job_ended':
      return '/profile'
    case 'subscribed':
      return addressOfSubscribed(notice)
  }
}

const entryAddress = (locationId: string | null, id: string | null): string =>
  locationId === null || id === null ? '/maintenance-log' : entryPath({ location_id: locationId, id })

function addressOfSubscribed({ topic, location_id, subject_id }: Notice): string {
  const locationOr = (list: string): string => (location_id === null ? list : locationPath(location_id))
  switch (topic) {
    case 'connection':
    case 'connection_confirmed':
      return locationOr('/outages')
    case 'parking_reminder':
      return locationOr('/device-sessions/active')
    case 'session_force_ended':
      return locationOr('/rental-sessions/history')
    case 'command_failed':
    case 'alarm':
    case 'status':
    case null:
      return locationOr('/locations')
    case 'report':
      return subject_id === null ? '/analytics/reports' : `/analytics/reports/${subject_id}`
    case 'maintenance_log':
      return entryAddress(location_id, subject_id)
    case 'payment_needs_approval':
      return '/payments'
    case 'test':
      return `/organizations/${subject_id}?view=notifier`
  }
}
