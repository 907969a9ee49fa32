import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listConsoleUsers, listOwnSessions } from '@wheelhouse/contract/console-users/console-users.ts'
import { profile } from '@wheelhouse/contract/console-users/profile.ts'
import {
  endConsoleUserSessions,
  listConsoleUserSessions,
  resetSecondFactor,
  updateConsoleUser,
} from '@wheelhouse/contract/console-users/console-user-edit.ts'
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

const { newcomer, invite, mailsTo, eventsOf } = consoleUserActions(() => ({ people, w, organization, admin }))

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
