import type { Account } from '../accounts/accounts.ts'
import { countForLock, forgetCount } from '../accounts/lock-out.ts'
import { attemptOf, forgetAttempts, secondsToWait } from '../accounts/sign-in-limit.ts'
import { mailGuessedFactor } from '../mails/second-factor-mails.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { durationLabel } from '../platform/duration-label.ts'

export type FactorOutcome = { isRight: true } | { isRight: false; status: 401 | 429; problem: string; wait_s: number }

/**
 * Counts the attempt before the factor is checked: a code has six digits only. The count belongs to the account, because
 * only someone who knows its password reaches this step; no stranger can use it to lock the person out.
 */
export async function attemptFactor(
  identity: IdentityContext,
  account: Account,
  from: string,
  check: () => Promise<boolean>,
): Promise<FactorOutcome> {
  const { pool, settings, log } = identity
  // A typed email never begins with a space, so this cannot collide with the count of passwords.
  const counted = { account: ` factor ${account.id}`, address: attemptOf('', from).address }
  const now = identity.clock.now()
  const pace_s = await secondsToWait(pool, counted, now, settings.attempts_per_minute)
  const lock =
    pace_s > 0 ? { wait_s: pace_s, isNew: false } : await countForLock(pool, counted.account, now, settings.lock)
  if (lock.wait_s > 0) {
    const problem = `Too many attempts. Try again in ${durationLabel(lock.wait_s)}.`
    return { isRight: false, status: 429, problem, wait_s: lock.wait_s }
  }
  if (await check()) {
    await forgetAttempts(pool, counted)
    await forgetCount(pool, counted.account)
    return { isRight: true }
  }
  log.info({ sub: account.id, address: counted.address, is_locked: lock.isNew }, 'second factor refused')
  if (lock.isNew)
    identity.background.later('the mail about a guessed second factor', () =>
      mailGuessedFactor(identity, account, counted.address),
    )
  return { isRight: false, status: 401, problem: 'This code or key was not accepted. Try again.', wait_s: 0 }
}
