import * as z from 'zod'
import { isPin, rfidFromDecimal, rfidFromHex } from '../find-user/recognise.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLine } from '../texts.ts'
import { getUser, onUser } from '../users/users.ts'

export const accessKeyTypes = ['rfid', 'pin', 'app', 'nfc'] as const
export const AccessKeyType = z.enum(accessKeyTypes)
export type AccessKeyType = z.infer<typeof AccessKeyType>

/** What a person at the console may add: the app makes and renews its own keys. */
export const addableKeyTypes = ['rfid', 'nfc', 'pin'] as const
export type AddableKeyType = (typeof addableKeyTypes)[number]

export const accessKeysAtMost = 20

/** A card is shown whole; of the key of an app only its ends, and of a PIN nothing until it is asked for. */
export const AccessKey = z.object({
  id: Id,
  type: AccessKeyType,
  key: z.string(),
  created_at: Instant,
})
export type AccessKey = z.infer<typeof AccessKey>

const path = '/user/v1/users/:user_id/access-keys'

export const listAccessKeys = route({
  method: 'GET',
  path,
  summary: 'Access keys of a user, newest first',
  says: { failed: 'Fetch access keys failed' },
  access: { user: ['GET_ACCESS_KEYS'] },
  ...onUser,
  reply: z.array(AccessKey),
})

/** A card as it is printed or read, in hex or decimal; `format` says which, because eight digits may be either. */
export const NewAccessKey = z
  .strictObject({
    type: z.enum(addableKeyTypes, 'Type is required'),
    key: requiredLine('Key', 1, 60),
    format: z.enum(['hex', 'decimal']).default('hex'),
  })
  .superRefine(({ type, key, format }, ctx) => {
    const wrong = wrongKey(type, key, format)
    if (wrong !== null) ctx.addIssue({ code: 'custom', path: ['key'], message: wrong })
  })
export type NewAccessKey = z.output<typeof NewAccessKey>

/** Spec section 5, in its words; null: it is a key. */
function wrongKey(type: AddableKeyType, key: string, format: 'hex' | 'decimal'): string | null {
  if (type === 'pin') return isPin(key) ? null : 'Invalid PIN'
  if (format === 'decimal') return rfidFromDecimal(key) === null ? 'Invalid RFID-DEC key' : null
  return rfidFromHex(key) === null ? 'Invalid RFID key' : null
}

/** As it is stored. */
export function storedKey({ type, key, format }: NewAccessKey): string {
  if (type === 'pin') return key
  return (format === 'decimal' ? rfidFromDecimal(key) : rfidFromHex(key)) ?? ''
}

/** The spec has no action for adding a key: who may delete keys may also add them, as for a lost card (decision 26). */
export const addAccessKey = route({
  method: 'POST',
  path,
  summary: 'Add an access key to a user',
  says: { failed: 'Add access key failed', done: 'Access key added' },
  access: { user: ['GET_ACCESS_KEYS', 'DELETE_ACCESS_KEYS'] },
  ...onUser,
  body: NewAccessKey,
  reply: AccessKey,
  changes: [listAccessKeys, getUser],
})

export const deleteAccessKey = route({
  method: 'DELETE',
  path: `${path}/:access_key_id`,
  summary: 'Delete an access key of a user',
  says: { failed: 'Delete access key failed', done: 'Access key deleted' },
  access: { user: ['DELETE_ACCESS_KEYS'] },
  on: onUser.on,
  params: z.strictObject({ user_id: Id, access_key_id: Id }),
  changes: [listAccessKeys, getUser],
})
