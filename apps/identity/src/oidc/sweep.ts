import type pg from 'pg'

/** Deletes expired rows. Correctness does not depend on it; it only limits the size of the tables. */
export async function sweep(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query('delete from oidc_payloads where expires_at < $1', [now])
  await pool.query(
    `delete from sign_in_attempts where last_at < $1::timestamptz - case when account like ' %' then interval '1 day' else interval '2 minutes' end`,
    [now],
  )
  await pool.query(
    `delete from sign_in_locks where last_at < $1::timestamptz - interval '1 day' and coalesce(locked_until < $1, true)`,
    [now],
  )
  await pool.query('delete from second_factor_steps where expires_at < $1', [now])
  await pool.query('delete from account_links where expires_at < $1', [now])
  await pool.query(
    `delete from sign_ins s where not exists (select 1 from oidc_payloads g where g.model = 'Grant' and g.id = s.grant_id)`,
  )
  // No access token is valid for more than half a day (settings).
  await pool.query(`delete from revoked_grants where revoked_at < $1::timestamptz - interval '1 day'`, [now])
}
