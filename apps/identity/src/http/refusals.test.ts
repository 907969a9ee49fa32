import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { claimsIn, openFixtures, pkce, reachForm } from '../../test/support/fixtures.ts'
import type { Fixtures } from '../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const exchange = (given: { code: string; verifier: string }, more: Record<string, string> = {}) =>
  fixtures.token({
    grant_type: 'authorization_code',
    redirect_uri: fixtures.redirectUri,
    code: given.code,
    code_verifier: given.verifier,
    ...more,
  })
const refresh = (refresh_token: string) => fixtures.token({ grant_type: 'refresh_token', refresh_token })
const userInfo = async (access_token: string) =>
  (await fetch(`${fixtures.issuer}/oauth2/userInfo`, { headers: { authorization: `Bearer ${access_token}` } })).status
const isRevoked = async (access_token: string) =>
  (await fixtures.pool.query('select 1 from revoked_grants where grant_id = $1', [claimsIn(access_token).gid])).rows
    .length > 0

test('a replayed code is refused and everything issued from it is revoked', async () => {
  const given = await fixtures.code(await fixtures.person())
  const { body: tokens } = await exchange(given)
  expect(await isRevoked(tokens.access_token)).toBe(false)
  expect(await userInfo(tokens.access_token)).toBe(200)

  const replay = await exchange(given)
  expect([replay.status, replay.body.error]).toEqual([400, 'invalid_grant'])
  expect(await isRevoked(tokens.access_token)).toBe(true)
  expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect(await userInfo(tokens.access_token)).toBe(401)
})

test('of twenty simultaneous exchanges of one code at most one gets tokens, and those are revoked', async () => {
  const given = await fixtures.code(await fixtures.person())
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(given)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length).toBeLessThanOrEqual(1)
  for (const { body } of won) {
    expect(await isRevoked(body.access_token)).toBe(true)
    expect((await refresh(body.refresh_token)).status).toBe(400)
  }
})

test('a wrong verifier, redirect address or client is refused', async () => {
  const given = await fixtures.code(await fixtures.person())
  expect((await exchange({ ...given, verifier: pkce().verifier })).body.error).toBe('invalid_grant')
  expect((await exchange(given, { code_verifier: '' })).status).toBe(400)
  expect((await exchange(given, { redirect_uri: `${fixtures.redirectUri}/` })).body.error).toBe('invalid_grant')
  expect((await exchange(given, { client_id: 'somebody-else' })).body.error).toBe('invalid_client')
  expect((await exchange(given)).status).toBe(200)
})

test('a code is valid for five minutes', async () => {
  const given = await fixtures.code(await fixtures.person())
  const late = await openFixtures()
  try {
    const other = await late.code(await late.person())
    late.wait(300_001)
    const answer = await late.token({
      grant_type: 'authorization_code',
      redirect_uri: late.redirectUri,
      code: other.code,
      code_verifier: other.verifier,
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  } finally {
    await late.close()
  }
  expect((await exchange(given)).status).toBe(200)
})

test('PKCE is required, and S256 is the only method', async () => {
  const { challenge } = pkce()
  const missing = new URL(fixtures.authorizeUrl(challenge))
  missing.searchParams.delete('code_challenge')
  for (const url of [
    missing.href,
    fixtures.authorizeUrl(challenge, { code_challenge_method: 'plain' }),
    fixtures.authorizeUrl('short'),
  ]) {
    const back = new URL((await openBrowser().get(url)).location ?? 'about:blank')
    expect(back.origin + back.pathname).toBe(fixtures.redirectUri)
    expect(back.searchParams.get('error')).toBe('invalid_request')
    expect(back.searchParams.has('code')).toBe(false)
  }
})

test.each([
  (uri: string) => `${uri}/`,
  (uri: string) => `${uri}?x=1`,
  (uri: string) => `${uri}#x`,
  (uri: string) => `${uri}/../login`,
  (uri: string) => uri.replace('/login', '/Login'),
  (uri: string) => uri.replace('http:', 'https:'),
  (uri: string) => uri.replace('localhost', 'localhost.evil.test'),
  (uri: string) => uri.replace('localhost', 'evil.test@localhost'),
  (uri: string) => uri.replace('localhost', '127.0.0.1'),
  (uri: string) => uri.replace('3999', '39990'),
  () => 'https://evil.test/login',
])('near-miss redirect address %# gets a page and no redirect', async (miss) => {
  const { challenge } = pkce()
  const answer = await openBrowser().get(fixtures.authorizeUrl(challenge, { redirect_uri: miss(fixtures.redirectUri) }))
  expect(answer.status).toBe(400)
  expect(answer.location).toBeNull()
  expect(answer.body).toContain('This sign-in cannot continue')
})

test('a form from another site, and one without its cookie, are refused', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
  const fields = { email: person.email, password: person.password }
  expect(
    (await browser.submit(url, fields, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })).status,
  ).toBe(403)
  expect((await browser.submit(url, fields, { origin: 'null' })).status).toBe(403)
  expect((await openBrowser().submit(url, fields)).status).toBe(400)
  expect((await browser.submit(url, fields)).status).toBe(303)
})

test('a sign-in that was completed or waited too long says so and links back to the console', async () => {
  const browser = openBrowser()
  const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
  await fixtures.pool.query(`delete from oidc_payloads where model = 'Interaction'`)
  for (const page of [
    await browser.get(url),
    await browser.submit(url, { email: 'a@b.test', password: 'x' }),
    await browser.get(`${fixtures.issuer}/interaction/unknown`),
  ]) {
    expect(page.status).toBe(400)
    expect(page.body).toContain('This sign-in has expired')
    expect(page.body).toContain(`href="${fixtures.consoleOrigin}/"`)
  }
})

test('other grants, other paths and oversized forms are refused', async () => {
  expect((await fixtures.token({ grant_type: 'client_credentials' })).body.error).toBe('unsupported_grant_type')
  expect((await fixtures.token({ grant_type: 'password', username: 'a', password: 'b' })).body.error).toBe(
    'unsupported_grant_type',
  )
  for (const path of [
    '/',
    '/auth',
    '/session/end',
    '/logout/confirm',
    '/reg',
    '/token/introspection',
    '/assets/../app.ts',
    '/oauth2/authorize/x/y',
  ]) {
    const answer = await openBrowser().get(fixtures.issuer + path, { accept: 'application/json' })
    expect([path, answer.status, JSON.parse(answer.body)]).toEqual([
      path,
      404,
      { error_code: 'not_found', error_message: 'Not found' },
    ])
  }
  expect((await openBrowser().get(fixtures.issuer)).body).toContain('There is nothing here')
  const browser = openBrowser()
  const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
  expect((await browser.submit(url, { email: 'x'.repeat(20_000), password: 'x' })).status).toBe(400)
})

test('the console may read the responses, other pages may not', async () => {
  const { refresh_token } = await fixtures.tokens(await fixtures.person())
  const ask = (origin: string) => fixtures.token({ grant_type: 'refresh_token', refresh_token }, { origin })
  const ours = await ask(fixtures.consoleOrigin)
  expect([ours.status, ours.headers.get('access-control-allow-origin')]).toEqual([200, fixtures.consoleOrigin])
  const theirs = await ask('https://evil.test')
  expect([theirs.status, theirs.headers.get('access-control-allow-origin')]).toEqual([400, null])
  const preflight = (origin: string) =>
    fetch(`${fixtures.issuer}/oauth2/token`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  expect((await preflight(fixtures.consoleOrigin)).headers.get('access-control-allow-origin')).toBe(
    fixtures.consoleOrigin,
  )
  expect((await preflight('https://evil.test')).headers.get('access-control-allow-origin')).toBeNull()
})

test('zero characters, which PostgreSQL cannot store, are refused and break nothing', async () => {
  const browser = openBrowser()
  expect((await browser.get(fixtures.authorizeUrl(pkce().challenge, { state: 'a\0b' }))).status).toBe(400)
  expect((await browser.get(`${fixtures.issuer}/interaction/%00`)).status).toBe(400)
  expect((await fixtures.token({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'a\0' })).body.error).toBe(
    'invalid_client',
  )
  expect((await refresh('a\0b')).body.error).toBe('invalid_grant')
})

test('security 12: discovery and cookies follow the issuer, whatever Host says', async () => {
  const forged = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }
  const { body } = await rawGet('/.well-known/openid-configuration', forged)
  expect(body).not.toContain('evil.test')
  expect(JSON.parse(body)).toMatchObject({
    issuer: fixtures.issuer,
    jwks_uri: `${fixtures.issuer}/.well-known/jwks.json`,
    token_endpoint: `${fixtures.issuer}/oauth2/token`,
  })
  expect((await rawGet('/.well-known/openid-configuration', { host: 'localhost:99999' })).status).toBe(200)
})

function rawGet(path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const { port } = new URL(fixtures.issuer)
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => void (body += String(chunk)))
      response.on('end', () => done({ status: response.statusCode ?? 0, body }))
    })
    sent.on('error', fail)
    sent.end()
  })
}

test('O7: an access token can be revoked, which ends its sign-in, and the empty answer has no content type', async () => {
  const tokens = await fixtures.tokens(await fixtures.person())
  const revoke = (token: string) =>
    fetch(`${fixtures.issuer}/oauth2/revoke`, {
      method: 'POST',
      headers: { origin: fixtures.consoleOrigin },
      body: new URLSearchParams({ client_id: 'wheelhouse-console', token, token_type_hint: 'access_token' }),
    })
  const forged = await revoke(`${tokens.access_token.slice(0, -8)}AAAAAAAA`)
  expect([forged.status, await isRevoked(tokens.access_token)]).toEqual([200, false])
  const answer = await revoke(tokens.access_token)
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('access-control-allow-origin'),
  ]).toEqual([200, null, fixtures.consoleOrigin])
  expect(await isRevoked(tokens.access_token)).toBe(true)
  expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
  const other = await fixtures.tokens(await fixtures.person())
  const byRefreshToken = await revoke(other.refresh_token)
  expect([byRefreshToken.status, byRefreshToken.headers.get('content-type')]).toEqual([200, null])
  expect(await isRevoked(other.access_token)).toBe(true)
})

test('O7: discovery names the scopes of the API and how a public client revokes', async () => {
  const document = await (await fetch(`${fixtures.issuer}/.well-known/openid-configuration`)).json()
  expect(document).toMatchObject({
    scopes_supported: ['openid', 'signin.user.admin', 'console.user'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
  })
})

test('security 17: one address can start a bounded number of sign-ins a minute', async () => {
  const statuses = []
  for (let at = 0; at <= 120; at++)
    statuses.push((await openBrowser().get(fixtures.authorizeUrl(pkce().challenge), { accept: 'text/html' })).status)
  expect(statuses.at(-1)).toBe(429)
  fixtures.wait(60_000)
  expect((await openBrowser().get(fixtures.authorizeUrl(pkce().challenge))).status).toBe(303)
})

test('security 11: the log of a failure holds no packet', () => {
  const lines: string[] = []
  const error = Object.assign(new Error('Parse Error'), { code: 'HPE_X', rawPacket: Buffer.from('password=hunter2') })
  createLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed')
  expect(lines.join()).toContain('Parse Error')
  expect(lines.join()).not.toMatch(/rawPacket|112,97,115,115/)
})
