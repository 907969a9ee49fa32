import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '@wheelhouse/db/ids.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { embeddedAccounts, hostedAccounts } from './accounts.ts'
import type { Accounts } from './accounts.ts'

const installationKey = 'a key of this test'
const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-accounts-'))
let database: TestDatabase
let provider: ChildProcess
let identityUrl: string
let accounts: Accounts

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

// Runs the real provider in a separate process, as in production.
beforeAll(async () => {
  database = await testDatabase()
  const port = await freePort()
  provider = fork(join(import.meta.dirname, '../../../identity/src/main.ts'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.urls.identity,
      IDENTITY_PORT: String(port),
      WHEELHOUSE_DATA: folder,
      WHEELHOUSE_KEY: installationKey,
    },
  })
  await once(provider, 'message')
  identityUrl = `http://localhost:${port}`
  accounts = embeddedAccounts({ identityUrl, installationKey })
})
afterAll(async () => {
  provider.kill('SIGTERM')
  await once(provider, 'exit')
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const person = () => {
  const id = uuidv7()
  return { id, email: `${id}@example.test`, name: 'Mari', organization_id: null }
}
const mailsTo = (email: string) =>
  readdirSync(join(folder, 'mail'))
    .map((name) => readFileSync(join(folder, 'mail', name), 'utf8'))
    .filter((text) => text.includes(`To: ${email}`))

test('an invitation creates the account and sends one mail, however often the job repeats it', async () => {
  const mari = person()
  expect(await accounts.invite(mari, 'job-1')).toEqual({ ...mari, status: 'invited' })
  expect(await accounts.invite({ ...mari, name: 'Mari Mets' }, 'job-1')).toMatchObject({ name: 'Mari Mets' })
  expect(mailsTo(mari.email)).toHaveLength(1)
  await accounts.reinvite(mari.id, 'job-2')
  expect(mailsTo(mari.email)).toHaveLength(2)
  expect(await accounts.accountById(mari.id)).toEqual({ ...mari, name: 'Mari Mets', status: 'invited' })
})

test('disabling, enabling, moving to another organization and erasing can each be repeated', async () => {
  const mari = person()
  const organization = uuidv7()
  await accounts.invite(mari)
  for (const _ of [1, 2]) await accounts.disable(mari.id)
  expect((await accounts.accountById(mari.id)).status).toBe('disabled')
  await expect(accounts.reinvite(mari.id)).rejects.toMatchObject({ code: 'person_is_disabled' })
  for (const _ of [1, 2]) await accounts.enable(mari.id)
  expect(await accounts.setOrganization(mari.id, organization)).toEqual({
    ...mari,
    organization_id: organization,
    status: 'invited',
  })
  expect(await accounts.sessionsOf(mari.id)).toEqual([])
  for (const _ of [1, 2]) {
    await accounts.revokeSession(mari.id, 'a-grant')
    await accounts.revokeSessions(mari.id)
  }
  for (const _ of [1, 2]) await accounts.erase(mari.id)
  await expect(accounts.accountById(mari.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a refusal of the provider keeps its message', async () => {
  const [mari, kadri] = [person(), person()]
  await accounts.invite(mari)
  await expect(accounts.invite({ ...kadri, email: mari.email.toUpperCase() })).rejects.toMatchObject({
    code: 'email_taken',
  })
  await expect(accounts.invite({ ...kadri, email: 'a@b.test\nBcc: c@d.test' })).rejects.toMatchObject({
    code: 'invalid_body',
  })
  await expect(accounts.disable(uuidv7())).rejects.toMatchObject({ code: 'not_found' })
})

test('a wrong key, a missing key and an unreachable provider are each reported in one sentence', async () => {
  const saying = (given: Partial<Parameters<typeof embeddedAccounts>[0]>) =>
    embeddedAccounts({ identityUrl, installationKey, ...given })
      .sessionsOf(uuidv7())
      .catch((error: unknown) => error)
  expect(await saying({ installationKey: 'another' })).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('same WHEELHOUSE_KEY'),
  })
  expect(await saying({ installationKey: undefined })).toMatchObject({
    message: expect.stringContaining('set WHEELHOUSE_KEY'),
  })
  expect(await saying({ identityUrl: `http://localhost:${await freePort()}` })).toMatchObject({
    message: 'The identity provider cannot be reached',
  })
})

test('a hosted provider manages its accounts itself, and each call says so', async () => {
  const hosted = hostedAccounts()
  await expect(hosted.invite(person())).rejects.toMatchObject({ code: 'accounts_kept_elsewhere' })
  await expect(hosted.sessionsOf(uuidv7())).rejects.toThrow('hosted identity provider')
})
