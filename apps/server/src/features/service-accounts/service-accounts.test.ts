import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  disableConsoleUser,
  enableConsoleUser,
  getConsoleUser,
  listConsoleUsers,
  reinviteConsoleUser,
} from '@wheelhouse/contract/console-users/console-users.ts'
import { profile } from '@wheelhouse/contract/console-users/profile.ts'
import {
  createServiceAccount,
  createServiceSecret,
  getServiceAccount,
  revokeServiceSecret,
  setServiceNetworks,
} from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import type { MadeSecret } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { createApp } from '../../http/app.ts'
import { consoleUserRoutes } from '../console-users/routes.ts'
import { remoteTokens } from '../../platform/tokens.ts'

const WHEELHOUSE_KEY = 'a key of this test'
const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-services-'))
let w: TestApp
let provider: ChildProcess
let organization: Organization
let admin: Caller

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** The same services, but with the keys of the real identity provider. */
let scripts: Awaited<ReturnType<typeof createApp>>

// The real identity provider runs as a separate process on the same database, as in production.
beforeAll(async () => {
  const IDENTITY_PORT = String(await freePort())
  w = await testApp({ IDENTITY_PORT, WHEELHOUSE_KEY })
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: w.urls.identity,
    IDENTITY_PORT,
    WHEELHOUSE_DATA: folder,
    WHEELHOUSE_KEY,
    WHEELHOUSE_LOG: 'silent',
  }
  const main = join(import.meta.dirname, '../../../../identity/src/main.ts')
  provider = fork(main, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env })
  await once(provider, 'message')
  scripts = await createApp({ ...w, verifyToken: remoteTokens(w.config.identity) }, [consoleUserRoutes])
  await scripts.ready()
})
afterAll(async () => {
  await scripts.close()
  provider.kill('SIGTERM')
  await once(provider, 'exit')
  await w.end()
  rmSync(folder, { recursive: true, force: true })
})

const needs = { console_user: ['GET', 'CREATE', 'UPDATE', 'DISABLE', 'MODIFYROLES'], organization: ['GET'] } as const
beforeEach(async () => {
  organization = await w.make.organization()
  admin = await w.person([{ group_id: organization.owner, needs: needs as never }], organization.id)
})

async function newAccount(allowed_networks: string[] = []): Promise<string> {
  const body = { name: 'Nightly export', organization_id: organization.id, allowed_networks }
  const reply = await admin.call(createServiceAccount, { body })
  expect(reply.status).toBe(200)
  return reply.body.console_user_id
}

const askSecret = (id: string, who = admin) =>
  who.call(createServiceSecret, { params: { console_user_id: id }, body: { valid_days: 300 } })

async function tokenBy({ client_id, client_secret, scope, token_url }: MadeSecret): Promise<string | undefined> {
  const answer = await fetch(token_url, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  })
  return ((await answer.json()) as { access_token?: string }).access_token
}

const ownProfile = (token: string, remoteAddress = '127.0.0.1') =>
  scripts.inject({ url: profile.path, headers: { authorization: `Bearer ${token}` }, remoteAddress })

test('a script calls the API under the name of its service account, until its secret is revoked', async () => {
  const id = await newAccount()
  const made: MadeSecret = (await askSecret(id)).body
  const token = (await tokenBy(made)) ?? ''
  expect((await ownProfile(token)).json()).toMatchObject({ id, name: 'Nightly export' })

  const params = { console_user_id: id, secret_id: made.secret_id }
  expect((await admin.call(revokeServiceSecret, { params })).status).toBe(204)
  expect((await ownProfile(token)).statusCode).toBe(401)
  expect(await tokenBy(made)).toBeUndefined()
})

test('disabling refuses its tokens at once, enabling accepts its secrets again and mails nobody', async () => {
  const id = await newAccount()
  const made: MadeSecret = (await askSecret(id)).body
  const token = (await tokenBy(made)) ?? ''
  const params = { console_user_id: id }
  await admin.call(disableConsoleUser, { params, body: { reason: 'The script ran wild' } })
  expect((await ownProfile(token)).statusCode).toBe(401)
  await admin.call(enableConsoleUser, { params })
  await w.runJobs()
  expect((await ownProfile(token)).statusCode).toBe(200)
  const { rows } = await w.pool.query('select 1 from accounts where id = $1', [id])
  expect(rows).toEqual([])
})

test('a token is refused from outside of the allowed networks', async () => {
  const id = await newAccount(['127.0.0.0/8', '::1/128'])
  const token = (await tokenBy((await askSecret(id)).body)) ?? ''
  expect((await ownProfile(token)).statusCode).toBe(200)
  expect((await ownProfile(token, '::ffff:127.0.0.1')).statusCode).toBe(200)
  expect((await ownProfile(token, '203.0.113.9')).statusCode).toBe(401)
})

test('rights: nobody makes a secret of an account that holds more than they do', async () => {
  const id = await newAccount()
  await w.make.grant(id, organization.owner, [['location', 'DELETE']])
  const reply = await askSecret(id)
  expect([reply.status, reply.body.error_code]).toEqual([403, 'secret_of_more_rights'])
  const more = { ...needs, location: ['DELETE'] }
  const wider = await w.person([{ group_id: organization.owner, needs: more as never }], organization.id)
  expect((await askSecret(id, wider)).status).toBe(200)
})

test('two secrets at a time; what is read shows neither of them', async () => {
  const id = await newAccount()
  const first: MadeSecret = (await askSecret(id)).body
  await askSecret(id)
  const third = await askSecret(id)
  expect([third.status, third.body.error_code]).toEqual([409, 'two_secrets'])
  const { text, body } = await admin.call(getServiceAccount, { params: { console_user_id: id } })
  expect(body.secrets).toHaveLength(2)
  expect(text).not.toContain(first.client_secret)
  const { rows } = await w.pool.query<{ row: string }>('select e::text as row from events e where resource_id = $1', [
    id,
  ])
  expect(rows).toHaveLength(3)
  expect(rows.map(({ row }) => row).join()).not.toContain(first.client_secret)
})

test('networks are changed, and one that is none is refused', async () => {
  const params = { console_user_id: await newAccount() }
  const body = { allowed_networks: ['203.0.113.7/24'] }
  const changed = await admin.call(setServiceNetworks, { params, body })
  expect(changed.body.allowed_networks).toEqual(['203.0.113.0/24'])
  expect((await admin.call(setServiceNetworks, { params, body: { allowed_networks: ['here'] } })).status).toBe(400)
})

test('rights: nobody opens an account that holds more than they do to other networks; anyone who may edit it ends its secrets', async () => {
  const id = await newAccount(['203.0.113.0/24'])
  const made: MadeSecret = (await askSecret(id)).body
  await w.make.grant(id, organization.owner, [['location', 'DELETE']])
  const params = { console_user_id: id }
  const open = (who: Caller) => who.call(setServiceNetworks, { params, body: { allowed_networks: [] } })
  const refused = await open(admin)
  expect([refused.status, refused.body.error_code]).toEqual([403, 'secret_of_more_rights'])
  expect((await admin.ask(getServiceAccount, { params })).allowed_networks).toEqual(['203.0.113.0/24'])
  const more = { ...needs, location: ['DELETE'] } as const
  expect((await open(await w.person([{ group_id: organization.owner, needs: more }]))).status).toBe(200)
  const revoked = await admin.call(revokeServiceSecret, { params: { ...params, secret_id: made.secret_id } })
  expect(revoked.status).toBe(204)
})

test('anyone who may edit an account that holds more than they do narrows its networks, and widens none', async () => {
  const id = await newAccount()
  await w.make.grant(id, organization.owner, [['location', 'DELETE']])
  const set = async (...allowed_networks: string[]) =>
    (await admin.call(setServiceNetworks, { params: { console_user_id: id }, body: { allowed_networks } })).status
  expect(await set('203.0.113.0/24', '2001:db8::/32')).toBe(200)
  expect(await set('203.0.113.0/24', '2001:db8::/32', '198.51.100.7/32')).toBe(403)
  expect(await set('203.0.112.0/23')).toBe(403)
  expect(await set('203.0.113.64/26', '203.0.113.7/32', '2001:db8:1::/48')).toBe(200)
  expect(await set('203.0.113.0/24')).toBe(403)
  expect(await set('203.0.113.7/32')).toBe(200)
  expect(await set()).toBe(403)
})

test('the list of console users names its kind, filters by it, and nobody is invited to it', async () => {
  const id = await newAccount()
  const { body } = await admin.call(listConsoleUsers, { query: { kind: ['service'] } })
  expect(body.items).toMatchObject([{ id, kind: 'service', name: 'Nightly export' }])
  const again = await admin.call(reinviteConsoleUser, { params: { console_user_id: id } })
  expect([again.status, again.body.error_code]).toEqual([409, 'service_account_has_no_invitation'])
})

test('a person has no secrets', async () => {
  const params = { console_user_id: await w.make.consoleUser(organization.id) }
  expect((await admin.ask(getConsoleUser, { params })).kind).toBe('person')
  const reply = await admin.call(createServiceSecret, { params, body: { valid_days: 30 } })
  expect([reply.status, reply.body.error_code]).toEqual([409, 'not_a_service_account'])
})
