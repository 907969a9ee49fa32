import { errors } from 'oidc-provider'
import type { Provider } from 'oidc-provider'
import type { Account } from '../accounts/accounts.ts'
import { demonstrationAccounts, demonstrationPassword } from '../platform/demonstration.ts'
import { ownForm, sendPage, sendProblem } from '../http/form-page.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import { knownBrowser, rememberBrowser } from './known-browser.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { paths } from '../platform/paths.ts'
import { secondFactorNeed, withSecondFactor } from '../factors/factors.ts'
import { showStep, takeStep } from './second-step.ts'
import { beginStep, stepAt, stepLastsS } from '../factors/steps.ts'
import type { Step } from '../factors/steps.ts'
import { attemptSignIn, emailAtMost } from './sign-in-attempt.ts'
import type { Credentials } from './sign-in-attempt.ts'
import { endSession } from './sign-out.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The sign-in page and its form. */
export const signIn =
  (identity: IdentityContext, provider: Provider): Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith(`${paths.interaction}/`)) return next()
    ctx.set('Cache-Control', 'no-store')
    const interaction = await waitingSignIn(provider, ctx)
    if (!interaction) {
      const text = 'It was already completed or has timed out. Start again from the console.'
      return sendProblem(identity, ctx, 400, 'This sign-in has expired', text)
    }
    const step = await stepOf(identity, provider, ctx, interaction)
    if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      const progress = step && (await showStep(identity, ctx, step))
      if (progress?.is === 'waiting') return undefined
      return show(identity, ctx, 200, { email: hintOf(interaction), problem: null })
    }
    const form = await ownForm(identity, ctx)
    if (!form) return undefined
    if (!step) return answer(identity, provider, ctx, interaction, givenIn(form, identity.isDemonstration))
    const progress = await takeStep(identity, ctx, step, form)
    if (progress.is === 'start_over') return backToPage(ctx)
    if (progress.is === 'finished')
      await finish(identity, provider, ctx, interaction, progress.account, withSecondFactor)
    return undefined
  }

/**
 * The second step of this sign-in, if the password was given: in this sign-in, or some minutes ago by choosing it behind
 * an invitation.
 */
async function stepOf(
  identity: IdentityContext,
  provider: Provider,
  ctx: Context,
  { uid, prompt }: Interaction,
): Promise<Step | undefined> {
  const begun = await stepAt(identity, uid)
  if (begun || prompt.reasons.join() !== 'second_factor') return begun
  const { accountId, loginTs = 0 } = await provider.Session.get(ctx)
  if (!accountId || identity.clock.now().getTime() / 1000 - loginTs > stepLastsS) return undefined
  await beginStep(identity, uid, accountId)
  return stepAt(identity, uid)
}

// A reload then repeats the reading and not the form.
function backToPage(ctx: Context): void {
  ctx.status = 303
  ctx.redirect(ctx.path)
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

const hintOf = ({ params }: Interaction): string =>
  typeof params.login_hint === 'string' ? params.login_hint.slice(0, emailAtMost) : ''

function givenIn(form: URLSearchParams, isDemonstration: boolean): Credentials {
  const offered =
    isDemonstration && demonstrationAccounts.find(({ email }) => email === form.get('demonstration_account'))
  if (offered) return { email: offered.email, password: demonstrationPassword }
  // PostgreSQL cannot store zero characters.
  return { email: (form.get('email') ?? '').replaceAll('\0', '').trim(), password: form.get('password') ?? '' }
}

async function answer(
  identity: IdentityContext,
  provider: Provider,
  ctx: Context,
  interaction: Interaction,
  credentials: Credentials,
): Promise<void> {
  const outcome = await attemptSignIn(
    identity,
    { ...credentials, browser: knownBrowser(ctx, credentials.email) },
    ctx.ip,
  )
  if (!outcome.account) {
    if (outcome.wait_s > 0) ctx.set('Retry-After', String(outcome.wait_s))
    return show(identity, ctx, outcome.status, { email: credentials.email, problem: outcome.problem })
  }
  if ((await secondFactorNeed(identity, outcome.account.id)) === 'none')
    return finish(identity, provider, ctx, interaction, outcome.account, ['pwd'])
  await beginStep(identity, interaction.uid, outcome.account.id)
  backToPage(ctx)
}

/** `amr` says with which methods (RFC 8176). */
async function finish(
  identity: IdentityContext,
  provider: Provider,
  ctx: Context,
  interaction: Interaction,
  account: Account,
  amr: string[],
): Promise<void> {
  await signOutOtherPerson(identity, provider, ctx, interaction, account)
  rememberBrowser(ctx, account.email)
  ctx.status = 303
  const login = { accountId: account.id, amr }
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login }, { mergeWithLastSubmission: false }))
}

/** A person who was signed in on this browser is signed out first: two people never share a session. */
async function signOutOtherPerson(
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

const show = (
  identity: IdentityContext,
  ctx: Context,
  status: number,
  content: { email: string; problem: string | null },
): void =>
  sendPage(
    ctx,
    status,
    signInPage({ ...content, host: new URL(identity.issuer).host, isDemonstration: identity.isDemonstration }),
  )
