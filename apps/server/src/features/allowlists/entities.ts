import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { readKey, readUser } from '@wheelhouse/contract/allowlists/allowlist-entries.ts'
import type { ReadUser } from '@wheelhouse/contract/allowlists/allowlist-entries.ts'
import { entitiesAtMost } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { AllowlistEntity, EntityEdit, EntityKind } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { AppError, BatchFailure, catalogue } from '@wheelhouse/contract/errors.ts'
import type { ErrorCode } from '@wheelhouse/contract/errors.ts'
import { hexOf } from '@wheelhouse/db/sealing.ts'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import { joinLocationGroups } from '../../authz/group-membership.ts'
import { assertVersion } from '../../http/versions.ts'
import { changedFields } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { openKey, sealKey } from '../../platform/seal.ts'
import { lockAllowlist, noteLocks, recordEvent } from './allowlists.ts'
import { entityList } from './entity-list.ts'
import { locksOf } from './queries.ts'

interface Added {
  entry: string
  id: string
}
interface Outcome {
  failed: BatchFailure['error_results']
  done: Added[]
}

/** An entry as it is to be stored, or why it is not. */
export type Found =
  | { entry: string; user_id: string | null; key: string | null }
  | { entry: string; code: ErrorCode; message?: string }

interface NewEntries {
  entries: string[]
  expires_at: string | null
  comment: string
}

export const addUsers = (ctx: Ctx, allowlistId: string, body: NewEntries): Promise<{ results: Added[] }> =>
  addEntities(ctx, allowlistId, 'user', body, usersOf)

export const addKeys = (
  ctx: Ctx,
  allowlistId: string,
  { kind, ...body }: NewEntries & { kind: 'key' | 'master_key' },
): Promise<{ results: Added[] }> => addEntities(ctx, allowlistId, kind, body, (_tx, entries) => keysOf(entries))

/** One transaction for all entries; what is wrong is left out and named, what is right stays (values: batch error). */
async function addEntities(
  ctx: Ctx,
  allowlistId: string,
  kind: EntityKind,
  body: NewEntries,
  find: (tx: Tx, entries: readonly string[]) => Promise<Found[]> | Found[],
): Promise<{ results: Added[] }> {
  const { failed, done } = await write(ctx, async (tx, journal): Promise<Outcome> => {
    const list = await lockAllowlist(tx, allowlistId)
    assertInFuture(body.expires_at, journal.at)
    const found = await find(tx, [...new Set(body.entries)])
    const outcome = await insertEntities(tx, found, { allowlistId, kind, ...body, ctx, at: journal.at })
    if (outcome.done.length > 0) {
      if (kind === 'user') await joinTargets(tx, allowlistId)
      await noteLocks(tx, allowlistId)
      const after = { kind, count: outcome.done.length, expires_at: body.expires_at }
      recordEvent(ctx, journal, { id: allowlistId, name: list.name }, { verb: 'entities_added', after })
    }
    return outcome
  })
  if (failed.length > 0) throw new BatchFailure(failed, done)
  return { results: done }
}

function assertInFuture(expiresAt: string | null, now: Date): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime())
    throw new AppError('invalid_body', { field: 'expires_at' }, 'Expiry: not in the past')
}

function keysOf(entries: readonly string[]): Found[] {
  return entries.map((entry) => {
    const read = readKey(entry)
    return 'key' in read
      ? { entry, user_id: null, key: read.key }
      : { entry, code: 'invalid_entry', message: read.error }
  })
}

/**
 * Riders are found by the whole phone number, email or id, also those whom the caller does not see elsewhere: a person
 * who may add users has the list of the garage at hand, and learns only what they typed.
 */
export async function usersOf(tx: Tx, entries: readonly string[]): Promise<Found[]> {
  const read = entries.map((entry) => ({ entry, user: readUser(entry) }))
  const valuesBy = (by: string): string[] =>
    read.flatMap(({ user }) => ('by' in user && user.by === by ? [user.value] : []))
  const { rows } = await sql<{ id: string; phone: string | null; email: string | null }>`
    select id, phone, lower(email) as email from users where id = any(${valuesBy('id')}::uuid[]) and deleted_at is null
    union select id, phone, lower(email) from users where phone = any(${valuesBy('phone')}::text[])
    union select id, phone, lower(email) from users where lower(email) = any(${valuesBy('email')}::text[])`.execute(tx)
  return read.map(({ entry, user }) => userIn(rows, entry, user))
}

function userIn(
  rows: { id: string; phone: string | null; email: string | null }[],
  entry: string,
  user: ReadUser,
): Found {
  if ('error' in user) return { entry, code: 'invalid_entry', message: user.error }
  const [first, ...others] = rows.filter((row) => row[user.by] === user.value)
  if (!first) return { entry, code: 'user_not_listed' }
  // Two accounts with one address: only an id says which of them is meant.
  if (others.length > 0) return { entry, code: 'invalid_entry', message: 'Several users match, enter the user id' }
  return { entry, user_id: first.id, key: null }
}

interface Terms extends NewEntries {
  allowlistId: string
  kind: EntityKind
  ctx: Ctx
  at: Date
}

async function insertEntities(tx: Tx, found: readonly Found[], terms: Terms): Promise<Outcome> {
  const outcome: Outcome = { failed: [], done: [] }
  const fail = (entry: string, code: ErrorCode, message: string = catalogue[code][1]): void =>
    void outcome.failed.push({ entry, error_code: code, error_message: message })
  const at = terms.at.toISOString()
  const wanted = found.flatMap((one) => ('code' in one ? [] : [{ ...one, id: uuidv7() }]))
  const { count } = await tx
    .selectFrom('allowlist_entities')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('allowlist_id', '=', terms.allowlistId)
    .executeTakeFirstOrThrow()
  const rowsToInsert = wanted.slice(0, Math.max(0, entitiesAtMost - count)).map((one) => rowOf(terms.ctx, one))
  const { rows } = await sql<{ id: string }>`
    insert into allowlist_entities (id, allowlist_id, kind, user_id, key_hash, key_sealed, expires_at, comment, created_by, created_at, content_at)
    select n.id, ${terms.allowlistId}::uuid, ${terms.kind}, n.user_id, n.key_hash, n.key_sealed, ${terms.expires_at}::timestamptz, ${terms.comment},
      ${terms.ctx.person.id}::uuid, ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(rowsToInsert)}::json) n(id uuid, user_id uuid, key_hash bytea, key_sealed text)
    on conflict do nothing returning id`.execute(tx)
  const inserted = new Set(rows.map(({ id }) => id))
  const room = entitiesAtMost - count
  for (const one of found) {
    const at = wanted.findIndex(({ entry }) => entry === one.entry)
    const id = wanted[at]?.id
    if ('code' in one) fail(one.entry, one.code, one.message)
    else if (at >= room) fail(one.entry, 'allowlist_full')
    else if (id !== undefined && inserted.has(id)) outcome.done.push({ entry: one.entry, id })
    else fail(one.entry, 'already_listed')
  }
  return outcome
}

function rowOf({ config }: Ctx, { id, user_id, key }: { id: string; user_id: string | null; key: string | null }) {
  if (key === null) return { id, user_id }
  const { key_hash, key_sealed } = sealKey(config, key)
  return { id, user_id, key_hash: hexOf(key_hash), key_sealed }
}

/** Rights, model: a rider joins the groups of a location with the first allowlist entry there. */
export const joinTargets = (tx: Tx, allowlistId: string): Promise<void> =>
  joinLocationGroups(
    tx,
    sql`select user_id from allowlist_entities where allowlist_id = ${allowlistId}::uuid and user_id is not null`,
    sql`select coalesce(t.location_id, d.location_id) from allowlist_targets t left join devices d on d.id = t.device_id
      where t.allowlist_id = ${allowlistId}::uuid`,
  )

export interface EntityRef {
  allowlist_id: string
  id: string
  of: 'users' | 'keys'
}

const isOf = { users: sql<boolean>`e.kind = 'user'`, keys: sql<boolean>`e.kind <> 'user'` }

export function editEntity(ctx: Ctx, ref: EntityRef, body: EntityEdit, version: number): Promise<AllowlistEntity> {
  return write(ctx, async (tx, journal, inside) => {
    const list = await lockAllowlist(tx, ref.allowlist_id)
    const { rows } = await sql<{ expires_at: string | null; comment: string; version: number }>`
      select e.expires_at, e.comment, e.version from allowlist_entities e
      where e.id = ${ref.id}::uuid and e.allowlist_id = ${ref.allowlist_id}::uuid and ${isOf[ref.of]} for update`.execute(
      tx,
    )
    const [before] = rows
    if (!before) throw new AppError('not_found')
    assertVersion(before.version, version)
    const edit = changedFields({ expires_at: before.expires_at, comment: before.comment }, body)
    if (!edit) return entityList.get(inside, ref.id)
    const isNews = 'expires_at' in edit.after
    if (isNews) assertInFuture(body.expires_at, journal.at)
    await tx
      .updateTable('allowlist_entities')
      .set((row) => ({
        ...body,
        version: row('version', '+', 1),
        ...(isNews ? { content_at: journal.at.toISOString() } : {}),
      }))
      .where('id', '=', ref.id)
      .execute()
    if (isNews) await noteLocks(tx, ref.allowlist_id)
    recordEvent(ctx, journal, { id: ref.allowlist_id, name: list.name }, { verb: 'entity_updated', ...edit })
    return entityList.get(inside, ref.id)
  })
}

/** All or none: an id that is not on this allowlist is unknown here. */
export function removeEntities(
  ctx: Ctx,
  { allowlist_id, of }: Omit<EntityRef, 'id'>,
  ids: readonly string[],
): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const list = await lockAllowlist(tx, allowlist_id)
    const { rows } = await sql<{ kind: EntityKind }>`
      delete from allowlist_entities e where e.allowlist_id = ${allowlist_id}::uuid and e.id = any(${[...ids]}::uuid[])
        and ${isOf[of]} returning e.kind`.execute(tx)
    if (rows.length !== new Set(ids).size) throw new AppError('not_found')
    await noteLocks(tx, allowlist_id)
    for (const [kind, same] of Map.groupBy(rows, (row) => row.kind))
      recordEvent(
        ctx,
        journal,
        { id: allowlist_id, name: list.name },
        { verb: 'entities_removed', before: { kind, count: same.length } },
      )
    return null
  })
}

/** For the erasure of a person: who may enter which garage, and what was written beside it, says who someone is. */
export async function eraseAllowlistEntries(ctx: Ctx, tx: Tx, journal: Journal, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    with gone as (delete from allowlist_entities where user_id = ${userId}::uuid returning allowlist_id),
      noted as (insert into allowlist_changes (hardware_id)
        select k.hardware_id from gone cross join lateral (${locksOf(sql`gone.allowlist_id`)}) k)
    select a.id, a.name from allowlists a where a.id in (select allowlist_id from gone)`.execute(tx)
  for (const list of rows)
    recordEvent(ctx, journal, list, { verb: 'entities_removed', before: { kind: 'user', count: 1 } })
}

export function revealKeys(
  ctx: Ctx,
  allowlistId: string,
  ids: readonly string[],
): Promise<{ keys: { id: string; key: string }[] }> {
  return write(ctx, async (tx, journal) => {
    const list = await lockAllowlist(tx, allowlistId)
    const { rows } = await sql<{ id: string } & SealedKey>`
      select id, key_hash, key_sealed from allowlist_entities where allowlist_id = ${allowlistId}::uuid and id = any(${[...ids]}::uuid[])
        and key_hash is not null order by id`.execute(tx)
    if (rows.length !== new Set(ids).size) throw new AppError('not_found')
    const after = { count: rows.length }
    recordEvent(ctx, journal, { id: allowlistId, name: list.name }, { verb: 'keys_revealed', after })
    return { keys: rows.map(({ id, ...sealed }) => ({ id, key: openKey(ctx.config, sealed) })) }
  })
}
