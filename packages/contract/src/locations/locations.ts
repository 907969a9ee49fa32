import * as z from 'zod'
import type { ResourceType, Action } from '../access.ts'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import type { FilterOfList, QueryOfList } from '../list.ts'
import { Id, Instant, route } from '../route.ts'

export const locationStatuses = [
  'in_house',
  'in_delivery',
  'demo',
  'installed',
  'launched',
  'launched_offline',
  'maintenance',
  'obsolete',
] as const
export const LocationStatus = z.enum(locationStatuses)
export type LocationStatus = z.infer<typeof LocationStatus>

export const locationHealths = ['online', 'some_offline', 'offline', 'unknown'] as const
export const LocationHealth = z.enum(locationHealths)
export type LocationHealth = z.infer<typeof LocationHealth>

export const locationTypes = [
  'bike_docks',
  'bike_rentals',
  'scooter_docks',
  'scooter_docks_v2',
  'scooter_rentals',
  'bike_lockers',
  'bike_house',
  'bike_house_dockless',
  'bike_hangar',
] as const
export const LocationType = z.enum(locationTypes)
export type LocationType = z.infer<typeof LocationType>

export const Generation = z.enum(['G1', 'G2', 'G3'], 'Generation is required')
export const PowerSave = z.enum(
  ['none', 'rfid_turned_off', 'remote_wakeup', 'local_wakeup'],
  'Power-save strategy is required',
)
export const LocationIcon = z.enum(
  ['bike', 'scooter', 'locker', 'house', 'hangar', 'charging'],
  'Icon type is required',
)
export const useCases = [
  'municipality',
  'transit_authority',
  'campus',
  'university',
  'retail_chain',
  'standalone',
  'residential',
  'workplace',
  'event',
  'other',
] as const
export const UseCase = z.enum(useCases)

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

export const LocationRow = z.object({
  id: Id,
  code: z.string(),
  label: z.string(),
  address: z.string(),
  status: LocationStatus,
  type: LocationType,
  health: LocationHealth,
  /** Devices in fault, offline, long offline, with an open alarm or without hardware. */
  issues: z.number().int(),
  docks: z.array(DockMark),
  /** From so many hours on a dock is drawn orange, from so many red (values: dock bubble). */
  bubble_orange_hours: z.number(),
  bubble_red_hours: z.number(),
  total_docks: z.number().int(),
  available_docks: z.number().int(),
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
  state: z.string(),
  city: z.string(),
  district: z.string(),
  country: z.string(),
  generation: Generation,
  use_case: UseCase.nullable(),
  /** Null until somebody knows where it will stand. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  time_zone: z.string(),
  icon_type: LocationIcon,
  is_free: z.boolean(),
  has_booking: z.boolean(),
  has_app_parking: z.boolean(),
  has_rfid_parking: z.boolean(),
  has_e_charging: z.boolean(),
  is_publicly_visible: z.boolean(),
  free_parking_hours: z.number(),
  free_parking_summary: z.string(),
  free_parking_details: z.string(),
  /** What app users read now; empty when there is none (`maintenance-messages.ts`). */
  maintenance_message: z.string(),
  updated_at: Instant,
  version: z.number().int(),
  power_save: PowerSave.optional(),
  has_auto_restarts: z.boolean().optional(),
  has_camera: z.boolean().optional(),
  support_phone: z.string().optional(),
  support_email: z.string().optional(),
  terms_url: z.string().optional(),
  private_tags: z.array(z.string()).optional(),
  /** For staff and partners at the place; never shown to app users. */
  restricted_description: z.string().optional(),
  hidden_admin_description: z.string().optional(),
})
export type Location = z.infer<typeof Location>

/** Neither sent nor writable without the action (rights: field levels). */
export const locationFieldLevels: Record<string, readonly [ResourceType, Action]> = {
  power_save: ['location', 'GET_RESTRICTED_FIELDS'],
  has_auto_restarts: ['location', 'GET_RESTRICTED_FIELDS'],
  has_camera: ['location', 'GET_RESTRICTED_FIELDS'],
  support_phone: ['location', 'GET_PARTNER_FIELDS'],
  support_email: ['location', 'GET_PARTNER_FIELDS'],
  terms_url: ['location', 'GET_PARTNER_FIELDS'],
  private_tags: ['location', 'GET_PRIVATE_TAGS'],
  restricted_description: ['location', 'GET_RESTRICTED_FIELDS'],
  hidden_admin_description: ['location', 'GET_SUPERADMIN_FIELDS'],
}

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

/** Fields that the list does not show and an export gives: what an import takes, so that a file can be mended and read in again. */
export const locationDetails = [
  ...([
    'state',
    'city',
    'district',
    'country',
    'generation',
    'power_save',
    'icon_type',
    'use_case',
    'latitude',
    'longitude',
  ] as const),
  ...([
    'time_zone',
    'private_tags',
    'is_free',
    'has_booking',
    'has_app_parking',
    'has_rfid_parking',
    'has_e_charging',
  ] as const),
  ...([
    'is_publicly_visible',
    'has_camera',
    'has_auto_restarts',
    'free_parking_hours',
    'free_parking_summary',
  ] as const),
  ...([
    'free_parking_details',
    'restricted_description',
    'hidden_admin_description',
    'support_phone',
    'support_email',
  ] as const),
  ...(['terms_url', 'bubble_orange_hours', 'bubble_red_hours'] as const),
] as const

const TagMode = z.enum(['any', 'all']).default('any')

/** In the file a field behind a level is empty where its reader may not see it. */
export const locations = list({
  says: { failed: 'Fetch locations failed' },
  staleOn: ['location', 'device'],
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
    organization_id: anyOf(Id),
    status: anyOf(LocationStatus),
    health: anyOf(LocationHealth),
    type: anyOf(LocationType),
    created_at: age,
    launched_at: age,
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
    'available_rentals',
    'id',
    'owner_name',
    'operator_name',
    'distributor_name',
    'reseller_name',
    'type',
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
  staleOn: ['location', 'device'],
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
  access: { location: ['GET'] },
  on: { location: 'location_id' },
  params: LocationRef,
  reply: Location,
})
