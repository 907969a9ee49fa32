import { listCommands } from '@wheelhouse/contract/commands/commands.ts'
import { listConsoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { getHardwareDetails, listHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { getOrganization, organizations } from '@wheelhouse/contract/organizations/organization-details.ts'
import {
  getParkingSession,
  listActiveParkingSessions,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import { listRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { getReport, listReports } from '@wheelhouse/contract/reports/reports.ts'
import { getResourceGroup, resourceGroups } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { getSubscription, listSubscriptions } from '@wheelhouse/contract/subscriptions/subscriptions.ts'

/** A screen that a person opens from another one, and what it waits for. */
export interface Step {
  what: string
  /** The links that are clicked one after the other; the time of the last one is taken. */
  links: readonly string[]
  /** The call without which the screen has nothing to show. */
  call: { path: string }
  /** Selects what appears first: rows of a list, or the heading of a page, which waits for its name. */
  shows: string
}

const rows = '[role=row][data-index]'
export const heading = '#main h1'

const list = (what: string, path: string, call: Step['call']): Step => ({
  what,
  links: [entry(path)],
  call,
  shows: rows,
})

/** Opened from the first row of the list before it. */
const thing = (what: string, path: string, call: Step['call']): Step => ({
  what,
  links: [`${rows} a[href^="${path}/"]`],
  call,
  shows: heading,
})
const entry = (path: string): string => `nav a[href="${path}"]`
/** An entry that the navigation shows while the one above it is open. */
const below = (path: string, step: Step): Step => ({ ...step, links: [entry(path), ...step.links] })

/** Each address is opened for the first time in its window, so that no answer is there before the click. */
export const tour: readonly Step[] = [
  list('the list of locations', '/locations', listLocations),
  { ...thing('a location', '/locations', listLocationDevices), shows: rows },
  list('active parking sessions', '/device-sessions/active', listActiveParkingSessions),
  list('ended parking sessions', '/device-sessions/history', listParkingSessions),
  thing('a parking session', '/device-sessions/history', getParkingSession),
  list('payments', '/payments', listPayments),
  list('subscriptions', '/subscriptions', listSubscriptions),
  thing('a subscription', '/subscriptions', getSubscription),
  below('/hardware/find', list('all hardware', '/hardware/list', listHardware)),
  thing('a piece of hardware', '/hardware', getHardwareDetails),
  list('commands', '/commands', listCommands),
  list('reports', '/analytics/reports', listReports),
  thing('a report', '/analytics/reports', getReport),
  list('organizations', '/organizations', organizations.route),
  thing('an organization', '/organizations', getOrganization),
  list('console users', '/users/console', listConsoleUsers),
  list('resource groups', '/resource-groups', resourceGroups.route),
  thing('a resource group', '/resource-groups', getResourceGroup),
  {
    what: 'roles',
    links: [entry('/permissions/roles')],
    call: listRoles,
    shows: '#main nav li a',
  },
]
