import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { listNotices } from '@wheelhouse/contract/inbox/inbox.ts'
import {
  createNotifierSubscription,
  getNotifierMessage,
  notifierMessages,
  updateNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierMessage } from '@wheelhouse/contract/notifier/notifier.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { versioned } from '../../../test/support/versions.ts'
import { systemActor } from '../../journal/audit.ts'
import { addAuditRecord, openJournal, withJournal } from '../../journal/journal.ts'
import type { AuditEntry } from '../../journal/journal.ts'
import { runNotifier } from './messages.ts'

let w: TestApp
let ours: Organization
let location_id: string
/** Edits subscriptions and sees the location, but no payments. */
let chief: Caller
/** May see payments, too. */
let accountant: Caller

const administers = { organization: ['GET', 'GET_NOTIFIER_SUBS', 'MODIFY_NOTIFIER_SUBS'], location: ['GET'] } as const

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('delete from notifier_subscriptions')
  ours = await w.make.organization()
  location_id = await w.make.location(ours, { label: 'Balti jaam' })
  chief = await member(administers)
  accountant = await member({ ...administers, payment: ['GET'] })
})

const member = (needs: Needs): Promise<Caller> => w.person([{ group_id: ours.owner, needs }], ours.id)
const inbox = { messaging_type: 'in_app', url: '' } as const
const hook = (url = 'https://1.1.1.1/hook') => ({ messaging_type: 'webhook', url }) as const
const params = () => ({ organization_id: ours.id })
const of = ({ id }: { id: string }) => ({ ...params(), notifier_subscription_id: id })
const subscribe = async (by: Caller, body: object): Promise<{ id: string; version: number }> =>
  (await by.send(createNotifierSubscription, { params: params(), body })).body
const change = (by: Caller, subscription: { id: string; version: number }, body: object) =>
  by.send(updateNotifierSubscription, { params: of(subscription), body, ...versioned(subscription.version) })
const messages = async (subscription: { id: string }): Promise<NotifierMessage[]> =>
  (await chief.ask(notifierMessages.route, { params: of(subscription) })).items
const collect = () => runNotifier(w, new Date(w.clock.now().getTime() - 48 * 3_600_000))
async function happen(more: Pick<AuditEntry, 'feature' | 'verb'> & Partial<AuditEntry>): Promise<void> {
  const journal = openJournal(w.clock.now())
  await withJournal(w.db, journal, async () => {
    addAuditRecord(journal, {
      actor: systemActor,
      resource_type: 'payment',
      resource_id: location_id,
      resource_name: '8.40 EUR',
      visible_through_id: location_id,
      ...more,
    })
  })
}
const asksApproval: Parameters<typeof happen>[0] = { feature: 'payments', verb: 'needs_approval', after: {} }
const changesStatus: Parameters<typeof happen>[0] = {
  feature: 'locations',
  verb: 'status_changed',
  resource_type: 'location',
  after: {},
}

test('what waits about the former event of a subscription is not sent about its new one', async () => {
  const digest = { ...inbox, type: 'daily_digest' }
  const subscription = await subscribe(chief, { ...digest, event: 'payment_needs_approval' })
  await happen(asksApproval)
  await collect()
  expect((await change(chief, subscription, { ...digest, event: 'status' })).status).toBe(200)
  await happen({ ...changesStatus, resource_name: 'Balti jaam' })
  w.clock.advance(24 * 3_600_000)
  await collect()
  await w.runJobs()
  expect(await messages(subscription)).toMatchObject([{ events: 1 }])
  const notices = await chief.ask(listNotices)
  expect(notices).toMatchObject([{ topic: 'status', title: expect.stringContaining('Status of') }])
})

test('an event that was collected while the subscription was edited is left out', async () => {
  const subscription = await subscribe(chief, { ...inbox, type: 'single', event: 'status' })
  await happen(asksApproval)
  await w.pool.query(
    `insert into notifier_notices (subscription_id, event_id, at) select $1, id, at from events where visible_through_id = $2`,
    [subscription.id, location_id],
  )
  await collect()
  expect(await messages(subscription)).toEqual([])
  const { rows } = await w.pool.query('select 1 from notifier_notices where subscription_id = $1', [subscription.id])
  expect(rows).toEqual([])
})

test('rights: an event is shown by what it is, not by what its message is called', async () => {
  const subscription = await subscribe(accountant, { ...hook(), type: 'single', event: 'payment_needs_approval' })
  await happen(asksApproval)
  await collect()
  await w.pool.query(
    `update notifier_messages set payload = jsonb_set(payload, '{type}', '"status"') where subscription_id = $1`,
    [subscription.id],
  )
  const [message] = await messages(subscription)
  const read = async (by: Caller) =>
    (await by.call(getNotifierMessage, { params: { ...of(subscription), notifier_message_id: message?.id ?? '' } }))
      .body
  expect(await read(accountant)).toMatchObject({ hidden_events: 0 })
  expect(await read(chief)).toMatchObject({ hidden_events: 1, payload: { data: { events: [] } } })
})

test('a message that waits for its next attempt ends with its event, before it reaches another address', async () => {
  const subscription = await subscribe(accountant, { ...hook(), type: 'single', event: 'payment_needs_approval' })
  await happen(asksApproval)
  await collect()
  expect(await messages(subscription)).toMatchObject([{ state: 'pending' }])
  const moved = { ...hook('https://1.1.1.2/hook'), type: 'single' }
  const refused = await change(chief, subscription, { ...moved, event: 'payment_needs_approval' })
  expect(refused.body).toMatchObject({ error_code: 'forbidden', missing: 'GET on payment' })
  expect((await change(chief, subscription, { ...moved, event: 'status' })).status).toBe(200)
  await w.runJobs()
  expect(await messages(subscription)).toMatchObject([
    { state: 'failed', attempts: 0, last_failure: 'subscription_changed', next_try_at: null },
  ])
})

test('a message about the event that stays is sent to the corrected address', async () => {
  const body = { type: 'single', event: 'payment_needs_approval' }
  const subscription = await subscribe(accountant, { ...hook(), ...body })
  await happen(asksApproval)
  await collect()
  expect((await change(accountant, subscription, { ...hook('https://1.1.1.2/hook'), ...body })).status).toBe(200)
  expect(await messages(subscription)).toMatchObject([{ state: 'pending' }])
})
