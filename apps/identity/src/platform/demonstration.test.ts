import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMail } from '@wheelhouse/mail/mail.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { openFixtures, pkce, reachForm } from '../../test/support/fixtures.ts'
import type { Fixtures } from '../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures({ isDemonstration: true, installationKey: 'a key of this test' })
  await fixtures.person({ email: 'owner@demo.test', password: 'demo' })
})
afterAll(() => fixtures.close())

const offer = async (account: string) => {
  const browser = openBrowser()
  const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge))
  return browser.submit(url, { demonstration_account: account })
}

test('the five accounts are offered, and one click signs in', async () => {
  const { page } = await reachForm(openBrowser(), fixtures.authorizeUrl(pkce().challenge))
  for (const name of ['superadmin', 'support', 'technician', 'owner', 'viewer'])
    expect(page.body).toContain(`value="${name}@demo.test"`)
  expect((await offer('owner@demo.test')).status).toBe(303)
})

test('the button opens no other account', async () => {
  await fixtures.person({ email: 'real@example.test', password: 'demo' })
  expect((await offer('real@example.test')).status).toBe(401)
})

// fetch does not let a caller set Host.
function statusWith(headers: Record<string, string>): Promise<[number, string]> {
  const { port } = new URL(fixtures.issuer)
  return new Promise((done, fail) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path: '/.well-known/openid-configuration', headers },
      (response) => {
        let body = ''
        response
          .setEncoding('utf8')
          .on('data', (text: string) => (body += text))
          .on('end', () => done([response.statusCode ?? 0, body]))
      },
    )
    outgoing.on('error', fail).end()
  })
}

test.each([{ host: 'localhost:3001' }, { host: '127.0.0.1' }, { host: '[::1]:9' }])('%j is served', async (headers) => {
  expect((await statusWith(headers))[0]).toBe(200)
})

test.each<Record<string, string>>([
  { host: 'console.example.org' },
  { host: 'localhost.evil.test' },
  { host: 'localhost', 'x-forwarded-for': '10.0.0.1' },
  { host: 'localhost.' },
  { host: '127.0.0.1.nip.io' },
  { host: '[::ffff:127.0.0.1]' },
  { host: 'localhost', 'x-forwarded-server': 'a' },
  { host: 'localhost', 'x-original-host': 'a' },
  { host: 'localhost', 'cf-connecting-ip': '10.0.0.1' },
  { host: 'localhost', 'true-client-ip': '10.0.0.1' },
  { host: 'localhost', forwarded: 'for=10.0.0.1' },
  { host: 'localhost', 'x-real-ip': '10.0.0.1' },
  { host: 'localhost', via: '1.1 proxy' },
])('%j is refused', async (headers) => {
  const [status, body] = await statusWith(headers)
  expect([status, JSON.parse(body).error_code]).toEqual([403, 'demonstration_only_local'])
})

test('keys are sealed with the installation’s key, and another key does not open them', async () => {
  const { rows } = await fixtures.pool.query<{ value: string; is_sealed: boolean }>(
    'select value, is_sealed from identity_keys',
  )
  expect(rows.map(({ is_sealed }) => is_sealed)).toEqual([true, true])
  expect(rows.some(({ value }) => value.includes('"kty"'))).toBe(false)
  const { createIdentity } = await import('../app.ts')
  const again = (installationKey: string) =>
    createIdentity({
      pool: fixtures.pool,
      issuer: fixtures.issuer,
      consoleOrigin: fixtures.consoleOrigin,
      isDemonstration: true,
      installationKey,
      mail: openMail({ smtpUrl: undefined, from: 'a@b.test', dataDir: '/', log: { info: () => {}, warn: () => {} } }),
    })
  await expect(again('another key')).rejects.toThrow('sealed with another key')
  await expect(again('a key of this test')).resolves.toBeDefined()
})
