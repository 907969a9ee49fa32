import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createConsoleUser,
  disableConsoleUser,
  enableConsoleUser,
  getConsoleUser,
  listConsoleUsers,
} from '@wheelhouse/contract/console-users/console-users.ts'
import { profile, recordSignIn } from '@wheelhouse/contract/console-users/profile.ts'
import { readStream } from '../../../test/support/reader.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { openPeoplePlace } from '../../../test/support/people-place.ts'
import type { PeoplePlace } from '../../../test/support/people-place.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeConsoleUserPlace, consoleUserActions } from '../../../test/support/console-user-place.ts'

let people: PeoplePlace
let w: TestApp
let organization: Organization
let admin: Caller

beforeAll(async () => {
  people = await openPeoplePlace()
  w = people.w
})
afterAll(() => people.end())
beforeEach(async () => {
  ;({ organization, admin } = await makeConsoleUserPlace(w))
})

const { newcomer, invite, mailsTo, accountOf, eventsOf } = consoleUserActions(() => ({
  people,
  w,
  organization,
  admin,
}))

describe('spec 3: console users', () => {
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
