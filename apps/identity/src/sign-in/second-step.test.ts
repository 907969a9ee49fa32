import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthenticator } from '../../test/support/authenticator.ts'
import { openBrowser } from '../../test/support/browser.ts'
import type { Browser } from '../../test/support/browser.ts'
import { openFixtures, pkce, reachForm } from '../../test/support/fixtures.ts'
import type { Fixtures, Person } from '../../test/support/fixtures.ts'
import {
  appCode,
  codesIn,
  isSignedIn,
  makeStaff,
  optionsIn,
  secretIn,
  typePassword,
} from '../../test/support/second-factor.ts'
import { installationKey } from '../../test/support/services.ts'

let fixtures: Fixtures
let aheadMs = 0
beforeAll(async () => {
  fixtures = await openFixtures({ installationKey, settings: { second_factor: 'internal' } })
})
afterAll(() => fixtures.close())

const wait = (ms: number): void => {
  aheadMs += ms
  fixtures.wait(ms)
}
const codeNow = (secret: string): string => appCode(secret, Date.now() + aheadMs)

/** A person of the provider's staff who set up an authenticator app at the first sign-in. */
async function enrolled(): Promise<{ person: Person; secret: string; codes: string[]; browser: Browser }> {
  const person = await fixtures.person()
  await makeStaff(fixtures, person)
  const browser = openBrowser()
  const { url, page } = await typePassword(fixtures, person, browser)
  const secret = secretIn(page)
  const codes = codesIn(await browser.submit(url, { step: 'add_totp', code: codeNow(secret) }))
  expect(await isSignedIn(browser, await browser.submit(url, { step: 'continue' }))).toBe(true)
  // The code that set it up is used.
  wait(60_000)
  return { person, secret, codes, browser }
}

test('a person with a role for staff sets up a second factor before the first sign-in, and gets ten recovery codes', async () => {
  const { codes, person } = await enrolled()
  expect(new Set(codes).size).toBe(10)
  const letters = await fixtures.lettersTo(person.email)
  expect(letters.map(({ subject }) => subject)).toEqual(['The security of your sign-in was changed'])
})

test('a partner needs none, and no page says before the password whether an account has one', async () => {
  const partner = await fixtures.person()
  const { person } = await enrolled()
  expect((await fixtures.tokens(partner)).access_token).toBeTruthy()
  for (const email of [person.email, partner.email, 'nobody@example.test']) {
    const browser = openBrowser()
    const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
    const { status, body } = await browser.submit(url, { email, password: 'wrong password' })
    expect([status, body.includes('Confirm that it is you')]).toEqual([401, false])
  }
})

test('the password alone opens nothing: not the code, nor skipping the page', async () => {
  const { person } = await enrolled()
  const browser = openBrowser()
  const { url } = await typePassword(fixtures, person, browser)
  for (const fields of ['step=continue', 'step=add_totp&code=000000', 'step=', '', 'step=totp']) {
    const answer = await browser.submit(url, Object.fromEntries(new URLSearchParams(fields)))
    expect(await isSignedIn(browser, answer)).toBe(false)
  }
  const resumed = await browser.get(url.replace('/interaction/', '/oauth2/authorize/'))
  expect(resumed.location ?? '').not.toContain('code=')
})

test('a code of the app works once, even when it is sent twice at the same time', async () => {
  const { person, secret } = await enrolled()
  const code = codeNow(secret)
  const [one, other] = [openBrowser(), openBrowser()]
  const [first, second] = [await typePassword(fixtures, person, one), await typePassword(fixtures, person, other)]
  const answers = await Promise.all([
    one.submit(first.url, { step: 'totp', code }),
    other.submit(second.url, { step: 'totp', code }),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 401]))
  wait(60_000)
})

test('a recovery code works once, is stored as a hash only, and its use is mailed', async () => {
  const { person, codes } = await enrolled()
  const [code = ''] = codes
  const first = openBrowser()
  const { url } = await typePassword(fixtures, person, first)
  const answer = await first.submit(url, { step: 'recovery', code: code.toLowerCase().replaceAll('-', ' ') })
  expect(await isSignedIn(first, answer)).toBe(true)
  const second = openBrowser()
  const again = await typePassword(fixtures, person, second)
  expect((await second.submit(again.url, { step: 'recovery', code })).status).toBe(401)
  expect((await fixtures.lettersTo(person.email)).at(-1)?.text).toContain('A recovery code of your account was used')
  const { rows } = await fixtures.pool.query<{ stored: string }>(
    `select string_agg(row_to_json(c)::text, '') as stored from recovery_codes c where account_id = $1`,
    [person.id],
  )
  for (const one of codes) expect(rows[0]?.stored).not.toContain(one)
})

test('the key of the app is sealed in the database', async () => {
  const { person, secret } = await enrolled()
  const { rows } = await fixtures.pool.query<{ secret: string; is_sealed: boolean }>(
    'select secret, is_sealed from totp_secrets where account_id = $1',
    [person.id],
  )
  expect(rows[0]?.is_sealed).toBe(true)
  expect(rows[0]?.secret).not.toContain(secret)
})

test('wrong codes are limited for the account over all addresses, and the owner learns that the password is known', async () => {
  const { person, secret } = await enrolled()
  const browser = openBrowser()
  const { url } = await typePassword(fixtures, person, browser)
  const statuses = []
  for (let at = 0; at < 25; at++) {
    statuses.push((await browser.submit(url, { step: 'totp', code: '000000' })).status)
    if (at === 9) wait(61_000)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
  wait(61_000)
  expect((await browser.submit(url, { step: 'totp', code: codeNow(secret) })).status).toBe(429)
  expect((await fixtures.lettersTo(person.email)).at(-1)?.subject).toBe('Someone knows your password')
})

test('a passkey signs in, is bound to this address, and its answer cannot be used again', async () => {
  const person = await fixtures.person()
  await makeStaff(fixtures, person)
  const passkey = openAuthenticator(fixtures.issuer)
  const browser = openBrowser()
  const { url, page } = await typePassword(fixtures, person, browser)
  const added = await browser.submit(url, {
    step: 'add_passkey',
    credential: passkey.create(optionsIn(page)),
    label: 'Phone',
  })
  expect(codesIn(added)).toHaveLength(10)
  await browser.submit(url, { step: 'continue' })

  const other = openBrowser()
  const step = await typePassword(fixtures, person, other)
  const options = optionsIn(step.page)
  const phished = passkey.get(options, { origin: 'https://wheelhouse.evil.test' })
  expect((await other.submit(step.url, { step: 'passkey', credential: phished })).status).toBe(401)
  // The challenge is used up, whatever came of it.
  expect((await other.submit(step.url, { step: 'passkey', credential: passkey.get(options) })).status).toBe(401)
  const right = passkey.get(optionsIn(await other.get(step.url)))
  expect(await isSignedIn(other, await other.submit(step.url, { step: 'passkey', credential: right }))).toBe(true)

  const third = openBrowser()
  const last = await typePassword(fixtures, person, third)
  expect((await third.submit(last.url, { step: 'passkey', credential: right })).status).toBe(401)
  passkey.turnBack()
  const copied = passkey.get(optionsIn(await third.get(last.url)))
  expect((await third.submit(last.url, { step: 'passkey', credential: copied })).status).toBe(401)
})

test('someone else can sign in from the second step', async () => {
  const { person } = await enrolled()
  const other = await fixtures.person()
  const browser = openBrowser()
  const { url } = await typePassword(fixtures, person, browser)
  expect((await browser.submit(url, { step: 'start_over' })).status).toBe(303)
  const answer = await browser.submit(url, { email: other.email, password: other.password })
  expect(await isSignedIn(browser, answer)).toBe(true)
})

test('a person who is disabled between the two steps does not get in', async () => {
  const { person, secret } = await enrolled()
  const browser = openBrowser()
  const { url } = await typePassword(fixtures, person, browser)
  await fixtures.pool.query('update accounts set disabled_at = now() where id = $1', [person.id])
  const answer = await browser.submit(url, { step: 'totp', code: codeNow(secret) })
  expect(await isSignedIn(browser, answer)).toBe(false)
})

test('the second step ends ten minutes after the password', async () => {
  const { person, secret } = await enrolled()
  const browser = openBrowser()
  const { url } = await typePassword(fixtures, person, browser)
  wait(600_000)
  const answer = await browser.submit(url, { step: 'totp', code: codeNow(secret) })
  expect([answer.status, answer.body.includes('Email or password is wrong')]).toEqual([401, true])
})
