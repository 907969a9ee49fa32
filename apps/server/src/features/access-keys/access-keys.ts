import { uuidv7 } from 'uuidv7'
import { accessKeysAtMost, storedKey } from '@wheelhouse/contract/access-keys/access-keys.ts'
import type { AccessKey, NewAccessKey } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { sealKey } from '../../platform/seal.ts'
import { addUserRecord, lockLivingUser, publishUser } from '../users/users.ts'
import type { LockedUser } from '../users/users.ts'
import { isKeyTaken } from './find-access-key.ts'
import { accessKeyById } from './queries.ts'

/** The type alone: a key in an event would outlive its deletion. */
function recordEvent(ctx: Ctx, journal: Journal, user: LockedUser, details: EventDetails<'access-keys'>): void {
  addUserRecord(ctx, journal, user, { feature: 'access-keys', ...details })
  publishUser(journal, user.id)
}

export function addAccessKey(ctx: Ctx, userId: string, body: NewAccessKey): Promise<AccessKey> {
  return write(ctx, async (tx, journal, inside) => {
    const user = await lockLivingUser(tx, userId)
    const sealed = sealKey(ctx.config, storedKey(body))
    await assertRoom(tx, userId, body)
    if (await isKeyTaken(tx, body.type, sealed.key_hash)) throw new AppError('access_key_taken', { field: 'key' })
    const id = uuidv7()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('access_keys')
      .values({ id, user_id: userId, type: body.type, ...sealed, created_at: journal.at.toISOString() })
      // Two people may add the same card at once.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new AppError('access_key_taken', { field: 'key' })
    recordEvent(ctx, journal, user, { verb: 'added', after: { key_type: body.type } })
    return accessKeyById(inside, userId, id)
  })
}

async function assertRoom(tx: Tx, userId: string, { type }: NewAccessKey): Promise<void> {
  const keys = await tx.selectFrom('access_keys').select('type').where('user_id', '=', userId).execute()
  if (keys.length >= accessKeysAtMost) throw new AppError('too_many_access_keys')
  if (type === 'pin' && keys.some((key) => key.type === 'pin')) throw new AppError('pin_exists', { field: 'type' })
}

export function deleteAccessKey(ctx: Ctx, userId: string, id: string): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const user = await lockLivingUser(tx, userId)
    const deleted = await tx
      .deleteFrom('access_keys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('type')
      .executeTakeFirst()
    if (!deleted) throw new AppError('not_found')
    recordEvent(ctx, journal, user, { verb: 'deleted', before: { key_type: deleted.type } })
    return null
  })
}

/** For the erasure of a person. Sessions keep the id of the key, which then names nothing. */
export const eraseAccessKeys = (tx: Tx, userId: string) =>
  tx.deleteFrom('access_keys').where('user_id', '=', userId).execute()
