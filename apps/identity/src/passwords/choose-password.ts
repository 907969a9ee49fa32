import type { Provider } from 'oidc-provider'
import type { Account } from '../accounts/accounts.ts'
import { formPage, sendPage, sendProblem } from '../http/form-page.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import { rememberBrowser } from '../sign-in/known-browser.ts'
import { mailPasswordChanged } from '../mails/account-mails.ts'
import { choosePasswordPage, noticePage } from '../pages/password-pages.ts'
import { paths } from '../platform/paths.ts'
import { startSession } from '../sign-in/start-session.ts'
import { openLink } from '../accounts/account-links.ts'
import type { LinkPurpose } from '../accounts/account-links.ts'
import { newPasswordFault } from '../accounts/password-rules.ts'
import type { PasswordFault } from '../accounts/password-rules.ts'
import { setPasswordByLink } from './set-password.ts'

/** The pages behind the links for invitations and forgotten passwords. */
export function choosePassword(identity: IdentityContext, provider: Provider): Middleware {
  const page = (purpose: LinkPurpose): Middleware =>
    formPage(identity, {
      path: paths[purpose],
      async show(ctx) {
        const account = await accountBehind(identity, ctx, purpose)
        if (account) showForm(identity, ctx, 200, account, purpose, null)
      },
      take: (ctx, form) => take(identity, provider, ctx, form, purpose),
    })
  const [invitation, reset] = [page('invitation'), page('reset')]
  return (ctx, next) => invitation(ctx, async () => reset(ctx, next))
}

const tokenIn = (ctx: Context): string => new URLSearchParams(ctx.querystring).get('token') ?? ''

/** Returns undefined after sending a page that says that the link is no longer valid. */
async function accountBehind(
  identity: IdentityContext,
  ctx: Context,
  purpose: LinkPurpose,
): Promise<Account | undefined> {
  const account = await openLink(identity.pool, purpose, tokenIn(ctx), identity.clock.now())
  if (!account) sendVoidPage(identity, ctx, purpose)
  return account
}

// Used, replaced, expired and unknown links get the same page.
function sendVoidPage(identity: IdentityContext, ctx: Context, purpose: LinkPurpose): void {
  const text =
    purpose === 'invitation'
      ? 'It was already used, it has expired, or a newer one was sent. Ask the person who invited you for another one.'
      : 'It was already used, it has expired, or a newer one was sent. Use “Forgot password?” next to the password to get another one.'
  sendProblem(identity, ctx, 410, 'This link is no longer valid', text)
}

async function take(
  identity: IdentityContext,
  provider: Provider,
  ctx: Context,
  form: URLSearchParams,
  purpose: LinkPurpose,
): Promise<void> {
  const account = await accountBehind(identity, ctx, purpose)
  if (!account) return
  const fault = newPasswordFault(form, account.email)
  if (fault) return showForm(identity, ctx, 422, account, purpose, fault)
  const isSet = await setPasswordByLink(
    identity,
    account,
    { purpose, token: tokenIn(ctx) },
    form.get('new_password') ?? '',
  )
  if (!isSet) return sendVoidPage(identity, ctx, purpose)
  identity.log.info(
    { sub: account.id, address: ctx.ip },
    purpose === 'invitation' ? 'invitation taken' : 'password changed by a link',
  )
  if (purpose === 'invitation' && account.password_hash === null)
    return signInAfterwards(identity, provider, ctx, account)
  identity.background.later('the mail about a changed password', () => mailPasswordChanged(identity, account, ctx.ip))
  const text = 'You were signed out everywhere. Sign in with the new password.'
  const onward = { url: `${identity.consoleOrigin}/`, label: 'Sign in' }
  sendPage(
    ctx,
    200,
    noticePage({ title: 'Your password is changed', text, host: new URL(identity.issuer).host, onward }),
  )
}

// The link proved the email address and the password was typed just now, so asking for both again would prove nothing
// more.
async function signInAfterwards(
  identity: IdentityContext,
  provider: Provider,
  ctx: Context,
  account: Account,
): Promise<void> {
  await startSession(identity, provider, ctx, account.id)
  rememberBrowser(ctx, account.email)
  ctx.status = 303
  ctx.redirect(`${identity.consoleOrigin}/`)
}

function showForm(
  { issuer }: IdentityContext,
  ctx: Context,
  status: number,
  { email }: Account,
  purpose: LinkPurpose,
  fault: PasswordFault | null,
): void {
  sendPage(
    ctx,
    status,
    choosePasswordPage({ email, fault, host: new URL(issuer).host, isInvitation: purpose === 'invitation' }),
  )
}
