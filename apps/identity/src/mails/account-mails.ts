import { accountByEmail } from '../accounts/accounts.ts'
import type { Account } from '../accounts/accounts.ts'
import { isDemonstrationAccount } from '../platform/demonstration.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { issueLink, lifetimeOf } from '../accounts/account-links.ts'
import { paths } from '../platform/paths.ts'
import { momentText } from '@wheelhouse/mail/moment-text.ts'
import { durationLabel } from '../platform/duration-label.ts'
import { secondsToWait } from '../accounts/sign-in-limit.ts'
import type { Queryable } from '../platform/transaction.ts'
import { messageOf } from './letter.ts'

/** A second request for a link within this time sends no mail, so that nobody can flood another person's inbox. */
const mailsApartS = 120

/**
 * Sends a one-time link that voids the previous one, unless the mail under this key was already sent. A person who has a
 * password gets the link for a new one, which is valid for a shorter time.
 */
export async function mailInvitation(identity: IdentityContext, account: Account, requestKey?: string): Promise<void> {
  if (account.password_hash !== null)
    return mailResetLink(identity, account, { requestKey }, 'Choose a new password', [
      'An administrator of Wheelhouse sent you a link to choose a new password:',
    ])
  const link = await issueLink(identity, account.id, { purpose: 'invitation', requestKey })
  if (!link) return
  const lifetime = durationLabel(lifetimeOf(identity, 'invitation'))
  await identity.mail.send(
    messageOf({
      to: account.email,
      name: account.name,
      subject: 'Your invitation to Wheelhouse',
      parts: [
        'You are invited to the operations console. Choose a password to sign in:',
        { url: link.url, label: 'Choose a password' },
        `The link is valid for ${lifetime} and can be used once. If you did not expect this invitation, you can ignore it.`,
      ],
    }),
  )
  await link.sent()
}

/** `browser` identifies one on which the account signed in before; strangers cannot use up its mails. */
export async function mailForgottenPassword(identity: IdentityContext, email: string, browser?: string): Promise<void> {
  const account = await reachableAccount(identity, email)
  if (!account) return
  await mailResetLink(identity, account, { asker: browser ?? '' }, 'Choose a new password', [
    'Someone, most likely you, asked to reset the password of this account. Choose a new one here:',
  ])
}

/** An attempt from an address that guessed too often, or from any new browser after guesses from many addresses. */
export type LockScope = 'here' | 'everywhere'

export async function mailLock(identity: IdentityContext, email: string, scope: LockScope): Promise<void> {
  const account = await reachableAccount(identity, email)
  if (!account) return
  const { attempts, attempts_everywhere } = identity.settings.lock
  const what =
    scope === 'here'
      ? `There were ${attempts} failed attempts to sign in to your account from one address, so nobody can sign in from there for a while. Elsewhere you can sign in as usual, and your open sessions continue.`
      : `There were ${attempts_everywhere} failed attempts to sign in to your account, so signing in is locked for a while in browsers that you did not use before. Your open sessions continue.`
  await mailResetLink(identity, account, { asker: '' }, 'Failed attempts to sign in to your account', [
    what,
    'If this was you, choose a new password to unlock your account immediately. If not, you do not need to do anything.',
  ])
}

async function reachableAccount(identity: IdentityContext, email: string): Promise<Account | undefined> {
  const account = await accountByEmail(identity.pool, email)
  const isShared = identity.isDemonstration && isDemonstrationAccount(account?.email ?? '')
  return account && !account.is_disabled && !isShared ? account : undefined
}

type ResetRequest = { asker: string } | { requestKey: string | undefined }

/** Limits these mails to one person, no matter who asks for them. */
async function mayMail(identity: IdentityContext, on: Queryable, accountId: string, asker: string): Promise<boolean> {
  const { per_hour, per_day } = identity.settings.password_mails
  const now = identity.clock.now()
  const account = ` mails ${accountId} ${asker}`
  if ((await secondsToWait(on, { account, address: 'hour' }, now, per_hour, 3_600)) > 0) return false
  return (await secondsToWait(on, { account, address: 'day' }, now, per_day, 86_400)) === 0
}

async function mailResetLink(
  identity: IdentityContext,
  account: Account,
  request: ResetRequest,
  subject: string,
  paragraphs: string[],
): Promise<void> {
  const link = await issueLink(
    identity,
    account.id,
    'asker' in request
      ? {
          purpose: 'reset',
          atLeastApart_s: mailsApartS,
          isAllowed: (on) => mayMail(identity, on, account.id, request.asker),
        }
      : { purpose: 'reset', requestKey: request.requestKey },
  )
  if (!link) return
  const lifetime = durationLabel(lifetimeOf(identity, 'reset'))
  await identity.mail.send(
    messageOf({
      to: account.email,
      name: account.name,
      subject,
      parts: [
        ...paragraphs,
        { url: link.url, label: 'Choose a new password' },
        `The link is valid for ${lifetime} and can be used once. Until then your password does not change.`,
      ],
    }),
  )
  await link.sent()
}

/** Informs a person who did not change the password themselves. */
export async function mailPasswordChanged(identity: IdentityContext, account: Account, address: string): Promise<void> {
  await identity.mail.send(
    messageOf({
      to: account.email,
      name: account.name,
      subject: 'Your password was changed',
      parts: [
        `The password of your account was changed on ${momentText(identity.clock.now())}, from ${address}. You were signed out everywhere else.`,
        'If this was not you, inform the Wheelhouse administrator of your organization and choose a new password immediately:',
        { url: `${identity.issuer}${paths.forgotten}`, label: 'Choose a new password' },
      ],
    }),
  )
}
