import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createConsoleUser,
  disableConsoleUser,
  enableConsoleUser,
  getConsoleUser,
  listConsoleUsers,
  listOwnSessions,
  reinviteConsoleUser,
} from '@wheelhouse/contract/console-users/console-users.ts'
import { profile, recordSignIn } from '@wheelhouse/contract/console-users/profile.ts'
import {
  endConsoleUserSessions,
  listConsoleUserSessions,
  resetSecondFactor,
  updateConsoleUser,
} from '@wheelhouse/contract/console-users/console-user-edit.ts'
import { readStream } from '../../../test/support/reader.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

const WHEELHOUSE_KEY = 'a key of this test'
const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-people-'))
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
})
afterAll(async () => {
  provider.kill('SIGTERM')
  await once(provider, 'exit')
  await w.end()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  organization = await w.make.organization()
  const needs = { console_user: ['GET', 'CREATE', 'DISABLE'], organization: ['GET'] } as const
  admin = await w.person([{ group_id: organization.owner, needs }], organization.id)
})

let count = 0
const newcomer = (more: object = {}) => ({
  email: `newcomer${++count}@people.test`,
  name: 'Mari Maasikas',
  organization_id: organization.id,
  position: 'Rider support',
  phone: '+3725012345',
  comment: '',
  ...more,
})
const invite = async (body = newcomer()) => (await admin.call(createConsoleUser, { body })).body
const mailsTo = (email: string) =>
  readdirSync(join(folder, 'mail'))
    .map((name) => readFileSync(join(folder, 'mail', name), 'utf8'))
    .filter((text) => text.includes(email))
const accountOf = async (id: string) =>
  (await w.pool.query('select email, disabled_at from accounts where id = $1', [id])).rows[0]
const eventsOf = async (id: string) =>
  (
    await w.db
      .selectFrom('events')
      .select(['verb', 'reason', 'after'])
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute()
  ).map((row) => row)

describe('spec 3: console users', () => {
  test('an invited person is a row, an event, an account and one mail, all or nothing', async () => {
    const body = newcomer()
    const answer = await admin.call(createConsoleUser, { body })
    expect(answer, answer.text).toMatchObject({
      status: 200,
      body: { ...body, status: 'active', disabled_reason: null, last_signed_in_at: null },
    })
    expect(await accountOf(answer.body.id)).toBeUndefined()
    await w.runJobs()
    expect(await accountOf(answer.body.id)).toMatchObject({ email: body.email, disabled_at: null })
    expect(mailsTo(body.email)).toHaveLength(1)
    expect(await eventsOf(answer.body.id)).toMatchObject([{ verb: 'invited' }])
    await w.runJobs()
    expect(mailsTo(body.email)).toHaveLength(1)
  })

  test('the same key twice invites once', async () => {
    const call = () => admin.call(createConsoleUser, { body, headers: { 'idempotency-key': 'invite-once-please' } })
    const body = newcomer()
    const [first, second] = [await call(), await call()]
    expect(second.text).toBe(first.text)
    await w.runJobs()
    expect(mailsTo(body.email)).toHaveLength(1)
  })

  test.each([
    ['an email that is none', { email: 'mari' }, 'Invalid email address'],
    ['a phone that is none', { phone: '50 12 345' }, 'Invalid phone number'],
    ['a phone that a phone library refuses', { phone: '+372123456' }, 'Invalid phone number'],
    ['no name', { name: ' ' }, 'Name is required'],
    ['a name of more than one line', { name: 'Mari\nBcc: all@people.test' }, 'Name: one line'],
  ])('spec 5: %s is refused with its words', async (_what, wrong, words) => {
    const answer = await admin.call(createConsoleUser, { body: newcomer(wrong) })
    expect(answer.status).toBe(400)
    expect(answer.body.error_message).toContain(words)
  })

  test('an email is known once, whatever its case, and the second invitation leaves nothing behind', async () => {
    const first = await invite()
    const again = await admin.call(createConsoleUser, { body: newcomer({ email: first.email.toUpperCase() }) })
    expect(again).toMatchObject({ status: 409, body: { error_code: 'email_taken' } })
  })

  test("rights: CREATE counts in the owner group of the organization; another's is not found, a seen one forbidden", async () => {
    const foreign = await w.make.organization()
    expect((await admin.call(createConsoleUser, { body: newcomer({ organization_id: foreign.id }) })).status).toBe(404)
    await w.make.grant(admin.id, foreign.owner, [['organization', 'GET']])
    expect((await admin.call(createConsoleUser, { body: newcomer({ organization_id: foreign.id }) })).status).toBe(403)
  })

  test('spec 4: after a second invitation only the new link works; a disabled person gets none', async () => {
    const person = await invite()
    await w.runJobs()
    const hash = async () =>
      (await w.pool.query('select token_hash from account_links where account_id = $1', [person.id])).rows
    const [before] = await hash()
    expect((await admin.call(reinviteConsoleUser, { params: { console_user_id: person.id } })).status).toBe(204)
    await w.runJobs()
    const after = await hash()
    expect(after).toHaveLength(1)
    expect(after[0]).not.toEqual(before)
    expect(mailsTo(person.email)).toHaveLength(2)
    await admin.call(disableConsoleUser, {
      params: { console_user_id: person.id },
      body: { reason: 'Left the company' },
    })
    expect((await admin.call(reinviteConsoleUser, { params: { console_user_id: person.id } })).body.error_code).toBe(
      'person_is_disabled',
    )
  })

  test('security 4: one person is sent at most five further invitations an hour', async () => {
    const { id } = await invite()
    const statuses = []
    for (let n = 0; n < 6; n++)
      statuses.push((await admin.call(reinviteConsoleUser, { params: { console_user_id: id } })).status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    w.clock.advance(3_601_000)
    expect((await admin.call(reinviteConsoleUser, { params: { console_user_id: id } })).status).toBe(204)
  })

  test('spec 4: disabled with a reason, a person is out at the next request and the stream ends; enabled again, all is as before', async () => {
    const other = await w.person([{ group_id: organization.owner, needs: { organization: ['GET'] } }], organization.id)
    const address = await w.app.listen({ port: 0, host: '127.0.0.1' })
    const reader = await readStream(`${address}/event/v1/stream`, other.token)
    const params = { console_user_id: other.id }
    const answer = await admin.call(disableConsoleUser, { params, body: { reason: 'Left the company' } })
    expect(answer.body).toMatchObject({ status: 'disabled', disabled_reason: 'Left the company' })
    expect((await other.call(profile)).body.error_code).toBe('account_disabled')
    let last = await reader.next()
    while (last !== null) last = await reader.next()
    expect((await admin.call(enableConsoleUser, { params })).body).toMatchObject({
      status: 'active',
      disabled_reason: null,
    })
    expect((await other.call(profile)).status).toBe(200)
    expect(await eventsOf(other.id)).toMatchObject([
      { verb: 'disabled', reason: 'Left the company' },
      { verb: 'enabled' },
    ])
  })

  test('spec 5: disabling needs a reason', async () => {
    const person = await invite()
    const answer = await admin.call(disableConsoleUser, {
      params: { console_user_id: person.id },
      body: { reason: '  ' },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error_message).toContain('Reason is required')
  })

  test('the account follows: disabled and enabled in whatever order the jobs come', async () => {
    const person = await invite()
    await w.runJobs()
    const params = { console_user_id: person.id }
    await admin.call(disableConsoleUser, { params, body: { reason: 'Left the company' } })
    await w.runJobs()
    expect((await accountOf(person.id)).disabled_at).not.toBeNull()
    await admin.call(enableConsoleUser, { params })
    await w.runJobs()
    expect((await accountOf(person.id)).disabled_at).toBeNull()
  })

  test('a person who is disabled and enabled before the identity provider is notified is signed out all the same', async () => {
    const person = await invite()
    await w.runJobs()
    const grant = uuidv7()
    await w.pool.query(
      `insert into sign_ins (grant_id, account_id, signed_in_at, last_used_at, user_agent, address) values ($1, $2, now(), now(), '', '')`,
      [grant, person.id],
    )
    const params = { console_user_id: person.id }
    await admin.call(disableConsoleUser, { params, body: { reason: 'The laptop was stolen' } })
    await admin.call(enableConsoleUser, { params })
    await w.runJobs()
    expect((await w.pool.query('select from revoked_grants where grant_id = $1', [grant])).rowCount).toBe(1)
    expect((await accountOf(person.id)).disabled_at).toBeNull()
  })

  test('who is disabled before there was an account has one, with its invitation, when enabled again', async () => {
    const person = await invite()
    const params = { console_user_id: person.id }
    await admin.call(disableConsoleUser, { params, body: { reason: 'Invited by mistake' } })
    await w.runJobs()
    expect(await accountOf(person.id)).toBeUndefined()
    await admin.call(enableConsoleUser, { params })
    await w.runJobs()
    expect(await accountOf(person.id)).toMatchObject({ email: person.email, disabled_at: null })
    expect(mailsTo(person.email)).toHaveLength(1)
  })

  test('rights: disabling a person who also holds a role elsewhere needs the right in that place too', async () => {
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const staff = await w.person([{ group_id: everything, needs: { location: ['GET'] } }], organization.id)
    const params = { console_user_id: staff.id }
    const disable = () => admin.call(disableConsoleUser, { params, body: { reason: 'In the way' } })
    expect(await disable()).toMatchObject({ status: 403, body: { error_code: 'forbidden' } })
    expect((await staff.call(profile)).status).toBe(200)
    await w.make.grant(admin.id, everything, [['console_user', 'DISABLE']])
    expect((await disable()).status).toBe(200)
    await w.db.deleteFrom('role_grants').where('person_id', '=', admin.id).where('group_id', '=', everything).execute()
    expect((await admin.call(enableConsoleUser, { params })).body.error_code).toBe('forbidden')
    expect((await staff.call(profile)).body.error_code).toBe('account_disabled')
  })

  test('rights: whom the provider disabled the provider alone enables, whatever a partner holds over the person', async () => {
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const provider = await w.person([{ group_id: everything, needs: { console_user: ['GET', 'DISABLE'] } }])
    const other = await w.person([{ group_id: organization.owner, needs: { organization: ['GET'] } }], organization.id)
    const params = { console_user_id: other.id }
    const disable = (who: Caller, reason: string) => who.call(disableConsoleUser, { params, body: { reason } })
    expect((await disable(provider, 'The account was misused')).status).toBe(200)
    expect(await admin.call(enableConsoleUser, { params })).toMatchObject({
      status: 403,
      body: { error_code: 'disabled_by_provider' },
    })
    // Disabling them once more does not make it the partner's word.
    expect((await disable(admin, 'Left the company')).body).toMatchObject({
      disabled_reason: 'The account was misused',
    })
    expect((await admin.call(enableConsoleUser, { params })).status).toBe(403)
    expect((await other.call(profile)).body.error_code).toBe('account_disabled')
    expect((await provider.call(enableConsoleUser, { params })).body).toMatchObject({ status: 'active' })
    // And whom the partner disabled the provider may keep out.
    await disable(admin, 'Left the company')
    expect((await disable(provider, 'The account was misused')).body).toMatchObject({
      disabled_reason: 'The account was misused',
    })
    expect((await admin.call(enableConsoleUser, { params })).body.error_code).toBe('disabled_by_provider')
  })

  test('values: a kept reply is not repeated to a person whose right was revoked', async () => {
    const headers = { 'idempotency-key': uuidv7() }
    const person = await invite()
    const params = { console_user_id: person.id }
    await admin.call(disableConsoleUser, { params, body: { reason: 'Left the company' } })
    expect((await admin.call(enableConsoleUser, { params, headers })).status).toBe(200)
    const body = newcomer()
    expect((await admin.call(createConsoleUser, { body, headers: { 'idempotency-key': 'another' } })).status).toBe(200)
    await w.db.deleteFrom('role_grants').where('person_id', '=', admin.id).execute()
    const elsewhere = await w.make.organization()
    await w.make.grant(admin.id, elsewhere.owner, [
      ['console_user', 'CREATE'],
      ['console_user', 'DISABLE'],
    ])
    expect(await admin.call(enableConsoleUser, { params, headers })).toMatchObject({
      status: 404,
      body: { error_code: 'not_found' },
    })
    expect(await admin.call(createConsoleUser, { body, headers: { 'idempotency-key': 'another' } })).toMatchObject({
      status: 404,
    })
  })

  test('security 19l: nobody disables themselves, nor the last who holds what a superadmin holds, whatever the role is called', async () => {
    const reason = { reason: 'By mistake' }
    const own = await admin.call(disableConsoleUser, { params: { console_user_id: admin.id }, body: reason })
    expect(own.body.error_code).toBe('own_account')
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const superadmin = await w.person([], organization.id)
    await w.make.grant(admin.id, everything, [['console_user', 'DISABLE']])
    const role = await w.db
      .insertInto('roles')
      .values({ id: uuidv7(), name: 'Chief of staff', category: 'INTERNAL', description: 'All' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await w.db
      .insertInto('role_actions')
      .values({ role_id: role.id, resource_type: 'location', action: 'MODIFY_SUPERADMIN_FIELDS' })
      .execute()
    await w.db
      .insertInto('role_grants')
      .values({ person_id: superadmin.id, group_id: everything, role_id: role.id })
      .execute()
    const last = await admin.call(disableConsoleUser, { params: { console_user_id: superadmin.id }, body: reason })
    expect(last.body.error_code).toBe('last_superadmin')
  })

  test('the list is found by part of name, email or position, and filtered by status', async () => {
    const person = await invite(newcomer({ name: 'Ülle Ööbik', position: 'Night shift' }))
    await invite(newcomer({ name: 'Aare 100%' }))
    const found = async (query: object) =>
      (await admin.call(listConsoleUsers, { query })).body.items.map((row: { name: string }) => row.name)
    expect(await found({ q: 'öö' })).toEqual(['Ülle Ööbik'])
    expect(await found({ q: 'night' })).toEqual(['Ülle Ööbik'])
    expect(await found({ q: '0%' })).toEqual(['Aare 100%'])
    await admin.call(disableConsoleUser, {
      params: { console_user_id: person.id },
      body: { reason: 'Left the company' },
    })
    expect(await found({ status: 'disabled' })).toEqual(['Ülle Ööbik'])
  })

  test('one person is read as the list has it, and is not there for who may not see it', async () => {
    const params = { console_user_id: (await invite(newcomer())).id }
    const { items } = (await admin.call(listConsoleUsers, {})).body
    const row = items.find(({ id }: { id: string }) => id === params.console_user_id)
    expect((await admin.call(getConsoleUser, { params })).body).toEqual(row)
    const other = await w.person([{ group_id: (await w.make.organization()).owner, needs: { console_user: ['GET'] } }])
    expect(await other.call(getConsoleUser, { params })).toMatchObject({ status: 404 })
  })
})

test('spec 4: a person can record only their own sign-in, which writes an event; for another id the reply is 404', async () => {
  const person = await w.person([], organization.id)
  const body = { event: 'sign-in' } as const
  const answer = await person.call(recordSignIn, { params: { id: person.id }, body })
  expect(answer.body).toMatchObject({
    id: person.id,
    organization_id: organization.id,
    last_signed_in_at: w.clock.now().toISOString(),
  })
  expect((await person.call(profile)).body).toEqual(answer.body)
  expect(await eventsOf(person.id)).toEqual([
    { verb: 'signed_in', reason: null, after: { last_signed_in_at: w.clock.now().toISOString() } },
  ])
  const other = await w.make.consoleUser(organization.id)
  expect((await person.call(recordSignIn, { params: { id: other }, body })).status).toBe(404)
  expect(
    (await person.call(recordSignIn, { params: { id: person.id }, body: { event: 'sign-out' } as never })).body
      .error_code,
  ).toBe('invalid_body')
})

test('people see their own sessions of the identity provider', async () => {
  const person = await invite()
  await w.runJobs()
  const as = w.as(person.id, await w.token(person.id))
  expect(await as.call(listOwnSessions)).toMatchObject({ status: 200, body: [] })
})

describe('security 8: an administrator resets a lost second factor', () => {
  const reset = (id: string) => admin.call(resetSecondFactor, { params: { console_user_id: id } })

  test('the factors are gone, the person is informed by mail, and it is an event; without a factor nothing happened', async () => {
    const body = newcomer()
    const person = await invite(body)
    await w.runJobs()
    expect((await reset(person.id)).body).toMatchObject({ error_code: 'no_second_factor' })
    await w.pool.query(
      `insert into totp_secrets (account_id, secret, is_sealed, last_step, created_at) values ($1, 'x', false, 0, now())`,
      [person.id],
    )
    expect((await reset(person.id)).status).toBe(204)
    const { rows } = await w.pool.query('select 1 from totp_secrets where account_id = $1', [person.id])
    expect(rows).toEqual([])
    await expect.poll(() => mailsTo(body.email).some((text) => text.includes('second factor was reset'))).toBe(true)
    expect(await eventsOf(person.id)).toMatchObject([{ verb: 'invited' }, { verb: 'second_factor_reset' }])
  })

  test('rights: as for disabling, the right is needed wherever the person holds a role', async () => {
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const staff = await w.person([{ group_id: everything, needs: { location: ['GET'] } }], organization.id)
    expect(await reset(staff.id)).toMatchObject({ status: 403, body: { error_code: 'forbidden' } })
  })
})

describe('spec 2: an administrator ends sessions of a person', () => {
  const signIn = async (id: string): Promise<string> => {
    const grant = uuidv7()
    await w.pool.query(
      `insert into sign_ins (grant_id, account_id, signed_in_at, last_used_at, user_agent, address) values ($1, $2, now(), now(), 'Firefox', '10.1.1.1')`,
      [grant, id],
    )
    await w.pool.query(
      `insert into oidc_payloads (model, id, payload, expires_at) values ('Grant', $1, $2, now() + interval '1 day')`,
      [grant, JSON.stringify({ accountId: id })],
    )
    return grant
  }
  const grantsOf = async (id: string) =>
    (await admin.call(listConsoleUserSessions, { params: { console_user_id: id } })).body.map(
      (one: { id: string }) => one.id,
    )
  const end = (id: string, session_id: string | null) =>
    admin.call(endConsoleUserSessions, { params: { console_user_id: id }, body: { session_id } })

  test('one of them, then all: their tokens are refused at once, and each is an event', async () => {
    const person = await invite()
    await w.runJobs()
    const [one, two] = [await signIn(person.id), await signIn(person.id)]
    const as = w.as(person.id, await w.token(person.id, { gid: two }))
    expect((await grantsOf(person.id)).toSorted()).toEqual([one, two].toSorted())
    expect((await end(person.id, one)).status).toBe(204)
    expect(await grantsOf(person.id)).toEqual([two])
    expect((await as.call(profile)).status).toBe(200)
    expect((await end(person.id, null)).status).toBe(204)
    expect((await as.call(profile)).status).toBe(401)
    expect(await eventsOf(person.id)).toMatchObject([
      { verb: 'invited' },
      { verb: 'sessions_ended', after: { sessions: 'one' } },
      { verb: 'sessions_ended', after: { sessions: 'all' } },
    ])
  })

  test('rights: as for disabling, the right is needed wherever the person holds a role', async () => {
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const staff = await w.person([{ group_id: everything, needs: { location: ['GET'] } }], organization.id)
    expect(await end(staff.id, null)).toMatchObject({ status: 403, body: { error_code: 'forbidden' } })
    expect((await admin.call(listConsoleUserSessions, { params: { console_user_id: staff.id } })).status).toBe(403)
  })

  test('rights: who shares a person of another organization cannot move that person', async () => {
    const theirs = await w.make.organization()
    const id = await w.make.consoleUser(theirs.id)
    await w.make.members('console_user', id, [organization.owner])
    await w.make.grant(admin.id, organization.owner, [['console_user', 'UPDATE']])
    const [before] = (await admin.call(listConsoleUsers, {})).body.items.filter((one: { id: string }) => one.id === id)
    const body = { name: before.name, position: '', phone: '', comment: '', organization_id: organization.id }
    const edit = { params: { console_user_id: id }, headers: { 'if-match': '"1"' } }
    const moved = await admin.call(updateConsoleUser, { ...edit, body })
    expect([moved.status, moved.body.missing]).toEqual([403, 'UPDATE on console_user'])
    await w.make.grant(admin.id, theirs.owner, [['console_user', 'UPDATE']])
    expect((await admin.call(updateConsoleUser, { ...edit, body })).body.organization_id).toBe(organization.id)
  })

  test('name and organization of the account follow an edit, and nobody is signed out by it', async () => {
    const person = await invite()
    await w.runJobs()
    const grant = await signIn(person.id)
    await w.make.grant(admin.id, organization.owner, [['console_user', 'UPDATE']])
    const edited = await admin.call(updateConsoleUser, {
      params: { console_user_id: person.id },
      body: { name: 'Mari Mets', organization_id: organization.id, position: '', phone: '', comment: '' },
      headers: { 'if-match': `"${person.version}"` },
    })
    expect(edited.status, edited.text).toBe(200)
    await w.runJobs()
    const { rows } = await w.pool.query('select name from accounts where id = $1', [person.id])
    expect(rows).toEqual([{ name: 'Mari Mets' }])
    expect(await grantsOf(person.id)).toEqual([grant])
  })
})
