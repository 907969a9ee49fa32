import type { Account } from '../accounts/accounts.ts'
import { endSignInsOf } from '../accounts/grants.ts'
import { isDemonstrationAccount } from '../platform/demonstration.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { seal, unseal } from '../platform/seal.ts'
import { transaction } from '../platform/transaction.ts'
import type { Queryable } from '../platform/transaction.ts'
import { matchTotp } from './totp.ts'

export interface Passkey {
  id: string
  label: string
  created_at: string
  last_used_at: string | null
}

/** The second factors of an account, as its owner sees them. */
export interface Factors {
  hasTotp: boolean
  passkeys: Passkey[]
  recoveryCodesLeft: number
}

export const hasFactor = ({ hasTotp, passkeys }: Factors): boolean => hasTotp || passkeys.length > 0

export async function factorsOf(on: Queryable, accountId: string): Promise<Factors> {
  const { rows } = await on.query<{ has_totp: boolean; codes: number; passkeys: Passkey[] }>(
    `select exists (select 1 from totp_secrets where account_id = $1) as has_totp,
       (select count(*)::int from recovery_codes where account_id = $1) as codes,
       (select coalesce(json_agg(json_build_object('id', id, 'label', label, 'created_at', created_at, 'last_used_at', last_used_at)
         order by created_at, id), '[]') from passkeys where account_id = $1) as passkeys`,
    [accountId],
  )
  const [row] = rows
  return {
    hasTotp: row?.has_totp ?? false,
    passkeys: row?.passkeys ?? [],
    recoveryCodesLeft: row?.codes ?? 0,
  }
}

/** RFC 8176: several factors. */
export const withSecondFactor = ['pwd', 'mfa']

const isStaff = `exists (select 1 from role_grants g join roles r on r.id = g.role_id
  where g.person_id = $1 and r.category in ('INTERNAL', 'SYSTEM_INTERNAL'))`
const hasAny = `(exists (select 1 from totp_secrets where account_id = $1) or exists (select 1 from passkeys where account_id = $1))`

export type Need = 'none' | 'proof' | 'enrolment'

/**
 * Which second step a sign-in of this account takes. Roles are read here, and not copied into the account, so that a
 * role that was just given counts at once.
 */
export async function secondFactorNeed(identity: IdentityContext, accountId: string): Promise<Need> {
  const { hasAny, isRequired } = await secondFactorRule(identity, accountId)
  if (hasAny) return 'proof'
  return isRequired ? 'enrolment' : 'none'
}

export async function secondFactorRule(
  { pool, settings, isDemonstration }: IdentityContext,
  accountId: string,
): Promise<{ hasAny: boolean; isRequired: boolean }> {
  const { rows } = await pool.query<{ email: string; has_any: boolean; is_staff: boolean }>(
    `select email, ${hasAny} as has_any, ${isStaff} as is_staff from accounts where id = $1`,
    [accountId],
  )
  const { email = '', has_any = false, is_staff = false } = rows[0] ?? {}
  // Everybody may use these accounts, so a factor of one person would lock out the others.
  if (isDemonstration && isDemonstrationAccount(email)) return { hasAny: false, isRequired: false }
  const rule = settings.second_factor
  return { hasAny: has_any, isRequired: rule === 'everyone' || (rule === 'internal' && is_staff) }
}

/** Whether a sign-in was made without a second factor although its person needs one by now. */
export async function lacksSecondFactor(identity: IdentityContext, grantId: string): Promise<boolean> {
  const { rows } = await identity.pool.query<{ account_id: string }>(
    'select account_id from sign_ins where grant_id = $1 and second_factor_at is null',
    [grantId],
  )
  const accountId = rows[0]?.account_id
  return accountId !== undefined && (await secondFactorNeed(identity, accountId)) !== 'none'
}

export interface Sealed {
  secret: string
  is_sealed: boolean
}

export const sealSecret = ({ installationKey }: IdentityContext, accountId: string, secret: string): Sealed =>
  installationKey
    ? { secret: seal(secret, `totp ${accountId}`, installationKey), is_sealed: true }
    : { secret, is_sealed: false }

export function openSecret({ installationKey }: IdentityContext, accountId: string, stored: Sealed): string {
  if (!stored.is_sealed) return stored.secret
  if (!installationKey) throw new Error('The secret of an authenticator app is sealed, and WHEELHOUSE_KEY is missing')
  return unseal(stored.secret, `totp ${accountId}`, installationKey)
}

/** A right code counts once: when it is sent twice, even at the same time, only one call returns true. */
export async function useTotp(identity: IdentityContext, accountId: string, code: string): Promise<boolean> {
  const { rows } = await identity.pool.query<Sealed>(
    'select secret, is_sealed from totp_secrets where account_id = $1',
    [accountId],
  )
  const step = rows[0] && matchTotp(openSecret(identity, accountId, rows[0]), code, identity.clock.now())
  if (step === undefined) return false
  const { rowCount } = await identity.pool.query(
    'update totp_secrets set last_step = $2 where account_id = $1 and last_step < $2',
    [accountId, step],
  )
  return rowCount === 1
}

export async function storeTotp(
  identity: IdentityContext,
  on: Queryable,
  accountId: string,
  given: { secret: string; step: number },
): Promise<void> {
  const { secret, is_sealed } = sealSecret(identity, accountId, given.secret)
  await on.query(
    `insert into totp_secrets (account_id, secret, is_sealed, last_step, created_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set secret = excluded.secret, is_sealed = excluded.is_sealed,
       last_step = excluded.last_step, created_at = excluded.created_at`,
    [accountId, secret, is_sealed, given.step, identity.clock.now()],
  )
}

interface Removal {
  /** Null: the authenticator app. */
  passkey: string | null
  keepsLast: boolean
}

/** The account is locked, so that two removals at the same time cannot both find that another factor is left. */
export function removeFactor(
  { pool }: IdentityContext,
  accountId: string,
  { passkey, keepsLast }: Removal,
): Promise<'removed' | 'unknown' | 'is_last'> {
  return transaction(pool, async (on) => {
    await on.query('select 1 from accounts where id = $1 for update', [accountId])
    const { hasTotp, passkeys } = await factorsOf(on, accountId)
    const isLast = passkeys.length + (hasTotp ? 1 : 0) === 1
    if (isLast && keepsLast) return 'is_last'
    const { rowCount } =
      passkey === null
        ? await on.query('delete from totp_secrets where account_id = $1', [accountId])
        : await on.query('delete from passkeys where account_id = $1 and id = $2', [accountId, passkey])
    if (!rowCount) return 'unknown'
    // Codes replace a factor; without one they would be a second password.
    if (isLast) await on.query('delete from recovery_codes where account_id = $1', [accountId])
    return 'removed'
  })
}

/** An administrator resets what the person lost. Returns false when there was nothing; sign-ins end with the factors. */
export function removeFactors({ pool, clock }: IdentityContext, { id }: Account): Promise<boolean> {
  return transaction(pool, async (on) => {
    const counts = [
      await on.query('delete from totp_secrets where account_id = $1', [id]),
      await on.query('delete from passkeys where account_id = $1', [id]),
    ]
    await on.query('delete from recovery_codes where account_id = $1', [id])
    await on.query('delete from second_factor_steps where account_id = $1', [id])
    const isRemoved = counts.some(({ rowCount }) => (rowCount ?? 0) > 0)
    if (isRemoved) await endSignInsOf(on, id, clock.now())
    return isRemoved
  })
}
