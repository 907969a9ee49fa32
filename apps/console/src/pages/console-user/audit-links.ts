import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { allowlistPath } from '../../features/allowlists/allowlist-address.ts'
import { consoleUserPath } from '../../features/console-users/console-user-address.ts'
import { dashboardPath } from '../../features/dashboards/dashboard-address.ts'
import { devicePath } from '../../features/devices/device-link.tsx'
import { locationPath } from '../../features/locations/location-link.tsx'
import { organizationPath } from '../../features/organizations/organization-link.tsx'
import { parkingSessionPath } from '../../features/parking-sessions/parking-session-link.tsx'
import { areaPath } from '../../features/public-areas/area-address.ts'
import { rentalSessionPath } from '../../features/rental-sessions/rental-session-link.tsx'
import { rentalPath } from '../../features/rentals/rental-link.tsx'
import { reportPath } from '../../features/reports/report-address.ts'
import { resourceGroupPath } from '../../features/resource-groups/resource-group-link.tsx'
import { subscriptionPath } from '../../features/subscriptions/subscription-link.tsx'
import { userPath } from '../../features/users/user-link.tsx'

const paths: Readonly<Record<string, (id: string) => string>> = {
  whitelist: allowlistPath,
  console_user: (id) => consoleUserPath(id),
  dashboards: dashboardPath,
  location: locationPath,
  organization: organizationPath,
  payment: (id) => `/payments?open=${id}`,
  permission: (id) => `/permissions/roles?role=${id}`,
  public_area: areaPath,
  rental_device: rentalPath,
  report: reportPath,
  resource_group: resourceGroupPath,
  subscription: subscriptionPath,
  user: userPath,
}

/** The page of the thing of an event that a person caused somewhere; none of what was deleted by it or has no page. */
export function auditPathOf({
  feature,
  verb,
  resource_type,
  resource_id,
  location_id,
}: AuditEvent): string | undefined {
  if (verb === 'deleted' || verb === 'erased') return undefined
  if (resource_type === 'session')
    return feature === 'rental-sessions' ? rentalSessionPath(resource_id) : parkingSessionPath(resource_id)
  if (resource_type === 'device') return location_id === null ? undefined : devicePath(location_id, resource_id)
  return paths[resource_type]?.(resource_id)
}
