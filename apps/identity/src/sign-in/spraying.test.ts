import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultSettings } from '../platform/settings.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { openFixtures, pkce, reachForm } from '../../test/support/fixtures.ts'
import type { Fixtures } from '../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeEach(async () => {
  fixtures = await openFixtures({
    isBehindProxy: true,
    settings: {
      attempts_by_address: defaultSettings.attempts_by_address,
      lifetimes: { ...defaultSettings.lifetimes, interaction_s: 30 * 86_400 },
    },
  })
})
afterEach(() => fixtures.close())

const stranger = '198.51.100.7'

async function tryFrom(address: string, email: string, password = 'wrong', browser = openBrowser()) {
  const headers = { 'x-forwarded-for': address }
  const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge, { prompt: 'login' }), headers)
  return browser.submit(url, { email, password }, headers)
}

const ask = (email: string, browser = openBrowser()) => browser.submit(`${fixtures.issuer}/forgotten`, { email })

test('security 3: one password tried with sixty accounts from one address is refused after thirty', async () => {
  const statuses = []
  for (let at = 0; at < 60; at++)
    statuses.push((await tryFrom(stranger, `person${at}@nobody.test`, 'Summer2026')).status)
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 401))
  expect(new Set(statuses.slice(30))).toEqual(new Set([429]))
  const person = await fixtures.person()
  expect((await tryFrom('203.0.113.9', person.email, person.password)).status).toBe(303)
})

test('security 3: the same from sixty addresses of one network counts as one address', async () => {
  const statuses = []
  for (let at = 0; at < 40; at++) statuses.push((await tryFrom(`2001:db8:1:2::${at + 1}`, `p${at}@nobody.test`)).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('sign-ins that succeed do not count against their address, so an office can start its day', async () => {
  const person = await fixtures.person()
  for (let at = 0; at < 35; at++) expect((await tryFrom(stranger, person.email, person.password)).status).toBe(303)
})

test('security 4: a stranger who guesses locks out only the own address', async () => {
  const person = await fixtures.person()
  for (let at = 0; at < 20; at++) {
    expect((await tryFrom(stranger, person.email)).status).toBe(401)
    if (at % 10 === 9) fixtures.wait(60_001)
  }
  expect((await tryFrom(stranger, person.email, person.password)).status).toBe(429)
  expect((await tryFrom('203.0.113.9', person.email, person.password)).status).toBe(303)
})

test('guesses from many addresses lock new browsers, not the one on which the account signed in before', async () => {
  const person = await fixtures.person()
  const own = openBrowser()
  expect((await tryFrom('203.0.113.9', person.email, person.password, own)).status).toBe(303)
  for (let at = 0; at < 200; at++) await tryFrom(`198.51.100.${at}`, person.email)
  expect((await tryFrom('203.0.113.80', person.email, person.password)).status).toBe(429)
  expect((await tryFrom('203.0.113.9', person.email, person.password, own)).status).toBe(303)
})

test('security 4: a stranger who asks for a link does not void the one that was mailed before', async () => {
  const person = await fixtures.person()
  await ask(person.email)
  expect(await fixtures.lettersTo(person.email)).toHaveLength(1)
  fixtures.wait(121_000)
  await ask(person.email)
  const letters = await fixtures.lettersTo(person.email)
  expect(letters).toHaveLength(2)
  for (const { link } of letters) expect((await openBrowser().get(link ?? '')).status).toBe(200)
  const password = 'seven kettles under ice'
  const chosen = { new_password: password, new_password_again: password }
  expect((await openBrowser().submit(letters[0]?.link ?? '', chosen)).status).toBe(200)
  expect((await openBrowser().get(letters[1]?.link ?? '')).status).toBe(410)
})

test('security 4: one person gets three mails with a link an hour and ten a day; strangers do not use up those of a known browser', async () => {
  const person = await fixtures.person()
  const own = openBrowser()
  await tryFrom('203.0.113.9', person.email, person.password, own)
  for (let minutes = 0; minutes < 50; minutes += 5) {
    await ask(person.email)
    await fixtures.lettersTo(person.email)
    fixtures.wait(300_000)
  }
  expect(await fixtures.lettersTo(person.email)).toHaveLength(3)
  for (let hours = 0; hours < 20; hours++) {
    await ask(person.email)
    await fixtures.lettersTo(person.email)
    fixtures.wait(3_600_000)
  }
  expect(await fixtures.lettersTo(person.email)).toHaveLength(10)
  await ask(person.email, own)
  expect(await fixtures.lettersTo(person.email)).toHaveLength(11)
})
