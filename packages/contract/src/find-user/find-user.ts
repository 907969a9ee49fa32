import * as z from 'zod'
import { Id, Instant, route } from '../route.ts'
import { UserStatus } from '../users/users.ts'
import { readingKinds } from './recognise.ts'

export const foundUsersAtMost = 50

/** One thing that the text was taken for, and how many users it found. */
export const TriedReading = z.object({
  kind: z.enum(readingKinds),
  /** Of a card: its bytes as hex. Personal data is not repeated. */
  rfid: z.string().nullable(),
  is_reversed: z.boolean(),
  count: z.number().int(),
})
export type TriedReading = z.infer<typeof TriedReading>

export const FoundUser = z.object({
  id: Id,
  name: z.string(),
  /** Masked; null without GET_PRIVILEGED. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: UserStatus,
  disabled_reason: z.string().nullable(),
  last_signed_in_at: Instant.nullable(),
  matched: z.enum(readingKinds),
  is_reversed: z.boolean(),
  /** The key that matched, for its line on the user's page. */
  access_key_id: Id.nullable(),
})
export type FoundUser = z.infer<typeof FoundUser>

/** Staff with the same email, id or name: they have a page of their own. */
export const FoundConsoleUser = z.object({ id: Id, name: z.string(), email: z.string() })
export type FoundConsoleUser = z.infer<typeof FoundConsoleUser>

/** What to look for; the server says in the words of spec section 5 what it cannot be. */
const LookUp = z.strictObject({
  q: z.string('Type what to look for').trim().min(1, 'Type what to look for').max(254),
  /** Which meaning of a row of digits comes first. */
  rfid_format: z.enum(['hex', 'decimal']).default('hex'),
})
export type LookUp = z.output<typeof LookUp>

export const LookUpReply = z.object({
  tried: z.array(TriedReading),
  items: z.array(FoundUser),
  /** More than `foundUsersAtMost` match. */
  has_more: z.boolean(),
  console_users: z.array(FoundConsoleUser),
})
export type LookUpReply = z.infer<typeof LookUpReply>

/**
 * Phone, email, PIN and card match only whole, and only for callers with user GET_PRIVILEGED: otherwise a guess would be
 * confirmed. A POST, because each look-up leaves an event, and because personal data belongs in no address.
 */
export const findUsers = route({
  method: 'POST',
  path: '/user/v1/look-ups',
  summary: 'Find users by phone, user id, PIN, RFID in hex or decimal, email or name; each look-up is recorded',
  says: { failed: 'Find user failed' },
  access: { user: ['GET'] },
  body: LookUp,
  reply: LookUpReply,
  isSecret: true,
})
