import { expect, test } from 'vitest'
import { browser, jwt, person, signedIn, tabsOf, tokens } from '../../test/support/token-browser.ts'

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
