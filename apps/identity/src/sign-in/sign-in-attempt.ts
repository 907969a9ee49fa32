import { accountByEmail } from '../accounts/accounts.ts'
import type { Account } from '../accounts/accounts.ts'
import { isDemonstrationAccount } from '../platform/demonstration.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { countForLock, forgetCount } from '../accounts/lock-out.ts'
import { mailLock } from '../mails/account-mails.ts'
import { passwordAtMost } from '../accounts/password-rules.ts'
import { demonstrationLock } from '../platform/settings.ts'
import { attemptOf, forgetAttempts, secondsToWait } from './sign-in-limit.ts'
import type { Attempt } from './sign-in-limit.ts'
import { durationLabel } from '../platform/time-labels.ts'

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
  address: string,
): Promise<Outcome> {
  const { pool, log } = identity
  const attempt = attemptOf(credentials.email.slice(0, emailAtMost), address)
  // A typed email cannot contain the browser's random identifier, so the counts cannot collide.
  const counted = credentials.browser ? `${attempt.account} ${credentials.browser}` : attempt.account
  const { refusal, isLastBeforeLock } = await admission(identity, attempt, counted)
  if (refusal) return refusal
  const account = await authenticate(identity, credentials)
  if (account) {
    await forgetAttempts(pool, attempt)
    await forgetCount(pool, counted)
    log.info({ sub: account.id, address: attempt.address }, 'signed in')
    return { account }
  }
  log.info({ address: attempt.address, is_locked: isLastBeforeLock }, 'sign-in refused')
  if (isLastBeforeLock) identity.background.later('the mail about a lock', () => mailLock(identity, credentials.email))
  return { account: undefined, status: 401, problem: 'Email or password is wrong', wait_s: 0 }
}

async function admission(
  identity: IdentityContext,
  attempt: Attempt,
  counted: string,
): Promise<{ refusal?: Outcome; isLastBeforeLock: boolean }> {
  const { pool, clock, settings, isDemonstration } = identity
  const now = clock.now()
  const wait_s = await secondsToWait(pool, attempt, now, settings.attempts_per_minute)
  if (wait_s > 0) return { refusal: tooMany(wait_s, ''), isLastBeforeLock: false }
  const rule = isDemonstration && isDemonstrationAccount(attempt.account) ? demonstrationLock : settings.lock
  const lock = await countForLock(pool, counted, now, rule)
  if (lock.wait_s > 0)
    return {
      refusal: tooMany(lock.wait_s, ' A new password (“Forgot password?”) unlocks the account at once.'),
      isLastBeforeLock: false,
    }
  return { isLastBeforeLock: lock.isNew }
}

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
): Promise<Account | undefined> {
  if (email.length > emailAtMost || password.length > passwordAtMost) return undefined
  const account = await accountByEmail(pool, email)
  const isRight = await hashing.verify(password, account?.password_hash ?? null)
  return isRight && account && !account.is_disabled ? account : undefined
}
