import type pg from 'pg'

/** Removes what is past its time; nothing relies on it but the size of the tables. */
export async function sweep(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query('delete from oidc_payloads where expires_at < $1', [now])
  await pool.query(`delete from sign_in_attempts where last_at < $1::timestamptz - interval '2 minutes'`, [now])
  // No access token lives longer than half a day (settings).
  await pool.query(`delete from revoked_grants where revoked_at < $1::timestamptz - interval '1 day'`, [now])
}
