import type { Provider } from 'oidc-provider'
import type { Account } from '../accounts/accounts.ts'
import { formPage, sendPage } from '../http/form-page.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import { knownBrowser } from '../sign-in/known-browser.ts'
import { mailPasswordChanged } from '../mails/account-mails.ts'
import { changePasswordPage, noticePage } from '../pages/password-pages.ts'
import { paths } from '../platform/paths.ts'
import { attemptSignIn } from '../sign-in/sign-in-attempt.ts'
import { newPasswordFault } from '../accounts/password-rules.ts'
import type { PasswordFault } from '../accounts/password-rules.ts'
import { presentPerson } from './present-person.ts'
import type { Present } from './present-person.ts'
import { replacePassword } from './set-password.ts'

const shared = {
  title: 'This password cannot be changed',
  text: 'The demonstration accounts keep their passwords so that everyone can use them.',
  signInTo: 'change your password',
}

/** Changes the password of the person signed in on this browser, who has to know the current one. */
export const changePassword = (identity: IdentityContext, provider: Provider): Middleware =>
  formPage(identity, {
    path: paths.password,
    async show(ctx) {
      const present = await presentPerson(identity, provider, ctx, shared)
      if (present) showForm(identity, ctx, 200, present.account, null)
    },
    async take(ctx, form) {
      const present = await presentPerson(identity, provider, ctx, shared)
      if (present) await take(identity, ctx, form, present)
    },
  })

async function take(
  identity: IdentityContext,
  ctx: Context,
  form: URLSearchParams,
  { session, account }: Present,
): Promise<void> {
  const [password, chosen] = [form.get('password') ?? '', form.get('new_password') ?? '']
  const fault = password === chosen ? sameAgain : newPasswordFault(form, account.email)
  if (fault) return showForm(identity, ctx, 422, account, fault)
  const outcome = await attemptSignIn(
    identity,
    { email: account.email, password, browser: knownBrowser(ctx, account.email) },
    ctx.ip,
  )
  if (!outcome.account) {
    if (outcome.wait_s > 0) ctx.set('Retry-After', String(outcome.wait_s))
    const isWrong = outcome.status === 401
    const text = isWrong ? 'The current password is wrong' : outcome.problem
    return showForm(identity, ctx, outcome.status, account, { text, field: isWrong ? 'password' : null })
  }
  const grantIds = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? [])
  const isChanged = await replacePassword(identity, outcome.account, chosen, { grantIds, session: session.jti })
  if (!isChanged) return showForm(identity, ctx, 409, account, changedElsewhere)
  identity.log.info({ sub: account.id, address: ctx.ip }, 'password changed')
  identity.background.later('the mail about a changed password', () => mailPasswordChanged(identity, account, ctx.ip))
  const text = 'You stay signed in here and are signed out everywhere else.'
  const onward = { url: `${identity.consoleOrigin}/`, label: 'Back to the console' }
  sendPage(
    ctx,
    200,
    noticePage({ title: 'Your password is changed', text, host: new URL(identity.issuer).host, onward }),
  )
}

const sameAgain: PasswordFault = { text: 'The new password is the current one', field: 'new_password' }
const changedElsewhere: PasswordFault = { text: 'The password was just changed elsewhere', field: null }

const showForm = (
  { issuer, consoleOrigin }: IdentityContext,
  ctx: Context,
  status: number,
  { email }: Account,
  fault: PasswordFault | null,
): void => sendPage(ctx, status, changePasswordPage({ email, fault, host: new URL(issuer).host, consoleOrigin }))
