import type { Queryable } from '../platform/transaction.ts'

/**
 * Ends everything that one sign-in produced: code, refresh tokens and the grant are deleted. Access tokens remain with
 * their bearers, so the API refuses them because of the row in revoked_grants. The same commit notifies the API on its
 * bus, and it ends the live streams of that sign-in.
 */
export async function revokeGrant(on: Queryable, grantId: string, now: Date): Promise<void> {
  await on.query(
    `with gone as (delete from oidc_payloads where grant_id = $1 or (model = 'Grant' and id = $1))
     , forgotten as (delete from sign_ins where grant_id = $1)
     , revoked as (insert into revoked_grants (grant_id, revoked_at) values ($1, $2) on conflict (grant_id) do nothing returning grant_id)
     select pg_notify('wheelhouse', json_build_object('kind', 'revoked', 'grant_ids', json_build_array(grant_id))::text) from revoked`,
    [grantId, now],
  )
}

export async function isRevoked(on: Queryable, grantId: string): Promise<boolean> {
  const { rows } = await on.query('select 1 from revoked_grants where grant_id = $1', [grantId])
  return rows.length > 0
}

/** Ends all sign-ins of a person and their browser sessions, except those to keep. */
export async function endSignInsOf(
  on: Queryable,
  accountId: string,
  now: Date,
  kept: { grantIds: string[]; session?: string } = { grantIds: [] },
): Promise<void> {
  await on.query(
    `delete from oidc_payloads where model = 'Session' and payload ->> 'accountId' = $1 and id is distinct from $2`,
    [accountId, kept.session ?? null],
  )
  const { rows } = await on.query<{ grant_id: string }>(
    `select id as grant_id from oidc_payloads where model = 'Grant' and payload ->> 'accountId' = $1::text
     union select grant_id from sign_ins where account_id = ($1::text)::uuid`,
    [accountId],
  )
  for (const { grant_id } of rows) if (!kept.grantIds.includes(grant_id)) await revokeGrant(on, grant_id, now)
}

/** Ends one sign-in with its browser session; does nothing if it belongs to another person. */
export async function endSignIn(on: Queryable, accountId: string, grantId: string, now: Date): Promise<void> {
  const { rowCount } = await on.query(
    `select 1 from oidc_payloads where model = 'Grant' and id = $2 and payload ->> 'accountId' = $1::text
     union all select 1 from sign_ins where grant_id = $2 and account_id = ($1::text)::uuid`,
    [accountId, grantId],
  )
  if (!rowCount) return
  await on.query(
    `delete from oidc_payloads where model = 'Session' and payload ->> 'accountId' = $1
     and exists (select 1 from jsonb_each(payload -> 'authorizations') a where a.value ->> 'grantId' = $2)`,
    [accountId, grantId],
  )
  await revokeGrant(on, grantId, now)
}
