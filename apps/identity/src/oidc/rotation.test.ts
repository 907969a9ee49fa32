import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSettings } from '../platform/settings.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { claimsIn, openFixtures, pkce } from '../../test/support/fixtures.ts'
import type { Fixtures, TokenAnswer } from '../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const refresh = (refresh_token: string): Promise<TokenAnswer> =>
  fixtures.token({ grant_type: 'refresh_token', refresh_token })
const isRevoked = async (accessToken: string) =>
  (await fixtures.pool.query('select 1 from revoked_grants where grant_id = $1', [claimsIn(accessToken).gid])).rows
    .length > 0

test('RFC 9700 2.2.2: a refresh token is valid for one use, and a second use ends the sign-in', async () => {
  const first = await fixtures.tokens(await fixtures.person())
  const second = (await refresh(first.refresh_token)).body
  expect(second.refresh_token).not.toBe(first.refresh_token)
  fixtures.wait(31_000)
  expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
  expect(await isRevoked(first.access_token)).toBe(true)
  expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant')
})

test('a renewal whose answer was lost may be repeated for 30 s, by several tabs at once', async () => {
  const first = await fixtures.tokens(await fixtures.person())
  await refresh(first.refresh_token)
  fixtures.wait(5_000)
  const repeated = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token)))
  expect(repeated.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await refresh(repeated[2]?.body.refresh_token ?? '')).status).toBe(200)
  expect(await isRevoked(first.access_token)).toBe(false)
})

test('a copy that was renewed at the same moment is noticed when both are used on', async () => {
  const first = await fixtures.tokens(await fixtures.person())
  const [owner, thief] = [(await refresh(first.refresh_token)).body, (await refresh(first.refresh_token)).body]
  expect((await refresh(owner.refresh_token)).status).toBe(200)
  expect((await refresh(thief.refresh_token)).body.error).toBe('invalid_grant')
  expect(await isRevoked(first.access_token)).toBe(true)
})

test('once its successor is used, a refresh token cannot be repeated, however soon', async () => {
  const first = await fixtures.tokens(await fixtures.person())
  const second = (await refresh(first.refresh_token)).body
  expect((await refresh(second.refresh_token)).status).toBe(200)
  expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
  expect(await isRevoked(first.access_token)).toBe(true)
})

test('a sign-in that is not used for 14 days ends', async () => {
  const browser = openBrowser()
  const { refresh_token } = await fixtures.tokens(await fixtures.person(), browser)
  fixtures.wait(14 * 86_400_000)
  expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
  expect((await browser.get(fixtures.authorizeUrl(pkce().challenge))).location).toContain('/interaction/')
})

test('a sign-in ends after its longest time even if it is in use, and the password is asked for again', async () => {
  const short = await openFixtures({ settings: { lifetimes: { ...defaultSettings.lifetimes, sign_in_s: 3_600 } } })
  try {
    const browser = openBrowser()
    const tokens = await short.tokens(await short.person(), browser)
    short.wait(3_500_000)
    const renewed = await short.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect(renewed.status).toBe(200)
    expect((await browser.get(short.authorizeUrl(pkce().challenge))).location).toContain('/login?code=')
    short.wait(101_000)
    const refused = await short.token({ grant_type: 'refresh_token', refresh_token: renewed.body.refresh_token })
    expect(refused.body.error).toBe('invalid_grant')
    expect((await browser.get(short.authorizeUrl(pkce().challenge))).location).toContain('/interaction/')
  } finally {
    await short.close()
  }
})
