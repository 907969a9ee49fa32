import type { AccessTokenResult, AuthState, AuthStore } from '../stores/auth-store.ts'
import { networkError } from '../http/api-error.ts'
import { pathInside } from './login-path.ts'
import { exchange, NotAnswered, reasonOf, tokenIn } from './token-exchange.ts'
import type { Exchange, TokenAnswer } from './token-exchange.ts'

export interface TokenClientDeps extends Exchange {
  store: AuthStore
  /** Storage of this tab alone. */
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Milliseconds. */
  now(): number
  randomBytes(count: number): Uint8Array<ArrayBuffer>
  /** Origin of the console, `http://localhost:3000`. */
  origin: string
  /** Leaves the page. */
  leave(url: string): void
  config(): ReturnType<Exchange['config']> & { default_scopes: string[] }
  /** False: the browser knows that there is no network. */
  isOnline(): boolean
  /** One renewal at a time in all tabs of this browser: a rotating refresh token is good for one use. */
  inTurnOfTabs<T>(work: () => Promise<T>): Promise<T>
  /** Takes over what another tab has stored since. */
  reread(): void
  wait(ms: number): Promise<void>
}

/** Spec section 9. A phone on 2G needs several seconds for the exchange. */
const renewalMarginMs = 300_000
const verifierBytes = 96
// A provider that starts again or a line that breaks for a moment is no failure yet.
const renewalPausesMs = [500, 2_000]

/** Where tabs keep the sign-in that each of them has begun. */
const tabVerifier = 'wheelhouse.verifier'
const tabPath = 'wheelhouse.after-login'

export interface TokenClient {
  isAuthenticated(): boolean
  /** The sign-in that this tab has begun, else the one that the browser began last. */
  begunSignIn(): Pick<AuthState, 'codeVerifier' | 'afterLoginPath'>
  /** A token for the scopes (default: the configured two), from memory or by one shared renewal. */
  accessToken(scopes?: string[]): Promise<AccessTokenResult>
  /** The default token; a person without `sub` is logged out. */
  credentials(): Promise<AccessTokenResult & { sub: string }>
  /** Goes to the provider's sign-in page. */
  startSignIn(path: string, again?: SignInAgain): Promise<void>
  /** Exchanges the code for the refresh token; answers the path to go to. */
  completeSignIn(code: string): Promise<string>
  /** Clears everything and goes to the provider's logout. */
  signOut(): void
  /** Forgets all tokens without leaving the page. */
  clear(): void
}

/** The person is signed in and has to prove who they are again. */
export interface SignInAgain {
  email: string
}

interface Client extends TokenClientDeps {
  /** Grows with each clear and sign-in: what was asked before must not be stored after. */
  epoch: number
  /** Renewals of different scope sets go one after the other: a rotating refresh token is good for one use. */
  turn: Promise<unknown>
  /** A code works only once, so a second request during the exchange gets the same promise. */
  signIn: { code: string; path: Promise<string> } | null
}

export function createTokenClient(deps: TokenClientDeps): TokenClient {
  const client: Client = { ...deps, epoch: 0, turn: Promise.resolve(), signIn: null }
  // Another tab signed out: its storage event emptied this store, so nothing in flight here may be kept.
  deps.store.subscribe((state, before) => {
    if (before.refreshToken && !state.refreshToken) client.epoch++
  })
  return {
    isAuthenticated: () => deps.store.getState().refreshToken !== null,
    begunSignIn: () => begunSignIn(client),
    accessToken: (scopes = deps.config().default_scopes) => accessToken(client, scopes),
    credentials: () => credentials(client),
    startSignIn: (path, again) => startSignIn(client, path, again),
    completeSignIn: (code) => {
      if (client.signIn?.code !== code)
        client.signIn = { code, path: completeSignIn(client, code).finally(() => (client.signIn = null)) }
      return client.signIn.path
    },
    signOut: () => signOut(client),
    clear: () => clear(client),
  }
}

const scopeKey = (scopes: readonly string[]): string => [...new Set(scopes)].sort().join(' ')

async function accessToken(client: Client, scopes: string[]): Promise<AccessTokenResult> {
  if (!Array.isArray(scopes)) throw new Error('scopes not an array')
  const key = scopeKey(scopes)
  const { accessTokens, tokenRefreshes } = client.store.getState()
  const cached = accessTokens[key]
  if (cached && isFresh(client, cached)) return cached
  // Without a network no renewal is tried, so that none can fail and end the session (spec section 4).
  if (!client.isOnline()) {
    if (cached && cached.expiresAt > client.now()) return cached
    throw networkError()
  }
  return tokenRefreshes[key] ?? renew(client, key)
}

const isFresh = (client: Client, token: AccessTokenResult): boolean => token.expiresAt - client.now() > renewalMarginMs

function renew(client: Client, key: string): Promise<AccessTokenResult> {
  const { epoch } = client
  const renewal = client.turn
    .then(() => client.inTurnOfTabs(() => renewInTurn(client, key, epoch)))
    .finally(() => forgetRenewal(client, key, renewal))
  client.turn = renewal.catch(() => undefined)
  client.store.setState(({ tokenRefreshes }) => ({ tokenRefreshes: { ...tokenRefreshes, [key]: renewal } }))
  return renewal
}

function forgetRenewal(client: Client, key: string, renewal: Promise<AccessTokenResult>): void {
  const { [key]: current, ...others } = client.store.getState().tokenRefreshes
  if (current === renewal) client.store.setState({ tokenRefreshes: others })
}

async function renewInTurn(client: Client, key: string, epoch: number): Promise<AccessTokenResult> {
  client.reread()
  const { refreshToken, accessTokens } = client.store.getState()
  try {
    // Another tab was faster.
    const renewed = accessTokens[key]
    if (refreshToken && client.epoch === epoch && renewed && isFresh(client, renewed)) return renewed
    if (!refreshToken || client.epoch !== epoch) throw new Error('signed out')
    const answer = await renewal(client, epoch, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...(key ? { scope: key } : {}),
    })
    const result = tokenIn(answer, client.now())
    if (client.epoch !== epoch) throw new Error('signed out')
    client.store.setState(({ accessTokens }) => ({
      accessTokens: { ...accessTokens, [key]: result },
      ...(answer.refresh_token ? { refreshToken: answer.refresh_token } : {}),
    }))
    return result
  } catch (error) {
    // Spec section 4: on renewal failure all tokens are cleared. Those of a newer sign-in are not this renewal's.
    if (client.epoch === epoch) clear(client)
    throw new Error(`Error getting access token: ${reasonOf(error)}`, { cause: error })
  }
}

/** Refused is refused; without an answer, or with one of a provider that is away, the same question is put again. */
async function renewal(client: Client, epoch: number, payload: Record<string, string>): Promise<TokenAnswer> {
  for (const pause of renewalPausesMs) {
    try {
      return await exchange(client, 'Token refresh failed', payload)
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error
      await client.wait(pause)
      if (client.epoch !== epoch) throw error
    }
  }
  return exchange(client, 'Token refresh failed', payload)
}

async function credentials(client: Client): Promise<AccessTokenResult & { sub: string }> {
  const result = await accessToken(client, client.config().default_scopes)
  if (result.sub) return { ...result, sub: result.sub }
  clear(client)
  throw new Error('No sub in access credentials')
}

function begunSignIn({ store, tab }: Client): ReturnType<TokenClient['begunSignIn']> {
  const { codeVerifier, afterLoginPath } = store.getState()
  return {
    codeVerifier: tab.getItem(tabVerifier) ?? codeVerifier,
    afterLoginPath: tab.getItem(tabPath) ?? afterLoginPath,
  }
}

function forgetOfTab({ tab }: Client): void {
  tab.removeItem(tabVerifier)
  tab.removeItem(tabPath)
}

/** The local storage has the sign-in that began last, the storage of the tab has its own: two links may be open in two tabs. */
async function startSignIn(client: Client, path: string, again?: SignInAgain): Promise<void> {
  const verifier = base64Url(client.randomBytes(verifierBytes))
  const challenge = base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  const afterLoginPath = pathInside(path, client.origin)
  client.store.setState({ codeVerifier: verifier, afterLoginPath })
  client.tab.setItem(tabVerifier, verifier)
  client.tab.setItem(tabPath, afterLoginPath)
  const { client_id, identity_url } = client.config()
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    redirect_uri: `${client.origin}/login`,
    // OpenID Connect Core 1.0, section 3.1.2.1.
    ...(again ? { prompt: 'login', login_hint: again.email } : {}),
  })
  client.leave(`${identity_url}/oauth2/authorize?${query}`)
}

async function completeSignIn(client: Client, code: string): Promise<string> {
  const { codeVerifier, afterLoginPath } = begunSignIn(client)
  if (!codeVerifier) throw new Error('Code verifier not found. Please try logging in again.')
  const payload = {
    grant_type: 'authorization_code',
    redirect_uri: `${client.origin}/login`,
    code,
    code_verifier: codeVerifier,
  }
  const answer = await exchange(client, 'Token exchange failed', payload).catch((error: unknown) => {
    throw new Error(`Error getting refresh token: ${reasonOf(error)}`, { cause: error })
  })
  if (!answer.refresh_token) throw new Error('Error getting refresh token: no refresh token returned')
  client.epoch++
  client.store.setState({
    refreshToken: answer.refresh_token,
    accessTokens: {},
    codeVerifier: null,
    afterLoginPath: null,
    tokenRefreshes: {},
  })
  forgetOfTab(client)
  return pathInside(afterLoginPath, client.origin)
}

/** The verifier and the path stay: they are of a sign-in that may be under way in another tab. */
function clear(client: Client): void {
  client.epoch++
  client.store.setState({ refreshToken: null, accessTokens: {}, tokenRefreshes: {} })
}

function signOut(client: Client): void {
  clear(client)
  client.store.setState({ codeVerifier: null, afterLoginPath: null })
  forgetOfTab(client)
  const { client_id, identity_url } = client.config()
  client.leave(`${identity_url}/logout?${new URLSearchParams({ client_id, logout_uri: `${client.origin}/logout` })}`)
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
