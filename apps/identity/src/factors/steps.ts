import type { IdentityContext } from '../platform/identity-context.ts'
import { openSecret, sealSecret } from './factors.ts'
import type { Sealed } from './factors.ts'
import { makeTotpSecret } from './totp.ts'

/** Where a person has typed the right password and a second factor is proved, added or removed. */
export interface Step {
  place: string
  account_id: string
  challenge: string | null
  isPassed: boolean
}

export const stepLastsS = 600

export const placeOfSession = (uid: string): string => `session ${uid}`

export async function beginStep({ pool, clock }: IdentityContext, place: string, accountId: string): Promise<void> {
  await pool.query(
    `insert into second_factor_steps (place, account_id, expires_at) values ($1, $2, $3::timestamptz + make_interval(secs => $4))
     on conflict (place) do update set account_id = excluded.account_id, expires_at = excluded.expires_at,
       challenge = null, new_secret = null, passed_at = null`,
    [place, accountId, clock.now(), stepLastsS],
  )
}

export async function stepAt({ pool, clock }: IdentityContext, place: string): Promise<Step | undefined> {
  const { rows } = await pool.query<Step>(
    `select place, account_id, challenge, passed_at is not null as "isPassed" from second_factor_steps
     where place = $1 and expires_at > $2`,
    [place, clock.now()],
  )
  return rows[0]
}

export async function endStep({ pool }: IdentityContext, place: string): Promise<void> {
  await pool.query('delete from second_factor_steps where place = $1', [place])
}

export async function passStep({ pool, clock }: IdentityContext, place: string): Promise<void> {
  await pool.query(
    'update second_factor_steps set passed_at = $2, new_secret = null, challenge = null where place = $1',
    [place, clock.now()],
  )
}

export async function storeChallenge({ pool }: IdentityContext, { place }: Step, challenge: string): Promise<void> {
  await pool.query('update second_factor_steps set challenge = $2 where place = $1', [place, challenge])
}

/** A challenge is answered once: a repeated answer finds none. */
export async function takeChallenge({ pool }: IdentityContext, { place }: Step): Promise<string | undefined> {
  const { rows } = await pool.query<{ challenge: string | null }>(
    `update second_factor_steps s set challenge = null from second_factor_steps before
     where s.place = $1 and before.place = s.place and before.challenge is not null returning before.challenge`,
    [place],
  )
  return rows[0]?.challenge ?? undefined
}

/** The secret that the page shows stays the same until a code proves it, or a phone that read it before would be wrong. */
export async function newSecretOf(identity: IdentityContext, { place, account_id }: Step): Promise<string> {
  const made = sealSecret(identity, account_id, makeTotpSecret())
  const { rows } = await identity.pool.query<Sealed>(
    `update second_factor_steps set is_sealed = case when new_secret is null then $3 else is_sealed end,
       new_secret = coalesce(new_secret, $2) where place = $1 returning new_secret as secret, is_sealed`,
    [place, made.secret, made.is_sealed],
  )
  return openSecret(identity, account_id, rows[0] ?? made)
}
