import * as z from 'zod'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import type { FilterOfList, QueryOfList } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { locationDetails, locationReplies } from './location-fields.ts'
import { LocationStatus, LocationType } from './location-values.ts'

export const locationHealths = ['online', 'some_offline', 'offline', 'unknown'] as const
export const LocationHealth = z.enum(locationHealths)
export type LocationHealth = z.infer<typeof LocationHealth>

/** The four parts an organization can have in a location (spec section 6). */
export const organizationRoles = ['owner', 'operator', 'distributor', 'reseller'] as const
export type OrganizationRole = (typeof organizationRoles)[number]

/** One mark of the docks overview; shape and colour follow from it (`values.md`, dock bubble). */
export const DockMark = z.object({
  number: z.number().int(),
  dock_state: z.string(),
  dock_state_since: Instant.nullable(),
  /** Its heartbeat is healthy or late. */
  in_contact: z.boolean(),
})
export type DockMark = z.infer<typeof DockMark>

const organizationNames = {
  owner_id: Id.nullable(),
  owner_name: z.string().nullable(),
  operator_id: Id.nullable(),
  operator_name: z.string().nullable(),
  distributor_id: Id.nullable(),
  distributor_name: z.string().nullable(),
  reseller_id: Id.nullable(),
  reseller_name: z.string().nullable(),
}

/** What can be wrong with a device, worst first; a device counts once, by the first that holds. */
export const deviceIssueKinds = ['fault', 'alarm', 'offline', 'no_hardware'] as const
export type DeviceIssueKind = (typeof deviceIssueKinds)[number]
/** What can be wrong at a location: with its devices, and what its maintenance log calls urgent. */
export const issueKinds = [...deviceIssueKinds, 'log_entry'] as const
export const IssueKind = z.enum(issueKinds)
export type IssueKind = z.infer<typeof IssueKind>

/** The view "Needs attention" of the list: locations with an issue, those with most of them first. */
export const attentionSearch = (kinds: readonly IssueKind[] = issueKinds): string =>
  [...kinds.map((kind) => `issue=${kind}`), 'sort=issues', 'order=desc'].join('&')

export const LocationRow = z.object({
  id: Id,
  code: z.string(),
  label: z.string(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  status: LocationStatus,
  type: LocationType,
  health: LocationHealth,
  /**
   * Devices in fault, offline, long offline, with an open alarm or without hardware, and open log entries of critical or high
   * priority, for readers of the maintenance log there. None where nothing is expected to work: in house, in delivery and
   * obsolete.
   */
  issues: z.number().int(),
  /** The same by kind; they add up to `issues`. */
  issue_kinds: z.record(IssueKind, z.number().int()),
  docks: z.array(DockMark),
  /** From so many hours on a dock is drawn orange, from so many red (values: dock bubble). */
  bubble_orange_hours: z.number(),
  bubble_red_hours: z.number(),
  total_docks: z.number().int(),
  available_docks: z.number().int(),
  occupied_docks: z.number().int(),
  /** Neither free nor occupied: booked, in fault, moving or out of contact. */
  other_docks: z.number().int(),
  available_rentals: z.number().int(),
  tags: z.array(z.string()),
  ...organizationNames,
  created_at: Instant,
  launched_at: Instant.nullable(),
})
export type LocationRow = z.infer<typeof LocationRow>

/** One location. Fields behind a level are absent for those who may not see them. */
export const Location = z.object({
  ...LocationRow.shape,
  ...locationReplies,
  /** What app users read now; empty when there is none (`maintenance-messages.ts`). */
  maintenance_message: z.string(),
  updated_at: Instant,
  version: z.number().int(),
})
export type Location = z.infer<typeof Location>

export const LocationTotals = z.object({
  locations: z.number().int(),
  online: z.number().int(),
  issues: z.number().int(),
  total_docks: z.number().int(),
  available_docks: z.number().int(),
  occupied: z.number().int(),
  occupied_orange: z.number().int(),
  occupied_red: z.number().int(),
  available_rentals: z.number().int(),
})
export type LocationTotals = z.infer<typeof LocationTotals>

export const LocationRef = z.strictObject({ location_id: Id })

/**
 * A point to sort by the distance from, as "59.437,24.745". Three decimals are about a hundred metres: enough for an order, and
 * no address of a request holds where exactly someone is.
 */
const NearPoint = z.string().regex(/^-?\d{1,2}(\.\d{1,3})?,-?\d{1,3}(\.\d{1,3})?$/)

const TagMode = z.enum(['any', 'all']).default('any')

/** In the file a field behind a level is empty where its reader may not see it. */
export const locations = list({
  says: { failed: 'Fetch locations failed' },
  staleOn: ['location', 'device', 'log_entry'],
  path: '/location/v1/locations',
  summary: 'Locations that the caller may see',
  access: { location: ['GET'] },
  row: LocationRow,
  filters: {
    /** Part of the code, the name or the address. */
    q: searchText,
    /** Public tags, whatever their letters' case. */
    tag: anyOf(z.string().min(2).max(32)),
    /** Private tags: only locations whose private tags the caller sees (GET_PRIVATE_TAGS) are found by them. */
    private_tag: anyOf(z.string().min(2).max(32)),
    /** `any`: at least one of the tags; `all`: each of them. */
    tag_mode: ownFilter(TagMode),
    private_tag_mode: ownFilter(TagMode),
    /** In any part. */
    organization_id: anyOf(Id),
    /** Those of a dashboard, as its charts count them. One that the reader does not see finds nothing. */
    dashboard_id: ownFilter(Id.optional()),
    status: anyOf(LocationStatus),
    health: anyOf(LocationHealth),
    /** With at least one such issue. */
    issue: anyOf(IssueKind),
    type: anyOf(LocationType),
    created_at: age,
    launched_at: age,
    /** For the sort `distance`; without it all locations are equally far. */
    near: ownFilter(NearPoint.optional()),
  },
  sortBy: [
    'code',
    'status',
    'issues',
    'label',
    'address',
    'health',
    'created_at',
    'launched_at',
    'total_docks',
    'available_docks',
    'occupied_docks',
    'other_docks',
    'available_rentals',
    'id',
    'owner_name',
    'operator_name',
    'distributor_name',
    'reseller_name',
    'type',
    'distance',
  ],
  exports: [
    'id',
    'code',
    'label',
    'address',
    'status',
    'type',
    'health',
    'issues',
    'total_docks',
    'available_docks',
    'available_rentals',
    'tags',
    'owner_name',
    'operator_name',
    'distributor_name',
    'reseller_name',
    'created_at',
    'launched_at',
    ...locationDetails,
  ],
  isSelectable: true,
})
export type LocationFilter = FilterOfList<typeof locations>
export type LocationQuery = QueryOfList<typeof locations>
export const listLocations = locations.route
export const exportLocations = locations.csv

export const locationTotals = route({
  method: 'GET',
  path: '/location/v1/location-totals',
  summary: 'Totals over all locations of a filter',
  says: { failed: 'Fetch totals failed' },
  staleOn: ['location', 'device', 'log_entry'],
  access: { location: ['GET'] },
  query: locations.filter,
  reply: LocationTotals,
})

export const listLocationTags = route({
  method: 'GET',
  path: '/location/v1/location-tags',
  summary: 'Public tags of the locations that the caller may see',
  says: { failed: 'Fetch tags failed' },
  access: { location: ['GET'] },
  reply: z.array(z.object({ tag: z.string(), locations: z.number().int() })),
})

export const listLocationPrivateTags = route({
  method: 'GET',
  path: '/location/v1/location-private-tags',
  summary: 'Private tags of the locations whose private tags the caller may see',
  says: { failed: 'Fetch tags failed' },
  access: { location: ['GET_PRIVATE_TAGS'] },
  reply: z.array(z.object({ tag: z.string(), locations: z.number().int() })),
})

export const getLocation = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id',
  summary: 'One location',
  says: { failed: 'Fetch location failed' },
  staleOn: ['location', 'log_entry'],
  access: { location: ['GET'] },
  on: { location: 'location_id' },
  params: LocationRef,
  reply: Location,
})
