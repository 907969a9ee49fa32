import { AppError } from '@wheelhouse/contract/errors.ts'
import type { EventKind } from '@wheelhouse/contract/events/event-kinds.ts'
import { deletedUserName } from '@wheelhouse/contract/users/users.ts'
import type { PersonalData, User } from '@wheelhouse/contract/users/users.ts'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { AuditEntry, EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { openKey } from '../../platform/seal.ts'
import type { Keyed } from '../../platform/seal.ts'
import { readUser } from './read-user.ts'

/** What every verb about a user needs of the locked row. */
export interface LockedUser {
  id: string
  name: string
  disabled_at: string | null
  deleted_at: string | null
  version: number
}

/** No event of a user repeats personal data: it outlives the erasure of the person. */
export function addUserRecord(
  ctx: Ctx,
  journal: Journal,
  { id, name }: Pick<LockedUser, 'id' | 'name'>,
  entry: EventKind & Pick<AuditEntry, 'before' | 'after' | 'reason'>,
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    resource_type: 'user',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...entry,
  })
}

/** Notifies everyone who sees the user. */
export const publishUser = (journal: Journal, id: string): void =>
  publishChange(journal, 'user', id, null, { through: { type: 'user', id } })

const recordEvent = (ctx: Ctx, journal: Journal, user: LockedUser, details: EventDetails<'users'>): void => {
  addUserRecord(ctx, journal, user, { feature: 'users', ...details })
  publishUser(journal, user.id)
}

export async function lockUser(tx: Tx, id: string): Promise<LockedUser> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'name', 'disabled_at', 'deleted_at', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** The same, where nothing can be done any more with a deleted user. */
export async function lockLivingUser(tx: Tx, id: string): Promise<LockedUser> {
  const user = await lockUser(tx, id)
  if (user.deleted_at !== null) throw new AppError('user_deleted')
  return user
}

export function revealUser(ctx: Ctx, id: string): Promise<PersonalData> {
  return write(ctx, async (tx, journal) => {
    const user = await lockUser(tx, id)
    const data = await tx.selectFrom('users').select(['phone', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
    recordEvent(ctx, journal, user, { verb: 'revealed' })
    return { ...data, pin: await pinOf(tx, ctx.config, id) }
  })
}

/** The PIN of a person is one of their keys. */
async function pinOf(tx: Tx, config: Keyed, id: string): Promise<string | null> {
  const sealed = await tx
    .selectFrom('access_keys')
    .select(['key_hash', 'key_sealed'])
    .$narrowType<SealedKey>()
    .where('user_id', '=', id)
    .where('type', '=', 'pin')
    .executeTakeFirst()
  return sealed === undefined ? null : openKey(config, sealed)
}

/** New sessions with the user's keys are no longer in their name; a bike that is parked can be taken out. */
export function disableUser(ctx: Ctx, id: string, reason: string, version: number): Promise<User> {
  return write(ctx, async (tx, journal, inside) => {
    const user = await lockLivingUser(tx, id)
    if (user.disabled_at !== null) throw new AppError('user_disabled')
    assertVersion(user.version, version)
    await setDisabled(tx, id, { disabled_at: journal.at.toISOString(), disabled_reason: reason })
    recordEvent(ctx, journal, user, {
      verb: 'disabled',
      before: { status: 'active' },
      after: { status: 'disabled' },
      reason,
    })
    return readUser(inside, id)
  })
}

export function enableUser(ctx: Ctx, id: string, version: number): Promise<User> {
  return write(ctx, async (tx, journal, inside) => {
    const user = await lockLivingUser(tx, id)
    if (user.disabled_at === null) throw new AppError('user_enabled')
    assertVersion(user.version, version)
    await setDisabled(tx, id, { disabled_at: null, disabled_reason: null })
    recordEvent(ctx, journal, user, {
      verb: 'enabled',
      before: { status: 'disabled' },
      after: { status: 'active' },
    })
    return readUser(inside, id)
  })
}

const setDisabled = (tx: Tx, id: string, disabled: { disabled_at: string | null; disabled_reason: string | null }) =>
  tx
    .updateTable('users')
    .set((row) => ({ ...disabled, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** The row stays for sessions and payments, and names nobody. */
export const eraseUser = (tx: Tx, id: string, at: string) =>
  tx
    .updateTable('users')
    .set((row) => ({
      name: deletedUserName,
      phone: null,
      email: null,
      app_version: null,
      app_platform: null,
      disabled_at: null,
      disabled_reason: null,
      deleted_at: at,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
