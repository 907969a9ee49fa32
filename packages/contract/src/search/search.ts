import * as z from 'zod'
import { Id, Instant, listOf, route } from '../route.ts'

/** What can be found, in the order in which it is shown. */
export const searchTypes = [
  'location',
  'device',
  'external_device',
  'rental_device',
  'hardware',
  'session',
  'rental_session',
  'command',
  'organization',
  'user',
  'console_user',
  'point_of_interest',
] as const
export type SearchType = (typeof searchTypes)[number]

/** At most so many of each type. */
export const foundAtMost = 8
/** Words are looked for from so many letters on (data model, section 7); a code is found by its shape, however short. */
export const shortestWord = 3

/** By what it was found. All but `words` are the whole thing: no other row has it. */
export const searchMatches = [
  'words',
  'code',
  'id',
  'hardware_id',
  'qr_code',
  'alias',
  'phone',
  'email',
  'pin',
  'iccid',
  'msisdn',
  'rfid',
  /** The bytes of the key in the other order (values: RFID). */
  'rfid_reversed',
] as const
export type SearchMatch = (typeof searchMatches)[number]

/** What the bubble of a device is drawn from. */
export const FoundDock = z.object({
  device_type: z.string(),
  dock_state: z.string(),
  dock_state_since: Instant.nullable(),
  in_contact: z.boolean(),
  bubble_orange_hours: z.number(),
  bubble_red_hours: z.number(),
})

export const SearchHit = z.object({
  type: z.enum(searchTypes),
  /** Of hardware in stock its printed id, of all else a UUID. */
  id: z.string(),
  /** Location code, or location code and device number, or the code of a vehicle; empty where there is none. */
  code: z.string(),
  title: z.string(),
  /** Personal data of riders is masked here; the user's page shows it in full to callers with the right. */
  detail: z.string(),
  /** What of code, title and detail was asked for, as it is written there: for bold. */
  marks: z.array(z.string()),
  matched: z.enum(searchMatches),
  /** The card that was found, raw bytes as hex. */
  rfid: z.string().nullable(),
  /** Health of a location, status of a session, of a command; `disabled` of a person; null where there is nothing to say. */
  state: z.string().nullable(),
  dock: FoundDock.nullable(),
  /** Where a device, a session or a command is. */
  location_id: Id.nullable(),
  device_id: Id.nullable(),
  /** Of a command to hardware that is in no device. */
  hardware_id: z.string().nullable(),
})
export type SearchHit = z.infer<typeof SearchHit>

/**
 * One box for everything. Each type is asked with its own right, row by row, and a type that the caller may not see
 * answers nothing. A rider's phone, email, PIN and card find someone only for who holds user GET_PRIVILEGED.
 */
export const search = route({
  method: 'GET',
  path: '/search/v1/search',
  summary: 'Whatever the caller may see, by its code, id, name, phone, email or key',
  access: { signed_in: 'each type asks for its own permission, row by row; without it nothing is found' },
  /** Of some types: a field that asks for a person needs no locations. */
  query: z.strictObject({ q: z.string().trim().min(1).max(100), type: listOf(z.enum(searchTypes)) }),
  reply: z.object({ items: z.array(SearchHit) }),
})
