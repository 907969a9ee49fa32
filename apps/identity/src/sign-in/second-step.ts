import { enabledAccount } from '../accounts/accounts.ts'
import type { Account } from '../accounts/accounts.ts'
import { sendPage } from '../http/form-page.ts'
import { mailFactorsChanged } from '../mails/second-factor-mails.ts'
import { codesPage, continueForm, enrolmentPage, proofPage } from '../pages/second-factor-pages.ts'
import type { Context, IdentityContext } from '../platform/identity-context.ts'
import { addFactor, isAddStep } from '../factors/add-factor.ts'
import { attemptFactor } from './factor-attempt.ts'
import { factorsOf, hasFactor, secondFactorNeed, useTotp } from '../factors/factors.ts'
import { authenticationOptions, registrationOptions, usePasskey } from '../factors/passkeys.ts'
import { useRecoveryCode } from '../factors/recovery-codes.ts'
import { endStep, newSecretOf, passStep } from '../factors/steps.ts'
import type { Step } from '../factors/steps.ts'
import { totpAddress } from '../factors/totp.ts'

/** What the sign-in does next; the page was sent unless it is finished or begun again. */
export type Progress = { is: 'waiting' } | { is: 'start_over' } | { is: 'finished'; account: Account }

const waiting: Progress = { is: 'waiting' }

/** The page of the second step; it begins again when the account was disabled while it waited. */
export async function showStep(identity: IdentityContext, ctx: Context, step: Step): Promise<Progress> {
  const account = await enabledAccount(identity.pool, step.account_id)
  if (!account) return startOver(identity, step)
  if (step.isPassed) sendCodes(identity, ctx, [], 'Your second factor is set up.')
  else await sendStep(identity, ctx, step, account, 200, null)
  return waiting
}

export async function takeStep(
  identity: IdentityContext,
  ctx: Context,
  step: Step,
  form: URLSearchParams,
): Promise<Progress> {
  const account = await enabledAccount(identity.pool, step.account_id)
  const kind = form.get('step')
  if (!account || kind === 'start_over') return startOver(identity, step)
  if (step.isPassed) return finish(identity, step, account)
  const need = await secondFactorNeed(identity, account.id)
  if (need === 'enrolment' && isAddStep(kind)) return enrol(identity, ctx, step, account, form)
  if (need === 'proof' && kind !== null) return prove(identity, ctx, step, account, form)
  await sendStep(identity, ctx, step, account, 200, null)
  return waiting
}

async function startOver(identity: IdentityContext, { place }: Step): Promise<Progress> {
  await endStep(identity, place)
  return { is: 'start_over' }
}

async function finish(identity: IdentityContext, { place }: Step, account: Account): Promise<Progress> {
  await endStep(identity, place)
  return { is: 'finished', account }
}

async function prove(
  identity: IdentityContext,
  ctx: Context,
  step: Step,
  account: Account,
  form: URLSearchParams,
): Promise<Progress> {
  const kind = form.get('step')
  const outcome = await attemptFactor(identity, account, ctx.ip, () => check(identity, step, form))
  if (outcome.isRight) {
    identity.log.info({ sub: account.id, address: ctx.ip, factor: kind }, 'second factor proved')
    if (kind === 'recovery')
      identity.background.later('the mail about a recovery code', () =>
        mailFactorsChanged(identity, account, 'A recovery code of your account was used', ctx.ip),
      )
    return finish(identity, step, account)
  }
  if (outcome.wait_s > 0) ctx.set('Retry-After', String(outcome.wait_s))
  await sendStep(identity, ctx, step, account, outcome.status, outcome.problem)
  return waiting
}

async function check(identity: IdentityContext, step: Step, form: URLSearchParams): Promise<boolean> {
  const code = form.get('code') ?? ''
  if (form.get('step') === 'totp') return useTotp(identity, step.account_id, code)
  if (form.get('step') === 'recovery') return useRecoveryCode(identity.pool, step.account_id, code)
  return usePasskey(identity, step, form.get('credential') ?? '')
}

async function enrol(
  identity: IdentityContext,
  ctx: Context,
  step: Step,
  account: Account,
  form: URLSearchParams,
): Promise<Progress> {
  const kind = form.get('step')
  const added = isAddStep(kind) ? await addFactor(identity, step, account, form, kind) : ''
  if (typeof added === 'string') {
    await sendStep(identity, ctx, step, account, 422, added)
    return waiting
  }
  await passStep(identity, step.place)
  identity.log.info({ sub: account.id, address: ctx.ip }, 'second factor added')
  identity.background.later('the mail about a new second factor', () =>
    mailFactorsChanged(identity, account, 'A second factor was added to your account', ctx.ip),
  )
  sendCodes(identity, ctx, added.codes ?? [], added.what)
  return waiting
}

function sendCodes({ issuer }: IdentityContext, ctx: Context, codes: string[], what: string): void {
  sendPage(ctx, 200, codesPage({ codes, what, host: new URL(issuer).host, onward: continueForm }))
}

async function sendStep(
  identity: IdentityContext,
  ctx: Context,
  step: Step,
  account: Account,
  status: number,
  problem: string | null,
): Promise<void> {
  const host = new URL(identity.issuer).host
  const factors = await factorsOf(identity.pool, account.id)
  if (hasFactor(factors)) {
    const options = factors.passkeys.length > 0 ? await authenticationOptions(identity, step) : null
    return sendPage(ctx, status, proofPage({ factors, options, problem, host }))
  }
  const secret = await newSecretOf(identity, step)
  const options = await registrationOptions(identity, step, account)
  const address = totpAddress(secret, account.email)
  sendPage(ctx, status, enrolmentPage({ address, secret, options, problem, host }))
}
