import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createNotifierSubscription,
  getNotifierMessage,
  replayNotifierMessage,
  testNotifierSubscription,
  updateNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import type { Organization } from '../../../test/support/factories.ts'
import type { Caller } from '../../../test/support/test-app.ts'
import { forgetDeliveries } from './retention.ts'
import { mayNotify, makeNotifierPlace, notifierActions, openNotifierApp } from '../../../test/support/notifier-place.ts'
import type { NotifierApp } from '../../../test/support/notifier-place.ts'

let w: NotifierApp
let ours: Organization
let operations: Caller
let location_id: string

beforeAll(async () => {
  w = await openNotifierApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, operations, location_id } = await makeNotifierPlace(w))
})

const { hook, create, paramsOf, messages, round, happen } = notifierActions(() => ({
  w,
  ours,
  operations,
  location_id,
}))

describe('what those who administer subscriptions may not see', () => {
  test.each([
    ['a right of the event that is missing', (ours) => ours.owner, {}],
    ['a right that is held in another organization alone', (_, theirs) => theirs.owner, { payment: ['GET'] }],
  ] as [string, (ours: Organization, theirs: Organization) => string, object][])(
    'is not sent to an address: %s',
    async (_name, groupOf, also) => {
      const theirs = await w.make.organization()
      const person = await w.person([
        { group_id: ours.owner, needs: { ...mayNotify, location: ['GET'] } },
        { group_id: groupOf(ours, theirs), needs: { location: ['GET'], ...also } },
      ])
      const params = { organization_id: ours.id }
      const refused = await person.send(createNotifierSubscription, {
        params,
        body: hook({ event: 'payment_needs_approval' }),
      })
      expect(refused.body.error_code).toBe('forbidden')
      const inbox = { event: 'payment_needs_approval', messaging_type: 'in_app', type: 'single', url: '' }
      expect((await person.send(createNotifierSubscription, { params, body: inbox })).status).toBe(200)
      const alarms = await person.send(createNotifierSubscription, { params, body: hook() })
      const moved = await person.send(updateNotifierSubscription, {
        params: paramsOf(alarms.body),
        body: hook({ event: 'payment_needs_approval' }),
        headers: { 'if-match': '"1"' },
      })
      expect([alarms.status, moved.status]).toEqual([200, 403])
    },
  )

  test('is neither in the delivery log nor sent again', async () => {
    const { body: subscription } = await create({ type: 'aggregated' })
    await happen({ resource_name: 'Dock 07' })
    await happen({ resource_name: 'Dock 08', visible_through_id: await w.make.location(ours) })
    w.clock.advance(600_000)
    await round()
    const [message] = await messages(subscription)
    const params = { ...paramsOf(subscription), notifier_message_id: message?.id ?? '' }
    const group = await w.make.group()
    await w.make.members('location', location_id, [group])
    const person = await w.person([
      { group_id: ours.owner, needs: mayNotify },
      { group_id: group, needs: { location: ['GET'] } },
    ])
    const detail = await person.call(getNotifierMessage, { params })
    expect(detail.body).toMatchObject({ events: 2, hidden_events: 1 })
    expect(detail.body.payload.data.events).toMatchObject([{ resource_name: 'Dock 07' }])
    expect((await person.refused(replayNotifierMessage, { params })).body.error_code).toBe('message_holds_more')
    const whole = await operations.call(getNotifierMessage, { params })
    expect(whole.body.hidden_events).toBe(0)
    expect(whole.body.payload).toEqual(JSON.parse(w.receiver.received[0]?.body ?? ''))
    expect((await operations.call(replayNotifierMessage, { params })).status).toBe(200)
  })
})

describe('bounds of the delivery log', () => {
  test('an organization has at most 100 subscriptions', async () => {
    await w.pool.query(
      `insert into notifier_subscriptions (id, organization_id, event, messaging_type, type, url, description, created_at, updated_at)
       select gen_random_uuid(), $1, 'alarm', 'in_app', 'single', '', '', $2, $2 from generate_series(1, 99)`,
      [ours.id, w.clock.now().toISOString()],
    )
    expect((await create()).status).toBe(200)
    expect((await create()).body.error_code).toBe('too_many_notifier_subscriptions')
  })

  test('tests of a person are paced also where the subscription was deleted after each', async () => {
    const subscription = (await create()).body
    const test = (one: { id: string }) => operations.call(testNotifierSubscription, { params: paramsOf(one) })
    for (let sent = 0; sent < 60; sent++) expect((await test(subscription)).status).toBe(200)
    await w.pool.query('delete from notifier_subscriptions where id = $1', [subscription.id])
    expect((await test((await create()).body)).body.error_code).toBe('too_many_requests')
  })

  test('tests and replays of an organization are paced, over all its subscriptions', async () => {
    const [one, other] = [(await create()).body, (await create({ event: 'status' })).body]
    const test = (subscription: { id: string }) =>
      operations.call(testNotifierSubscription, { params: paramsOf(subscription) })
    expect((await test(one)).status).toBe(200)
    await w.pool.query(
      `insert into notifier_messages (id, subscription_id, kind, payload, state, created_at)
       select gen_random_uuid(), $1, 'test', '{"data": {"count": 1}}', 'delivered', $2 from generate_series(1, 59)`,
      [one.id, w.clock.now().toISOString()],
    )
    expect((await test(other)).body.error_code).toBe('too_many_requests')
    const [message] = await messages(one)
    const params = { ...paramsOf(one), notifier_message_id: message?.id ?? '' }
    expect((await operations.call(replayNotifierMessage, { params })).status).toBe(429)
    w.clock.advance(3_601_000)
    expect((await test(other)).status).toBe(200)
  })

  test('messages are deleted with their notices when they ended long ago, and nothing is sent again', async () => {
    const subscription = (await create()).body
    await happen()
    await round()
    expect(w.receiver.received).toHaveLength(1)
    w.clock.advance(91 * 86_400_000)
    await happen()
    await round()
    await w.jobs.send(w.db, forgetDeliveries, {})
    await round()
    await round()
    expect(await messages(subscription)).toHaveLength(1)
    expect(w.receiver.received).toHaveLength(2)
    const left = await w.pool.query('select message_id from notifier_notices where subscription_id = $1', [
      subscription.id,
    ])
    expect(left.rows).toEqual([{ message_id: expect.any(String) }])
  })
})
