import { createHash } from 'node:crypto'
import { errors } from 'oidc-provider'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type pg from 'pg'
import { revokeGrant } from '../accounts/grants.ts'

interface Row {
  id: string
  payload: AdapterPayload
  consumed_at: string | null
}

// The id of these is their secret, so it is stored as a hash: reading the table must not be enough to use them.
const secretModels = new Set(['AuthorizationCode', 'RefreshToken', 'AccessToken'])

/** The storage of oidc-provider. An expired row is not found, whether or not it was swept. */
export function payloadAdapter(pool: pg.Pool, now: () => Date, refreshGrace_s: number): AdapterFactory {
  return (model) => {
    const grace_ms = model === 'RefreshToken' ? refreshGrace_s * 1000 : 0
    const isSecret = secretModels.has(model)
    const keyOf = (id: string): string => (isSecret ? createHash('sha256').update(id).digest('base64url') : id)
    return {
      ...reading(pool, model, now, keyOf, grace_ms),
      upsert: (id, payload, expiresIn) =>
        upsert(pool, model, keyOf(id), isSecret ? { ...payload, jti: undefined } : payload, expiresIn),
      consume: (id) =>
        model === 'RefreshToken'
          ? consumeRefreshToken(pool, keyOf(id), now(), grace_ms)
          : consume(pool, model, keyOf(id), now()),
      destroy: (id) => (model === 'Grant' ? revokeGrant(pool, id, now()) : destroy(pool, model, keyOf(id))),
      async revokeByGrantId(grantId) {
        await pool.query('delete from oidc_payloads where model = $1 and grant_id = $2', [model, grantId])
      },
    }
  }
}

function reading(
  pool: pg.Pool,
  model: string,
  now: () => Date,
  keyOf: (id: string) => string,
  grace_ms: number,
): Pick<Adapter, 'find' | 'findByUid' | 'findByUserCode'> {
  const one = async (column: 'id' | 'uid', value: string): Promise<Row | undefined> => {
    // PostgreSQL cannot store zero characters, so no row can match.
    if (value.includes('\0')) return undefined
    const { rows } = await pool.query<Row>(
      `select id, payload, consumed_at from oidc_payloads where model = $1 and ${column} = $2 and expires_at > $3`,
      [model, value, now()],
    )
    return rows[0]
  }
  return {
    async find(id) {
      const row = await one('id', keyOf(id))
      return row && { ...withConsumed(row, now, grace_ms), jti: id }
    },
    async findByUid(uid) {
      const row = await one('uid', uid)
      return row && withConsumed(row, now, grace_ms)
    },
    // The device flow, which uses codes typed by people, is disabled.
    findByUserCode: async () => undefined,
  }
}

const withConsumed = ({ payload, consumed_at }: Row, now: () => Date, grace_ms: number): AdapterPayload =>
  consumed_at === null || Date.parse(consumed_at) > now().getTime() - grace_ms
    ? payload
    : { ...payload, consumed: Math.floor(Date.parse(consumed_at) / 1000) }

async function upsert(
  pool: pg.Pool,
  model: string,
  id: string,
  payload: AdapterPayload,
  expiresIn?: number,
): Promise<void> {
  const expiresAt = payload.exp ? new Date(payload.exp * 1000) : new Date(Date.now() + (expiresIn ?? 0) * 1000)
  // Nothing is stored under a revoked grant, sessions included; otherwise a request in progress would restore it.
  await pool.query(
    `insert into oidc_payloads (model, id, payload, grant_id, uid, expires_at)
     select $1, $2, $3, $4, $5, $6 where not exists (select 1 from revoked_grants where grant_id = any($7))
     on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
    [
      model,
      id,
      JSON.stringify(payload),
      model === 'Interaction' ? null : (payload.grantId ?? null),
      payload.uid ?? null,
      expiresAt,
      guardingGrants(model, id, payload),
    ],
  )
}

/** Grants that keep the row from being stored once they are revoked. */
function guardingGrants(model: string, id: string, payload: AdapterPayload): string[] {
  if (model === 'Grant') return [id]
  if (model === 'Session') return Object.values(payload.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? [])
  return model === 'Interaction' || !payload.grantId ? [] : [payload.grantId]
}

/**
 * When the same code is used twice at once only one request succeeds; the other revokes what the first one was given.
 */
async function consume(pool: pg.Pool, model: string, id: string, now: Date): Promise<void> {
  const { rowCount } = await pool.query(
    'update oidc_payloads set consumed_at = $3 where model = $1 and id = $2 and consumed_at is null',
    [model, id, now],
  )
  if (rowCount) return
  const { rows } = await pool.query<{ grant_id: string | null }>(
    'select grant_id from oidc_payloads where model = $1 and id = $2',
    [model, id],
  )
  if (rows[0]?.grant_id) await revokeGrant(pool, rows[0].grant_id, now)
  throw new errors.InvalidGrant('already consumed')
}

/**
 * A refresh token is valid for one use. The use may be repeated for a short time, because its answer may be lost on the
 * way or two tabs may send it at once; each repeat gets its own successor. As soon as one successor is used, the others
 * and the token before them count as used up, so that a thief who copied one is noticed at the next use.
 */
async function consumeRefreshToken(pool: pg.Pool, id: string, now: Date, grace_ms: number): Promise<void> {
  const { rowCount } = await pool.query(
    `with used as (update oidc_payloads set consumed_at = coalesce(consumed_at, $2) where model = 'RefreshToken' and id = $1
       and (consumed_at is null or consumed_at > $3) returning grant_id, payload)
     , others as (update oidc_payloads o set consumed_at = $3 from used where o.model = 'RefreshToken' and o.grant_id = used.grant_id and o.id <> $1
       and o.payload -> 'iiat' = used.payload -> 'iiat'
       and coalesce((o.payload ->> 'rotations')::int, 0) <= coalesce((used.payload ->> 'rotations')::int, 0))
     select 1 from used`,
    [id, now, new Date(now.getTime() - grace_ms)],
  )
  if (!rowCount) await consume(pool, 'RefreshToken', id, now)
}

async function destroy(pool: pg.Pool, model: string, id: string): Promise<void> {
  await pool.query('delete from oidc_payloads where model = $1 and id = $2', [model, id])
}
