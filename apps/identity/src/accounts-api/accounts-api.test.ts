import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '@wheelhouse/db/ids.ts'
import { MailError } from '@wheelhouse/mail/mail.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { claimsIn, openFixtures, pkce } from '../../test/support/fixtures.ts'
import type { Fixtures } from '../../test/support/fixtures.ts'
import { askApi, installationKey, openServices, servicesToken } from '../../test/support/services.ts'
import type { Services } from '../../test/support/services.ts'

let fixtures: Fixtures
let services: Services
beforeAll(async () => {
  fixtures = await openFixtures({ installationKey })
  services = await openServices(fixtures)
})
afterAll(() => fixtures.close())

const newcomer = () => {
  const id = uuidv7()
  return { id, fields: { email: `${id}@example.test`, name: 'Mari Mets', organization_id: null } }
}
const refresh = (refresh_token: string) => fixtures.token({ grant_type: 'refresh_token', refresh_token })
const isRevoked = async (access_token: string) =>
  (await fixtures.pool.query('select 1 from revoked_grants where grant_id = $1', [claimsIn(access_token).gid])).rows
    .length === 1

test('the services get a token for accounts and for nothing else', async () => {
  const { status, body } = await servicesToken(fixtures)
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('refresh_token')
  expect(claimsIn(body.access_token)).toMatchObject({
    aud: 'wheelhouse-accounts',
    scope: 'accounts',
    client_id: 'wheelhouse-services',
  })
  expect((await servicesToken(fixtures, undefined, { resource: 'urn:wheelhouse:api' })).body.error).toBe(
    'invalid_target',
  )
  expect((await servicesToken(fixtures, undefined, { scope: 'console.user' })).body.access_token ?? '').not.toContain(
    'console.user',
  )
})

test.each(['wrong', 'a key of this test'])('the secret %j is refused', async (secret) => {
  const { status, body } = await servicesToken(fixtures, secret)
  expect([status, body.error]).toEqual([401, 'invalid_client'])
})

test('the console gets no token of the services and cannot reach accounts in any other way', async () => {
  expect((await fixtures.token({ grant_type: 'client_credentials', scope: 'accounts' })).status).toBe(400)
  const { refresh_token } = await fixtures.tokens(await fixtures.person())
  expect((await fixtures.token({ grant_type: 'refresh_token', refresh_token, scope: 'accounts' })).body.error).toBe(
    'invalid_scope',
  )
  expect(
    (await fixtures.token({ grant_type: 'refresh_token', refresh_token, resource: 'urn:wheelhouse:accounts' })).body
      .error,
  ).toBe('invalid_target')
  const back = new URL(
    (await openBrowser().get(fixtures.authorizeUrl(pkce().challenge, { resource: 'urn:wheelhouse:accounts' })))
      .location ?? 'about:blank',
  )
  expect(back.searchParams.get('error')).toBe('invalid_target')
  expect(
    (await openBrowser().get(fixtures.authorizeUrl(pkce().challenge, { client_id: 'wheelhouse-services' }))).status,
  ).toBe(400)
})

test('scope confusion: a person’s token opens no account, and the services’ token identifies no person', async () => {
  const person = await fixtures.person()
  const { access_token, id_token } = await fixtures.tokens(person)
  for (const token of ['', 'nonsense', access_token, id_token]) {
    for (const [method, path] of [
      ['GET', `/${person.id}`],
      ['DELETE', `/${person.id}`],
      ['GET', '/nothing'],
      ['PATCH', ''],
    ] as const) {
      const { status, body } = await askApi(fixtures, token, method, path)
      expect([status, body]).toEqual([
        401,
        { error_code: 'unauthorized', error_message: 'A token of the services is needed' },
      ])
    }
  }
  const userInfo = await fetch(`${fixtures.issuer}/oauth2/userInfo`, {
    headers: { authorization: `Bearer ${services.token}` },
  })
  expect(userInfo.status).toBe(401)
})

test('an account is created once, and each email belongs to one account', async () => {
  const { id, fields } = newcomer()
  expect(await services.ask('PUT', `/${id}`, fields)).toMatchObject({
    status: 200,
    body: { id, ...fields, status: 'invited' },
  })
  expect(await services.ask('PUT', `/${id}`, { ...fields, name: 'Mari' })).toMatchObject({
    status: 200,
    body: { name: 'Mari' },
  })
  const twin = await services.ask('PUT', `/${uuidv7()}`, { ...fields, email: fields.email.toUpperCase() })
  expect([twin.status, twin.body]).toEqual([
    409,
    { error_code: 'email_taken', error_message: 'Another account has this email' },
  ])
  expect(JSON.stringify((await services.ask('GET', `/${id}`)).body)).not.toContain('password')
})

test.each<[unknown, string]>([
  [{ email: 'a@b.test', admin: true }, 'admin: there is no such field'],
  [{ email: 'a@b.test', __proto__x: 1 }, '__proto__x: there is no such field'],
  [{ email: 'a@b.test, c@d.test' }, 'email: the value is not valid'],
  [{ email: 'a@b.test', name: 'a\r\nBcc: c@d.test' }, 'name: the value is not valid'],
  [{ email: 'a@b.test', organization_id: 'mine' }, 'organization_id: the value is not valid'],
  [{ email: 'a\0@b.test' }, 'email: the value is not valid'],
  [{}, 'email: it is missing'],
  ['[]', 'The body is not a JSON object'],
  ['{', 'The body is not a JSON object'],
  [JSON.stringify({ email: `${'x'.repeat(9_000)}@b.test` }), 'The body may have 8192 bytes at most'],
])('a body that is not an account is refused: %j', async (body, error_message) => {
  const answer = await services.ask('PUT', `/${uuidv7()}`, body)
  expect([answer.status, answer.body]).toEqual([400, { error_code: 'invalid_body', error_message }])
})

test('unknown people and addresses are 404, other methods 405, and an erased account stays erased', async () => {
  for (const [method, path] of [
    ['GET', `/${uuidv7()}`],
    ['POST', `/${uuidv7()}/disable`],
    ['GET', '/x'],
    ['GET', ''],
    ['GET', `/${uuidv7()}/secrets`],
  ] as const) {
    expect((await services.ask(method, path)).body).toEqual({ error_code: 'not_found', error_message: 'Not found' })
  }
  expect((await services.ask('POST', `/${uuidv7()}/sessions`)).status).toBe(405)
  const { id, fields } = newcomer()
  await services.ask('PUT', `/${id}`, fields)
  expect((await services.ask('DELETE', `/${id}`)).status).toBe(204)
  expect((await services.ask('DELETE', `/${id}`)).status).toBe(204)
  expect((await services.ask('GET', `/${id}`)).status).toBe(404)
  expect((await fixtures.pool.query('select 1 from account_links where account_id = $1', [id])).rows).toEqual([])
})

test('disabling ends every sign-in at once: the next call of the API is refused, and so is the browser', async () => {
  const person = await fixtures.person()
  const [browser, phone] = [openBrowser(), openBrowser()]
  const [first, second] = [await fixtures.tokens(person, browser), await fixtures.tokens(person, phone)]
  const other = await fixtures.tokens(await fixtures.person())
  expect((await services.ask('POST', `/${person.id}/disable`)).status).toBe(204)
  for (const { access_token, refresh_token } of [first, second]) {
    expect(await isRevoked(access_token)).toBe(true)
    expect((await refresh(refresh_token)).status).toBe(400)
  }
  expect((await browser.get(fixtures.authorizeUrl(pkce().challenge))).location).toContain('/interaction/')
  expect((await refresh(other.refresh_token)).status).toBe(200)
  expect((await services.ask('POST', `/${person.id}/enable`)).status).toBe(204)
  expect((await refresh(first.refresh_token)).status).toBe(400)
  expect((await fixtures.tokens(person)).access_token).toBeTruthy()
})

test('the API is notified of the end of each sign-in in the same commit', async () => {
  const listener = await fixtures.pool.connect()
  const notifications: string[] = []
  await listener.query('listen wheelhouse')
  listener.on('notification', ({ payload }) => notifications.push(payload ?? ''))
  const person = await fixtures.person()
  const { access_token } = await fixtures.tokens(person)
  await services.ask('POST', `/${person.id}/disable`)
  await listener.query('select 1')
  expect(notifications.map((text) => JSON.parse(text))).toEqual([
    { kind: 'revoked', grant_ids: [claimsIn(access_token).gid] },
  ])
  listener.release(true)
})

test('a person’s sessions are listed with place and time, and ending one leaves the others', async () => {
  const person = await fixtures.person()
  const [desk, phone] = [openBrowser(), openBrowser()]
  const first = await fixtures.tokens(person, desk)
  const second = await fixtures.tokens(person, phone)
  const listed = async () => (await services.ask('GET', `/${person.id}/sessions`)).body as Record<string, string>[]
  expect(new Set((await listed()).map(({ id }) => id))).toEqual(
    new Set([first, second].map(({ access_token }) => claimsIn(access_token).gid)),
  )
  const [session] = await listed()
  expect(session).toMatchObject({ address: expect.stringMatching(/127\.0\.0\.1|::1/), user_agent: expect.any(String) })
  fixtures.wait(120_000)
  await refresh(first.refresh_token)
  await fixtures.lettersTo('')
  const [latest] = await listed()
  expect(latest?.id).toBe(claimsIn(first.access_token).gid)
  expect(Date.parse(latest?.last_used_at ?? '') - Date.parse(latest?.signed_in_at ?? '')).toBeGreaterThan(100_000)

  const stranger = await fixtures.person()
  expect((await services.ask('DELETE', `/${stranger.id}/sessions/${claimsIn(first.access_token).gid}`)).status).toBe(
    204,
  )
  expect((await refresh(first.refresh_token)).status).toBe(200)
  expect((await services.ask('DELETE', `/${person.id}/sessions/${claimsIn(first.access_token).gid}`)).status).toBe(204)
  expect((await refresh(first.refresh_token)).status).toBe(400)
  expect((await desk.get(fixtures.authorizeUrl(pkce().challenge))).location).toContain('/interaction/')
  expect((await refresh(second.refresh_token)).status).toBe(200)
  expect((await listed()).map(({ id }) => id)).toEqual([claimsIn(second.access_token).gid])
  await services.ask('DELETE', `/${person.id}/sessions`)
  expect([await listed(), (await refresh(second.refresh_token)).status]).toEqual([[], 400])
})

test('changing the email voids the links sent to the old one, and the new one signs in', async () => {
  const { id, fields } = newcomer()
  await services.ask('PUT', `/${id}`, fields)
  const [letter] = await fixtures.lettersTo(fields.email)
  expect((await services.ask('PATCH', `/${id}`, { email: `new-${fields.email}` })).status).toBe(200)
  expect((await openBrowser().get(letter?.link ?? '')).status).toBe(410)
  const person = await fixtures.person()
  await services.ask('PATCH', `/${person.id}`, { email: `new-${person.email}` })
  expect(
    (await fixtures.signIn({ ...person, email: `new-${person.email}` }, pkce().challenge)).searchParams.get('code'),
  ).toBeTruthy()
})

test.each([
  [true, 422, 'mail_refused'],
  [false, 503, 'mail_unavailable'],
])(
  'a mail that is not accepted (for good: %s) is reported, and repeating the call sends it',
  async (isRefused, status, error_code) => {
    let fails = true
    const sent: string[] = []
    const mail = {
      send({ to }: { to: string }) {
        if (fails) return Promise.reject(new MailError('no', isRefused))
        sent.push(to)
        return Promise.resolve()
      },
      close() {},
    }
    const own = await openFixtures({ installationKey, mail })
    try {
      const { ask } = await openServices(own)
      const { id, fields } = newcomer()
      const answer = await ask('PUT', `/${id}`, fields, { 'idempotency-key': 'job' })
      expect([answer.status, answer.body]).toMatchObject([status, { error_code }])
      fails = false
      expect((await ask('PUT', `/${id}`, fields, { 'idempotency-key': 'job' })).status).toBe(200)
      expect((await ask('PUT', `/${id}`, fields, { 'idempotency-key': 'job' })).status).toBe(200)
      expect(sent).toEqual([fields.email])
    } finally {
      await own.close()
    }
  },
)
