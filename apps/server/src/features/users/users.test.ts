import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  disableUser,
  enableUser,
  getUser,
  listUserEvents,
  revealPersonalData,
} from '@wheelhouse/contract/users/users.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { joinRider } from '../../authz/group-membership.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { findAccessKey } from '../access-keys/find-access-key.ts'
import { leaveGroups } from './jobs.ts'
import { maskedEmail, maskedPhone } from './masks.ts'
import { makeAccessKey, makeUser } from './samples.ts'

let w: TestApp
let ours: Organization
let support: Caller
let mari: string
let params: { user_id: string }

const personal = { phone: '+37251234567', email: 'mari@riders.test', pin: '274913' }

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('delete from access_keys')
  ours = await w.make.organization()
  support = await w.person([{ group_id: ours.operator, needs: stockRights('First-line support') }], ours.id)
  mari = await makeUser(w, [ours.operator], { name: 'Mari Tamm', ...personal })
  params = { user_id: mari }
})

const version = (n: number) => ({ 'if-match': `"${n}"` })

test('spec 3: a user with every field, personal data masked', async () => {
  await w.db
    .insertInto('push_tokens')
    .values({ token: uuidv7(), user_id: mari, platform: 'ios', created_at: w.clock.now().toISOString() })
    .execute()
  const { body } = await support.call(getUser, { params })
  expect(body).toEqual({
    id: mari,
    name: 'Mari Tamm',
    phone: '+372 5••• ••67',
    email: 'm•••••@riders.test',
    pin: '••••••',
    can_reveal: true,
    language: 'en',
    country_code: 'EE',
    region: '',
    app_version: null,
    app_platform: null,
    push_devices: 1,
    status: 'active',
    disabled_reason: null,
    disabled_at: null,
    deleted_at: null,
    created_at: w.clock.now().toISOString(),
    last_signed_in_at: null,
    version: 1,
  })
})

describe('rights, field levels: phone, email and PIN', () => {
  test('are null for a reader without GET_PRIVILEGED', async () => {
    const reader = await w.person([{ group_id: ours.operator, needs: { user: ['GET'] } }])
    const { body } = await reader.call(getUser, { params })
    expect(body).toMatchObject({ phone: null, email: null, pin: null, can_reveal: false, name: 'Mari Tamm' })
    expect((await reader.call(revealPersonalData, { params })).status).toBe(403)
  })

  test('are whole in the reply of a reveal alone, and each reveal is an event without them', async () => {
    expect(await support.ask(revealPersonalData, { params })).toEqual(personal)
    const { body } = await support.call(listUserEvents, { params })
    expect(body.items).toMatchObject([{ feature: 'users', verb: 'revealed', actor_id: support.id, resource_id: mari }])
    expect(JSON.stringify(body)).not.toMatch(/51234567|mari@riders|274913/)
  })

  test('are not kept for a repeated request', async () => {
    const headers = { 'idempotency-key': uuidv7() }
    expect((await support.call(revealPersonalData, { params, headers })).status).toBe(200)
    expect((await support.refused(revealPersonalData, { params, headers })).body.error_code).toBe('answer_not_kept')
    const { rows } = await w.pool.query(`select sealed_reply from idempotency_keys where person_id = $1`, [support.id])
    expect(rows).toEqual([{ sealed_reply: null }])
  })
})

test.each([
  ['+37251234567', '+372 5••• ••67'],
  ['+14155550140', '+1 4•• ••• ••40'],
  ['+4791234567', '+47 9• •• •• 67'],
])('screens, personal data: %s is shown as %s', (phone, masked) => {
  expect(maskedPhone(phone)).toBe(masked)
})

test('screens, personal data: a mask says nothing of the length of an email', () => {
  expect([maskedEmail('a@x.test'), maskedEmail('anna.maria@x.test'), maskedPhone(null)]).toEqual([
    'a•••••@x.test',
    'a•••••@x.test',
    null,
  ])
})

describe('spec 5: disable needs a reason', () => {
  test('without one, and with too short a one, it is refused', async () => {
    for (const reason of ['', '  ', 'no']) {
      const answer = await support.call(disableUser, { params, body: { reason }, headers: version(1) })
      expect([reason, answer.status]).toEqual([reason, 400])
    }
  })

  test('disabled and enabled again, each with its event and a new version', async () => {
    const { body } = await support.call(disableUser, { params, body: { reason: 'Lost phone' }, headers: version(1) })
    expect(body).toMatchObject({ status: 'disabled', disabled_reason: 'Lost phone', version: 2 })
    const again = await support.call(disableUser, { params, body: { reason: 'Once more' }, headers: version(2) })
    expect(again.body.error_code).toBe('user_disabled')
    expect((await support.call(enableUser, { params, headers: version(1) })).status).toBe(412)
    expect(await support.ask(enableUser, { params, headers: version(2) })).toMatchObject({
      status: 'active',
      disabled_reason: null,
    })
    expect((await support.refused(enableUser, { params, headers: version(3) })).body.error_code).toBe('user_enabled')
    const { body: events } = await support.call(listUserEvents, { params })
    expect(events.items).toMatchObject([{ verb: 'enabled' }, { verb: 'disabled', reason: 'Lost phone' }])
  })

  test('the keys of a disabled user are unknown to a device, and known again once enabled', async () => {
    const id = await makeAccessKey(w, mari, { key: '04A2B1C9' })
    const find = () => w.db.transaction().execute((tx) => findAccessKey(tx, w.config, '04a2b1c9', 'rfid'))
    expect(await find()).toEqual({ id, user_id: mari })
    await support.call(disableUser, { params, body: { reason: 'Lost phone' }, headers: version(1) })
    expect(await find()).toBeUndefined()
    await support.call(enableUser, { params, headers: version(2) })
    expect(await find()).toEqual({ id, user_id: mari })
  })
})

describe('rights, model: a rider and the groups of a location', () => {
  const groupsOf = async (id: string): Promise<string[]> =>
    (
      await w.pool.query<{ group_id: string }>(
        `select group_id from resource_group_members where resource_type = 'user' and resource_id = $1`,
        [id],
      )
    ).rows.map(({ group_id }) => group_id)

  test('joins those of operator and distributor, once', async () => {
    const [operator, distributor] = [await w.make.organization(), await w.make.organization()]
    const location = await w.make.location(ours, { operator_id: operator.id, distributor_id: distributor.id })
    const rider = await makeUser(w, [])
    for (let session = 0; session < 2; session++)
      await w.db.transaction().execute((tx) => joinRider(tx, rider, location))
    expect((await groupsOf(rider)).toSorted()).toEqual([operator.operator, distributor.distributor].toSorted())
  })

  test('leaves them 366 days after the last session, and no other group', async () => {
    const location = await w.make.location(ours, { operator_id: ours.id })
    const device = await w.make.device(location)
    const byHand = await w.make.group()
    const [old, recent] = [await makeUser(w, [ours.operator, byHand]), await makeUser(w, [ours.operator])]
    const parked = await makeUser(w, [ours.operator])
    const day = 86_400_000
    const ended = (user_id: string, daysAgo: number, endedDaysAgo = daysAgo - 0.1) =>
      makeSession(w, location, device, {
        user_id,
        status: 'ended',
        how_ended: 'normal',
        started_at: new Date(w.clock.now().getTime() - daysAgo * day).toISOString(),
        ended_at: new Date(w.clock.now().getTime() - endedDaysAgo * day).toISOString(),
      })
    await ended(old, 367)
    await ended(recent, 365)
    // A stay counts until its end.
    await ended(parked, 400, 365)
    await w.jobs.send(w.db, leaveGroups, {})
    await w.runJobs()
    expect([await groupsOf(old), await groupsOf(recent)]).toEqual([[byHand], [ours.operator]])
    expect(await groupsOf(parked)).toEqual([ours.operator])
  })
})
