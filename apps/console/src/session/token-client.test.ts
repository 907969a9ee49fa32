import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { authKey, createAuthStore } from '../stores/auth-store.ts'
import { createTokenClient } from './token-client.ts'

const origin = 'http://localhost:3000'
const jwt = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
const person = { sub: 'p-1', email: 'kadri@balticpark.example', name: 'Õnne', 'custom:organization_id': 'o-1' }
const tokens = (more: object = {}) => ({ access_token: 'access', id_token: jwt(person), expires_in: 3600, ...more })

/** What the tabs of one browser have in common. */
function tabsOf() {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  return { kept: new Map<string, string>(), inTurn }
}
type Tabs = ReturnType<typeof tabsOf>

const storageIn = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})

/** A separate browser: storage, a clock, and a provider whose answers the test decides. */
function browser(
  answers: (payload: URLSearchParams) => Response | Promise<Response> = () => Response.json(tokens()),
  { kept, inTurn }: Tabs = tabsOf(),
  seed = 7,
) {
  const store = createAuthStore(storageIn(kept))
  const seen = {
    requests: [] as URLSearchParams[],
    left: [] as URL[],
    breadcrumbs: [] as string[],
    now: 0,
    isOnline: true,
    waits: [] as number[],
  }
  const client = createTokenClient({
    store,
    tab: storageIn(new Map()),
    fetch: async (_url, init) => {
      const payload = new URLSearchParams(String(init?.body))
      seen.requests.push(payload)
      return answers(payload)
    },
    now: () => seen.now,
    randomBytes: (count) => new Uint8Array(count).map((_, index) => index * seed),
    origin,
    leave: (url) => void seen.left.push(new URL(url)),
    config: () => ({
      client_id: 'wheelhouse-console',
      identity_url: 'http://localhost:3001',
      default_scopes: ['signin.user.admin', 'console.user'],
    }),
    breadcrumb: (message) => void seen.breadcrumbs.push(message),
    isOnline: () => seen.isOnline,
    wait: async (ms) => void seen.waits.push(ms),
    inTurnOfTabs: inTurn,
    reread: () => void store.persist.rehydrate(),
  })
  return { client, store, seen, persisted: () => JSON.parse(kept.get(authKey) ?? '{}').state }
}

const signedIn = (answers?: Parameters<typeof browser>[0]) => {
  const one = browser(answers)
  one.store.setState({ refreshToken: 'refresh-1' })
  return one
}

test('spec 4: sign-in stores a verifier of 96 random bytes and asks for its S256 challenge', async () => {
  const { client, seen, persisted } = browser()
  await client.startSignIn('/locations?status=demo')
  const { codeVerifier, afterLoginPath } = persisted()
  expect(codeVerifier).toMatch(/^[\w-]{128}$/)
  expect(afterLoginPath).toBe('/locations?status=demo')
  const [url] = seen.left
  expect(url?.origin + String(url?.pathname)).toBe('http://localhost:3001/oauth2/authorize')
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    client_id: 'wheelhouse-console',
    response_type: 'code',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:3000/login',
  })
})

test('spec 4: the code is exchanged for the refresh token, the verifier is cleared, the path is gone to', async () => {
  const { client, store, seen, persisted } = browser(() => Response.json({ refresh_token: 'refresh-1' }))
  store.setState({ codeVerifier: 'verifier', afterLoginPath: '/users/console' })
  expect(await client.completeSignIn('the code')).toBe('/users/console')
  expect(Object.fromEntries(seen.requests[0] ?? [])).toEqual({
    client_id: 'wheelhouse-console',
    grant_type: 'authorization_code',
    redirect_uri: 'http://localhost:3000/login',
    code: 'the code',
    code_verifier: 'verifier',
  })
  expect(persisted()).toEqual({ refreshToken: 'refresh-1', accessTokens: {}, codeVerifier: null, afterLoginPath: null })
  expect(client.isAuthenticated()).toBe(true)
})

test('two tabs that begin to sign in each come back with their own verifier, to their own path', async () => {
  const tabs = tabsOf()
  const answer = () => Response.json({ refresh_token: 'refresh-1' })
  const [one, other] = [browser(answer, tabs), browser(answer, tabs, 11)]
  await one.client.startSignIn('/locations?status=demo')
  const verifier = one.persisted().codeVerifier
  await other.client.startSignIn('/payments')
  expect(other.persisted().codeVerifier).not.toBe(verifier)
  expect(await one.client.completeSignIn('code')).toBe('/locations?status=demo')
  expect(one.seen.requests[0]?.get('code_verifier')).toBe(verifier)
  await other.store.persist.rehydrate()
  expect(await other.client.completeSignIn('other code')).toBe('/payments')
  expect(one.client.begunSignIn().codeVerifier).toBeNull()
})

test('a path that was put into the storage by hand still leads nowhere else', async () => {
  const { client, store } = browser(() => Response.json({ refresh_token: 'refresh-1' }))
  store.setState({ codeVerifier: 'verifier', afterLoginPath: '//evil.example' })
  expect(await client.completeSignIn('code')).toBe('/')
})

test('a code is exchanged once, however often the page asks', async () => {
  const { client, store, seen } = browser(() => Response.json({ refresh_token: 'refresh-1' }))
  store.setState({ codeVerifier: 'verifier', afterLoginPath: '/rentals' })
  expect(await Promise.all([client.completeSignIn('code'), client.completeSignIn('code')])).toEqual([
    '/rentals',
    '/rentals',
  ])
  expect(seen.requests).toHaveLength(1)
})

test("spec 8: 'Code verifier not found. Please try logging in again.'", async () => {
  await expect(browser().client.completeSignIn('code')).rejects.toThrow(
    /^Code verifier not found\. Please try logging in again\.$/,
  )
})

test.each([
  [{ error: 'invalid_grant', error_description: 'grant request is invalid' }, 'grant request is invalid'],
  [{ error: 'invalid_grant' }, 'invalid_grant'],
  [{}, 'Request failed with status code 400'],
])('spec 8: a refused code says why: %j', async (body, reason) => {
  const { client, store } = browser(() => Response.json(body, { status: 400 }))
  store.setState({ codeVerifier: 'verifier' })
  await expect(client.completeSignIn('code')).rejects.toThrow(
    `Error getting refresh token: Token exchange failed: ${reason}`,
  )
  expect(client.isAuthenticated()).toBe(false)
})

test("spec 8: 'Error getting refresh token: no refresh token returned'", async () => {
  const { client, store } = browser(() => Response.json({ access_token: 'a' }))
  store.setState({ codeVerifier: 'verifier' })
  await expect(client.completeSignIn('code')).rejects.toThrow(
    /^Error getting refresh token: no refresh token returned$/,
  )
})

test('spec 7: scopes are sorted and joined, and the id token says who it is', async () => {
  const { client, seen, persisted } = signedIn()
  const result = await client.accessToken()
  expect(Object.fromEntries(seen.requests[0] ?? [])).toEqual({
    client_id: 'wheelhouse-console',
    grant_type: 'refresh_token',
    refresh_token: 'refresh-1',
    scope: 'console.user signin.user.admin',
  })
  expect(result).toEqual({
    accessToken: 'access',
    email: person.email,
    sub: 'p-1',
    organizationId: 'o-1',
    expiresAt: 3_600_000,
  })
  expect(persisted().accessTokens).toEqual({ 'console.user signin.user.admin': result })
  expect(seen.breadcrumbs).toEqual(['token: refresh_token'])
})

test('spec 3: tokens are kept by scope set, in whatever order the scopes are asked for', async () => {
  const { client, seen } = signedIn()
  await client.accessToken(['b', 'a'])
  await client.accessToken(['a', 'b', 'a'])
  await client.accessToken(['a'])
  expect(seen.requests.map((request) => request.get('scope'))).toEqual(['a b', 'a'])
})

test('spec 7: without scopes none is sent', async () => {
  const { client, seen } = signedIn()
  await client.accessToken([])
  expect(seen.requests[0]?.has('scope')).toBe(false)
})

test('spec 9: a token is renewed within 300 seconds of its expiry, not before', async () => {
  const { client, seen } = signedIn()
  await client.accessToken()
  seen.now = 3_299_999
  await client.accessToken()
  expect(seen.requests).toHaveLength(1)
  seen.now = 3_300_000
  await client.accessToken()
  expect(seen.requests).toHaveLength(2)
})

test('a provider without expires_in: the claim of the token counts', async () => {
  const { client } = signedIn(() => Response.json({ access_token: jwt({ exp: 1000 }), id_token: jwt(person) }))
  expect((await client.accessToken()).expiresAt).toBe(1_000_000)
})

test('a new refresh token in the answer is saved and used', async () => {
  const { client, seen } = signedIn(() => Response.json(tokens({ refresh_token: 'refresh-2' })))
  await client.accessToken()
  await client.accessToken(['other'])
  expect(seen.requests.map((request) => request.get('refresh_token'))).toEqual(['refresh-1', 'refresh-2'])
})

test("spec 8: 'scopes not an array'", async () => {
  await expect(signedIn().client.accessToken('console.user' as never)).rejects.toThrow(/^scopes not an array$/)
})

test('spec 4: a failed renewal says why and clears all tokens', async () => {
  const { client, store, persisted } = signedIn(() => Response.json({ error: 'invalid_grant' }, { status: 400 }))
  store.setState({
    accessTokens: { other: { accessToken: 'x', email: null, sub: null, organizationId: null, expiresAt: 9e12 } },
  })
  await expect(client.accessToken()).rejects.toThrow('Error getting access token: Token refresh failed: invalid_grant')
  expect(persisted()).toMatchObject({ refreshToken: null, accessTokens: {} })
  expect(client.isAuthenticated()).toBe(false)
})

test('spec 8: without a network the message of the failure is the reason', async () => {
  const { client } = signedIn(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(client.accessToken()).rejects.toThrow(
    'Error getting access token: Token refresh failed: Failed to fetch',
  )
})

test("spec 8: 'No sub in access credentials' logs the person out", async () => {
  const { client } = signedIn(() => Response.json(tokens({ id_token: jwt({ email: person.email }) })))
  await expect(client.credentials()).rejects.toThrow(/^No sub in access credentials$/)
  expect(client.isAuthenticated()).toBe(false)
})

test('spec 4: sign-out clears everything and goes to the provider', async () => {
  const { client, seen, persisted } = signedIn()
  await client.accessToken()
  client.signOut()
  expect(persisted()).toEqual({ refreshToken: null, accessTokens: {}, codeVerifier: null, afterLoginPath: null })
  expect(seen.left[0]?.href).toBe(
    'http://localhost:3001/logout?client_id=wheelhouse-console&logout_uri=http%3A%2F%2Flocalhost%3A3000%2Flogout',
  )
})

test('a stored state of another shape is no session', () => {
  const store = createAuthStore({
    getItem: () => '{"state":{"refreshToken":{"a":1}},"version":0}',
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  expect(store.getState().refreshToken).toBeNull()
})

test('spec 4: tabs share a renewal: the second tab uses the tokens that the first one stored', async () => {
  const tabs = tabsOf()
  let count = 0
  const rotating = (): Response =>
    Response.json(tokens({ access_token: `access-${++count}`, refresh_token: `refresh-${count + 1}` }))
  const [one, other] = [browser(rotating, tabs), browser(rotating, tabs)]
  one.store.setState({ refreshToken: 'refresh-1' })
  await other.store.persist.rehydrate()
  const [first, second] = await Promise.all([one.client.accessToken(), other.client.accessToken()])
  expect(count).toBe(1)
  expect(second).toEqual(first)
  expect(other.store.getState().refreshToken).toBe('refresh-2')
})

test('spec 4: a tab that another one signed out stores nothing', async () => {
  const tabs = tabsOf()
  const [one, other] = [browser(undefined, tabs), browser(undefined, tabs)]
  one.store.setState({ refreshToken: 'refresh-1' })
  await other.store.persist.rehydrate()
  one.client.clear()
  await expect(other.client.accessToken()).rejects.toThrow('signed out')
  expect(other.seen.requests).toEqual([])
  expect(other.store.getState().refreshToken).toBeNull()
})

test('without a network nothing is renewed, so the session stays; a token that still counts is used to its end', async () => {
  const { client, store, seen } = signedIn()
  await client.accessToken()
  seen.isOnline = false
  seen.now = 3_400_000
  expect((await client.accessToken()).accessToken).toBe('access')
  seen.now = 3_600_000
  await expect(client.accessToken()).rejects.toThrow('Network Error')
  expect(store.getState().refreshToken).toBe('refresh-1')
  expect(seen.requests).toHaveLength(1)
})

test('spec 4: a provider that is away for a moment ends no session; one that stays away does, and a refusal at once', async () => {
  const answers = [new Response('', { status: 503 }), null, Response.json(tokens())]
  const brief = signedIn(() => answers.shift() ?? Promise.reject(new TypeError('Failed to fetch')))
  expect((await brief.client.accessToken()).accessToken).toBe('access')
  expect(brief.seen.waits).toEqual([500, 2_000])

  const gone = signedIn(() => new Response('', { status: 503 }))
  await expect(gone.client.accessToken()).rejects.toThrow('Error getting access token: Token refresh failed')
  expect([gone.seen.requests.length, gone.store.getState().refreshToken]).toEqual([3, null])

  const refused = signedIn(() => Response.json({ error: 'invalid_grant' }, { status: 400 }))
  await expect(refused.client.accessToken()).rejects.toThrow('invalid_grant')
  expect([refused.seen.requests.length, refused.seen.waits]).toEqual([1, []])
})
