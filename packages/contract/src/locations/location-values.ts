import * as z from 'zod'
import { countries } from '../regions/countries.ts'
import { isHttpsUrl, line } from '../texts.ts'

// What the fields of a location may hold (spec section 5, `values.md`).

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
/** Where nothing is expected to work: nothing there is an issue, or counted as offline, and no vehicle is left there. */
export const idleStatuses = ['in_house', 'in_delivery', 'obsolete'] as const satisfies readonly LocationStatus[]

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

/** A line that may be empty; any other value must pass the check. */
export const orEmpty = (label: string, most: number, message: string, fits: (value: string) => boolean) =>
  line(label, most).refine((value) => value === '' || fits(value), message)

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

/** `Indoor` and `indoor` are one tag: the first is kept as it was typed. */
export const eachTagOnce = (tags: readonly string[]): string[] =>
  tags.filter((tag, at) => tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === at)
export const tagsAtMost = 50
export const Tags = z.array(LocationTag).max(tagsAtMost, `Tags: at most ${tagsAtMost}`).overwrite(eachTagOnce)

const isTimeZone = (name: string): boolean => {
  // Offsets such as +02:00 are no zone: they know no summer time.
  if (name !== 'UTC' && !/^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
export const TimeZone = z.string().trim().refine(isTimeZone, 'Time zone: there is no such time zone')
const isWebAddress = (value: string): boolean => isHttpsUrl(value) && /[^.]\.[^.]/.test(new URL(value).hostname)
export const isEmail = (value: string): boolean => z.email().safeParse(value).success

export const degrees = (label: string, most: number) =>
  z
    .number(`${label}: a number`)
    .min(-most, `${label}: -${most} to ${most}`)
    .max(most, `${label}: -${most} to ${most}`)
    .nullable()
export const hours = (label: string) =>
  z.int(`${label}: whole hours`).min(1, `${label}: at least 1 h`).max(8760, `${label}: at most 8760 h`)

export const Country = z
  .string('Country is required')
  .trim()
  .min(1, 'Country is required')
  .toUpperCase()
  .refine((code) => countries.has(code.toLowerCase()), 'Country: there is no such country')
export const TermsUrl = orEmpty('Terms URL', 500, 'Terms URL must start with https://', (value) =>
  value.startsWith('https://'),
).refine((value) => value === '' || isWebAddress(value), 'Invalid URL')
