import type pg from 'pg'

/**
 * Ends everything that came of one sign-in: code, refresh tokens and the grant are deleted, and access tokens,
 * which live on with their bearers, are refused by the API from the row in revoked_grants on. It hears of it on its
 * bus in the same commit, and ends the live streams of that sign-in.
 */
export async function revokeGrant(pool: pg.Pool, grantId: string, now: Date): Promise<void> {
  await pool.query(
    `with gone as (delete from oidc_payloads where grant_id = $1 or (model = 'Grant' and id = $1))
     , revoked as (insert into revoked_grants (grant_id, revoked_at) values ($1, $2) on conflict (grant_id) do nothing returning grant_id)
     select pg_notify('wheelhouse', json_build_object('kind', 'revoked', 'grant_ids', json_build_array(grant_id))::text) from revoked`,
    [grantId, now],
  )
}

export async function isRevoked(pool: pg.Pool, grantId: string): Promise<boolean> {
  const { rows } = await pool.query('select 1 from revoked_grants where grant_id = $1', [grantId])
  return rows.length > 0
}
