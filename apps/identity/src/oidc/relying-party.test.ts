import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/support/browser.ts'
import type { Browser } from '../../test/support/browser.ts'
import { claimsIn, openFixtures, pkce } from '../../test/support/fixtures.ts'
import type { Fixtures, Person } from '../../test/support/fixtures.ts'
import { installationKey } from '../../test/support/services.ts'

/**
 * The provider as a client library that knows nothing of it meets it: openid-client by its defaults, and jose for the tokens.
 * OpenID Connect Core 1.0, RFC 6749, 7009, 7636, 8414 and 9207 decide what is right.
 */

const scope = 'openid signin.user.admin console.user'

let fixtures: Fixtures
let config: client.Configuration
let metadata: client.ServerMetadata
beforeAll(async () => {
  fixtures = await openFixtures({ installationKey })
  config = await client.discovery(new URL(fixtures.issuer), 'wheelhouse-console', undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  })
  metadata = config.serverMetadata()
})
afterAll(() => fixtures.close())

interface Asked {
  verifier: string
  state: string
  nonce: string
  back: URL
}

/** Types the password on the real form, unless the browser is signed in already. */
async function authorize(person: Person, browser: Browser, more: Record<string, string> = {}): Promise<Asked> {
  const verifier = client.randomPKCECodeVerifier()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: fixtures.redirectUri,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope,
    state,
    nonce,
    ...more,
  })
  const first = await browser.get(url.href)
  if (first.location?.startsWith(fixtures.redirectUri)) return { verifier, state, nonce, back: new URL(first.location) }
  const sent = await browser.submit(first.location ?? '', { email: person.email, password: person.password })
  const back = await browser.get(sent.location ?? '')
  return { verifier, state, nonce, back: new URL(back.location ?? '') }
}

const grant = ({ verifier, state, nonce, back }: Asked) =>
  client.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })

/** What the provider's redirect says, when it says so at once. */
async function refusal(more: Record<string, string>, browser = openBrowser()): Promise<URLSearchParams> {
  const { location } = await browser.get(fixtures.authorizeUrl(pkce().challenge, { scope, state: 'kept', ...more }))
  const url = new URL(location ?? 'about:blank')
  // RFC 6749, 4.2.2.1: errors of the implicit and the hybrid flow arrive in the fragment.
  return url.hash ? new URLSearchParams(url.hash.slice(1)) : url.searchParams
}

test('RFC 8414: what discovery says is complete and leads to this provider', async () => {
  expect(metadata).toMatchObject({
    issuer: fixtures.issuer,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
    grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
    token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
    revocation_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
    scopes_supported: scope.split(' '),
    claims_supported: expect.arrayContaining(['sub', 'email', 'name', 'custom:organization_id', 'iss', 'auth_time']),
    authorization_response_iss_parameter_supported: true,
  })
  for (const key of [
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'jwks_uri',
    'revocation_endpoint',
    'end_session_endpoint',
  ] as const)
    expect(new URL(String(metadata[key])).origin, key).toBe(fixtures.issuer)
  const oauth = await fetch(`${fixtures.issuer}/.well-known/oauth-authorization-server`)
  expect(await oauth.json()).toMatchObject({ issuer: fixtures.issuer, token_endpoint: metadata.token_endpoint })
})

test('the keys are public: no private part, each with its id, its use and its algorithm', async () => {
  const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as { keys: Record<string, unknown>[] }
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) {
    expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', kid: expect.any(String) })
    expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['d']))
  }
})

test('OpenID Connect Core 3.1: code, identity token and userinfo agree', async () => {
  const person = await fixtures.person()
  const asked = await authorize(person, openBrowser())
  expect(Object.fromEntries(asked.back.searchParams)).toEqual({
    code: expect.any(String),
    state: asked.state,
    iss: fixtures.issuer,
  })
  const tokens = await grant(asked)
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3_600, refresh_token: expect.any(String) })
  const { payload, protectedHeader } = await jwtVerify(
    tokens.id_token ?? '',
    createRemoteJWKSet(new URL(String(metadata.jwks_uri))),
    { issuer: fixtures.issuer, audience: 'wheelhouse-console', maxTokenAge: '1 minute' },
  )
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
  expect(payload).toMatchObject({ sub: person.id, nonce: asked.nonce, email: person.email, name: 'A person' })
  expect(Number(payload.exp) - Number(payload.iat)).toBe(3_600)
  expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'RS256' })
  const info = await client.fetchUserInfo(config, tokens.access_token, person.id)
  expect(info).toMatchObject({ sub: person.id, email: person.email, name: 'A person' })
})

test('the client notices a foreign state, nonce and issuer', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const asked = await authorize(person, browser)
  await expect(grant({ ...asked, state: 'another' })).rejects.toThrow()
  const elsewhere = new URL(asked.back)
  elsewhere.searchParams.set('iss', 'https://elsewhere.test')
  await expect(grant({ ...asked, back: elsewhere })).rejects.toThrow()
  await expect(grant({ ...(await authorize(person, browser)), nonce: 'another' })).rejects.toThrow()
})

test.each<[string, Record<string, string>, string]>([
  ['prompt=none without a session', { prompt: 'none' }, 'login_required'],
  ['the implicit flow', { response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
  ['the hybrid flow', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
  ['a token by redirect', { response_type: 'token' }, 'unsupported_response_type'],
  ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ['a request by address', { request_uri: 'https://elsewhere.test/' }, 'request_uri_not_supported'],
  ['a registration', { registration: '{}' }, 'registration_not_supported'],
  ['prompt=none with another', { prompt: 'none login' }, 'invalid_request'],
  ['a resource of the services', { resource: 'urn:wheelhouse:accounts' }, 'invalid_target'],
])('RFC 6749, 4.1.2.1: the redirect names the error of %s, with state and issuer', async (_name, more, error) => {
  const said = await refusal(more)
  expect([said.get('error'), said.get('state'), said.get('iss')]).toEqual([error, 'kept', fixtures.issuer])
  expect(said.has('code')).toBe(false)
})

test.each<[string, Record<string, string>]>([
  ['an unknown client', { client_id: 'somebody' }],
  ['the client of the services', { client_id: 'wheelhouse-services' }],
  ['another address', { redirect_uri: 'https://elsewhere.test/login' }],
  ['a longer address', { redirect_uri: 'http://localhost:3999/login/' }],
  ['an address with a query', { redirect_uri: 'http://localhost:3999/login?next=/' }],
  ['an address with a fragment', { redirect_uri: 'http://localhost:3999/login#x' }],
  ['an address in capitals', { redirect_uri: 'http://LOCALHOST:3999/login' }],
])('RFC 6749, 4.1.2.1: %s gets a page that says so, and no redirect', async (_name, more) => {
  const answer = await openBrowser().get(fixtures.authorizeUrl(pkce().challenge, more))
  expect([answer.status, answer.location]).toEqual([400, null])
})

test('prompt and max_age: silent with a session, asked again on demand', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const first = await grant(await authorize(person, browser))
  const silent = await grant(await authorize(person, browser, { prompt: 'none' }))
  expect(silent.claims()?.sub).toBe(first.claims()?.sub)
  for (const more of [{ prompt: 'login' }, { max_age: '0' }] as Record<string, string>[])
    expect((await browser.get(fixtures.authorizeUrl(pkce().challenge, more))).location).toContain('/interaction/')
  const aged = await grant(await authorize(person, browser, { max_age: '600' }))
  expect(aged.claims()).toMatchObject({ auth_time: expect.any(Number) })
})

test('RFC 6749, 6: a renewal keeps, narrows and widens again up to what was granted', async () => {
  const first = await grant(await authorize(await fixtures.person(), openBrowser()))
  const same = await client.refreshTokenGrant(config, first.refresh_token ?? '')
  expect(same.claims()?.sub).toBe(first.claims()?.sub)
  const narrow = await client.refreshTokenGrant(config, same.refresh_token ?? '', { scope: 'console.user' })
  expect(claimsIn(narrow.access_token).scope).toBe('console.user')
  const full = await client.refreshTokenGrant(config, narrow.refresh_token ?? '', { scope })
  expect(String(claimsIn(full.access_token).scope).split(' ').toSorted()).toEqual(['console.user', 'signin.user.admin'])
  const wider = client.refreshTokenGrant(config, full.refresh_token ?? '', { scope: `${scope} accounts` })
  await expect(wider).rejects.toMatchObject({ error: 'invalid_scope' })
})

test.each<[string, (tokens: client.TokenEndpointResponse) => string]>([
  ['no token', () => ''],
  ['no token at all', () => 'nothing'],
  ['the identity token', ({ id_token }) => id_token ?? ''],
  ['the refresh token', ({ refresh_token }) => refresh_token ?? ''],
  ['an altered token', ({ access_token }) => `${access_token.slice(0, -4)}AAAA`],
])('RFC 6750, 3: userinfo refuses %s', async (_name, chosen) => {
  const tokens = await grant(await authorize(await fixtures.person(), openBrowser()))
  const token = chosen(tokens)
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch(String(metadata.userinfo_endpoint), { headers })
  expect([400, 401]).toContain(answer.status)
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
  expect(await answer.text()).not.toContain('example.test')
})

test.each<[string, Record<string, string>, number, string]>([
  ['no grant', {}, 400, 'invalid_request'],
  ['an unknown grant', { grant_type: 'urn:none' }, 400, 'unsupported_grant_type'],
  ['the password grant', { grant_type: 'password', username: 'a', password: 'b' }, 400, 'unsupported_grant_type'],
  ['the grant of services', { grant_type: 'client_credentials' }, 400, 'invalid_request'],
  ['an unknown client', { grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y' }, 401, 'invalid_client'],
  ['an unknown code', { grant_type: 'authorization_code', code: 'x', code_verifier: 'y' }, 400, 'invalid_grant'],
  ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'invalid_grant'],
  ['a renewal without a token', { grant_type: 'refresh_token' }, 400, 'invalid_request'],
])('RFC 6749, 5.2: the token endpoint refuses %s', async (_name, fields, status, error) => {
  const redirect = { redirect_uri: fixtures.redirectUri }
  const answer = await fixtures.token(fields.grant_type === 'authorization_code' ? { ...redirect, ...fields } : fields)
  expect([answer.status, answer.body.error]).toEqual([status, error])
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.body).not.toHaveProperty('access_token')
})

test('RFC 7009: either token can be revoked, twice, and unknown ones are answered alike', async () => {
  for (const kind of ['access_token', 'refresh_token'] as const) {
    const tokens = await grant(await authorize(await fixtures.person(), openBrowser()))
    const token = tokens[kind] ?? ''
    for (let times = 0; times < 2; times++) await client.tokenRevocation(config, token, { token_type_hint: kind })
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  }
  await client.tokenRevocation(config, 'unknown')
})

test('RP-Initiated Logout 1.0: the address that the library builds signs out and returns with the state', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const tokens = await grant(await authorize(person, browser))
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${fixtures.consoleOrigin}/logout`,
    state: 'kept',
  })
  expect((await browser.get(url.href)).location).toBe(`${fixtures.consoleOrigin}/logout?state=kept`)
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect((await refusal({ prompt: 'none' }, browser)).get('error')).toBe('login_required')
})
