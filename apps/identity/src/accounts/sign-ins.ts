import type { KoaContextWithOIDC } from 'oidc-provider'
import type pg from 'pg'
import type { Lifetimes } from '../platform/settings.ts'

/** A sign-in that is still valid, by its grant. */
export interface SignIn {
  id: string
  signed_in_at: string
  /** When its tokens were last renewed, to the minute. */
  last_used_at: string
  user_agent: string
  address: string
}

const userAgentAtMost = 300

/** Control characters would break lists and logs, and no browser sends them. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, '').slice(0, userAgentAtMost)

interface NewSignIn {
  accountId: string
  grantId: string
  signedInAt: Date
  hasSecondFactor: boolean
}

export async function recordSignIn(
  pool: pg.Pool,
  ctx: KoaContextWithOIDC,
  { accountId, grantId, signedInAt, hasSecondFactor }: NewSignIn,
  now: Date,
): Promise<void> {
  await pool.query(
    `insert into sign_ins as s (grant_id, account_id, signed_in_at, last_used_at, user_agent, address, second_factor_at)
       values ($1, $2, $6, $3, $4, $5, case when $7 then $6::timestamptz end)
     on conflict (grant_id) do update set signed_in_at = greatest(s.signed_in_at, excluded.signed_in_at),
       second_factor_at = coalesce(excluded.second_factor_at, s.second_factor_at), last_used_at = excluded.last_used_at, user_agent = excluded.user_agent, address = excluded.address`,
    [grantId, accountId, now, printable(ctx.get('User-Agent')), ctx.ip, signedInAt, hasSecondFactor],
  )
}

/** After the longest time that a sign-in may last, or may stay unused, the person signs in again. */
export async function isSignInOver(
  pool: pg.Pool,
  { grantId, signedInAt }: { grantId: string; signedInAt?: Date },
  now: Date,
  { sign_in_s, refresh_token_s }: Pick<Lifetimes, 'sign_in_s' | 'refresh_token_s'>,
): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from sign_ins where grant_id = $1 and (greatest(signed_in_at, $5) <= $2::timestamptz - make_interval(secs => $3)
       or greatest(last_used_at, $5) <= $2::timestamptz - make_interval(secs => $4))`,
    [grantId, now, sign_in_s, refresh_token_s, signedInAt ?? null],
  )
  return rows.length > 0
}

/** Recorded to the minute only, because a console renews often and a write each time would be wasted. */
export async function recordUse(pool: pg.Pool, grantId: string, address: string, now: Date): Promise<void> {
  await pool.query(
    `update sign_ins set last_used_at = $2, address = $3 where grant_id = $1 and last_used_at < $2::timestamptz - interval '1 minute'`,
    [grantId, now, address],
  )
}

export async function signInsOf(pool: pg.Pool, accountId: string, now: Date): Promise<SignIn[]> {
  const { rows } = await pool.query<SignIn>(
    `select s.grant_id as id, s.signed_in_at, s.last_used_at, s.user_agent, s.address
     from sign_ins s join oidc_payloads g on g.model = 'Grant' and g.id = s.grant_id and g.expires_at > $2
     where s.account_id = $1 order by s.last_used_at desc, s.grant_id limit 500`,
    [accountId, now],
  )
  return rows
}
