import {
  IconBellRinging,
  IconBuilding,
  IconCamera,
  IconChartHistogram,
  IconClockExclamation,
  IconCpu,
  IconCreditCard,
  IconFlag,
  IconFolders,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListCheck,
  IconMapPin,
  IconParking,
  IconPlugConnectedX,
  IconPolygon,
  IconQrcode,
  IconReceipt,
  IconReportAnalytics,
  IconRoute,
  IconRouter,
  IconScooter,
  IconStar,
  IconTerminal2,
  IconTicket,
  IconTool,
  IconUsers,
  IconUserSearch,
  IconWorldCog,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { Needs, PermissionMap } from '@wheelhouse/contract/access.ts'
import { can } from '../../session/can.ts'

/** One entry of the menu (spec section 2): its name there, where it leads, and what one must hold to see it (rights). */
export interface Destination {
  label: string
  icon: TablerIcon
  path: string
  needs: Needs
  /** The name of the list there (lists/list-name.ts): the start page and the palette find its saved views and its export by it. */
  list?: string
  /** Addresses below, shown while one is within. */
  children?: readonly { label: string; path: string; needs?: Needs; list?: string }[]
}

export interface DestinationGroup {
  label: string
  destinations: readonly Destination[]
}

const operate: Destination[] = [
  { label: 'Dashboard', icon: IconLayoutDashboard, path: '/overview', needs: { location: ['GET'] } },
  { label: 'Locations', icon: IconMapPin, path: '/locations', list: 'locations', needs: { location: ['GET'] } },
  { label: 'Rentals', icon: IconScooter, path: '/rentals', list: 'rental-devices', needs: { rental_device: ['GET'] } },
  {
    label: 'Parking sessions',
    icon: IconParking,
    path: '/device-sessions/active',
    needs: { session: ['GET'] },
    children: [
      { label: 'Active', path: '/device-sessions/active', list: 'parking-sessions-active' },
      { label: 'History', path: '/device-sessions/history', list: 'parking-sessions-history' },
    ],
  },
  {
    label: 'Rental sessions',
    icon: IconRoute,
    path: '/rental-sessions/active',
    needs: { session: ['GET'] },
    children: [
      { label: 'Active', path: '/rental-sessions/active', list: 'rental-sessions-active' },
      { label: 'History', path: '/rental-sessions/history', list: 'rental-sessions-history' },
    ],
  },
  { label: 'Payments', icon: IconCreditCard, path: '/payments', list: 'payments', needs: { payment: ['GET'] } },
  {
    label: 'Price lists',
    icon: IconReceipt,
    path: '/price-lists',
    list: 'price-lists',
    needs: { rental_fleet: ['GET'] },
  },
  { label: 'Support', icon: IconLifebuoy, path: '/support', needs: { user: ['GET'] } },
  { label: 'Feedback', icon: IconStar, path: '/feedback', list: 'feedback', needs: { user: ['READ_FEEDBACK'] } },
]

const people: Destination[] = [
  { label: 'Find user', icon: IconUserSearch, path: '/find', needs: { user: ['GET'] } },
  {
    label: 'Subscriptions/passes',
    icon: IconTicket,
    path: '/subscriptions',
    list: 'subscriptions',
    needs: { subscription: ['GET'] },
  },
  { label: 'Allowlists', icon: IconListCheck, path: '/allowlists', list: 'allowlists', needs: { whitelist: ['GET'] } },
]

const field: Destination[] = [
  { label: 'Find by QR code', icon: IconQrcode, path: '/deep-link/search', needs: { device: ['GET'] } },
  {
    label: 'Hardware',
    icon: IconCpu,
    path: '/hardware/find',
    needs: { hardware: ['GET'] },
    children: [
      { label: 'Create mesh', path: '/hardware/create-mesh', needs: { hardware: ['UPDATE'] } },
      { label: 'Find hardware', path: '/hardware/find' },
      { label: 'Find by mesh', path: '/hardware/find-by-mesh' },
      { label: 'All hardware', path: '/hardware/list', list: 'hardware' },
      {
        label: 'Unassigned hardware',
        path: '/hardware/unassigned',
        list: 'unassigned-hardware',
        needs: { hardware: ['GETUNASSIGNED'] },
      },
      { label: 'New hardware', path: '/hardware/intake', list: 'intakes', needs: { hardware: ['GETUNASSIGNED'] } },
      {
        label: 'Templates',
        path: '/hardware/templates',
        list: 'templates',
        needs: { hardware: ['GET_CONFIG_TEMPLATES'] },
      },
      { label: 'Config comparison', path: '/hardware/compare', needs: { hardware: ['GET_PARAMS'] } },
      { label: 'Firmware', path: '/hardware/firmware', list: 'firmware-versions' },
      { label: 'Change sets', path: '/hardware/change-sets', list: 'change-sets', needs: { hardware: ['GET_PARAMS'] } },
    ],
  },
  {
    label: 'Maintenance log',
    icon: IconTool,
    path: '/maintenance-log',
    needs: { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] },
    children: [
      { label: 'Log entries', path: '/maintenance-log', list: 'maintenance-log' },
      {
        label: 'Planned work',
        path: '/maintenance-log/planned-work',
        list: 'work-plans-template',
        needs: { organization: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] },
      },
    ],
  },
  { label: 'Outages', icon: IconPlugConnectedX, path: '/outages', list: 'outages', needs: { location: ['GET'] } },
  {
    label: 'Commands',
    icon: IconTerminal2,
    path: '/commands',
    list: 'commands',
    needs: { device: ['GETCMDSHISTORY'] },
  },
  {
    label: 'External devices',
    icon: IconRouter,
    path: '/external-devices',
    list: 'external-devices',
    needs: { location: ['GET', 'GETEXTDEVICES'] },
  },
  {
    label: 'Security photos',
    icon: IconCamera,
    path: '/security-photos',
    list: 'security-photos',
    needs: { location: ['GET', 'GETSECURITYPHOTOS'] },
  },
  {
    label: 'Reminders',
    icon: IconBellRinging,
    path: '/reminders',
    list: 'reminder-groups',
    needs: { reminders: ['GET'] },
  },
  {
    label: 'Overstays',
    icon: IconClockExclamation,
    path: '/overstays',
    list: 'overstays',
    needs: { session: ['GET'] },
  },
  {
    label: 'Points of interest',
    icon: IconFlag,
    path: '/points-of-interest',
    list: 'points-of-interest',
    needs: { point_of_interest: ['GET'] },
  },
  {
    label: 'Public areas',
    icon: IconPolygon,
    path: '/public-areas',
    list: 'public-areas',
    needs: { public_area: ['public-area:get'] },
  },
]

/** With an external address for dashboards, the search opens it, and the list of the console stays a second entry. */
const analytics = (dashUrl: string): Destination[] => [
  ...(dashUrl ? [{ ...searchDashboards('/analytics/dashboards'), label: 'Dashboards' }] : []),
  searchDashboards(dashUrl || '/analytics/dashboards'),
  {
    label: 'Reports',
    icon: IconReportAnalytics,
    path: '/analytics/reports',
    list: 'reports',
    needs: { report: ['GET_REPORTS'] },
  },
]
const searchDashboards = (path: string): Destination => ({
  label: 'Search dashboards',
  icon: IconChartHistogram,
  path,
  list: 'dashboards',
  needs: { dashboards: ['analytics-dashboard:get'], organization: ['analytics-dashboard:get'] },
})

const administration: Destination[] = [
  {
    label: 'Organizations',
    icon: IconBuilding,
    path: '/organizations',
    list: 'organizations',
    needs: { organization: ['GET'] },
  },
  {
    label: 'Console users',
    icon: IconUsers,
    path: '/users/console',
    list: 'console-users',
    needs: { console_user: ['GET'] },
  },
  {
    label: 'Resource groups',
    icon: IconFolders,
    path: '/resource-groups',
    needs: { resource_group: ['GET'] },
    children: [
      { label: 'Groups', path: '/resource-groups', list: 'resource-groups' },
      { label: 'Roles', path: '/permissions/roles', needs: { permission: ['GET'] } },
      { label: 'Permissions inspector', path: '/permissions/inspector', needs: { console_user: ['GET'] } },
    ],
  },
  { label: 'Region configs', icon: IconWorldCog, path: '/regions', list: 'regions', needs: { console: ['GET'] } },
]

export const allDestinations = (dashUrl: string): DestinationGroup[] => [
  { label: 'Operate', destinations: operate },
  { label: 'People', destinations: people },
  { label: 'Field', destinations: field },
  { label: 'Analytics', destinations: analytics(dashUrl) },
  { label: 'Administration', destinations: administration },
]

/** A list with saved views and a file: its name in them, and its address. */
export interface ListPlace {
  name: string
  path: string
}

const placesOf = (entries: readonly { path: string; list?: string }[]): ListPlace[] =>
  entries.flatMap(({ path, list: name }) => (name === undefined ? [] : [{ name, path }]))

/** Every list of the menu. */
export const listPlaces: readonly ListPlace[] = allDestinations('').flatMap(({ destinations }) =>
  destinations.flatMap((one) => placesOf([one, ...(one.children ?? [])])),
)

export const placeOfList = (name: string): string | undefined => listPlaces.find((one) => one.name === name)?.path

/** What this person may open; a group without an entry goes too. */
export function destinationsFor(map: PermissionMap | null, dashUrl: string): DestinationGroup[] {
  return allDestinations(dashUrl)
    .map(({ label, destinations }) => ({
      label,
      destinations: destinations.filter(({ needs }) => can(map, needs)).map((one) => withChildren(one, map)),
    }))
    .filter(({ destinations }) => destinations.length > 0)
}

const withChildren = (one: Destination, map: PermissionMap | null): Destination =>
  one.children ? { ...one, children: one.children.filter(({ needs }) => needs === undefined || can(map, needs)) } : one
