import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/support/browser.ts'
import type { Answer } from '../../test/support/browser.ts'
import { claimsIn, openFixtures, pkce, reachForm } from '../../test/support/fixtures.ts'
import type { Fixtures, Person } from '../../test/support/fixtures.ts'
import { sweep } from '../oidc/sweep.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

async function tryOnce(email: string, password: string): Promise<Answer> {
  const browser = openBrowser()
  const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
  return browser.submit(url, { email, password })
}
const wrongly = (person: Pick<Person, 'email'>) => tryOnce(person.email, 'wrong')
const disable = (person: Person) =>
  fixtures.pool.query('update accounts set disabled_at = now() where id = $1', [person.id])

test('a wrong password, an unknown email, a disabled person and one without a password get equal bytes', async () => {
  const email = 'mari@example.test'
  const unknown = await tryOnce(email, 'correct horse')
  const person = await fixtures.person({ email })
  const wrong = await wrongly(person)
  await disable(person)
  const disabled = await tryOnce(email, person.password)
  await fixtures.pool.query('update accounts set disabled_at = null, password_hash = null where id = $1', [person.id])
  const without = await tryOnce(email, person.password)
  for (const answer of [wrong, disabled, without]) {
    expect(answer.status).toBe(unknown.status)
    expect(answer.body).toBe(unknown.body)
    expect([...answer.headers.keys()]).toEqual([...unknown.headers.keys()])
  }
  expect(unknown.status).toBe(401)
  expect(unknown.body).toContain('Email or password is wrong')
})

test('the page is a plain form with labels; it repeats what was typed, escaped, but never the password', async () => {
  const { page } = await reachForm(
    openBrowser(),
    fixtures.authorizeUrl(pkce().challenge, { login_hint: 'a"><script>@x.test' }),
  )
  expect(page.body).not.toContain('<script')
  expect(page.body).toMatch(/<label for="email">/)
  expect(page.body).toMatch(/<input\s+id="password"[^>]*type="password"[^>]*autocomplete="current-password"/)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('cache-control')).toBe('no-store')
  const answer = await tryOnce('"><img src=x>', 'se"cret<')
  expect(answer.body).toContain('value="&quot;&gt;&lt;img src=x&gt;"')
  expect(answer.body).toContain('role="alert"')
  expect(answer.body).not.toContain('se&quot;cret')
})

test('without the demonstration no account is offered', async () => {
  const { page } = await reachForm(openBrowser(), fixtures.authorizeUrl(pkce().challenge))
  expect(page.body).not.toContain('demo.test')
})

test.each(['known', 'unknown'])('the eleventh attempt within a minute has to wait: %s person', async (who) => {
  const email = who === 'known' ? (await fixtures.person()).email : 'nobody@example.test'
  for (let times = 0; times < 10; times++) expect((await wrongly({ email })).status).toBe(401)
  const refused = await tryOnce(email.toUpperCase(), 'correct horse')
  expect(refused.status).toBe(429)
  const wait_s = Number(refused.headers.get('retry-after'))
  expect(wait_s).toBeGreaterThan(50)
  expect(wait_s).toBeLessThanOrEqual(60)
  expect(refused.body).toContain('Too many attempts')
  fixtures.wait(wait_s * 1000 + 1)
  expect((await wrongly({ email })).status).toBe(401)
})

test('of a burst of simultaneous guesses ten are checked', async () => {
  const person = await fixtures.person()
  const answers = await Promise.all(Array.from({ length: 25 }, () => wrongly(person)))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  expect((await tryOnce(person.email, person.password)).status).toBe(429)
})

test('frequent successful sign-ins are not slowed down', async () => {
  const person = await fixtures.person()
  for (let times = 0; times < 12; times++) expect((await tryOnce(person.email, person.password)).status).toBe(303)
})

test('a disabled person gets no new tokens, and a signed-in browser has to sign in again', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const { refresh_token } = await fixtures.tokens(person, browser)
  await disable(person)
  const refused = await fixtures.token({ grant_type: 'refresh_token', refresh_token })
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
  const { url, page } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
  expect(page.body).toContain('<h1>Sign in</h1>')

  const other = await fixtures.person()
  const sent = await browser.submit(url, { email: other.email, password: other.password })
  const back = new URL((await browser.get(sent.location ?? '')).location ?? 'about:blank')
  expect(back.searchParams.get('code')).toBeTruthy()
})

test('another person signing in on the same browser ends the first one’s session', async () => {
  const [first, second] = [await fixtures.person(), await fixtures.person()]
  const browser = openBrowser()
  // Two tabs show the form; each person uses one.
  const tab = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
  const tokens = await fixtures.tokens(first, browser)
  const sent = await browser.submit(tab.url, { email: second.email, password: second.password })
  const back = new URL((await browser.get(sent.location ?? '')).location ?? 'about:blank')
  expect(back.searchParams.get('code')).toBeTruthy()
  expect((await fixtures.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).status).toBe(400)
  expect(
    (await fixtures.pool.query('select 1 from revoked_grants where grant_id = $1', [claimsIn(tokens.access_token).gid]))
      .rows,
  ).toHaveLength(1)
})

test('the database does not contain codes and refresh tokens themselves', async () => {
  const { refresh_token } = await fixtures.tokens(await fixtures.person())
  const { rows } = await fixtures.pool.query('select 1 from oidc_payloads where id = $1 or payload::text like $2', [
    refresh_token,
    `%${refresh_token}%`,
  ])
  expect(rows).toEqual([])
})

test('the sweep deletes expired rows and nothing else', async () => {
  const { refresh_token } = await fixtures.tokens(await fixtures.person())
  await wrongly({ email: 'sweep@example.test' })
  await sweep(fixtures.pool, new Date(Date.now() + 2 * 3_600_000))
  const left = await fixtures.pool.query('select distinct model from oidc_payloads order by model')
  expect(left.rows.map(({ model }: { model: string }) => model)).toEqual(['Grant', 'RefreshToken', 'Session'])
  expect((await fixtures.pool.query(`select 1 from sign_in_attempts where account not like ' %'`)).rows).toEqual([])
  expect((await fixtures.token({ grant_type: 'refresh_token', refresh_token })).status).toBe(200)
})
