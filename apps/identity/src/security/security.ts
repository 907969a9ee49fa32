import type { Provider } from 'oidc-provider'
import type { Account } from '../accounts/accounts.ts'
import { endSignInsOf } from '../accounts/grants.ts'
import { formPage, sendPage } from '../http/form-page.ts'
import { mailFactorsChanged } from '../mails/second-factor-mails.ts'
import { html } from '../pages/html.ts'
import { codesPage } from '../pages/second-factor-pages.ts'
import { closedSecurityPage, openSecurityPage } from '../pages/security-page.ts'
import { presentPerson } from '../passwords/present-person.ts'
import type { Present } from '../passwords/present-person.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import { paths } from '../platform/paths.ts'
import { knownBrowser } from '../sign-in/known-browser.ts'
import { attemptSignIn } from '../sign-in/sign-in-attempt.ts'
import { addFactor, isAddStep } from '../factors/add-factor.ts'
import type { Added } from '../factors/add-factor.ts'
import { factorsOf, hasFactor, removeFactor, secondFactorRule, withSecondFactor } from '../factors/factors.ts'
import { passkeysAtMost, registrationOptions } from '../factors/passkeys.ts'
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import { beginStep, newSecretOf, placeOfSession, stepAt } from '../factors/steps.ts'
import type { Step } from '../factors/steps.ts'
import { totpAddress } from '../factors/totp.ts'

/** Where people add and remove their second factors. The password opens it for some minutes. */
export const security = (identity: IdentityContext, provider: Provider): Middleware =>
  formPage(identity, {
    path: paths.security,
    async show(ctx) {
      const present = await presentPerson(identity, provider, ctx, shared)
      if (present) await show(identity, ctx, present, 200, null)
    },
    async take(ctx, form) {
      const present = await presentPerson(identity, provider, ctx, shared)
      if (present) await take(identity, ctx, present, form)
    },
  })

const shared = {
  title: 'This account has no second factor',
  text: 'The demonstration accounts are shared, so a second factor would lock everyone else out.',
  signInTo: 'change the security of your sign-in',
}

const stepOf = async (identity: IdentityContext, { session, account }: Present): Promise<Step | undefined> => {
  const step = await stepAt(identity, placeOfSession(session.uid))
  return step?.account_id === account.id ? step : undefined
}

async function show(
  identity: IdentityContext,
  ctx: Context,
  present: Present,
  status: number,
  problem: string | null,
): Promise<void> {
  const { account } = present
  const step = await stepOf(identity, present)
  const factors = await factorsOf(identity.pool, account.id)
  const content = {
    email: account.email,
    factors,
    isRequired: (await secondFactorRule(identity, account.id)).isRequired,
    problem,
    host: new URL(identity.issuer).host,
    consoleOrigin: identity.consoleOrigin,
  }
  if (!step) return sendPage(ctx, status, closedSecurityPage(content))
  const secret = factors.hasTotp ? undefined : await newSecretOf(identity, step)
  const options = factors.passkeys.length < passkeysAtMost ? await registrationOptions(identity, step, account) : null
  const newTotp = secret === undefined ? null : { secret, address: totpAddress(secret, account.email) }
  sendPage(ctx, status, openSecurityPage({ ...content, options, newTotp }))
}

async function take(identity: IdentityContext, ctx: Context, present: Present, form: URLSearchParams): Promise<void> {
  const kind = form.get('step')
  const step = await stepOf(identity, present)
  if (!step) return open(identity, ctx, present, form)
  if (isAddStep(kind)) {
    const hadAny = hasFactor(await factorsOf(identity.pool, present.account.id))
    const added = await addFactor(identity, step, present.account, form, kind)
    if (typeof added === 'string') return show(identity, ctx, present, 422, added)
    return afterAdding(identity, ctx, present, added, !hadAny)
  }
  if (kind === 'new_codes') return makeCodes(identity, ctx, present)
  if (kind === 'remove_totp' || kind === 'remove_passkey') return remove(identity, ctx, present, form)
  return show(identity, ctx, present, 200, null)
}

async function open(identity: IdentityContext, ctx: Context, present: Present, form: URLSearchParams): Promise<void> {
  const { account, session } = present
  const credentials = { email: account.email, password: form.get('password') ?? '' }
  const outcome = await attemptSignIn(identity, { ...credentials, browser: knownBrowser(ctx, account.email) }, ctx.ip)
  if (!outcome.account) {
    if (outcome.wait_s > 0) ctx.set('Retry-After', String(outcome.wait_s))
    const problem = outcome.status === 401 ? 'The password is wrong' : outcome.problem
    return show(identity, ctx, present, outcome.status, problem)
  }
  await beginStep(identity, placeOfSession(session.uid), account.id)
  backToPage(ctx)
}

// A reload then repeats the reading and not the change.
function backToPage(ctx: Context): void {
  ctx.status = 303
  ctx.redirect(paths.security)
}

async function afterAdding(
  identity: IdentityContext,
  ctx: Context,
  present: Present,
  { what, codes }: Added,
  isFirst: boolean,
): Promise<void> {
  if (isFirst) await strengthenSession(identity, present)
  changed(identity, ctx, present.account, 'A second factor was added to your account')
  if (codes === null) return backToPage(ctx)
  sendCodes(identity, ctx, codes, what)
}

/** Other sign-ins had the password alone, so they end. This one has just proved the new factor. */
async function strengthenSession(identity: IdentityContext, { session, account }: Present): Promise<void> {
  const now = identity.clock.now()
  const grantIds = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? [])
  await endSignInsOf(identity.pool, account.id, now, { grantIds, session: session.jti })
  await identity.pool.query('update sign_ins set second_factor_at = $2 where grant_id = any($1)', [grantIds, now])
  session.amr = withSecondFactor
  await session.persist()
}

async function makeCodes(identity: IdentityContext, ctx: Context, { account }: Present): Promise<void> {
  const codes = await replaceRecoveryCodes(identity.pool, account.id)
  changed(identity, ctx, account, 'New recovery codes were made for your account')
  sendCodes(identity, ctx, codes, 'The earlier codes no longer work.')
}

async function remove(identity: IdentityContext, ctx: Context, present: Present, form: URLSearchParams): Promise<void> {
  const { account } = present
  const passkey = form.get('step') === 'remove_totp' ? null : (form.get('passkey') ?? '')
  const { isRequired } = await secondFactorRule(identity, account.id)
  const outcome = await removeFactor(identity, account.id, { passkey, keepsLast: isRequired })
  if (outcome === 'is_last')
    return show(
      identity,
      ctx,
      present,
      409,
      'Your role requires a second factor. Add another one before you remove this one.',
    )
  if (outcome === 'removed') changed(identity, ctx, account, 'A second factor was removed from your account')
  backToPage(ctx)
}

function changed(identity: IdentityContext, ctx: Context, account: Account, what: string): void {
  identity.log.info({ sub: account.id, address: ctx.ip }, what)
  identity.background.later('the mail about second factors', () => mailFactorsChanged(identity, account, what, ctx.ip))
}

function sendCodes({ issuer }: IdentityContext, ctx: Context, codes: string[], what: string): void {
  const onward = html`<p><a class="secondary" href="${paths.security}">I have saved them</a></p>`
  sendPage(ctx, 200, codesPage({ codes, what, host: new URL(issuer).host, onward }))
}
