import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { AccessKeyType } from '@wheelhouse/contract/access-keys/access-keys.ts'
import type { Db, Tx } from '../../platform/context.ts'

/**
 * The only place that compares keys with what is stored: every look-up by a card, a PIN or the key of an app goes through
 * here, so that the way in which keys are stored can change without them.
 */
const keyMatches = (types: readonly AccessKeyType[], keys: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`k.type in (${sql.join(types.map((type) => sql.lit(type)))}) and k.key = any(${[...keys]}::text[])`

/** `select id, user_id, key` of the keys with this value that belong to a user. */
export const usersKeysWith = (types: readonly AccessKeyType[], keys: readonly string[]): RawBuilder<unknown> =>
  sql`select k.id, k.user_id, k.key from access_keys k where ${keyMatches(types, keys)} and k.user_id is not null`

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
  key: string,
  type: AccessKeyType | null,
): Promise<PresentedKey | undefined> {
  const types = type === null ? byLikelihood : [type]
  const { rows } = await sql<PresentedKey>`
    select k.id, k.user_id from access_keys k left join users u on u.id = k.user_id
    where ${keyMatches(types, [key, key.toUpperCase()])} and u.disabled_at is null
    order by array_position(${[...types]}::text[], k.type), k.key = ${key} desc limit 1 for key share of k`.execute(tx)
  return rows[0]
}

/** The same of several that were presented with their type, in their order. */
export async function findAccessKeys(
  tx: Tx,
  presented: readonly { key: string; type: AccessKeyType }[],
): Promise<(PresentedKey | undefined)[]> {
  const asked = presented.map(({ key, type }, nth) => ({ nth, type, key, upper: key.toUpperCase() }))
  const { rows } = await sql<PresentedKey & { nth: number }>`
    select p.nth, k.id, k.user_id from json_to_recordset(${JSON.stringify(asked)}::json) as p(nth int, type text, key text, upper text)
    cross join lateral (
      select k.id, k.user_id from access_keys k left join users u on u.id = k.user_id
      where k.type = p.type and k.key in (p.key, p.upper) and u.disabled_at is null
      order by k.key = p.key desc limit 1 for key share of k) k`.execute(tx)
  const found = new Map(rows.map(({ nth, id, user_id }) => [nth, { id, user_id }]))
  return presented.map((_, nth) => found.get(nth))
}

export interface StoredKey {
  id: string
  user_id: string | null
  key: string
  type: AccessKeyType
  created_at: string
}

/** The first of these keys that is stored, also that of a disabled user: what explains a refusal. */
export async function findStoredKey(db: Db, keys: readonly string[], type: AccessKeyType): Promise<StoredKey | null> {
  const types = (cardTypes as readonly string[]).includes(type) ? cardTypes : [type]
  const { rows } = await sql<StoredKey>`
    select k.id, k.user_id, k.key, k.type, k.created_at from access_keys k where ${keyMatches(types, keys)}
    order by array_position(${[...keys]}::text[], k.key), k.type = ${type} desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Whether a user has this key already, no matter who. */
export async function isKeyTaken(tx: Tx, type: AccessKeyType, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from access_keys k where ${keyMatches([type], [key])} limit 1`.execute(tx)
  return rows.length > 0
}
