import { accountByEmail } from '../accounts/accounts.ts'
import type { Account } from '../accounts/accounts.ts'
import { isDemonstrationAccount } from '../platform/demonstration.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { issueLink, lifetimeOf } from '../accounts/account-links.ts'
import { paths } from '../platform/paths.ts'
import { durationLabel, timeLabels } from '../platform/time-labels.ts'
import { messageOf } from './letter.ts'

/** A second request for a link within this time sends no mail, so that nobody can flood another person's inbox. */
const mailsApartS = 120

/** Sends a one-time link that voids the previous one, unless the mail under this key was already sent. */
export async function mailInvitation(identity: IdentityContext, account: Account, requestKey?: string): Promise<void> {
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

export async function mailForgottenPassword(identity: IdentityContext, email: string): Promise<void> {
  await mailResetLink(identity, email, 'Choose a new password', [
    'Someone, most likely you, asked to reset the password of this account. Choose a new one here:',
  ])
}

export async function mailLock(identity: IdentityContext, email: string): Promise<void> {
  await mailResetLink(identity, email, 'Your sign-in is locked for a while', [
    `There were ${identity.settings.lock.attempts} failed attempts to sign in to your account, so signing in is locked for a while. Your open sessions continue.`,
    'If it was you, a new password unlocks it at once. If it was not, you do not have to do anything, unless you use the same password elsewhere: then choose a new one.',
  ])
}

async function mailResetLink(
  identity: IdentityContext,
  email: string,
  subject: string,
  paragraphs: string[],
): Promise<void> {
  const account = await accountByEmail(identity.pool, email)
  if (!account || account.is_disabled || (identity.isDemonstration && isDemonstrationAccount(account.email))) return
  const link = await issueLink(identity, account.id, { purpose: 'reset', atLeastApart_s: mailsApartS })
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
        `The password of your account was changed on ${timeLabels(identity.clock.now())}, from ${address}. All other sign-ins were ended.`,
        'If it was not you, choose a new password at once and inform the Wheelhouse administrator of your organization:',
        { url: `${identity.issuer}${paths.forgotten}`, label: 'Choose a new password' },
      ],
    }),
  )
}
