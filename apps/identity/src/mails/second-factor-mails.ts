import { momentText } from '@wheelhouse/mail/moment-text.ts'
import type { Account } from '../accounts/accounts.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { paths } from '../platform/paths.ts'
import { messageOf } from './letter.ts'

const mend =
  'If this was not you, inform the Wheelhouse administrator of your organization and choose a new password immediately:'

const send = (
  identity: IdentityContext,
  { email, name }: Account,
  subject: string,
  paragraphs: string[],
): Promise<void> =>
  identity.mail.send(
    messageOf({
      to: email,
      name,
      subject,
      parts: [...paragraphs, { url: `${identity.issuer}${paths.forgotten}`, label: 'Choose a new password' }],
    }),
  )

/** A changed factor is how a thief would stay, so the owner learns of each change. */
export const mailFactorsChanged = (
  identity: IdentityContext,
  account: Account,
  what: string,
  address: string,
): Promise<void> =>
  send(identity, account, 'The security of your sign-in was changed', [
    `${what} on ${momentText(identity.clock.now())}, from ${address}.`,
    mend,
  ])

/** Sent when an administrator removed the factors that a person lost. */
export const mailFactorsReset = (identity: IdentityContext, account: Account): Promise<void> =>
  send(identity, account, 'Your second factor was reset', [
    `An administrator of Wheelhouse removed the authenticator app, the passkeys and the recovery codes of your account on ${momentText(identity.clock.now())}. You were signed out everywhere and sign in with your password; set up a new second factor then.`,
    'If you did not ask for it, inform the Wheelhouse administrator of your organization and choose a new password immediately:',
  ])

/** Someone who reaches the second factor knows the password. */
export const mailGuessedFactor = (identity: IdentityContext, account: Account, address: string): Promise<void> =>
  send(identity, account, 'Someone knows your password', [
    `Someone entered the correct password of your account and then too many wrong second-factor codes, most recently on ${momentText(identity.clock.now())} from ${address}. Signing in with a second factor is locked for a while.`,
    mend,
  ])
