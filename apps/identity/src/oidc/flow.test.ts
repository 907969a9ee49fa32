import { afterAll, beforeAll, expect, test } from 'vitest'
import * as client from 'openid-client'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { openMail } from '@wheelhouse/mail/mail.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { claimsIn, openFixtures, pkce } from '../../test/support/fixtures.ts'
import type { Fixtures } from '../../test/support/fixtures.ts'

const organization = '0190a000-0000-7000-8000-000000000001'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const exchange = (given: { code: string; verifier: string }) =>
  fixtures.token({
    grant_type: 'authorization_code',
    redirect_uri: fixtures.redirectUri,
    code: given.code,
    code_verifier: given.verifier,
  })
const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
  fixtures.token({ grant_type: 'refresh_token', refresh_token, ...more })

test('spec 7: openid-client completes the flow through the real form', async () => {
  const person = await fixtures.person({ organization_id: organization })
  const config = await client.discovery(new URL(fixtures.issuer), 'wheelhouse-console', undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  })
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: fixtures.redirectUri,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope: 'openid signin.user.admin console.user',
    state,
  })
  const browser = openBrowser()
  const form = await browser.get(url.href)
  const sent = await browser.submit(form.location ?? '', { email: person.email, password: person.password })
  const back = await browser.get(sent.location ?? '')
  const tokens = await client.authorizationCodeGrant(config, new URL(back.location ?? ''), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  expect(tokens.claims()).toMatchObject({ sub: person.id, email: person.email, 'custom:organization_id': organization })

  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(refreshed.claims()).toMatchObject({ sub: person.id, email: person.email })
  expect(await client.fetchUserInfo(config, refreshed.access_token, person.id)).toMatchObject({ email: person.email })
  await client.tokenRevocation(config, tokens.refresh_token ?? '')
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toThrow()
})

test('spec 7: the bare redirect of the console gets the default scopes and a token for the API', async () => {
  const person = await fixtures.person({ organization_id: organization })
  const tokens = await fixtures.tokens(person)
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  expect(tokens.scope.split(' ').sort()).toEqual(['console.user', 'signin.user.admin'])

  const keys = createRemoteJWKSet(new URL(`${fixtures.issuer}/.well-known/jwks.json`))
  const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
    issuer: fixtures.issuer,
    audience: 'wheelhouse-api',
  })
  expect(protectedHeader.alg).toBe('RS256')
  expect(payload).toMatchObject({ sub: person.id, client_id: 'wheelhouse-console', scope: tokens.scope })
  expect(payload.gid).toEqual(expect.any(String))
  expect(claimsIn(tokens.id_token)).toMatchObject({
    aud: 'wheelhouse-console',
    sub: person.id,
    email: person.email,
    'custom:organization_id': organization,
  })
})

test('ASVS 7.5: the access token says when the password was typed; a renewal does not change it, a new sign-in does', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const tokens = await fixtures.tokens(person, browser)
  const before = Number(claimsIn(tokens.access_token).auth_time)
  expect(Math.abs(before - Date.now() / 1000)).toBeLessThan(60)
  const renewed = (await refresh(tokens.refresh_token)).body
  expect(claimsIn(renewed.access_token).auth_time).toBe(before)
  await fixtures.pool.query(
    `update oidc_payloads set payload = jsonb_set(payload, '{authTime}', to_jsonb((payload ->> 'authTime')::int - 3600))
     where model = 'RefreshToken' and payload ->> 'accountId' = $1`,
    [person.id],
  )
  const aged = (await refresh(renewed.refresh_token)).body
  expect(claimsIn(aged.access_token).auth_time).toBe(before - 3_600)
  const { verifier, challenge } = pkce()
  const form = await browser.get(fixtures.authorizeUrl(challenge, { prompt: 'login', login_hint: person.email }))
  expect((await browser.get(form.location ?? '')).body).toContain(person.email)
  const sent = await browser.submit(form.location ?? '', { email: person.email, password: person.password })
  const code = new URL((await browser.get(sent.location ?? '')).location ?? '').searchParams.get('code') ?? ''
  const again = (await exchange({ code, verifier })).body
  expect(Number(claimsIn(again.access_token).auth_time)).toBeGreaterThanOrEqual(before)
  expect(claimsIn(again.access_token).gid, 'it is the same sign-in').toBe(claimsIn(tokens.access_token).gid)
  // A copy of the tokens from before the new sign-in does not become fresh by it.
  expect(claimsIn((await refresh(aged.refresh_token)).body.access_token).auth_time).toBe(before - 3_600)
})

test('spec 3: a person without an organization has no organization claim', async () => {
  const tokens = await fixtures.tokens(await fixtures.person())
  expect(claimsIn(tokens.id_token)).not.toHaveProperty('custom:organization_id')
})

test('spec 7: a refresh returns an access token and an identity token, and the refresh token for the next one', async () => {
  const person = await fixtures.person({ organization_id: organization })
  let { refresh_token } = await fixtures.tokens(person)
  for (let times = 0; times < 3; times++) {
    const { status, body } = await refresh(refresh_token, { scope: 'console.user signin.user.admin' })
    expect(status).toBe(200)
    expect(claimsIn(body.id_token)).toMatchObject({
      sub: person.id,
      email: person.email,
      'custom:organization_id': organization,
    })
    expect(body.refresh_token).not.toBe(refresh_token)
    refresh_token = body.refresh_token
  }
})

test('spec 7: a narrowed refresh returns the requested scopes and keeps the identity token', async () => {
  const person = await fixtures.person()
  const { refresh_token } = await fixtures.tokens(person)
  const { status, body } = await refresh(refresh_token, { scope: 'console.user' })
  expect(status).toBe(200)
  expect(claimsIn(body.access_token).scope).toBe('console.user')
  expect(claimsIn(body.id_token)).toMatchObject({ sub: person.id, email: person.email })
  expect(claimsIn((await refresh(refresh_token)).body.access_token).scope).toContain('signin.user.admin')
})

test.each(['console.user admin', 'openid profile', 'console.users', 'offline_access'])(
  'a wider refresh is refused: %s',
  async (scope) => {
    const { refresh_token } = await fixtures.tokens(await fixtures.person())
    const { status, body } = await refresh(refresh_token, { scope })
    expect([status, body.error]).toEqual([400, 'invalid_scope'])
    expect(body).not.toHaveProperty('access_token')
  },
)

test('a sign-in that requested one scope cannot be widened later', async () => {
  const person = await fixtures.person()
  const { verifier, challenge } = pkce()
  const browser = openBrowser()
  const form = await browser.get(fixtures.authorizeUrl(challenge, { scope: 'console.user' }))
  const sent = await browser.submit(form.location ?? '', { email: person.email, password: person.password })
  const code = new URL((await browser.get(sent.location ?? '')).location ?? '').searchParams.get('code') ?? ''
  const { body } = await exchange({ code, verifier })
  expect(claimsIn(body.access_token).scope).toBe('console.user')
  expect((await refresh(body.refresh_token, { scope: 'signin.user.admin' })).body.error).toBe('invalid_scope')
})

test('a signed-in browser gets a code without the form, in the same grant', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const first = await fixtures.tokens(person, browser)
  const { verifier, challenge } = pkce()
  const back = await browser.get(fixtures.authorizeUrl(challenge))
  const { body } = await exchange({ code: new URL(back.location ?? '').searchParams.get('code') ?? '', verifier })
  expect(claimsIn(body.access_token).gid).toBe(claimsIn(first.access_token).gid)
})

test('the email matches in any case, and accented letters stay distinct', async () => {
  const person = await fixtures.person({ email: 'Mari.Öö@Example.test' })
  const back = await fixtures.signIn({ ...person, email: ' mari.öö@example.TEST ' }, pkce().challenge)
  expect(back.searchParams.get('code')).toBeTruthy()
})

test('a second start keeps the keys, so existing tokens stay valid', async () => {
  const { createIdentity } = await import('../app.ts')
  const { pool, issuer, consoleOrigin } = fixtures
  const before = await pool.query('select name, value from identity_keys order by name')
  await createIdentity({
    pool,
    issuer,
    consoleOrigin,
    isDemonstration: false,
    mail: openMail({ smtpUrl: undefined, from: 'a@b.test', dataDir: '/', log: { info: () => {}, warn: () => {} } }),
  })
  expect((await pool.query('select name, value from identity_keys order by name')).rows).toEqual(before.rows)
})
