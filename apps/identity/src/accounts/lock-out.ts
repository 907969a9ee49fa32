import type pg from 'pg'
import type { LockRule } from '../platform/settings.ts'

export interface Lock {
  /** Seconds to wait; 0 when the attempt may proceed. */
  wait_s: number
  /** This attempt is the last before the lock; if it fails, the person is notified. */
  isNew: boolean
}

const windowS = 3_600

/**
 * Counts the attempt for the account before the password is checked, from any address; known browsers have separate
 * counts. A successful sign-in resets the count. The last allowed attempt locks the account, and each lock within a day
 * is twice as long as the previous one. Emails without an account are locked too, so that a lock does not reveal who
 * exists.
 */
export async function countForLock(pool: pg.Pool, account: string, now: Date, rule: LockRule): Promise<Lock> {
  const { rows } = await pool.query<{ attempts: number; locked_until: string | null; is_refused: boolean }>(
    `insert into sign_in_locks as l (account, window_began_at, attempts, last_at) values ($1, $2, 1, $2)
     on conflict (account) do update set (window_began_at, attempts, locks, locked_until, is_refused, last_at) = (
       select case when refused then l.window_began_at when counted = 1 or counted >= $3 then $2 else l.window_began_at end,
         case when refused then l.attempts when counted >= $3 then 0 else counted end,
         case when not refused and counted >= $3 then locks + 1 else locks end,
         case when not refused and counted >= $3 then $2::timestamptz + make_interval(secs => least($4 * power(2, locks), $5)) else l.locked_until end,
         refused, $2::timestamptz
       from (select coalesce(l.locked_until > $2, false) as refused,
         case when l.window_began_at <= $2::timestamptz - make_interval(secs => $6) then 1 else l.attempts + 1 end as counted,
         case when l.locked_until < $2::timestamptz - interval '1 day' then 0 else l.locks end as locks) now)
     returning attempts, locked_until, is_refused`,
    [account, now, rule.attempts, rule.lock_s, rule.longest_lock_s, windowS],
  )
  const [row] = rows
  const left_s = row?.locked_until ? Math.ceil((Date.parse(row.locked_until) - now.getTime()) / 1000) : 0
  if (row?.is_refused) return { wait_s: Math.max(1, left_s), isNew: false }
  return { wait_s: 0, isNew: row?.attempts === 0 && left_s > 0 }
}

/**
 * A successful sign-in clears this count. The counts of other browsers stay, because someone may still be guessing
 * there.
 */
export async function forgetCount(on: Pick<pg.Pool, 'query'>, counted: string): Promise<void> {
  await on.query('delete from sign_in_locks where account = $1', [counted])
}

/** A newly chosen password clears the counts of all browsers. */
export async function unlock(on: Pick<pg.Pool, 'query'>, account: string): Promise<void> {
  await on.query(`delete from sign_in_locks where account = $1 or starts_with(account, $1 || ' ')`, [account])
}
