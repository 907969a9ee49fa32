import * as z from 'zod'
import type { Action } from '../access.ts'
import { locationPoints } from './location-points.ts'
import {
  Generation,
  listLocationPrivateTags,
  listLocations,
  listLocationTags,
  locations,
  Location,
  LocationIcon,
  LocationRef,
  locationStatuses,
  locationTotals,
  locationTypes,
  PowerSave,
  UseCase,
} from './locations.ts'
import { repliesWith } from './location-status.ts'
import type { LocationStatus as Status } from './locations.ts'
import { countries } from '../regions/regions.ts'
import { isHttpsUrl, line, lines, requiredLine, requiredLines } from '../texts.ts'
import { BulkTarget, Id, route } from '../route.ts'

/** DELETE is for what was made by mistake: never installed, also not before, no device, no session. Its code stays used. */
export const deletableStatuses: readonly Status[] = ['in_house', 'in_delivery', 'demo']

/** Empty, or what the check says. */
const orEmpty = (label: string, most: number, words: string, fits: (value: string) => boolean) =>
  line(label, most).refine((value) => value === '' || fits(value), words)

export const LocationCode = z
  .string('Code is required')
  .trim()
  .min(1, 'Code is required')
  .regex(/^\d{6}$/, 'Code: a six-digit number')

/** `values.md`: reserved location tags, in lower case. */
export const reservedTags: readonly string[] = [
  'all',
  'any',
  'none',
  'null',
  'public',
  'private',
  'internal',
  'system',
  'test',
  'demo',
  'admin',
  'region',
  ...locationStatuses,
  ...locationTypes,
]
const isReserved = (tag: string): boolean => reservedTags.includes(tag.toLowerCase()) || /^(sys|region)_/i.test(tag)
export const LocationTag = z
  .string()
  .trim()
  .min(3, 'Tags: at least 3 characters')
  .max(32, 'Tags: at most 32 characters')
  .regex(/^[A-Za-z0-9_]+$/, 'Tags: letters, numbers and underscore only')
  .refine((tag) => !isReserved(tag), 'Tags: this word is reserved')

/** `Indoor` and `indoor` are one tag: the first stands as it was typed. */
export const eachTagOnce = (tags: readonly string[]): string[] =>
  tags.filter((tag, at) => tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === at)
const Tags = z.array(LocationTag).max(50, 'Tags: at most 50').overwrite(eachTagOnce)

const isTimeZone = (name: string): boolean => {
  // Offsets such as +02:00 are no zone: they know no summer time.
  if (name !== 'UTC' && !/^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const isWebAddress = (value: string): boolean => isHttpsUrl(value) && /[^.]\.[^.]/.test(new URL(value).hostname)
const isEmail = (value: string): boolean => z.email().safeParse(value).success

const degrees = (label: string, most: number) =>
  z
    .number(`${label}: a number`)
    .min(-most, `${label}: -${most} to ${most}`)
    .max(most, `${label}: -${most} to ${most}`)
    .nullable()
const hours = (label: string) =>
  z.int(`${label}: whole hours`).min(1, `${label}: at least 1 h`).max(8760, `${label}: at most 8760 h`)

/** Every field that is written, with the bounds and words of spec section 5 and `values.md`. */
const fields = {
  code: LocationCode,
  label: requiredLine('Label', 3, 64),
  address: line('Address', 255),
  state: line('State', 64),
  city: line('City', 64),
  district: line('District', 64),
  country: z
    .string('Country is required')
    .trim()
    .min(1, 'Country is required')
    .toUpperCase()
    .refine((code) => countries.has(code.toLowerCase()), 'Country: there is no such country'),
  type: z.enum(locationTypes, 'Type is required'),
  generation: Generation,
  power_save: PowerSave,
  icon_type: LocationIcon,
  use_case: UseCase.nullable(),
  /** Both or none; none until somebody knows where it will stand. A launch asks for them. */
  latitude: degrees('Latitude', 90),
  longitude: degrees('Longitude', 180),
  /** IANA name. Left out or null at creation: derived from the coordinates (UTC without them). */
  time_zone: z.string().trim().refine(isTimeZone, 'Time zone: there is no such time zone').nullable(),
  tags: Tags,
  private_tags: Tags,
  is_free: z.boolean(),
  has_booking: z.boolean(),
  has_app_parking: z.boolean(),
  has_rfid_parking: z.boolean(),
  has_e_charging: z.boolean(),
  is_publicly_visible: z.boolean(),
  has_camera: z.boolean(),
  has_auto_restarts: z.boolean(),
  free_parking_hours: z
    .number('Free parking hours: a number')
    .min(0, 'Free parking hours: not negative')
    .max(8760, 'Free parking hours: at most 8760')
    .multipleOf(0.25, 'Free parking hours: in quarters of an hour'),
  free_parking_summary: line('Free parking summary', 80),
  free_parking_details: lines('Free parking details', 1000),
  /** What staff and partners need to know at the place (keys, gates, whom to ask); never shown to app users. */
  restricted_description: lines('Restricted description', 1000),
  hidden_admin_description: requiredLines('Hidden admin description', 10, 2000),
  support_phone: orEmpty('Support phone', 20, 'Invalid phone number', (value) => /^\+[1-9]\d{6,14}$/.test(value)),
  support_email: orEmpty('Support email', 254, 'Invalid email address', isEmail),
  terms_url: orEmpty('Terms URL', 500, 'Terms URL must start with https://', (value) =>
    value.startsWith('https://'),
  ).refine((value) => value === '' || isWebAddress(value), 'Invalid URL'),
  bubble_orange_hours: hours('Orange after'),
  bubble_red_hours: hours('Red after'),
  owner_id: Id.nullable(),
  operator_id: Id.nullable(),
  distributor_id: Id.nullable(),
  reseller_id: Id.nullable(),
}

export type LocationField = keyof typeof fields
export const locationFields = Object.keys(fields) as LocationField[]

const plain = ['UPDATE'] as const
const restricted = ['MODIFY_RESTRICTED_FIELDS'] as const
const partner = ['GET_PARTNER_FIELDS', 'UPDATE'] as const
const organizations = ['MODIFYORGANIZATIONS'] as const
/**
 * Which actions on the location writing a field takes (rights: field levels). Who lacks them and sends the field is refused,
 * also with the value that stands there: a screen sends only what its reader may write. A field that is left out stays as it is.
 */
export const writeRights: Record<LocationField, readonly Action[]> = {
  code: restricted,
  type: restricted,
  generation: restricted,
  power_save: restricted,
  has_camera: restricted,
  has_auto_restarts: restricted,
  label: plain,
  address: plain,
  state: plain,
  city: plain,
  district: plain,
  country: plain,
  icon_type: plain,
  use_case: plain,
  latitude: plain,
  longitude: plain,
  time_zone: plain,
  is_free: plain,
  has_booking: plain,
  has_app_parking: plain,
  has_rfid_parking: plain,
  has_e_charging: plain,
  is_publicly_visible: plain,
  free_parking_hours: plain,
  bubble_orange_hours: plain,
  bubble_red_hours: plain,
  free_parking_summary: ['MODIFY_DESCRIPTIONS'],
  free_parking_details: ['MODIFY_DESCRIPTIONS'],
  restricted_description: ['MODIFY_RESTRICTED_DESCRIPTIONS'],
  hidden_admin_description: ['MODIFY_SUPERADMIN_FIELDS'],
  tags: ['MODIFY_PUBLIC_TAGS'],
  private_tags: ['GET_PRIVATE_TAGS', 'UPDATE'],
  support_phone: partner,
  support_email: partner,
  terms_url: partner,
  owner_id: organizations,
  operator_id: organizations,
  distributor_id: organizations,
  reseller_id: organizations,
}

/**
 * With CREATE alone, in the owner's system group: what a location is born with. The others take their own actions there too;
 * operator, distributor and reseller only where they are not the maker's own organization.
 */
export const fieldsAllowedOnCreate: readonly LocationField[] = [
  ...locationFields.filter((field) => writeRights[field] === plain),
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
export const copiedFields: readonly LocationField[] = locationFields.filter(
  (field) => !['code', 'address', 'latitude', 'longitude', 'time_zone', 'hidden_admin_description'].includes(field),
)

type Pairs = {
  [F in 'latitude' | 'longitude' | 'bubble_orange_hours' | 'bubble_red_hours']?: number | null | undefined
}
const hasBothCoordinates = ({ latitude, longitude }: Pairs): boolean =>
  (latitude ?? null) === null || (longitude ?? null) !== null
const hasLatitude = ({ latitude, longitude }: Pairs): boolean =>
  (longitude ?? null) === null || (latitude ?? null) !== null
/** Asked again by the server of what stands there after an edit. */
export const isRedAfterOrange = ({ bubble_orange_hours: orange, bubble_red_hours: red }: Pairs): boolean =>
  typeof orange !== 'number' || typeof red !== 'number' || red > orange
const pickPlace = 'Pick the place on the map'
export const redAfterOrange = 'Red after: later than orange'

const { code, label, country, type, generation, power_save, icon_type, ...others } = fields

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
  .strictObject(z.strictObject(fields).partial().shape)
  .refine(hasBothCoordinates, { path: ['longitude'], error: pickPlace })
  .refine(hasLatitude, { path: ['latitude'], error: pickPlace })
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
  summary: 'Create a location; its code is unique for ever',
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
  summary: 'Delete a location that was made by mistake; its code stays used',
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
