import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { browser, signedIn, tabsOf } from '../../test/support/token-browser.ts'
import { createAuthStore } from '../stores/auth-store.ts'

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
