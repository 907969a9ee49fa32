import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthenticator } from '../../test/support/authenticator.ts'
import { openBrowser } from '../../test/support/browser.ts'
import type { Browser } from '../../test/support/browser.ts'
import { openFixtures, pkce, reachForm } from '../../test/support/fixtures.ts'
import type { Fixtures, Person } from '../../test/support/fixtures.ts'
import { appCode, codesIn, makeStaff, optionsIn, secretIn, typePassword } from '../../test/support/second-factor.ts'
import { installationKey, openServices } from '../../test/support/services.ts'
import type { Services } from '../../test/support/services.ts'

let fixtures: Fixtures
let services: Services
let url: string
beforeAll(async () => {
  fixtures = await openFixtures({ installationKey, settings: { second_factor: 'internal' } })
  services = await openServices(fixtures)
  url = `${fixtures.issuer}/security`
})
afterAll(() => fixtures.close())

const refresh = async (refresh_token: string): Promise<number> =>
  (await fixtures.token({ grant_type: 'refresh_token', refresh_token })).status

async function opened(person: Person, browser: Browser): Promise<void> {
  const { status } = await browser.submit(url, { step: 'open', password: person.password })
  expect(status).toBe(303)
}

test('who is not signed in sees nothing, and a change takes the password', async () => {
  expect((await openBrowser().get(url)).status).toBe(401)
  const person = await fixtures.person()
  const browser = openBrowser()
  await fixtures.tokens(person, browser)
  const closed = await browser.get(url)
  expect([closed.status, secretIn(closed), optionsIn(closed)]).toEqual([200, '', ''])
  expect((await browser.submit(url, { step: 'open', password: 'wrong' })).status).toBe(401)
  expect(codesIn(await browser.submit(url, { step: 'new_codes' }))).toEqual([])
})

test('the first factor ends all other sign-ins and keeps this one; a second passkey keeps the codes', async () => {
  const person = await fixtures.person()
  const [browser, elsewhere] = [openBrowser(), openBrowser()]
  const [here, there] = [await fixtures.tokens(person, browser), await fixtures.tokens(person, elsewhere)]
  await opened(person, browser)
  const secret = secretIn(await browser.get(url))
  expect((await browser.submit(url, { step: 'add_totp', code: '000000' })).status).toBe(422)
  const codes = codesIn(await browser.submit(url, { step: 'add_totp', code: appCode(secret) }))
  expect(codes).toHaveLength(10)
  expect([await refresh(here.refresh_token), await refresh(there.refresh_token)]).toEqual([200, 400])

  const credential = openAuthenticator(fixtures.issuer).create(optionsIn(await browser.get(url)))
  const added = await browser.submit(url, { step: 'add_passkey', credential, label: '  Work <laptop>  ' })
  expect(added.status).toBe(303)
  const page = await browser.get(url)
  expect(page.body).toContain('Work &lt;laptop&gt;')
  expect(page.body).toContain('10 left')
  expect((await browser.submit(url, { step: 'add_passkey', credential, label: 'Again' })).status).toBe(422)
})

test('each passkey is removed by its owner only; with the last factor the codes go', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  await fixtures.tokens(person, browser)
  await opened(person, browser)
  const credential = openAuthenticator(fixtures.issuer).create(optionsIn(await browser.get(url)))
  const id = (JSON.parse(credential) as { id: string }).id
  await browser.submit(url, { step: 'add_passkey', credential, label: 'Phone' })

  const stranger = await fixtures.person()
  const theirs = openBrowser()
  await fixtures.tokens(stranger, theirs)
  await opened(stranger, theirs)
  await theirs.submit(url, { step: 'remove_passkey', passkey: id })
  const left = async () =>
    (
      await fixtures.pool.query(
        'select (select count(*)::int from passkeys where account_id = $1) as passkeys, (select count(*)::int from recovery_codes where account_id = $1) as codes',
        [person.id],
      )
    ).rows[0]
  expect(await left()).toEqual({ passkeys: 1, codes: 10 })
  await browser.submit(url, { step: 'remove_passkey', passkey: 'unknown' })
  expect(await left()).toEqual({ passkeys: 1, codes: 10 })
  await browser.submit(url, { step: 'remove_passkey', passkey: id })
  expect(await left()).toEqual({ passkeys: 0, codes: 0 })
  const subjects = (await fixtures.lettersTo(person.email)).map(
    ({ text }) => /A second factor was (\w+)/.exec(text)?.[1],
  )
  expect(subjects).toEqual(['added', 'removed'])
})

test('whose role requires a factor cannot remove the last one', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  await fixtures.tokens(person, browser)
  await opened(person, browser)
  await browser.submit(url, { step: 'add_totp', code: appCode(secretIn(await browser.get(url))) })
  await makeStaff(fixtures, person)
  expect((await browser.submit(url, { step: 'remove_totp' })).status).toBe(409)
})

test('new codes replace the earlier ones', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  await fixtures.tokens(person, browser)
  await opened(person, browser)
  const [old = ''] = codesIn(
    await browser.submit(url, { step: 'add_totp', code: appCode(secretIn(await browser.get(url))) }),
  )
  const [fresh = ''] = codesIn(await browser.submit(url, { step: 'new_codes' }))
  const step = await typePassword(fixtures, person, openBrowser())
  expect(step.page.body).toContain('Confirm that it is you')
  const other = openBrowser()
  const { url: signIn } = await typePassword(fixtures, person, other)
  expect((await other.submit(signIn, { step: 'recovery', code: old })).status).toBe(401)
  expect((await other.submit(signIn, { step: 'recovery', code: fresh })).status).toBe(303)
})

test('an administrator resets a lost factor: all sign-ins end, the password is asked alone again, and a mail says so', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const { refresh_token } = await fixtures.tokens(person, browser)
  await opened(person, browser)
  await browser.submit(url, { step: 'add_totp', code: appCode(secretIn(await browser.get(url))) })
  expect((await services.ask('DELETE', `/${person.id}/second-factor`)).status).toBe(204)
  expect(await refresh(refresh_token)).toBe(400)
  expect((await fixtures.tokens(person)).access_token).toBeTruthy()
  expect((await fixtures.lettersTo(person.email)).at(-1)?.subject).toBe('Your second factor was reset')
  const again = await services.ask('DELETE', `/${person.id}/second-factor`)
  expect([again.status, (again.body as { error_code: string }).error_code]).toEqual([409, 'no_second_factor'])
})

test('the shared accounts of a demonstration take no second factor', async () => {
  const demonstration = await openFixtures({ isDemonstration: true, settings: { second_factor: 'everyone' } })
  try {
    const person = await demonstration.person({ email: 'superadmin@demo.test' })
    const browser = openBrowser()
    const { refresh_token } = await demonstration.tokens(person, browser)
    const renewed = await demonstration.token({ grant_type: 'refresh_token', refresh_token })
    expect(renewed.status).toBe(200)
    expect((await browser.get(`${demonstration.issuer}/security`)).status).toBe(403)
  } finally {
    await demonstration.close()
  }
})

test('a role for staff ends the sign-in of a person without a second factor, and the browser asks for one', async () => {
  const person = await fixtures.person()
  const browser = openBrowser()
  const { refresh_token } = await fixtures.tokens(person, browser)
  await makeStaff(fixtures, person)
  const { status, body } = await fixtures.token({ grant_type: 'refresh_token', refresh_token })
  expect([status, body.error]).toEqual([400, 'invalid_grant'])
  const { page } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
  // The password was typed a moment ago.
  expect(page.body).toContain('Set up a second factor')
})
