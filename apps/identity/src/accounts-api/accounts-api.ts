import { MailError } from '@wheelhouse/mail/mail.ts'
import { accountById, isAccountId } from '../accounts/accounts.ts'
import type { Account } from '../accounts/accounts.ts'
import { endSignIn, endSignInsOf } from '../accounts/grants.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import type { IdentityKeys } from '../platform/identity-keys.ts'
import { mailInvitation } from '../mails/account-mails.ts'
import { mailFactorsReset } from '../mails/second-factor-mails.ts'
import { paths } from '../platform/paths.ts'
import { removeFactors } from '../factors/factors.ts'
import { signInsOf } from '../accounts/sign-ins.ts'
import { readAccount, readFields } from './account-body.ts'
import { disableAccount, enableAccount, eraseAccount, patchAccount, putAccount, stateOf } from './account-changes.ts'
import { Refusal } from './api-answer.ts'
import { servicesOnly } from './services-only.ts'

interface Call {
  identity: IdentityContext
  ctx: Context
  account: Account
  /** The last segment of the path. */
  last: string
}

type Verb = (call: Call) => Promise<unknown>

/** By method and path below an account. Each is idempotent; `undefined` becomes a 204. */
const verbs: [method: string, address: RegExp, verb: Verb][] = [
  ['GET', /^$/, async ({ account }) => stateOf(account)],
  [
    'PATCH',
    /^$/,
    async ({ identity, ctx, account }) => stateOf(await patchAccount(identity, account, await readFields(ctx))),
  ],
  ['DELETE', /^$/, ({ identity, account }) => eraseAccount(identity, account)],
  ['POST', /^\/invitation$/, ({ identity, ctx, account }) => invite(identity, ctx, account)],
  ['POST', /^\/disable$/, ({ identity, account }) => disableAccount(identity, account)],
  ['POST', /^\/enable$/, ({ identity, account }) => enableAccount(identity, account)],
  ['DELETE', /^\/second-factor$/, ({ identity, account }) => resetSecondFactor(identity, account)],
  ['GET', /^\/sessions$/, ({ identity, account }) => signInsOf(identity.pool, account.id, identity.clock.now())],
  ['DELETE', /^\/sessions$/, ({ identity, account }) => endSignInsOf(identity.pool, account.id, identity.clock.now())],
  [
    'DELETE',
    /^\/sessions\/[\w-]{1,100}$/,
    ({ identity, account, last }) => endSignIn(identity.pool, account.id, last, identity.clock.now()),
  ],
]

/** For the services API, which creates the ids and reports changes to accounts; browsers never call it. */
export const accountsApi = (identity: IdentityContext, keys: IdentityKeys): Middleware =>
  servicesOnly(identity, keys, paths.accounts, (ctx) => dispatch(identity, ctx))

async function dispatch(identity: IdentityContext, ctx: Context): Promise<unknown> {
  const [, id = '', rest = ''] = /^\/accounts\/([^/]+)(.*)$/.exec(ctx.path) ?? []
  if (!isAccountId(id)) throw new Refusal('not_found')
  if (ctx.method === 'PUT' && rest === '') return create(identity, ctx, id)
  const there = verbs.filter(([, address]) => address.test(rest))
  const verb = there.find(([method]) => method === ctx.method)?.[2]
  if (!verb) throw new Refusal(there.length > 0 ? 'method_not_allowed' : 'not_found')
  const account = await accountById(identity.pool, id)
  if (account) return verb({ identity, ctx, account, last: rest.slice(rest.lastIndexOf('/') + 1) })
  // Deleting an erased account again succeeds.
  if (ctx.method === 'DELETE') return undefined
  throw new Refusal('not_found')
}

/** Creates the account and invites a person who has no password yet. */
async function create(identity: IdentityContext, ctx: Context, id: string): Promise<unknown> {
  const account = await putAccount(identity, id, await readAccount(ctx))
  if (account.password_hash === null && !account.is_disabled) await invite(identity, ctx, account)
  return stateOf(account)
}

async function resetSecondFactor(identity: IdentityContext, account: Account): Promise<void> {
  if (!(await removeFactors(identity, account))) throw new Refusal('no_second_factor')
  identity.log.info({ sub: account.id }, 'second factor reset')
  identity.background.later('the mail about a reset second factor', () => mailFactorsReset(identity, account))
}

async function invite(identity: IdentityContext, ctx: Context, account: Account): Promise<void> {
  if (account.is_disabled) throw new Refusal('account_disabled')
  const key = ctx.get('Idempotency-Key').slice(0, 200)
  await mailInvitation(identity, account, key || undefined).catch((error: unknown) => {
    if (!(error instanceof MailError)) throw error
    identity.log.error({ err: error, sub: account.id }, 'an invitation was not sent')
    throw new Refusal(error.isRefused ? 'mail_refused' : 'mail_unavailable')
  })
  identity.log.info({ sub: account.id }, 'invited')
}
