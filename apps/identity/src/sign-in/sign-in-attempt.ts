import { accountByEmail } from '../accounts/accounts.ts'
import type { Account } from '../accounts/accounts.ts'
import { isDemonstrationAccount } from '../platform/demonstration.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { countForLock, forgetCount } from '../accounts/lock-out.ts'
import type { Lock } from '../accounts/lock-out.ts'
import { mailLock } from '../mails/account-mails.ts'
import type { LockScope } from '../mails/account-mails.ts'
import { passwordAtMost } from '../accounts/password-rules.ts'
import { demonstrationLock } from '../platform/settings.ts'
import type { LockRule } from '../platform/settings.ts'
import { attemptOf, forgetAttempts, secondsToWait, secondsToWaitAt, takeBackAt } from '../accounts/sign-in-limit.ts'
import { durationLabel } from '../platform/duration-label.ts'

export interface Credentials {
  email: string
  password: string
  /** Identifies the browser if this account signed in on it before. */
  browser?: string | undefined
}

export type Outcome = { account: Account } | { account: undefined; status: 401 | 429; problem: string; wait_s: number }

export const emailAtMost = 254

/** Counted before the password is checked. Existing and unknown accounts get the same message after the same time. */
export async function attemptSignIn(
  identity: IdentityContext,
  credentials: Credentials,
  from: string,
): Promise<Outcome> {
  const { pool, log } = identity
  const { account: email, address } = attemptOf(credentials.email.slice(0, emailAtMost), from)
  const attempt: Counted = { email, address, browser: credentials.browser, at: identity.clock.now() }
  const { refusal, lockedNow } = await admission(identity, attempt)
  if (refusal) return refusal
  const account = await authenticate(identity, credentials, attempt)
  if (account) {
    await forgetAttempts(pool, { account: email, address })
    await takeBackAt(pool, address, attempt.at)
    await forgetCount(pool, lockOf(attempt))
    if (attempt.browser === undefined) await forgetCount(pool, email)
    log.info({ sub: account.id, address }, 'signed in')
    return { account }
  }
  log.info({ address, is_locked: lockedNow !== null }, 'sign-in refused')
  if (lockedNow)
    identity.background.later('the mail about a lock', () => mailLock(identity, credentials.email, lockedNow))
  return { account: undefined, status: 401, problem: 'Email or password is wrong', wait_s: 0 }
}

interface Counted {
  email: string
  address: string
  browser: string | undefined
  at: Date
}

/**
 * What a lock concerns: a browser on which the account signed in before, or one address. Someone who guesses elsewhere
 * thus locks out only themselves. A typed email contains no space, so the counts cannot collide.
 */
const lockOf = ({ email, address, browser }: Counted): string =>
  browser === undefined ? `${email} @${address}` : `${email} ${browser}`

interface Admission {
  refusal?: Outcome
  lockedNow: LockScope | null
}

async function admission(identity: IdentityContext, attempt: Counted): Promise<Admission> {
  const { pool, settings, log } = identity
  const { email, address, browser, at } = attempt
  const isKnown = browser !== undefined
  const addressWait_s = isKnown ? 0 : await secondsToWaitAt(pool, address, at, settings.attempts_by_address)
  if (addressWait_s > 0) log.info({ address }, 'sign-in refused: too many failures from this address')
  const wait_s =
    addressWait_s || (await secondsToWait(pool, { account: email, address }, at, settings.attempts_per_minute))
  if (wait_s > 0) return { refusal: tooMany(wait_s, ''), lockedNow: null }
  const rule = identity.isDemonstration && isDemonstrationAccount(email) ? demonstrationLock : settings.lock
  const here = await countForLock(pool, lockOf(attempt), at, rule)
  const everywhere = isKnown || here.wait_s > 0 ? unlocked : await countForLock(pool, email, at, everywhereRule(rule))
  const lockWait_s = Math.max(here.wait_s, everywhere.wait_s)
  if (lockWait_s > 0)
    return {
      refusal: tooMany(lockWait_s, ' A new password (“Forgot password?”) unlocks the account immediately.'),
      lockedNow: null,
    }
  if (everywhere.isNew) return { lockedNow: 'everywhere' }
  return { lockedNow: here.isNew ? 'here' : null }
}

const unlocked: Lock = { wait_s: 0, isNew: false }
const everywhereRule = (rule: LockRule): LockRule => ({ ...rule, attempts: rule.attempts_everywhere })

const tooMany = (wait_s: number, more: string): Outcome => ({
  account: undefined,
  status: 429,
  problem: `Too many attempts. Try again in ${durationLabel(wait_s)}.${more}`,
  wait_s,
})

// The password is always hashed, so an unknown person, a disabled one and a wrong password are indistinguishable.
async function authenticate(
  { pool, hashing }: IdentityContext,
  { email, password }: Credentials,
  { address, browser }: Counted,
): Promise<Account | undefined> {
  if (email.length > emailAtMost || password.length > passwordAtMost) return undefined
  const account = await accountByEmail(pool, email)
  const isRight = await hashing.verify(password, account?.password_hash ?? null, {
    share: address,
    isKnown: browser !== undefined,
  })
  return isRight && account && !account.is_disabled ? account : undefined
}
