import type pg from 'pg'
import type { LockRule } from '../platform/settings.ts'

export interface Lock {
  /** Seconds to wait; 0 where the attempt may go on. */
  wait_s: number
  /** This attempt was the last one before the lock: the person is told, if it fails. */
  isNew: boolean
}

const windowS = 3_600

/**
 * Counts the attempt for the account, wherever it comes from (but for browsers that are known, each by itself), before the password is looked at; who gets in starts anew.
 * The last attempt that is allowed locks the account, and each lock of a day is twice as long as the one before. Emails
 * of nobody are locked like others, so that a lock tells nothing.
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

/** Who got in is no guesser. From a browser that is known, others may still be: their count stays. */
export async function forgetCount(on: Pick<pg.Pool, 'query'>, counted: string): Promise<void> {
  await on.query('delete from sign_in_locks where account = $1', [counted])
}

/** Who chose a new password, in whatever browser. */
export async function unlock(on: Pick<pg.Pool, 'query'>, account: string): Promise<void> {
  await on.query(`delete from sign_in_locks where account = $1 or starts_with(account, $1 || ' ')`, [account])
}
