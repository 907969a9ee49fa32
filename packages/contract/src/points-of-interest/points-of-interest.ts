import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { keysOf } from '../certain.ts'
import { declareFields, eachOf, exportedOf, kinds, repliesOf } from '../fields.ts'
import type { OrganizationRole } from '../locations/locations.ts'
import { age, anyOf, anyOfOrEmpty, list, searchText } from '../list.ts'
import { BulkReply, BulkTarget, Id, Instant, route } from '../route.ts'
import { line, lines, requiredLine } from '../texts.ts'

/** Spec section 3. */
export const pointTypes = [
  'planned-location',
  'utility-water',
  'utility-pump',
  'utility-service',
  'public',
  'private',
] as const
export const PointType = z.enum(pointTypes, 'Type is required')
export type PointType = z.infer<typeof PointType>

export const pointIcons = ['water', 'pump', 'service', 'planned', 'public', 'private'] as const
export const PointIcon = z.enum(pointIcons, 'Icon is required')
export type PointIcon = z.infer<typeof PointIcon>

/** What a type looks like, unless someone chooses otherwise. */
export const iconOfType: Record<PointType, PointIcon> = {
  'planned-location': 'planned',
  'utility-water': 'water',
  'utility-pump': 'pump',
  'utility-service': 'service',
  public: 'public',
  private: 'private',
}

export const accessLevels = ['public', 'partner', 'internal'] as const
export const AccessLevel = z.enum(accessLevels, 'Access level is required')
export type AccessLevel = z.infer<typeof AccessLevel>

/**
 * Who sees a point. A level is nothing but group memberships, so that lists and single reads check it as they check
 * everything else. `internal`: the people of its organization. `partner`: also the people who work with that
 * organization in any role. `public`: the same people here, and riders and the public outside. The provider's staff
 * sees all.
 */
export const rolesOfLevel: Record<AccessLevel, readonly OrganizationRole[]> = {
  internal: ['owner'],
  partner: ['owner', 'operator', 'distributor', 'reseller'],
  public: ['owner', 'operator', 'distributor', 'reseller'],
}

/**
 * Every field that people write, a line each: spec section 5; bounds of `values.md`. What is optional has a default. Reply, body,
 * columns of the file, labels and the empty form derive from it.
 */
export const pointFields = declareFields({
  label: kinds.text(requiredLine('Label', 3, 64), { label: 'Label' }),
  type: kinds.choice(PointType, { label: 'Type' }),
  icon_type: kinds.choice(PointIcon, { label: 'Icon' }),
  access_level: kinds.choice(AccessLevel, { label: 'Access level' }),
  latitude: kinds.number(
    z.number('Pick the place on the map').min(-90, 'Latitude: -90 to 90').max(90, 'Latitude: -90 to 90'),
    { label: 'Place' },
  ),
  longitude: kinds.number(
    z.number('Pick the place on the map').min(-180, 'Longitude: -180 to 180').max(180, 'Longitude: -180 to 180'),
    { label: 'Place' },
  ),
  description: kinds.text(lines('Description', 500).default(''), { label: 'Description' }),
  /** Its id in the owner's own register, unique within the organization. */
  external_id: kinds.text(line('External ID', 64).default(''), { label: 'External ID' }),
  /** Null, too, for a reader who does not see that location. */
  location_id: kinds.reference(Id.nullable().default(null), { label: 'Location', exported: 'in_row' }),
})
export type PointField = keyof typeof pointFields
export const pointFieldNames = keysOf(pointFields)
export const pointFieldLabels: Record<PointField, string> = eachOf(pointFields, 'label')
export const blankPoint: Record<PointField, unknown> = eachOf(pointFields, 'blank')
/** The columns of the file that are fields of the record. */
export const pointExports = exportedOf(pointFields)

export const PointOfInterest = z.object({
  id: Id,
  ...repliesOf(pointFields),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type PointOfInterest = z.infer<typeof PointOfInterest>

export const PointOfInterestBody = z.strictObject(eachOf(pointFields, 'schema'))
export type PointOfInterestBody = z.output<typeof PointOfInterestBody>

const path = '/point-of-interest/v1/points-of-interest'
const placesPath = '/point-of-interest/v1/point-places'
const PointRef = z.strictObject({ point_id: Id })
const on = { point_of_interest: 'point_id' } as const

export const points = list({
  says: { failed: 'Fetch points of interest failed' },
  path,
  summary: 'Points of interest that the caller may see',
  access: { point_of_interest: ['GET'] },
  row: PointOfInterest,
  filters: {
    /** Part of the label, the external id or the description. */
    q: searchText,
    type: anyOf(PointType),
    access_level: anyOf(AccessLevel),
    location_id: anyOfOrEmpty(Id),
    created_at: age,
  },
  sortBy: [
    'label',
    'type',
    'icon_type',
    'access_level',
    'external_id',
    'location_label',
    'organization_name',
    'created_at',
    'updated_at',
    'id',
  ],
  exports: ['id', ...pointExports, 'location_code', 'location_label', 'organization_name', 'created_at', 'updated_at'],
  isSelectable: true,
})
export const listPointsOfInterest = points.route

/** One point on the map: what its glyph and its line beside the map need. */
export const PointPlace = PointOfInterest.pick({
  id: true,
  label: true,
  type: true,
  icon_type: true,
  access_level: true,
  latitude: true,
  longitude: true,
})
export type PointPlace = z.infer<typeof PointPlace>

/** More points than a person can tell apart, and what a browser still draws smoothly. */
export const pointPlacesAtMost = 100_000

export const listPointPlaces = route({
  method: 'GET',
  path: placesPath,
  summary: 'Places of all points of interest of a filter, for the map',
  says: { failed: 'Fetch points of interest failed' },
  access: { point_of_interest: ['GET'] },
  query: points.filter,
  reply: z.object({ items: z.array(PointPlace), /** All of the filter. */ total: z.number().int() }),
})

const changes = [listPointsOfInterest, listPointPlaces] as const

export const getPointOfInterest = route({
  method: 'GET',
  path: `${path}/:point_id`,
  summary: 'One point of interest',
  says: { failed: 'Fetch point of interest failed' },
  access: { point_of_interest: ['GET'] },
  on,
  params: PointRef,
  reply: PointOfInterest,
})

/** CREATE must be held in the owner group of the creator's organization, in which the point is born (rights). */
export const createPointOfInterest = route({
  method: 'POST',
  path,
  summary: 'Create a point of interest',
  says: { failed: 'Create point of interest failed', done: 'Point of interest created' },
  access: { point_of_interest: ['CREATE'] },
  body: PointOfInterestBody,
  reply: PointOfInterest,
  changes,
})

export const updatePointOfInterest = route({
  method: 'PUT',
  path: `${path}/:point_id`,
  summary: 'Update a point of interest',
  says: { failed: 'Update point of interest failed', done: 'Point of interest updated' },
  access: { point_of_interest: ['UPDATE'] },
  on,
  params: PointRef,
  body: PointOfInterestBody,
  needsVersion: true,
  reply: PointOfInterest,
  changes,
})

export const deletePointOfInterest = route({
  method: 'DELETE',
  path: `${path}/:point_id`,
  summary: 'Delete a point of interest',
  says: { failed: 'Delete point of interest failed', done: 'Point of interest deleted' },
  access: { point_of_interest: ['DELETE'] },
  on,
  params: PointRef,
  needsVersion: true,
  changes,
})

export const deletePointsOfInterest = route({
  method: 'POST',
  path: `${path}/deletions`,
  summary: 'Delete many points of interest',
  says: { failed: 'Delete points of interest failed', done: 'Points of interest deleted' },
  access: { point_of_interest: ['DELETE'] },
  isDeletion: true,
  body: z.strictObject({ target: BulkTarget }),
  reply: BulkReply,
  changes,
})

/** Who may change it sees who changed it: GET_EVENTS is an action of locations, and a point need not have one. */
export const listPointEvents = eventsOf(getPointOfInterest, { point_of_interest: ['UPDATE'] })
