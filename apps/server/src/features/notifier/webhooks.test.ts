import { createHmac } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  getNotifierMessage,
  notifierMessages,
  notifierSubscriptions,
  replayNotifierMessage,
  rotateNotifierSecret,
  testNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { Organization } from '../../../test/support/factories.ts'
import type { Received } from '../../../test/support/webhook-receiver.ts'
import type { Caller } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeSubscription } from '../subscriptions/samples.ts'
import { makeNotifierPlace, notifierActions, openNotifierApp } from '../../../test/support/notifier-place.ts'
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

const { create, paramsOf, messages, round, happen } = notifierActions(() => ({
  w,
  ours,
  operations,
  location_id,
}))
const reportOf = (organization_id: string, at: string) => ({
  id: uuidv7(),
  organization_id,
  description: 'Use of a year',
  type: 'payment',
  format: 'csv',
  timeframe: 'own',
  from_day: '2026-01-01',
  to_day: '2026-01-31',
  status: 'pending',
  run_by: uuidv7(),
  created_by: uuidv7(),
  created_at: at,
  updated_at: at,
})
const signatureOf = ({ headers, body }: Received, secret: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`

describe('a webhook', () => {
  test('is sent once for each event at a location of the organization, signed, without what people wrote', async () => {
    const { body: subscription } = await create()
    await happen()
    await happen({ verb: 'cleared' })
    await happen({ visible_through_id: await w.make.location(await w.make.organization()) })
    await round()
    await round()
    await round()
    expect(w.receiver.received).toHaveLength(2)
    const [first] = w.receiver.received as [Received]
    expect(JSON.parse(first.body)).toMatchObject({
      type: 'alarm',
      data: {
        organization_id: ours.id,
        count: 1,
        events: [{ kind: 'alarms raised', title: 'Dock 07: Lock jam', location: { label: 'Balti jaam' } }],
      },
    })
    expect(first.body).not.toContain('Kadri')
    expect(first.headers['webhook-signature']).toBe(signatureOf(first, subscription.secret))
    expect(await messages(subscription)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  test('is sent for a finished report, a forced end of a rent and a charge that needs approval, to the organization they belong to', async () => {
    for (const event of ['report', 'session_force_ended', 'payment_needs_approval']) await create({ event })
    const [mine, foreign] = [await makeFleet(w, ours), await makeFleet(w, await w.make.organization())]
    const pass = await makeSubscription(w, ours.id, [])
    const report = await w.db
      .insertInto('reports')
      .values(reportOf(ours.id, w.clock.now().toISOString()))
      .returning('id')
      .executeTakeFirstOrThrow()
    const ended = { feature: 'rental-sessions', verb: 'force_ended', resource_type: 'session', after: {} } as const
    await happen({ ...ended, visible_through_id: mine, visible_through_type: 'rental_fleet', resource_name: 'R-100' })
    await happen({
      ...ended,
      visible_through_id: foreign,
      visible_through_type: 'rental_fleet',
      resource_name: 'R-200',
    })
    const made = { feature: 'reports', verb: 'made', resource_type: 'report', resource_id: report.id } as const
    await happen({ ...made, visible_through_id: null, resource_name: 'Use of a year', after: { rows: 5 } })
    const asks = { feature: 'payments', verb: 'needs_approval', resource_type: 'payment', after: {} } as const
    await happen({ ...asks, visible_through_id: pass, visible_through_type: 'subscription', resource_name: '8.40 EUR' })
    await round()
    const names: string[] = w.receiver.received.map(({ body: text }) => JSON.parse(text).data.events[0].resource_name)
    expect(names.toSorted()).toEqual(['8.40 EUR', 'R-100', 'Use of a year'])
  })

  test.each([
    ['maintenance_log', 'maintenance-log', 'overdue', 'M-2291', 'Log entry M-2291 is overdue'],
    ['maintenance_log', 'maintenance-log', 'created', 'M-2292', 'Log entry M-2292 created'],
    ['parking_reminder', 'reminders', 'notified', 'Dock 07', 'Rider reminded, Dock 07'],
  ])('values: %s is sent of %s %s, without what people wrote', async (event, feature, verb, resource_name, title) => {
    await create({ event })
    await happen({ feature, verb, resource_name, after: { description: 'Kadri called' } } as never)
    await round()
    expect(w.receiver.received).toHaveLength(1)
    expect(JSON.parse(w.receiver.received[0]?.body ?? '')).toMatchObject({ type: event, data: { events: [{ title }] } })
    expect(w.receiver.received[0]?.body).not.toContain('Kadri')
  })

  test('that fails is tried again after growing pauses under the same id, and its log shows each attempt', async () => {
    const { body: subscription } = await create()
    w.receiver.reply = { status: 500, body: 'Out of order' }
    await happen()
    await round()
    expect(await messages(subscription)).toMatchObject([
      { state: 'pending', attempts: 1, last_status_code: 500, last_failure: 'refused' },
    ])
    await round()
    expect(w.receiver.received).toHaveLength(1)
    w.clock.advance(5_000)
    await round()
    w.clock.advance(29_999)
    await round()
    expect(w.receiver.received).toHaveLength(2)
    w.receiver.reply = { status: 200, body: 'Thanks' }
    w.clock.advance(1)
    await round()
    const ids = w.receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    const [message] = await messages(subscription)
    expect(message).toMatchObject({ state: 'delivered', attempts: 3, next_try_at: null })
    const detail = await operations.call(getNotifierMessage, {
      params: { ...paramsOf(subscription), notifier_message_id: message?.id ?? '' },
    })
    expect(detail.body.tries.map((one: { response: string }) => one.response)).toEqual([
      'Thanks',
      'Out of order',
      'Out of order',
    ])
    expect(detail.body.payload.type).toBe('alarm')
  })

  test('has a file of the subscriptions, in which no description is a formula, and one of the deliveries', async () => {
    const { body: subscription } = await create({ description: '=HYPERLINK("https://evil.test")' })
    w.receiver.reply = { status: 200 }
    await happen()
    await round()
    const linesOf = async (route: Route, params: object, column: string[]): Promise<string[]> =>
      (await operations.send(route, { params, query: { column } })).text.split('\r\n').slice(1, -1)
    const subscriptions = await linesOf(notifierSubscriptions.csv, { organization_id: ours.id }, ['id', 'description'])
    expect(subscriptions).toContain(`${subscription.id},"'=HYPERLINK(""https://evil.test"")"`)
    expect(await linesOf(notifierMessages.csv, paramsOf(subscription), ['kind', 'events', 'state'])).toEqual([
      'events,1,delivered',
    ])
  })

  test('is given up after eight attempts, and can be sent again by hand', async () => {
    const { body: subscription } = await create()
    w.receiver.reply = { status: 503 }
    await happen()
    for (let attempt = 0; attempt < 9; attempt++) {
      await round()
      w.clock.advance(43_200_000)
    }
    expect(w.receiver.received).toHaveLength(8)
    const [message] = await messages(subscription)
    expect(message).toMatchObject({ state: 'failed', attempts: 8 })
    w.receiver.reply = { status: 200 }
    const params = { ...paramsOf(subscription), notifier_message_id: message?.id ?? '' }
    expect((await operations.call(replayNotifierMessage, { params })).status).toBe(200)
    await round()
    expect(await messages(subscription)).toMatchObject([{ kind: 'replay', state: 'delivered' }, { state: 'failed' }])
    expect(w.receiver.received[8]?.body).toBe(w.receiver.received[0]?.body)
    expect(w.receiver.received[8]?.headers['webhook-id']).not.toBe(w.receiver.received[0]?.headers['webhook-id'])
  })

  test('does not follow a redirect, which could lead inward', async () => {
    const { body: subscription } = await create()
    w.receiver.reply = { status: 302, headers: { location: 'https://169.254.169.254/' } }
    await operations.call(testNotifierSubscription, { params: paramsOf(subscription) })
    await round()
    expect(await messages(subscription)).toMatchObject([{ kind: 'test', last_failure: 'redirect_refused' }])
    expect(w.receiver.received).toHaveLength(1)
  })

  test('whose name leads inward by now is refused at delivery', async () => {
    const { body: subscription } = await create()
    await w.pool.query(`update notifier_subscriptions set url = 'https://[fd00::1]/hook' where id = $1`, [
      subscription.id,
    ])
    await operations.call(testNotifierSubscription, { params: paramsOf(subscription) })
    await round()
    expect(await messages(subscription)).toMatchObject([{ last_failure: 'inward_address', last_status_code: null }])
  })

  test('is signed with both secrets for a day after a change, then with the new one alone', async () => {
    const { body: old } = await create()
    const rotated = await operations.call(rotateNotifierSecret, {
      params: paramsOf(old),
      headers: { 'if-match': '"1"' },
    })
    expect(rotated.body).toMatchObject({ has_former_secret: true })
    const send = async (): Promise<Received> => {
      w.receiver.received = []
      await operations.call(testNotifierSubscription, { params: paramsOf(old) })
      await round()
      return w.receiver.received[0] as Received
    }
    const first = await send()
    expect(first.headers['webhook-signature']).toBe(
      `${signatureOf(first, rotated.body.secret)} ${signatureOf(first, old.secret)}`,
    )
    w.clock.advance(24 * 3_600_000)
    const later = await send()
    expect(later.headers['webhook-signature']).toBe(signatureOf(later, rotated.body.secret))
  })
})
