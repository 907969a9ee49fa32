import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/support/browser.ts'
import { claimsIn, openFixtures, pkce } from '../../test/support/fixtures.ts'
import type { Fixtures } from '../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const logoutUrl = (more: Record<string, string> = {}) =>
  `${fixtures.issuer}/logout?${new URLSearchParams({ client_id: 'wheelhouse-console', logout_uri: `${fixtures.consoleOrigin}/logout`, ...more })}`
const refresh = async (refresh_token: string) =>
  (await fixtures.token({ grant_type: 'refresh_token', refresh_token })).status
const revoked = async (access_token: string) =>
  (await fixtures.pool.query('select 1 from revoked_grants where grant_id = $1', [claimsIn(access_token).gid])).rows
    .length

test('spec 7: signing out ends the session, its tokens and its grant, and redirects back', async () => {
  const person = await fixtures.person()
  const [browser, elsewhere] = [openBrowser(), openBrowser()]
  const tokens = await fixtures.tokens(person, browser)
  const others = await fixtures.tokens(person, elsewhere)
  const answer = await browser.get(logoutUrl())
  expect([answer.status, answer.location]).toEqual([303, `${fixtures.consoleOrigin}/logout`])
  expect(await refresh(tokens.refresh_token)).toBe(400)
  expect(await revoked(tokens.access_token)).toBe(1)
  expect((await browser.get(fixtures.authorizeUrl(pkce().challenge))).location).toContain('/interaction/')
  // Another browser of the same person is a separate sign-in.
  expect(await refresh(others.refresh_token)).toBe(200)
  expect(await revoked(others.access_token)).toBe(0)
})

test('rights: the API is notified of a sign-out in the same commit, so that open streams end', async () => {
  const listener = await fixtures.pool.connect()
  await listener.query('listen wheelhouse')
  const notification = new Promise<string>((done) =>
    listener.once('notification', ({ payload }) => done(payload ?? '')),
  )
  const browser = openBrowser()
  const tokens = await fixtures.tokens(await fixtures.person(), browser)
  await browser.get(logoutUrl())
  expect(JSON.parse(await notification)).toEqual({ kind: 'revoked', grant_ids: [claimsIn(tokens.access_token).gid] })
  listener.release(true)
})

test('signing out twice, or without a session, redirects back all the same', async () => {
  const browser = openBrowser()
  expect((await browser.get(logoutUrl())).status).toBe(303)
  expect((await browser.get(logoutUrl())).location).toBe(`${fixtures.consoleOrigin}/logout`)
})

test('post_logout_redirect_uri is accepted in place of logout_uri, and its state is returned', async () => {
  const url = new URL(logoutUrl({ state: 'a&b' }))
  url.searchParams.set('post_logout_redirect_uri', url.searchParams.get('logout_uri') ?? '')
  url.searchParams.delete('logout_uri')
  expect((await openBrowser().get(url.href)).location).toBe(`${fixtures.consoleOrigin}/logout?state=a%26b`)
})

test.each<Record<string, string>>([
  { logout_uri: 'http://localhost:3999/logout/' },
  { logout_uri: 'http://localhost:3999/login' },
  { logout_uri: 'http://localhost:3999/logout?x' },
  { logout_uri: 'http://localhost:3999/Logout' },
  { logout_uri: 'http://localhost:3999@evil.test/logout' },
  { logout_uri: 'https://evil.test/logout' },
  { logout_uri: '//evil.test/logout' },
  { logout_uri: '' },
  { client_id: 'somebody-else' },
  { post_logout_redirect_uri: 'https://evil.test/' },
])('near-miss %j signs no one out and redirects nowhere', async (miss) => {
  const browser = openBrowser()
  const tokens = await fixtures.tokens(await fixtures.person(), browser)
  const answer = await browser.get(logoutUrl(miss))
  expect([answer.status, answer.location]).toEqual([400, null])
  expect(await refresh(tokens.refresh_token)).toBe(200)
})

test('O6: RP-Initiated Logout names the client by id_token_hint alone, and takes a form', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const { id_token, refresh_token } = await fixtures.tokens(person, browser)
  const fields = { id_token_hint: id_token, post_logout_redirect_uri: `${fixtures.consoleOrigin}/logout`, state: 'x' }
  const fromElsewhere = { 'sec-fetch-site': 'cross-site' }
  const answer = await browser.get(`${fixtures.issuer}/logout?${new URLSearchParams(fields)}`, fromElsewhere)
  expect([answer.status, answer.location]).toEqual([303, `${fixtures.consoleOrigin}/logout?state=x`])
  expect(await refresh(refresh_token)).toBe(400)
  const form = await openBrowser().submit(`${fixtures.issuer}/logout`, fields, fromElsewhere)
  expect([form.status, form.location]).toEqual([303, `${fixtures.consoleOrigin}/logout?state=x`])
})

test('a link on another site, or one without a client, signs no one out unless the person confirms', async () => {
  const browser = openBrowser()
  const { refresh_token } = await fixtures.tokens(await fixtures.person(), browser)
  for (const asked of [
    await browser.get(logoutUrl(), { 'sec-fetch-site': 'cross-site' }),
    await browser.get(`${fixtures.issuer}/logout`),
    await browser.submit(
      `${fixtures.issuer}/logout`,
      { client_id: 'wheelhouse-console' },
      { 'sec-fetch-site': 'cross-site' },
    ),
  ])
    expect([asked.status, asked.body.includes('Log out?')]).toEqual([200, true])
  expect(await refresh(refresh_token)).toBe(200)
  const confirmed = await browser.submit(`${fixtures.issuer}/logout`, { client_id: 'wheelhouse-console' })
  expect([confirmed.status, confirmed.location]).toEqual([303, `${fixtures.consoleOrigin}/logout`])
  expect((await browser.get(fixtures.authorizeUrl(pkce().challenge))).location).toContain('/interaction/')
})

test('the hint of another person, or one that is not from here, signs no one out', async () => {
  const browser = openBrowser()
  const { refresh_token } = await fixtures.tokens(await fixtures.person(), browser)
  const other = await fixtures.tokens(await fixtures.person())
  const by = (id_token_hint: string) =>
    browser.get(`${fixtures.issuer}/logout?${new URLSearchParams({ id_token_hint })}`, {
      'sec-fetch-site': 'cross-site',
    })
  expect((await by(other.id_token)).status).toBe(200)
  expect((await by(`${other.id_token.slice(0, -8)}AAAAAAAA`)).status).toBe(400)
  expect((await by(other.access_token)).status).toBe(400)
  expect(await refresh(refresh_token)).toBe(200)
})

test('revoking a refresh token revokes its grant', async () => {
  const tokens = await fixtures.tokens(await fixtures.person())
  const body = new URLSearchParams({ client_id: 'wheelhouse-console', token: tokens.refresh_token })
  expect((await fetch(`${fixtures.issuer}/oauth2/revoke`, { method: 'POST', body })).status).toBe(200)
  expect(await refresh(tokens.refresh_token)).toBe(400)
  expect(await revoked(tokens.access_token)).toBe(1)
})

test('a browser whose tokens were revoked gets new ones in a new grant', async () => {
  const browser = openBrowser()
  const first = await fixtures.tokens(await fixtures.person(), browser)
  const body = new URLSearchParams({ client_id: 'wheelhouse-console', token: first.refresh_token })
  await fetch(`${fixtures.issuer}/oauth2/revoke`, { method: 'POST', body })
  for (let times = 0; times < 2; times++) {
    const { verifier, challenge } = pkce()
    const back = new URL((await browser.get(fixtures.authorizeUrl(challenge))).location ?? 'about:blank')
    const code = back.searchParams.get('code') ?? ''
    const fields = {
      grant_type: 'authorization_code',
      redirect_uri: fixtures.redirectUri,
      code,
      code_verifier: verifier,
    }
    const { access_token, refresh_token } = (await fixtures.token(fields)).body
    expect([await revoked(access_token), await refresh(refresh_token)]).toEqual([0, 200])
  }
})
