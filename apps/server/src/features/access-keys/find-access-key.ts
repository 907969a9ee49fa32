import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import type { AccessKeyType } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { hexOf } from '@wheelhouse/db/sealing.ts'
import type { Db, Tx } from '../../platform/context.ts'
import { keyHash } from '../../platform/seal.ts'
import type { Keyed } from '../../platform/seal.ts'

/**
 * The only place that compares keys with what is stored: every look-up by a card, a PIN or the key of an app goes through
 * here. Stored is a keyed hash (decision 52), so each look-up is one probe of the index on type and hash.
 */
const keyMatches = (types: readonly AccessKeyType[], hashes: readonly Buffer[]): RawBuilder<boolean> =>
  sql<boolean>`k.type in (${sql.join(types.map((type) => sql.lit(type)))}) and k.key_hash = any(${[...hashes]}::bytea[])`

const hashesOf = (config: Keyed, keys: readonly string[]): Buffer[] =>
  [...new Set(keys)].map((key) => keyHash(config, key))

/** `select id, user_id, key_hash` of the keys with this value that belong to a user. */
export const usersKeysWith = (
  config: Keyed,
  types: readonly AccessKeyType[],
  keys: readonly string[],
): RawBuilder<unknown> =>
  sql`select k.id, k.user_id, k.key_hash from access_keys k where ${keyMatches(types, hashesOf(config, keys))} and k.user_id is not null`

/** A card is read by its own reader or by a phone. */
export const cardTypes = ['rfid', 'nfc'] as const

export interface PresentedKey {
  id: string
  user_id: string | null
}

/** Without a type the key alone is known: the likeliest type wins. */
const byLikelihood = ['app', 'rfid', 'nfc', 'pin'] as const

/**
 * The key that was presented to a device. That of a disabled user is unknown to it. The key is kept until the session of it is
 * recorded: its user could otherwise be erased in between, and the ride would be nobody's.
 */
export async function findAccessKey(
  tx: Tx,
  config: Keyed,
  key: string,
  type: AccessKeyType | null,
): Promise<PresentedKey | undefined> {
  const types = type === null ? byLikelihood : [type]
  const hashes = hashesOf(config, [key, key.toUpperCase()])
  const { rows } = await sql<PresentedKey>`
    select k.id, k.user_id from access_keys k left join users u on u.id = k.user_id
    where ${keyMatches(types, hashes)} and u.disabled_at is null
    order by array_position(${[...types]}::text[], k.type), k.key_hash = ${hashes[0]} desc limit 1 for key share of k`.execute(
    tx,
  )
  return rows[0]
}

/** The same of several that were presented with their type, in their order. */
export async function findAccessKeys(
  tx: Tx,
  config: Keyed,
  presented: readonly { key: string; type: AccessKeyType }[],
): Promise<(PresentedKey | undefined)[]> {
  const asked = presented.map(({ key, type }, nth) => {
    const [exact, upper = exact] = hashesOf(config, [key, key.toUpperCase()]).map(hexOf)
    return { nth, type, exact, upper }
  })
  const { rows } = await sql<PresentedKey & { nth: number }>`
    select p.nth, k.id, k.user_id from json_to_recordset(${JSON.stringify(asked)}::json) as p(nth int, type text, exact bytea, upper bytea)
    cross join lateral (
      select k.id, k.user_id from access_keys k left join users u on u.id = k.user_id
      where k.type = p.type and k.key_hash in (p.exact, p.upper) and u.disabled_at is null
      order by k.key_hash = p.exact desc limit 1 for key share of k) k`.execute(tx)
  const found = new Map(rows.map(({ nth, id, user_id }) => [nth, { id, user_id }]))
  return presented.map((_, nth) => found.get(nth))
}

export interface StoredKey {
  id: string
  user_id: string | null
  key_hash: Buffer
  type: AccessKeyType
  created_at: string
}

/** The first of these keys that is stored, also that of a disabled user: what explains a refusal. */
export async function findStoredKey(
  db: Db,
  config: Keyed,
  keys: readonly string[],
  type: AccessKeyType,
): Promise<StoredKey | null> {
  const types = isOneOf(cardTypes, type) ? cardTypes : [type]
  const hashes = hashesOf(config, keys)
  const { rows } = await sql<StoredKey>`
    select k.id, k.user_id, k.key_hash, k.type, k.created_at from access_keys k where ${keyMatches(types, hashes)}
    order by array_position(${hashes}::bytea[], k.key_hash), k.type = ${type} desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Whose key it is, whatever its type; of a person who was erased nothing is left to be found. */
export async function ownerOfKey(db: Db, config: Keyed, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from access_keys k join users u on u.id = k.user_id
    where ${keyMatches(byLikelihood, hashesOf(config, [key]))} and u.deleted_at is null
    order by array_position(${[...byLikelihood]}::text[], k.type) limit 1`.execute(db)
  return rows[0]?.id
}

/** Whether a user has this key already, no matter who. */
export async function isKeyTaken(tx: Tx, type: AccessKeyType, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`select 1 from access_keys k where ${keyMatches([type], [hash])} limit 1`.execute(tx)
  return rows.length > 0
}
