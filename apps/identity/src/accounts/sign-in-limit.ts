import type { AddressRule } from '../platform/settings.ts'
import type { Queryable } from '../platform/transaction.ts'

export interface Attempt {
  account: string
  address: string
}

/**
 * The account and the address of the attempt. An IPv6 caller owns a whole /64 and could use a new address each time.
 */
export function attemptOf(email: string, address: string): Attempt {
  const v4 = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  return { account: email.toLowerCase(), address: v4 ?? (address.includes(':') ? network64(address) : address) }
}

function network64(address: string): string {
  const [head = '', tail] = address.split('::')
  const groupsOf = (part: string): string[] => part.split(':').filter(Boolean)
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

const minuteS = 60

/**
 * Counts the attempt before the password is checked, in one statement under the row's lock: simultaneous guesses get no
 * further than sequential ones. Returns the seconds to wait, or 0.
 */
export async function secondsToWait(
  on: Queryable,
  { account, address }: Attempt,
  now: Date,
  atMost: number,
  window_s = minuteS,
): Promise<number> {
  const { rows } = await on.query<{ attempted_at: string[]; is_refused: boolean }>(
    `insert into sign_in_attempts as a (account, address, attempted_at, last_at) values ($1, $2, array[$3::timestamptz], $3)
     on conflict (account, address) do update set last_at = $3, (attempted_at, is_refused) = (
       select case when count(*) < $4 then coalesce(array_agg(t order by t), '{}') || $3::timestamptz else array_agg(t order by t) end, count(*) >= $4
       from unnest(a.attempted_at) t where t > $3::timestamptz - make_interval(secs => $5))
     returning attempted_at, is_refused`,
    [account, address, now, atMost, window_s],
  )
  const [row] = rows
  if (!row?.is_refused) return 0
  const oldest = Date.parse(row.attempted_at[0] ?? now.toISOString())
  return Math.max(1, Math.ceil((oldest + window_s * 1000 - now.getTime()) / 1000))
}

/** A successful sign-in resets the count: only failed attempts count against an account. */
export async function forgetAttempts(on: Queryable, { account, address }: Attempt): Promise<void> {
  await on.query('delete from sign_in_attempts where account = $1 and address = $2', [account, address])
}

// A typed email never begins with a space, so these counters cannot collide with an account's.
const addressCounters = [
  { account: ' minute', window_s: minuteS, atMost: (rule: AddressRule) => rule.per_minute },
  { account: ' hour', window_s: 3_600, atMost: (rule: AddressRule) => rule.per_hour },
]

/** Failed attempts from one address, over all accounts: otherwise one password could be tried with every account. */
export async function secondsToWaitAt(on: Queryable, address: string, now: Date, rule: AddressRule): Promise<number> {
  for (const { account, window_s, atMost } of addressCounters) {
    const wait_s = await secondsToWait(on, { account, address }, now, atMost(rule), window_s)
    if (wait_s > 0) return wait_s
  }
  return 0
}

/** The attempt of that moment succeeded, so it does not count against its address. */
export async function takeBackAt(on: Queryable, address: string, attemptedAt: Date): Promise<void> {
  await on.query(
    `update sign_in_attempts set attempted_at = array_remove(attempted_at, $2::timestamptz)
     where address = $1 and account = any($3)`,
    [address, attemptedAt, addressCounters.map(({ account }) => account)],
  )
}
