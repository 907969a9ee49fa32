import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '@wheelhouse/db/ids.ts'
import { claimsIn, openFixtures } from '../../test/support/fixtures.ts'
import type { Fixtures, TokenAnswer } from '../../test/support/fixtures.ts'
import { installationKey, servicesToken } from '../../test/support/services.ts'

let fixtures: Fixtures
let services: string
beforeAll(async () => {
  fixtures = await openFixtures({ installationKey })
  services = (await servicesToken(fixtures)).body.access_token
})
afterAll(() => fixtures.close())

async function ask(method: string, path: string, body?: unknown, token = services) {
  const response = await fetch(`${fixtures.issuer}/service-clients/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : null) as never }
}

const dayMs = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()
const put = (id: string, allowed_networks: string[] = []) => ask('PUT', id, { allowed_networks })

async function newSecret(id: string, days = 30): Promise<{ id: string; secret: string }> {
  const { status, body } = await ask('POST', `${id}/secrets`, { expires_at: inDays(days) })
  expect(status).toBe(200)
  return body
}

async function newClient(networks: string[] = []) {
  const id = uuidv7()
  expect((await put(id, networks)).status).toBe(200)
  return { id, made: await newSecret(id) }
}

async function tokenOf(id: string, secret: string, fields: Record<string, string> = {}) {
  const response = await fetch(`${fixtures.issuer}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'console.user', ...fields }),
  })
  return { status: response.status, body: (await response.json()) as TokenAnswer['body'] }
}

test('a service account gets a token of the API under its own id, and no refresh token', async () => {
  const { id, made } = await newClient()
  const { status, body } = await tokenOf(id, made.secret)
  expect([status, body.expires_in, body.refresh_token]).toEqual([200, 600, undefined])
  expect(claimsIn(body.access_token)).toMatchObject({
    sub: id,
    aud: 'wheelhouse-api',
    scope: 'console.user',
    gid: made.id,
    networks: [],
  })
})

test('it gets neither the scope of a profile nor the resource of the accounts', async () => {
  const { id, made } = await newClient()
  expect((await tokenOf(id, made.secret, { scope: 'signin.user.admin' })).body.scope).toBeUndefined()
  expect((await tokenOf(id, made.secret, { resource: 'urn:wheelhouse:accounts' })).body.error).toBe('invalid_target')
})

test('two secrets are valid at a time, a third is refused until one is revoked', async () => {
  const { id, made } = await newClient()
  const other = await newSecret(id, 2)
  expect((await tokenOf(id, made.secret)).status).toBe(200)
  expect((await tokenOf(id, other.secret)).status).toBe(200)
  expect(await ask('POST', `${id}/secrets`, { expires_at: inDays(3) })).toMatchObject({ status: 409 })
  expect((await ask('DELETE', `${id}/secrets/${made.id}`)).status).toBe(204)
  expect((await tokenOf(id, made.secret)).body.error).toBe('invalid_client')
  const revoked = await fixtures.pool.query('select 1 from revoked_grants where grant_id = $1', [made.id])
  expect(revoked.rows).toHaveLength(1)
  await newSecret(id)
})

test.each([
  ['a wrong secret', (id: string) => tokenOf(id, 'guessed')],
  ['the id of nobody', (_id: string, secret: string) => tokenOf(uuidv7(), secret)],
  ['the secret of another account', async (id: string) => tokenOf(id, (await newClient()).made.secret)],
])('%s is refused in the same way', async (_name, attempt) => {
  const { id, made } = await newClient()
  const { status, body } = await attempt(id, made.secret)
  expect([status, body.error]).toEqual([401, 'invalid_client'])
})

test('a secret is accepted from the allowed networks only', async () => {
  const { id, made } = await newClient(['192.0.2.7/24'])
  expect((await tokenOf(id, made.secret)).body.error).toBe('invalid_client')
  expect((await put(id, ['127.0.0.0/8', '::1/128'])).body).toMatchObject({
    allowed_networks: ['127.0.0.0/8', '::1/128'],
  })
  expect((await tokenOf(id, made.secret)).status).toBe(200)
})

test('no secret is stored in plain text, and the list shows the last characters and the last use', async () => {
  const { id, made } = await newClient()
  await tokenOf(id, made.secret)
  const { body } = await ask('GET', id)
  expect(body).toMatchObject({ secrets: [{ id: made.id, hint: made.secret.slice(-4) }] })
  expect((body as { secrets: { last_used_at: string | null }[] }).secrets[0]?.last_used_at).not.toBeNull()
  const { rows } = await fixtures.pool.query<{ row: string }>('select s::text as row from service_secrets s')
  expect(rows.map(({ row }) => row).join()).not.toContain(made.secret)
})

test.each([
  ['PUT', '', { allowed_networks: ['10.0.0.0'] }],
  ['PUT', '', { allowed_networks: ['10.0.0.0/33'] }],
  ['PUT', '', { allowed_networks: 'all' }],
  ['POST', '/secrets', { expires_at: '2001-01-01T00:00:00Z' }],
  ['POST', '/secrets', {}],
])('%s%s with %j is refused', async (method, path, body) => {
  const { id } = await newClient()
  expect((await ask(method, id + path, body)).status).toBe(400)
})

test('only the services reach these addresses: a service account does not, nor does a person', async () => {
  const { id, made } = await newClient()
  const { access_token } = (await tokenOf(id, made.secret)).body
  const person = await fixtures.tokens(await fixtures.person())
  for (const token of ['', access_token, person.access_token])
    expect((await ask('GET', id, undefined, token)).status).toBe(401)
  expect((await ask('DELETE', id)).status).toBe(204)
  expect((await tokenOf(id, made.secret)).body.error).toBe('invalid_client')
})

// Last, because the token of the services does not outlive the days that pass.
test('a secret that has expired gets no token', async () => {
  const { id } = await newClient()
  const { secret } = await newSecret(id, 2)
  expect((await tokenOf(id, secret)).status).toBe(200)
  fixtures.wait(3 * dayMs)
  expect((await tokenOf(id, secret)).body.error).toBe('invalid_client')
})
