import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { Db, IdempotencyKey } from '../platform/context.ts'
import { keyedHash, seal, unseal } from '../platform/seal.ts'
import type { Keyed } from '../platform/seal.ts'

const keptForMs = 86_400_000
// No spaces: they part a request's key from those of its items.
const keyForm = /^[\x21-\x7e]{1,200}$/

/** The hash is keyed, because the body may be a PIN: of a plain one all could be tried. */
export function idempotencyKeyOf(config: Keyed, route: Route, request: FastifyRequest): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || route.method === 'GET') return undefined
  if (typeof key !== 'string' || !keyForm.test(key))
    throw new AppError(
      'invalid_header',
      { header: 'Idempotency-Key' },
      'Idempotency-Key: 1 to 200 characters without spaces',
    )
  const text = `${request.method}\n${request.raw.url}\n${JSON.stringify(request.body) ?? ''}`
  const request_hash = keyedHash(config, 'wheelhouse repeated requests', text)
  return { key, request_hash, isSecret: route.isSecret === true }
}

/** One item of a request that writes item by item, each in its own transaction. */
export const keyOfItem = (key: IdempotencyKey, itemId: string): IdempotencyKey => ({
  ...key,
  key: `${key.key} ${itemId}`,
})

/** An answer as it was given; `reply` is absent where there is no body. It is stored sealed: a card that was added is in it. */
interface Kept<Reply = unknown> {
  reply: Reply
}

const nameOf = (personId: string, key: string): string => `${personId} ${key}`

const keptIn = <Reply>(config: Keyed, sealed: string | null | undefined, name: string): Kept<Reply> | null =>
  // `keepReply` sealed it for the same request: only one with the same hash of method, address and body gets here.
  sealed ? (JSON.parse(unseal(config, sealed, name)) as Kept<Reply>) : null

type Taken<Reply> = { isNew: true } | { isNew: false; kept: Kept<Reply> | null }

interface Keeper {
  db: Db
  config: Keyed
}

/**
 * The first statement of the verb's transaction. A second request with the key waits here until the first ends and then
 * gets its reply. A first request that failed left nothing, so the second is then treated as the first.
 */
export async function takeKey<Reply>(
  { db, config }: Keeper,
  personId: string,
  { key, request_hash }: IdempotencyKey,
  now: Date,
): Promise<Taken<Reply>> {
  const expired = new Date(now.getTime() - keptForMs).toISOString()
  const taken = await sql`
    insert into idempotency_keys as k (person_id, key, request_hash, created_at)
    values (${personId}::uuid, ${key}, ${request_hash}, ${now.toISOString()}::timestamptz)
    on conflict (person_id, key) do update set request_hash = excluded.request_hash, sealed_reply = null, created_at = excluded.created_at
      where k.created_at <= ${expired}::timestamptz returning 1`.execute(db)
  if (taken.rows.length > 0) return { isNew: true }
  const { rows } = await sql<{ request_hash: Buffer; sealed_reply: string | null }>`
    select request_hash, sealed_reply from idempotency_keys where person_id = ${personId}::uuid and key = ${key}`.execute(
    db,
  )
  if (!rows[0]?.request_hash.equals(request_hash)) throw new AppError('idempotency_key_reused')
  return { isNew: false, kept: keptIn(config, rows[0].sealed_reply, nameOf(personId, key)) }
}

export async function keepReply(
  { db, config }: Keeper,
  personId: string,
  { key, isSecret }: IdempotencyKey,
  reply: unknown,
): Promise<void> {
  if (isSecret) return
  const sealed = seal(config, JSON.stringify({ reply }), nameOf(personId, key))
  await sql`update idempotency_keys set sealed_reply = ${sealed} where person_id = ${personId}::uuid and key = ${key}`.execute(
    db,
  )
}

/**
 * Returns the kept reply of a deletion under this key: its row is gone, so a repeat would otherwise get 404. Routes
 * that reply with a row are left out, because a caller who no longer sees the row must learn nothing about it.
 */
export async function keptDeletion(
  { db, config }: Keeper,
  personId: string,
  route: Route,
  request: FastifyRequest,
  now: Date,
): Promise<Kept | null> {
  const key =
    route.method === 'DELETE' && !route.body && !route.reply ? idempotencyKeyOf(config, route, request) : undefined
  if (!key) return null
  const { rows } = await sql<{ sealed_reply: string | null }>`
    select sealed_reply from idempotency_keys where person_id = ${personId}::uuid and key = ${key.key} and request_hash = ${key.request_hash}
      and created_at > ${new Date(now.getTime() - keptForMs).toISOString()}::timestamptz`.execute(db)
  return keptIn(config, rows[0]?.sealed_reply, nameOf(personId, key.key))
}

/** Called by a job: keys past their day, in one statement. */
export async function forgetKeys(db: Db, now: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at <= ${new Date(now.getTime() - keptForMs).toISOString()}::timestamptz`.execute(
    db,
  )
}
