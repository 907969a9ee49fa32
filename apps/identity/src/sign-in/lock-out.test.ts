import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSettings } from '../platform/settings.ts'
import { openBrowser } from '../../test/support/browser.ts'
import type { Browser } from '../../test/support/browser.ts'
import { openFixtures, pkce, reachForm } from '../../test/support/fixtures.ts'
import type { Fixtures } from '../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  // The clock moves by hours, so pending sign-in forms must not expire.
  fixtures = await openFixtures({
    settings: { lifetimes: { ...defaultSettings.lifetimes, interaction_s: 30 * 86_400 } },
  })
})
afterAll(() => fixtures.close())

async function tryOnce(where: Fixtures, email: string, password = 'wrong') {
  const browser = openBrowser()
  const { url } = await reachForm(browser, where.authorizeUrl(pkce().challenge))
  return browser.submit(url, { email, password })
}

/** Guesses slowly enough to stay below the limit per minute. */
async function guess(times: number, email: string, where = fixtures): Promise<number[]> {
  const statuses = []
  for (let at = 0; at < times; at++) {
    statuses.push((await tryOnce(where, email)).status)
    if (at % 10 === 9) where.wait(60_001)
  }
  return statuses
}

test('twenty failed attempts within an hour lock the account at that address for 15 minutes, and the person is mailed a way in', async () => {
  const person = await fixtures.person()
  expect(new Set(await guess(20, person.email))).toEqual(new Set([401]))
  const refused = await tryOnce(fixtures, person.email, person.password)
  expect(refused.status).toBe(429)
  expect(refused.body).toContain('Too many attempts')
  const wait_s = Number(refused.headers.get('retry-after'))
  expect(wait_s).toBeGreaterThan(13 * 60)
  expect(wait_s).toBeLessThanOrEqual(15 * 60)
  const letters = await fixtures.lettersTo(person.email)
  expect(letters.map(({ subject }) => subject)).toEqual(['Failed attempts to sign in to your account'])
  fixtures.wait(wait_s * 1000)
  expect((await tryOnce(fixtures, person.email, person.password)).status).toBe(303)
})

test('a new password chosen by the mailed link unlocks the account at once', async () => {
  const person = await fixtures.person()
  await guess(20, person.email)
  const [letter] = await fixtures.lettersTo(person.email)
  const password = 'seven kettles under ice'
  expect(
    (await openBrowser().submit(letter?.link ?? '', { new_password: password, new_password_again: password })).status,
  ).toBe(200)
  expect((await tryOnce(fixtures, person.email, password)).status).toBe(303)
})

test('each lock within a day is twice as long as the previous one, four hours at most', async () => {
  const person = await fixtures.person()
  const waits = []
  for (let locks = 0; locks < 6; locks++) {
    await guess(20, person.email)
    const wait_s = Number((await tryOnce(fixtures, person.email)).headers.get('retry-after'))
    waits.push(Math.round(wait_s / 900))
    fixtures.wait(wait_s * 1000)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 16])
})

test('a lock does not reveal who exists: unknown emails are locked with equal bytes', async () => {
  const person = await fixtures.person({ email: 'known1@example.test' })
  const nobody = 'nobody@example.test'.replace('nobody', 'known2')
  await guess(20, person.email)
  const existing = await tryOnce(fixtures, person.email)
  await guess(20, nobody)
  const unknown = await tryOnce(fixtures, nobody)
  expect([unknown.status, unknown.body.replaceAll(nobody, person.email)]).toEqual([existing.status, existing.body])
  expect([...unknown.headers.keys()]).toEqual([...existing.headers.keys()])
  expect(await fixtures.lettersTo(nobody)).toEqual([])
})

test('simultaneous guesses from many addresses get no further than sequential ones', async () => {
  const many = await openFixtures({ settings: { attempts_per_minute: 1_000 } })
  try {
    const person = await many.person()
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryOnce(many, person.email)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
    expect(await many.lettersTo(person.email)).toHaveLength(1)
  } finally {
    await many.close()
  }
})

test('attempts spread over hours, or mixed with successful sign-ins, do not lock the account', async () => {
  const person = await fixtures.person()
  await guess(15, person.email)
  fixtures.wait(3_600_001)
  await guess(15, person.email)
  fixtures.wait(61_000)
  expect((await tryOnce(fixtures, person.email, person.password)).status).toBe(303)
  await guess(15, person.email)
  fixtures.wait(61_000)
  expect((await tryOnce(fixtures, person.email, person.password)).status).toBe(303)
})

test('demonstration accounts are locked for seconds, keep their password and get no mail', async () => {
  const demonstration = await openFixtures({ isDemonstration: true })
  try {
    const owner = await demonstration.person({ email: 'owner@demo.test', password: 'demo' })
    await guess(20, owner.email, demonstration)
    demonstration.wait(10_000)
    expect((await tryOnce(demonstration, owner.email, 'demo')).status).toBe(303)
    const browser = openBrowser()
    await demonstration.tokens(owner, browser)
    const change = {
      password: 'demo',
      new_password: 'seven kettles under ice',
      new_password_again: 'seven kettles under ice',
    }
    const refused = await browser.submit(`${demonstration.issuer}/password`, change)
    expect([refused.status, refused.body.includes('keep their password')]).toEqual([403, true])
    await openBrowser().submit(`${demonstration.issuer}/forgotten`, { email: owner.email })
    expect(await demonstration.lettersTo(owner.email)).toEqual([])
  } finally {
    await demonstration.close()
  }
})

test('behind a proxy the address that the proxy saw counts, not one that the caller made up', async () => {
  const behind = await openFixtures({ isBehindProxy: true })
  const person = await behind.person()
  const statuses = []
  for (let at = 0; at <= 10; at++) {
    const browser = openBrowser()
    const { url } = await reachForm(browser, behind.authorizeUrl(pkce().challenge))
    const headers = { 'x-forwarded-for': `10.0.0.${at}, 198.51.100.7` }
    statuses.push((await browser.submit(url, { email: person.email, password: 'wrong' }, headers)).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.at(-1)).toBe(429)
  await behind.close()
})

test('locking an account from elsewhere does not lock out the browser that signed in before', async () => {
  const [person, guesser] = [await fixtures.person(), await fixtures.person()]
  const [own, theirs] = [openBrowser(), openBrowser()]
  await fixtures.tokens(person, own)
  await fixtures.tokens(guesser, theirs)
  const tryIn = async (browser: Browser, password: string) => {
    const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge, { prompt: 'login' }))
    return (await browser.submit(url, { email: person.email, password })).status
  }
  await guess(20, person.email)
  fixtures.wait(60_001)
  expect(await tryIn(theirs, person.password)).toBe(429)
  expect(await tryIn(own, person.password)).toBe(303)
  expect(await tryIn(theirs, person.password)).toBe(429)
  fixtures.wait(60_001)
  const statuses = []
  for (let at = 0; at <= 20; at++) {
    statuses.push(await tryIn(own, 'wrong'))
    if (at % 10 === 9) fixtures.wait(60_001)
  }
  expect([new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([new Set([401]), 429])
})
