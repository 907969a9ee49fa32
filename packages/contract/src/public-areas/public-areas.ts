import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import { LocationHealth } from '../locations/locations.ts'
import { LocationStatus } from '../locations/location-values.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLine, requiredLines } from '../texts.ts'

/** The public is shown a location that riders can go to, and only while it is marked as publicly visible. */
export const publicStatuses = [
  'launched',
  'launched_offline',
  'maintenance',
] as const satisfies readonly LocationStatus[]

/** What a check found in one feed. */
export const FeedCheck = z.object({
  feed: z.string(),
  /** Stations, vehicles or whatever the feed lists. */
  items: z.number().int().nonnegative(),
  /** Where, and what breaks the standard; the first of them. Empty: nothing does. */
  problems: z.array(z.object({ at: z.string(), text: z.string() })),
})
export type FeedCheck = z.infer<typeof FeedCheck>

export const feedStates = ['valid', 'faulty', 'unchecked'] as const
export const FeedState = z.enum(feedStates)
export type FeedState = z.infer<typeof FeedState>

export const PublicArea = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  organization_id: Id,
  organization_name: z.string(),
  /** Of those that the reader may see. */
  locations: z.number().int(),
  /** How many of these are in the feeds now. */
  public_locations: z.number().int(),
  feed_state: FeedState,
  feed_problems: z.number().int(),
  checked_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type PublicArea = z.infer<typeof PublicArea>

/** A location of an area as its page shows it. */
export const AreaLocation = z.object({
  id: Id,
  code: z.string(),
  label: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  status: LocationStatus,
  health: LocationHealth,
  is_publicly_visible: z.boolean(),
  /** It is in the feeds now. */
  is_public: z.boolean(),
})
export type AreaLocation = z.infer<typeof AreaLocation>

export const PublicAreaDetails = PublicArea.extend({
  /** Those that the reader may see, by code. */
  location_rows: z.array(AreaLocation),
  /** Addresses without a host, in the order in which a page shows them. */
  feeds: z.array(z.object({ name: z.string(), path: z.string() })),
  geojson_path: z.string(),
  embed_path: z.string(),
  /** Empty before the first check. */
  checks: z.array(FeedCheck),
})
export type PublicAreaDetails = z.infer<typeof PublicAreaDetails>

export const areaLocationsAtMost = 1_000

/** Spec section 5: name and description required, at least one location picked; bounds of `values.md`. */
export const PublicAreaBody = z.strictObject({
  name: requiredLine('Name', 3, 64),
  description: requiredLines('Description', 10, 500),
  organization_id: z.uuid('Owner organization is required').toLowerCase(),
  location_ids: z
    .array(Id, 'Pick at least one location')
    .min(1, 'Pick at least one location')
    .max(areaLocationsAtMost, `Locations: at most ${areaLocationsAtMost}`),
})
export type PublicAreaBody = z.output<typeof PublicAreaBody>

const path = '/public-area/v1/public-areas'
export const areaPath = `${path}/:public_area_id`
const AreaRef = z.strictObject({ public_area_id: Id })
const on = { public_area: 'public_area_id' } as const

export const publicAreas = list({
  says: { failed: 'Fetch public areas failed' },
  path,
  summary: 'Public areas that the caller may see',
  access: { public_area: ['public-area:get'] },
  row: PublicArea,
  filters: {
    /** Part of the name or the description. */
    q: searchText,
    organization_id: anyOf(Id),
    feed_state: anyOf(FeedState),
    created_at: age,
  },
  sortBy: ['name', 'organization_name', 'locations', 'feed_problems', 'checked_at', 'created_at', 'updated_at', 'id'],
  exports: [
    'id',
    'name',
    'description',
    'organization_name',
    'locations',
    'public_locations',
    'feed_state',
    'feed_problems',
    'checked_at',
    'created_at',
    'updated_at',
  ],
})
export const listPublicAreas = publicAreas.route

export const getPublicArea = route({
  method: 'GET',
  path: areaPath,
  summary: 'One public area with its locations, its feeds and what the last check found',
  says: { failed: 'Fetch public area failed' },
  access: { public_area: ['public-area:get'] },
  staleOn: ['public_area', 'location'],
  on,
  params: AreaRef,
  reply: PublicAreaDetails,
})

const changes = [listPublicAreas] as const

/** The action must be held in the owner group of the organization that the area names, in which it is born (rights). */
export const createPublicArea = route({
  method: 'POST',
  path,
  summary: 'Create a public area',
  says: { failed: 'Create public area failed', done: 'Public area created successfully' },
  access: { public_area: ['public-area:create'] },
  body: PublicAreaBody,
  reply: PublicArea,
  changes,
})

export const updatePublicArea = route({
  method: 'PUT',
  path: areaPath,
  summary: 'Update a public area',
  says: { failed: 'Update public area failed', done: 'Public area updated' },
  access: { public_area: ['public-area:update'] },
  on,
  params: AreaRef,
  body: PublicAreaBody,
  needsVersion: true,
  reply: PublicArea,
  changes,
})

export const deletePublicArea = route({
  method: 'DELETE',
  path: areaPath,
  summary: 'Delete a public area with its feeds',
  says: { failed: 'Delete public area failed', done: 'Public area deleted' },
  access: { public_area: ['public-area:delete'] },
  on,
  params: AreaRef,
  needsVersion: true,
  changes,
})

export const checkPublicArea = route({
  method: 'POST',
  path: `${areaPath}/checks`,
  summary: 'Check the feeds of a public area against their standards now',
  says: { failed: 'Check feeds failed' },
  access: { public_area: ['public-area:update'] },
  on,
  params: AreaRef,
  reply: PublicAreaDetails,
  changes,
})

/** Who may change it sees who changed it. */
export const listPublicAreaEvents = eventsOf(getPublicArea, { public_area: ['public-area:update'] })
