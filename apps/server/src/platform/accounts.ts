import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ErrorCode } from '@wheelhouse/contract/errors.ts'
import { servicesSecret } from '@wheelhouse/db/installation-key.ts'
import type { Config } from './config.ts'

/** A person who can sign in. The id is the `sub` of every token; the server creates it. */
export interface NewAccount {
  id: string
  email: string
  name: string
  organization_id: string | null
}

const AccountState = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  organization_id: z.string().nullable(),
  /** Invited: no password has been chosen yet. */
  status: z.enum(['invited', 'active', 'disabled']),
})
export type AccountState = z.infer<typeof AccountState>

/** A valid sign-in; the id is the grant that its tokens carry as `gid`. */
const SignedInSession = z.object({
  id: z.string(),
  signed_in_at: z.string(),
  /** When its tokens were last renewed, to the minute. */
  last_used_at: z.string(),
  user_agent: z.string(),
  address: z.string(),
})
export type SignedInSession = z.infer<typeof SignedInSession>

/**
 * What the server requests from the identity provider. Every call is idempotent. An unknown id is `not_found`, except
 * for `erase` and the revocations, which then have nothing left to do.
 */
export interface Accounts {
  /**
   * Creates or updates the account and mails the invitation if there is no password yet. The key prevents a second mail
   * on a retry.
   */
  invite(account: NewAccount, key?: string): Promise<AccountState>
  /** Sends a new one-time link, which voids the previous one. */
  reinvite(id: string, key?: string): Promise<void>
  /** Sessions and grants end in the same commit. */
  disable(id: string): Promise<void>
  /** Ended sessions stay ended. */
  enable(id: string): Promise<void>
  /** Deletes the account and what is stored about its sign-ins. */
  erase(id: string): Promise<void>
  update(id: string, fields: Partial<Omit<NewAccount, 'id'>>): Promise<AccountState>
  setOrganization(id: string, organizationId: string | null): Promise<AccountState>
  accountById(id: string): Promise<AccountState>
  sessionsOf(id: string): Promise<SignedInSession[]>
  revokeSessions(id: string): Promise<void>
  revokeSession(id: string, sessionId: string): Promise<void>
  /** Ends all sign-ins and mails the person; `no_second_factor` when there is none. */
  resetSecondFactor(id: string): Promise<void>
}

export interface EmbeddedAccountsOptions {
  /** Such as `http://localhost:3001`. */
  identityUrl: string
  /** `WHEELHOUSE_KEY`, or the key file of the state folder: the provider derives the same secret from it. */
  installationKey: string | undefined
}

/** The identity provider that comes with Wheelhouse, called over HTTP. */
export function embeddedAccounts({ identityUrl, installationKey }: EmbeddedAccountsOptions): Accounts {
  const ask = requester(identityUrl, installationKey)
  const below = (id: string, rest = ''): string => `/accounts/${encodeURIComponent(id)}${rest}`
  const send = async (...given: Parameters<typeof ask>): Promise<void> => void (await ask(...given))
  const update: Accounts['update'] = async (id, fields) => AccountState.parse(await ask('PATCH', below(id), fields))
  return {
    async invite({ id, ...fields }, key) {
      return AccountState.parse(await ask('PUT', below(id), fields, key))
    },
    reinvite: (id, key) => send('POST', below(id, '/invitation'), undefined, key),
    disable: (id) => send('POST', below(id, '/disable')),
    enable: (id) => send('POST', below(id, '/enable')),
    erase: (id) => send('DELETE', below(id)),
    update,
    setOrganization: (id, organization_id) => update(id, { organization_id }),
    accountById: async (id) => AccountState.parse(await ask('GET', below(id))),
    sessionsOf: async (id) => z.array(SignedInSession).parse(await ask('GET', below(id, '/sessions'))),
    revokeSessions: (id) => send('DELETE', below(id, '/sessions')),
    resetSecondFactor: (id) => send('DELETE', below(id, '/second-factor')),
    revokeSession: (id, sessionId) => send('DELETE', below(id, `/sessions/${encodeURIComponent(sessionId)}`)),
  }
}

/**
 * Amazon Cognito or another provider with such paths: accounts are managed in its own console, and every call says so.
 */
export function hostedAccounts(): Accounts {
  const refuse = (): Promise<never> => Promise.reject(new AppError('accounts_kept_elsewhere'))
  return {
    invite: refuse,
    reinvite: refuse,
    disable: refuse,
    enable: refuse,
    erase: refuse,
    update: refuse,
    setOrganization: refuse,
    accountById: refuse,
    sessionsOf: refuse,
    revokeSessions: refuse,
    revokeSession: refuse,
    resetSecondFactor: refuse,
  }
}

/** Chooses the provider of this installation. */
export const openAccounts = ({ identity, installation_key }: Config): Accounts =>
  identity.isEmbedded
    ? embeddedAccounts({ identityUrl: identity.internal_url, installationKey: installation_key })
    : hostedAccounts()

const answerWithinMs = 15_000
/** A token that expires during the call is useless. */
const tokenMarginMs = 60_000

/** Calls the identity provider as the services do. */
export function requester(identityUrl: string, installationKey: string | undefined) {
  let cachedToken: { token: string; until: number } | undefined
  const tokenOf = async (): Promise<string> => {
    if (!cachedToken || cachedToken.until < Date.now()) cachedToken = await fetchToken(identityUrl, installationKey)
    return cachedToken.token
  }
  return async (method: string, path: string, body?: object, key?: string): Promise<unknown> => {
    const call = async (): Promise<Response> => {
      const headers: Record<string, string> = { authorization: `Bearer ${await tokenOf()}`, accept: 'application/json' }
      if (key) headers['idempotency-key'] = key
      if (body) headers['content-type'] = 'application/json'
      return send(identityUrl + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    }
    let response = await call()
    if (response.status === 401) {
      // The token was signed with keys that the provider no longer has: try once with a fresh one.
      cachedToken = undefined
      response = await call()
    }
    if (response.ok) return response.status === 204 ? undefined : response.json()
    throw await refusalOf(response)
  }
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() })

async function fetchToken(
  identityUrl: string,
  installationKey: string | undefined,
): Promise<{ token: string; until: number }> {
  if (!installationKey)
    throw new AppError('unavailable', {}, 'The key for the identity provider is missing: set WHEELHOUSE_KEY')
  const credentials = Buffer.from(`wheelhouse-services:${servicesSecret(installationKey)}`).toString('base64')
  const response = await send(`${identityUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
  })
  if (!response.ok)
    throw new AppError(
      'unavailable',
      {},
      'The identity provider refuses the key of this server: both need the same WHEELHOUSE_KEY',
    )
  const { access_token, expires_in } = Token.parse(await response.json())
  return { token: access_token, until: Date.now() + expires_in * 1000 - tokenMarginMs }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerWithinMs) })
  } catch (error) {
    throw new AppError('unavailable', {}, 'The identity provider cannot be reached', { cause: error })
  }
}

const ourCodes: Record<string, ErrorCode> = {
  not_found: 'not_found',
  email_taken: 'email_taken',
  account_disabled: 'person_is_disabled',
  mail_refused: 'mail_refused',
  mail_unavailable: 'mail_unavailable',
  invalid_body: 'invalid_body',
  two_secrets: 'two_secrets',
  no_second_factor: 'no_second_factor',
}

const Refusal = z.object({ error_code: z.string().optional(), error_message: z.string().optional() }).catch({})

async function refusalOf(response: Response): Promise<AppError> {
  const { error_code = '', error_message } = Refusal.parse(await response.json().catch(() => ({})))
  const code = ourCodes[error_code]
  if (code === 'invalid_body') return new AppError(code, {}, error_message)
  if (code) return new AppError(code)
  if (response.status === 503)
    return new AppError('unavailable', {}, 'The identity provider is temporarily unavailable')
  return new AppError('internal', {}, undefined, {
    cause: new Error(`The identity provider answered ${response.status} ${error_code}`),
  })
}
