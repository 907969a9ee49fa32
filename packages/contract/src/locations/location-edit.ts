import * as z from 'zod'
import { locationPoints } from './location-points.ts'
import {
  listLocationPrivateTags,
  listLocations,
  listLocationTags,
  locations,
  Location,
  LocationRef,
  locationTotals,
} from './locations.ts'
import { locationFieldNames, locationSchemas, writeRights } from './location-fields.ts'
import type { LocationField } from './location-fields.ts'
import { Tags } from './location-values.ts'
import { repliesWith } from './location-status.ts'
import type { LocationStatus as Status } from './location-values.ts'
import { BulkTarget, route } from '../route.ts'

/** DELETE is for what was made by mistake: never installed, also not before, no device, no session. Its code stays used. */
export const deletableStatuses: readonly Status[] = ['in_house', 'in_delivery', 'demo']

/**
 * With CREATE alone, in the owner's system group: what a location is born with. The others take their own actions there too;
 * operator, distributor and reseller only where they are not the maker's own organization.
 */
export const fieldsAllowedOnCreate: readonly LocationField[] = [
  ...locationFieldNames.filter((field) => writeRights[field].every((action) => action === 'UPDATE')),
  ...(['code', 'type', 'generation', 'power_save', 'owner_id'] as const),
]

/** An obsolete location is history: it is described and tagged, nothing else (spec section 4: must not be repurposed). */
export const writableWhenObsolete: readonly LocationField[] = [
  'tags',
  'private_tags',
  'restricted_description',
  'hidden_admin_description',
]

/** A copy begins with these, as far as its maker sees them: all but the code, and what belongs to the one place. */
export const copiedFields: readonly LocationField[] = locationFieldNames.filter(
  (field) => !['code', 'address', 'latitude', 'longitude', 'time_zone', 'hidden_admin_description'].includes(field),
)

type Pairs = {
  [F in 'latitude' | 'longitude' | 'bubble_orange_hours' | 'bubble_red_hours']?: number | null | undefined
}
const hasBothCoordinates = ({ latitude, longitude }: Pairs): boolean =>
  (latitude ?? null) === null || (longitude ?? null) !== null
const hasLatitude = ({ latitude, longitude }: Pairs): boolean =>
  (longitude ?? null) === null || (latitude ?? null) !== null
/** Of an edit: one of them alone stays beside the other that is there. */
const namesNoHalf = ({ latitude, longitude }: Pairs): boolean =>
  latitude === undefined || longitude === undefined || (latitude === null) === (longitude === null)
/** The server asks this again, and that the place is whole, of what is there after an edit. */
export const isRedAfterOrange = ({ bubble_orange_hours: orange, bubble_red_hours: red }: Pairs): boolean =>
  typeof orange !== 'number' || typeof red !== 'number' || red > orange
const pickPlace = 'Pick the place on the map'
export const redAfterOrange = 'Red after: must be later than Orange after'

const { code, label, country, type, generation, power_save, icon_type, ...others } = locationSchemas

export const NewLocation = z
  .strictObject({
    code,
    label,
    country,
    type,
    generation,
    power_save,
    icon_type,
    ...z.strictObject(others).partial().shape,
  })
  .refine(hasBothCoordinates, { path: ['longitude'], error: pickPlace })
  .refine(hasLatitude, { path: ['latitude'], error: pickPlace })
  .refine(isRedAfterOrange, { path: ['bubble_red_hours'], error: redAfterOrange })
export type NewLocation = z.output<typeof NewLocation>

/** What is left out stays as it is. */
export const LocationChange = z
  .strictObject(z.strictObject(locationSchemas).partial().shape)
  .refine(namesNoHalf, { path: ['latitude'], error: pickPlace })
  .refine(isRedAfterOrange, { path: ['bubble_red_hours'], error: redAfterOrange })
export type LocationChange = z.output<typeof LocationChange>

const path = '/location/v1/locations'
const one = `${path}/:location_id` as const
const changes = [listLocations, locationTotals, locationPoints, listLocationTags, listLocationPrivateTags] as const
const on = { location: 'location_id' } as const

/** CREATE is asked in the system group of the owner that the body names; without an owner, in what covers everything. */
export const createLocation = route({
  method: 'POST',
  path,
  summary: 'Create a location; its code is never reused',
  says: { failed: 'Create location failed', done: 'Location created' },
  access: { location: ['CREATE'] },
  body: NewLocation,
  reply: Location,
  changes,
})

/** Each field that is sent takes its own actions (`writeRights`); none sent changes nothing. */
export const updateLocation = route({
  method: 'PUT',
  path: one,
  isPartial: true,
  summary: 'Change fields of a location; each takes its own action, what is left out stays',
  says: { failed: 'Location update failed', done: 'Location updated' },
  access: { location: ['GET'] },
  on,
  params: LocationRef,
  body: LocationChange,
  needsVersion: true,
  reply: Location,
  changes,
})

/** Only one of `deletableStatuses` without devices, sessions, external devices, service fees and photos; else 409 `location_in_use`. */
export const deleteLocation = route({
  method: 'DELETE',
  path: one,
  summary: 'Delete a location that was created by mistake; its code is never reused',
  says: { failed: 'Delete location failed', done: 'Location deleted' },
  access: { location: ['DELETE'] },
  on,
  params: LocationRef,
  needsVersion: true,
  changes,
})

/** "All that match", for the bulk routes below. */
export const selectLocations = locations.selection

const TagsChange = z.strictObject({
  target: BulkTarget,
  add: Tags.default([]),
  remove: z.array(z.string().trim().max(32)).max(50).default([]),
})
export type TagsChange = Omit<z.output<typeof TagsChange>, 'target'>

/** Letter case is ignored when a tag is looked for. */
export const changeLocationTags = route({
  method: 'POST',
  path: `${path}/tags`,
  summary: 'Add and remove public tags of many locations',
  says: { failed: 'Update tags failed', done: 'Tags updated' },
  access: { location: ['MODIFY_PUBLIC_TAGS'] },
  body: TagsChange,
  reply: repliesWith(z.array(z.string())),
  changes,
})

export const changeLocationPrivateTags = route({
  method: 'POST',
  path: `${path}/private-tags`,
  summary: 'Add and remove private tags of many locations',
  says: { failed: 'Update tags failed', done: 'Tags updated' },
  access: { location: ['GET_PRIVATE_TAGS', 'UPDATE'] },
  body: TagsChange,
  reply: repliesWith(z.array(z.string())),
  changes,
})
