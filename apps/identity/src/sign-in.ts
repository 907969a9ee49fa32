import { errors } from 'oidc-provider'
import type { Provider } from 'oidc-provider'
import { verifyPassword } from '@wheelhouse/db/passwords.ts'
import { accountByEmail } from './accounts.ts'
import type { Account } from './accounts.ts'
import { demonstrationAccounts, demonstrationPassword } from './demonstration.ts'
import { readForm } from './form-body.ts'
import { isSameOrigin } from './guards.ts'
import type { Context, IdentityContext, Middleware } from './identity-context.ts'
import { problemPage } from './pages/problem-page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { paths } from './paths.ts'
import { attemptOf, forgetAttempts, secondsToWait } from './sign-in-limit.ts'
import { endSession } from './sign-out.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

interface Given {
  email: string
  password: string
}

/** Longer ones are refused unread: the work of hashing is ours. */
const passwordAtMost = 1_024
const emailAtMost = 254

/** The page that a sign-in waits on, and its form. */
export const signIn =
  (identity: IdentityContext, provider: Provider): Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith(`${paths.interaction}/`)) return next()
    ctx.set('Cache-Control', 'no-store')
    const interaction = await waitingSignIn(provider, ctx)
    if (!interaction)
      return refuse(
        identity,
        ctx,
        400,
        'This sign-in has expired',
        'It was finished already, or it waited for too long. Start again from the console.',
      )
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return show(identity, ctx, 200, { email: hintOf(interaction), problem: null })
    if (ctx.method !== 'POST')
      return refuse(identity, ctx, 405, 'That is not possible here', 'This address takes the form of its own page only.')
    if (!isSameOrigin(ctx))
      return refuse(identity, ctx, 403, 'This form came from elsewhere', 'Sign in on the page of the identity service itself.')
    const form = await readForm(ctx)
    if (!form) return refuse(identity, ctx, 400, 'That was not the sign-in form', 'Start again from the console.')
    await answer(identity, provider, ctx, interaction, givenIn(form, identity.isDemonstration))
  }

async function waitingSignIn(provider: Provider, ctx: Context): Promise<Interaction | undefined> {
  try {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res)
    return ctx.path === `${paths.interaction}/${interaction.uid}` ? interaction : undefined
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}

const hintOf = ({ params }: Interaction): string => (typeof params.login_hint === 'string' ? params.login_hint.slice(0, emailAtMost) : '')

function givenIn(form: URLSearchParams, isDemonstration: boolean): Given {
  const offered = isDemonstration && demonstrationAccounts.find(({ email }) => email === form.get('demonstration_account'))
  if (offered) return { email: offered.email, password: demonstrationPassword }
  // The database keeps no zero characters.
  return { email: (form.get('email') ?? '').replaceAll('\0', '').trim(), password: form.get('password') ?? '' }
}

async function answer(identity: IdentityContext, provider: Provider, ctx: Context, interaction: Interaction, given: Given): Promise<void> {
  const { pool, clock, settings, log } = identity
  const attempt = attemptOf(given.email.slice(0, emailAtMost), ctx.ip)
  const wait = await secondsToWait(pool, attempt, clock.now(), settings.attempts_per_minute)
  if (wait > 0) {
    ctx.set('Retry-After', String(wait))
    return show(identity, ctx, 429, { email: given.email, problem: `Too many attempts. Try again in ${wait} s.` })
  }
  const account = await authenticate(identity, given)
  if (!account) {
    log.info({ address: attempt.address }, 'sign-in refused')
    return show(identity, ctx, 401, { email: given.email, problem: 'Email or password is wrong' })
  }
  await forgetAttempts(pool, attempt)
  log.info({ sub: account.id, address: attempt.address }, 'signed in')
  await leaveOtherPerson(identity, provider, ctx, interaction, account)
  ctx.status = 303
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login: { accountId: account.id } }, { mergeWithLastSubmission: false }))
}

// The password is looked at for everybody, and an unknown person, a disabled one and a wrong password look alike.
async function authenticate({ pool }: IdentityContext, { email, password }: Given): Promise<Account | undefined> {
  if (email.length > emailAtMost || password.length > passwordAtMost) return undefined
  const account = await accountByEmail(pool, email)
  const isRight = await verifyPassword(password, account?.password_hash ?? null)
  return isRight && account && !account.is_disabled ? account : undefined
}

/** Whoever was signed in on this browser before is signed out first: two people never share a session. */
async function leaveOtherPerson(
  identity: IdentityContext,
  provider: Provider,
  ctx: Context,
  interaction: Interaction,
  account: Account,
): Promise<void> {
  const session = await provider.Session.get(ctx)
  if (!session.accountId || session.accountId === account.id) return
  interaction.session = undefined
  await interaction.persist()
  await endSession(identity, session)
}

function show(identity: IdentityContext, ctx: Context, status: number, told: { email: string; problem: string | null }): void {
  ctx.status = status
  ctx.type = 'html'
  ctx.body = signInPage({ ...told, host: new URL(identity.issuer).host, isDemonstration: identity.isDemonstration })
}

function refuse(identity: IdentityContext, ctx: Context, status: number, title: string, text: string): void {
  ctx.status = status
  ctx.type = 'html'
  ctx.body = problemPage({ title, text, consoleOrigin: identity.consoleOrigin })
}
