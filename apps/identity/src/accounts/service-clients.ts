import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { uuidv7 } from '@wheelhouse/db/ids.ts'
import { revokeGrant } from '../accounts/grants.ts'
import { transaction } from '../platform/transaction.ts'

/** Two, so that a script can be given its next secret before the former one ends. */
export const secretsAtMost = 2

export interface ServiceSecret {
  id: string
  /** The last four characters. */
  hint: string
  created_at: string
  expires_at: string
  /** To the minute. */
  last_used_at: string | null
}

export interface ServiceClient {
  /** In CIDR notation; empty: from everywhere. */
  allowed_networks: string[]
  /** Those that are still valid, newest first. */
  secrets: ServiceSecret[]
}

export async function serviceClient(pool: pg.Pool, id: string, now: Date): Promise<ServiceClient | undefined> {
  const { rows } = await pool.query<Pick<ServiceClient, 'allowed_networks'>>(
    'select allowed_networks::text[] as allowed_networks from service_clients where id = $1',
    [id],
  )
  if (!rows[0]) return undefined
  const secrets = await pool.query<ServiceSecret>(
    `select id, hint, created_at, expires_at, last_used_at from service_secrets
     where client_id = $1 and expires_at > $2 order by id desc`,
    [id, now],
  )
  return { ...rows[0], secrets: secrets.rows }
}

/** A token carries the networks that were allowed when it was issued, so that others count when it is renewed. */
export async function putServiceClient(pool: pg.Pool, id: string, networks: string[], now: Date): Promise<void> {
  await pool.query(
    `insert into service_clients (id, allowed_networks, created_at) values ($1, array(select network(n::inet) from unnest($2::text[]) n), $3)
     on conflict (id) do update set allowed_networks = excluded.allowed_networks`,
    [id, networks, now],
  )
}

/** Returns the secret, which is not readable afterwards; null where two are valid already. */
export async function addSecret(
  pool: pg.Pool,
  clientId: string,
  expiresAt: Date,
  now: Date,
): Promise<{ id: string; secret: string } | null> {
  return transaction(pool, async (on) => {
    await on.query('select 1 from service_clients where id = $1 for update', [clientId])
    const { rows } = await on.query('select 1 from service_secrets where client_id = $1 and expires_at > $2', [
      clientId,
      now,
    ])
    if (rows.length >= secretsAtMost) return null
    const made = { id: uuidv7(), secret: randomBytes(32).toString('base64url') }
    await on.query(
      'insert into service_secrets (id, client_id, hash, hint, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
      [made.id, clientId, hashOf(made.secret), made.secret.slice(-4), now, expiresAt],
    )
    return made
  })
}

/** Its tokens end with it: they carry the id of the secret as their grant. */
export async function revokeSecret(pool: pg.Pool, clientId: string, secretId: string, now: Date): Promise<void> {
  await transaction(pool, async (on) => {
    const { rowCount } = await on.query('delete from service_secrets where id = $1 and client_id = $2', [
      secretId,
      clientId,
    ])
    if (rowCount) await revokeGrant(on, secretId, now)
  })
}

/** Deletes the client with its secrets and ends its tokens. */
export async function deleteServiceClient(pool: pg.Pool, id: string, now: Date): Promise<void> {
  await transaction(pool, async (on) => {
    const { rows } = await on.query<{ id: string }>('delete from service_secrets where client_id = $1 returning id', [
      id,
    ])
    for (const secret of rows) await revokeGrant(on, secret.id, now)
    await on.query('delete from service_clients where id = $1', [id])
  })
}

/** The secret that was presented, if it is valid and came from an allowed network. */
export interface PresentedSecret {
  id: string
  allowed_networks: string[]
}

/** Notes the use, to the minute only. */
export async function presentedSecret(
  pool: pg.Pool,
  clientId: string,
  secret: string,
  address: string,
  now: Date,
): Promise<PresentedSecret | undefined> {
  const { rows } = await pool.query<PresentedSecret>(
    `select s.id, c.allowed_networks::text[] as allowed_networks from service_secrets s join service_clients c on c.id = s.client_id
     where s.client_id = $1 and s.hash = $2 and s.expires_at > $3
       and (cardinality(c.allowed_networks) = 0 or $4::inet <<= any (c.allowed_networks))`,
    [clientId, hashOf(secret), now, withoutMapping(address)],
  )
  if (rows[0])
    await pool.query(
      `update service_secrets set last_used_at = $2
       where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
      [rows[0].id, now],
    )
  return rows[0]
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
/** An IPv4 address that arrived over IPv6 is written as one of IPv4, as administrators write networks. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:/i, '')
