import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const folder = 'apps/console/src'

/** The one part that asks a query again after a failure: it shows the data before it looks at the error. */
const part = `${folder}/live/loaded.tsx`

/** Where a query still says by hand, once a file, that it failed. The list may only shrink. */
export const loadingDebt: readonly string[] = [
  'features/allowlists/allowlist-screen.tsx',
  'features/change-sets/change-set-screen.tsx',
  'features/dashboards/dashboard-screen.tsx',
  'features/devices/devices-panel.tsx',
  'features/events/live-events.tsx',
  'features/find-user/find-user-pane.tsx',
  'features/hardware-config/config-changes.tsx',
  'features/hardware/technical-table.tsx',
  'features/inbox/inbox.tsx',
  'features/intake/intake-panel.tsx',
  'features/locations/launch-dialog.tsx',
  'features/locations/locations-map.tsx',
  'features/maintenance-log/calendar-dialog.tsx',
  'features/maintenance-log/entry-board.tsx',
  'features/maintenance-log/entry-calendar.tsx',
  'features/maintenance-messages/message-dialog.tsx',
  'features/overview/overview-screen.tsx',
  'features/parking-sessions/parking-session-screen.tsx',
  'features/points-of-interest/points-map.tsx',
  'features/price-lists/price-list-screen.tsx',
  'features/public-areas/area-screen.tsx',
  'features/public-areas/embedded-area.tsx',
  'features/rental-sessions/rental-session-screen.tsx',
  'features/rental-sessions/ride-map.tsx',
  'features/rentals/rentals-map.tsx',
  'features/reports/report-screen.tsx',
  'features/roles/roles-screen.tsx',
  'features/subscriptions/subscription-screen.tsx',
  'features/templates/template-panel.tsx',
  'pages/hardware/hardware-page.tsx',
  'pages/location/location-page.tsx',
  'pages/organization/organization-page.tsx',
  'pages/organization/organization-permissions.tsx',
  'pages/resource-group/group-page.tsx',
  'pages/resource-group/group-people.tsx',
  'pages/user/user-page.tsx',
  'pages/vehicle/vehicle-page.tsx',
  'pages/vehicle/vehicle-rides.tsx',
]

const askedAgain = /\bonRetry=\{[^}]*\brefetch\b/g

/**
 * A query keeps its data beside the error of a later call: a screen that asks for the error first takes away what was
 * read. `Loaded` has the order right, so nothing else offers to try a query again.
 */
export function loadingFaults(files: ProjectFiles, debt: readonly string[] = loadingDebt): string[] {
  const allowed = new Set(debt.map((path) => `${folder}/${path}`))
  const paths = pathsOf(files, new RegExp(`^${folder}/.+\\.tsx$`)).filter((path) => path !== part)
  const found = paths.flatMap((path) => {
    const count = files.get(path)?.match(askedAgain)?.length ?? 0
    return count > (allowed.has(path) ? 1 : 0) ? [`${path} shows a failed query by hand; Loaded (${part}) does`] : []
  })
  const settled = [...allowed].filter((path) => files.get(path)?.match(askedAgain) == null)
  return [...found, ...settled.map((path) => `${path} does not need its place in loadingDebt`)]
}
