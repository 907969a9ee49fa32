import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '@wheelhouse/db/ids.ts'
import { openBrowser } from '../../test/support/browser.ts'
import type { Answer, Browser } from '../../test/support/browser.ts'
import { claimsIn, openFixtures, pkce, reachForm } from '../../test/support/fixtures.ts'
import type { Fixtures, Person } from '../../test/support/fixtures.ts'
import { installationKey, openServices } from '../../test/support/services.ts'
import type { Services } from '../../test/support/services.ts'

let fixtures: Fixtures
let services: Services
beforeAll(async () => {
  fixtures = await openFixtures({ installationKey })
  services = await openServices(fixtures)
})
afterAll(() => fixtures.close())

const chosen = 'seven kettles under ice'
const choose = (browser: Browser, link: string, password = chosen, again = password) =>
  browser.submit(link, { new_password: password, new_password_again: again })
const signsIn = async (email: string, password: string): Promise<number> => {
  const browser = openBrowser()
  const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
  return (await browser.submit(url, { email, password })).status
}
async function invited() {
  const id = uuidv7()
  const email = `${id}@example.test`
  await services.ask('PUT', `/${id}`, { email, name: 'Mari <b>Mets</b>', organization_id: null })
  const [letter] = await fixtures.lettersTo(email)
  if (!letter) throw new Error('no invitation was mailed')
  return { id, email, letter, link: letter.link }
}
const forget = (email: string, browser = openBrowser()) => browser.submit(`${fixtures.issuer}/forgotten`, { email })
async function resetLink(person: Pick<Person, 'email'>): Promise<string> {
  await forget(person.email)
  return (await fixtures.lettersTo(person.email)).at(-1)?.link ?? ''
}

test('an invitation by plain requests: mail, page, password, console', async () => {
  const { email, letter, link } = await invited()
  expect(letter.subject).toBe('Your invitation to Wheelhouse')
  expect(letter.text).toContain('Hello Mari <b>Mets</b>,')
  expect(letter.html).toContain('Mari &lt;b&gt;Mets&lt;/b&gt;')
  expect(letter.text).toContain('valid for 7 days')
  const browser = openBrowser()
  const page = await browser.get(link)
  expect(page.status).toBe(200)
  expect(page.body).toContain(`value="${email}"`)
  expect(page.body).not.toContain('<script')
  expect(page.headers.get('cache-control')).toBe('no-store')
  const set = await choose(browser, link)
  expect([set.status, set.location]).toEqual([303, `${fixtures.consoleOrigin}/`])
  // The console sends the browser to authorize, which shows no form.
  const back = new URL((await browser.get(fixtures.authorizeUrl(pkce().challenge))).location ?? 'about:blank')
  expect(back.searchParams.get('code')).toBeTruthy()
  expect(await signsIn(email, chosen)).toBe(303)
})

test('an invitation is valid for one use: a replay, and the second of two at once, change nothing', async () => {
  const { email, link } = await invited()
  const answers = await Promise.all([choose(openBrowser(), link), choose(openBrowser(), link, 'another long password')])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 410]))
  const won = answers[0].status === 303 ? chosen : 'another long password'
  const replay = await choose(openBrowser(), link, 'a third long password')
  expect([replay.status, replay.location]).toEqual([410, null])
  expect(replay.body).toContain('This link is no longer valid')
  expect((await openBrowser().get(link)).status).toBe(410)
  expect(await signsIn(email, won)).toBe(303)
  expect(await signsIn(email, 'a third long password')).toBe(401)
})

test('a newer invitation voids the older one, and opening a link does not use it up', async () => {
  const { id, email, link } = await invited()
  expect((await services.ask('POST', `/${id}/invitation`)).status).toBe(204)
  const newer = (await fixtures.lettersTo(email)).at(-1)?.link ?? ''
  expect(newer).not.toBe(link)
  expect((await openBrowser().get(link)).status).toBe(410)
  for (let times = 0; times < 3; times++) expect((await openBrowser().get(newer)).status).toBe(200)
  expect((await choose(openBrowser(), newer)).status).toBe(303)
})

test('an invitation is valid for seven days, and not for a disabled person', async () => {
  const late = await openFixtures({ installationKey })
  try {
    const { ask } = await openServices(late)
    const linkOf = async () => {
      const id = uuidv7()
      await ask('PUT', `/${id}`, { email: `${id}@example.test` })
      return { id, link: (await late.lettersTo(`${id}@example.test`))[0]?.link ?? '' }
    }
    const [first, second] = [await linkOf(), await linkOf()]
    await ask('POST', `/${second.id}/disable`)
    expect((await openBrowser().get(second.link)).status).toBe(410)
    late.wait(7 * 86_400_000 - 10_000)
    expect((await openBrowser().get(first.link)).status).toBe(200)
    late.wait(10_001)
    expect((await openBrowser().get(first.link)).status).toBe(410)
    expect((await choose(openBrowser(), first.link)).status).toBe(410)
  } finally {
    await late.close()
  }
})

test.each<[string, string, string]>([
  ['short', 'kettle ice', 'at least 12 characters'],
  ['common', 'Password1234!', 'easy to guess'],
  ['a run', '123456789012', 'easy to guess'],
  ['doubled', 'qwertyqwerty', 'easy to guess'],
  ['one letter', 'aaaaaaaaaaaaaaaa', 'easy to guess'],
])('a password that is %s is refused with the reason, and the link stays valid', async (_what, password, reason) => {
  const { link } = await invited()
  const answer = await choose(openBrowser(), link, password)
  expect(answer.status).toBe(422)
  expect(answer.body).toContain(reason)
  expect(answer.body).toContain('role="alert"')
  expect(answer.body).not.toContain(`value="${password}"`)
  expect((await choose(openBrowser(), link)).status).toBe(303)
})

test('the email is refused as a password, and so are two passwords that differ', async () => {
  const { email, link } = await invited()
  expect((await choose(openBrowser(), link, email.toUpperCase())).body).toContain('must not be your email')
  expect((await choose(openBrowser(), link, chosen, `${chosen}!`)).body).toContain('The two passwords differ')
})

test('a forgotten password: mailed link, new password, all sign-ins ended, and the person is notified', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const { access_token, refresh_token } = await fixtures.tokens(person, browser)
  const { page } = await reachForm(openBrowser(), fixtures.authorizeUrl(pkce().challenge))
  expect(page.body).toContain('href="/forgotten"')
  expect((await openBrowser().get(`${fixtures.issuer}/forgotten`)).status).toBe(200)
  const link = await resetLink(person)
  expect(link).toMatch(/\/reset\?token=[\w-]{43}$/)
  expect((await openBrowser().get(link)).body).toContain('Choose a new password')
  const done = await choose(openBrowser(), link)
  expect([done.status, done.body.includes('Your password is changed')]).toEqual([200, true])
  expect((await fixtures.token({ grant_type: 'refresh_token', refresh_token })).status).toBe(400)
  expect(
    (await fixtures.pool.query('select 1 from revoked_grants where grant_id = $1', [claimsIn(access_token).gid])).rows,
  ).toHaveLength(1)
  expect((await browser.get(fixtures.authorizeUrl(pkce().challenge))).location).toContain('/interaction/')
  expect([await signsIn(person.email, person.password), await signsIn(person.email, chosen)]).toEqual([401, 303])
  expect((await fixtures.lettersTo(person.email)).at(-1)?.subject).toBe('Your password was changed')
  expect((await choose(openBrowser(), link)).status).toBe(410)
})

test('a link for a forgotten password is valid for an hour and is not an invitation', async () => {
  const late = await openFixtures()
  try {
    const person = await late.person()
    await openBrowser().submit(`${late.issuer}/forgotten`, { email: person.email })
    const link = (await late.lettersTo(person.email))[0]?.link ?? ''
    expect((await openBrowser().get(link.replace('/reset', '/invitation'))).status).toBe(410)
    expect((await openBrowser().get(link)).status).toBe(200)
    late.wait(3_600_001)
    expect((await openBrowser().get(link)).status).toBe(410)
  } finally {
    await late.close()
  }
})

const seen = ({ status, body, headers, location }: Answer) => ({ status, body, location, headers: [...headers.keys()] })

test('requesting a link does not reveal who exists: equal bytes, and the work is done after the response', async () => {
  const person = await fixtures.person()
  const disabled = await fixtures.person()
  await fixtures.pool.query('update accounts set disabled_at = now() where id = $1', [disabled.id])
  const answers = [
    await forget('nobody@example.test'),
    await forget(person.email),
    await forget(disabled.email),
    await forget('no mail address'),
    await forget(''),
  ]
  for (const answer of answers) expect(seen(answer)).toEqual(seen(answers[0] as Answer))
  expect(answers[0]?.status).toBe(200)
  expect(
    [await fixtures.lettersTo(person.email), await fixtures.lettersTo(disabled.email)].map(({ length }) => length),
  ).toEqual([1, 0])
})

test('the response waits for neither the lookup nor the mail', async () => {
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  let began = () => {}
  const sending = new Promise<void>((done) => (began = done))
  const mail = { send: () => (began(), held), close() {} }
  const own = await openFixtures({ mail })
  try {
    const person = await own.person()
    const answer = await openBrowser().submit(`${own.issuer}/forgotten`, { email: person.email })
    expect(answer.status).toBe(200)
    await sending
  } finally {
    release()
    await own.close()
  }
})

test('a second request within two minutes gets the same response and sends no mail', async () => {
  const person = await fixtures.person()
  for (let times = 0; times < 3; times++) expect((await forget(person.email)).status).toBe(200)
  expect(await fixtures.lettersTo(person.email)).toHaveLength(1)
  fixtures.wait(120_001)
  await forget(person.email)
  expect(await fixtures.lettersTo(person.email)).toHaveLength(2)
})

test('many requests from one address have to wait, for any account', async () => {
  fixtures.wait(61_000)
  const answers = []
  for (let at = 0; at < 21; at++) answers.push(await forget(`nobody${at}@example.test`))
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect(Number(answers[20]?.headers.get('retry-after'))).toBeGreaterThan(0)
  fixtures.wait(61_000)
})

test('changing a password: with the current one, this browser stays signed in and all others are signed out', async () => {
  const person = await fixtures.person()
  const [here, elsewhere] = [openBrowser(), openBrowser()]
  const [mine, other] = [await fixtures.tokens(person, here), await fixtures.tokens(person, elsewhere)]
  const url = `${fixtures.issuer}/password`
  expect((await here.get(url)).body).toContain(`value="${person.email}"`)
  const send = (password: string, next = chosen) =>
    here.submit(url, { password, new_password: next, new_password_again: next })
  const wrong = await send('wrong password')
  expect([wrong.status, wrong.body.includes('The current password is wrong')]).toEqual([401, true])
  expect((await send(person.password, person.password)).body).toContain('The new password is the current one')
  const done = await send(person.password)
  expect([done.status, done.body.includes('You stay signed in here and are signed out everywhere else.')]).toEqual([
    200,
    true,
  ])
  const refresh = async (refresh_token: string) =>
    (await fixtures.token({ grant_type: 'refresh_token', refresh_token })).status
  expect([await refresh(mine.refresh_token), await refresh(other.refresh_token)]).toEqual([200, 400])
  expect((await here.get(fixtures.authorizeUrl(pkce().challenge))).location).toContain('code=')
  expect([await signsIn(person.email, person.password), await signsIn(person.email, chosen)]).toEqual([401, 303])
  expect((await fixtures.lettersTo(person.email)).map(({ subject }) => subject)).toEqual(['Your password was changed'])
})

test('the page for changing a password asks strangers to sign in and limits guessing', async () => {
  const url = `${fixtures.issuer}/password`
  expect((await openBrowser().get(url)).status).toBe(401)
  expect(
    (await openBrowser().submit(url, { password: 'a', new_password: chosen, new_password_again: chosen })).status,
  ).toBe(401)
  const person = await fixtures.person()
  const browser = openBrowser()
  await fixtures.tokens(person, browser)
  const guess = () => browser.submit(url, { password: 'wrong', new_password: chosen, new_password_again: chosen })
  for (let times = 0; times < 10; times++) expect((await guess()).status).toBe(401)
  const refused = await guess()
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
})

test.each(['/forgotten', '/password', '/invitation?token=x', '/reset?token=x'])(
  'a form for %s from another site is refused, and so are other methods',
  async (path) => {
    const url = fixtures.issuer + path
    const foreign = await openBrowser().submit(
      url,
      { email: 'a@b.test' },
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    )
    expect(foreign.status).toBe(403)
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405)
  },
)

test('the database does not contain the links themselves', async () => {
  const { link } = await invited()
  const token = new URL(link).searchParams.get('token') ?? ''
  const { rows } = await fixtures.pool.query('select 1 from account_links where token_hash = $1', [token])
  expect([token.length, rows]).toEqual([43, []])
})
