import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addSubscriber,
  listSubscribers,
  listUserSubscriptions,
  removeSubscriber,
  unsubscribeSubscriber,
} from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { Subscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeCard } from '../../../test/support/make-charges.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { sweepPayments } from '../payments/provider-answers.ts'
import { makeUser } from '../users/samples.ts'
import { sweepSubscribers } from './renewals.ts'
import { makeSubscriber, makeSubscription } from './samples.ts'

let w: TestApp
let organization: Organization
let support: Caller
let pass: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  const needs = stockRights('First-line support')
  support = await w.person([{ group_id: organization.owner, needs }], organization.id)
  pass = await makeSubscription(w, organization.id, [organization.owner])
})

const subscriber = async (reader = support): Promise<Subscriber> =>
  certain((await reader.ask(listSubscribers, { params: { subscription_id: pass } })).items[0])

/** Runs what waits, as the minute's sweeps do. */
async function settle(ms = 0): Promise<void> {
  w.clock.advance(ms)
  await w.jobs.send(w.db, sweepSubscribers, {})
  await w.jobs.send(w.db, sweepPayments, {})
  await w.runJobs()
}
const settleAt = (at: string | null): Promise<void> => settle(Date.parse(at ?? '') - w.clock.now().getTime())

/** A rider with a card that behaves as its last digits say (payment-simulated.ts). */
async function join(digits = '4242', more: object = {}): Promise<string> {
  const user = await makeUser(w, [organization.owner])
  await makeCard(w, user, digits)
  const body = { user, period: 'monthly', fee_minor: 2_500, ...more } as const
  await support.ask(addSubscriber, { params: { subscription_id: pass }, body })
  await settle()
  return user
}

/** Subscribed for a month, and charged for the next one from a card that behaves otherwise by then. */
async function renewedFrom(digits: string): Promise<Subscriber> {
  const user = await join()
  await w.pool.query('update payment_methods set reference = $1, last_digits = $2 where user_id = $3', [
    `card_${digits}`,
    digits,
    user,
  ])
  await settleAt((await subscriber()).renewal_at)
  return subscriber()
}

const referenceOf = ({ id, version }: Subscriber) => ({
  params: { subscription_id: pass, subscriber_id: id },
  headers: { 'if-match': `"${version}"` },
})
const unsubscribe = (row: Subscriber) => support.ask(unsubscribeSubscriber, referenceOf(row))

async function chargesOf({ payment_id }: Subscriber): Promise<number> {
  const { rows } = await w.pool.query(`select 1 from simulated_movements where payment_id = $1 and kind = 'charge'`, [
    payment_id,
  ])
  return rows.length
}

describe('spec 4: unsubscribe keeps access until the expiration date and stops renewal', () => {
  test('a renewal that failed is not retried, and the place is free at the end of the period', async () => {
    const failed = await renewedFrom('9995')
    expect(failed).toMatchObject({ status: 'paid_ok', payment_state: 'failed', retry_at: expect.any(String) })
    expect(await unsubscribe(failed)).toMatchObject({ status: 'paid_ok', holds_place: true, retry_at: null })
    await settleAt(failed.retry_at)
    expect([await subscriber(), await chargesOf(failed)]).toMatchObject([{ payment_state: 'failed', retries: 0 }, 1])
    await settleAt(failed.expires_at)
    expect(await subscriber()).toMatchObject({ status: 'expired', holds_place: false, expires_at: failed.expires_at })
  })

  test('a retry that was planned before is not made', async () => {
    const failed = await renewedFrom('9995')
    await w.pool.query('update subscribers set auto_renew = false where id = $1', [failed.id])
    await settleAt(failed.retry_at)
    expect(await chargesOf(failed)).toBe(1)
  })

  test.each([
    ['is pending at the provider', '0077', 'pending'],
    ['needs approval', '3155', 'needs_approval'],
  ])('a renewal that %s is cancelled', async (_what, digits, state) => {
    const waiting = await renewedFrom(digits)
    expect(waiting.payment_state).toBe(state)
    await unsubscribe(waiting)
    await settle()
    expect(await subscriber()).toMatchObject({
      status: 'paid_ok',
      payment_state: 'cancelled',
      expires_at: waiting.expires_at,
      retry_at: null,
    })
    await settleAt(waiting.expires_at)
    expect(await subscriber()).toMatchObject({ status: 'expired', holds_place: false })
  })

  test('a renewal that fails afterwards is not retried', async () => {
    const pending = await renewedFrom('0077')
    await unsubscribe(pending)
    await w.pool.query(`update payments set state = 'failed' where id = $1`, [pending.payment_id])
    expect(await subscriber()).toMatchObject({ status: 'paid_ok', retry_at: null, holds_place: true })
  })

  test('a renewal that the provider takes all the same is paid back and adds no period', async () => {
    const pending = await renewedFrom('0077')
    await unsubscribe(pending)
    await settle(130_000)
    expect(await subscriber()).toMatchObject({ status: 'paid_ok', holds_place: true, expires_at: pending.expires_at })
    await settle()
    expect(await subscriber()).toMatchObject({ payment_state: 'refunded', expires_at: pending.expires_at })
    await settleAt(pending.expires_at)
    expect(await subscriber()).toMatchObject({ status: 'expired', holds_place: false })
  })

  test('the first period of a user without renewal is charged again after a failure', async () => {
    await join('9995', { auto_renew: false })
    const { retry_at } = await subscriber()
    await settleAt(retry_at)
    expect(await subscriber()).toMatchObject({ status: 'paid_ok', payment_state: 'paid', auto_renew: false })
  })
})

test.each([removeSubscriber, unsubscribeSubscriber])(
  'rights, refusals: what is not possible any more is said before a stale version',
  async (route) => {
    await join()
    const before = await subscriber()
    await support.ask(removeSubscriber, referenceOf(before))
    const { status, body } = await support.refused(route, referenceOf(before))
    expect([status, body.error_code]).toEqual([409, 'subscriber_not_changeable'])
  },
)

test('one subscriber is read by the id, of that subscription alone, whatever became of them', async () => {
  await join()
  const row = await subscriber()
  await join()
  const asked = async (subscription_id: string) =>
    (await support.ask(listSubscribers, { params: { subscription_id }, query: { id: row.id } })).items
  expect(await asked(pass)).toMatchObject([{ id: row.id, status: row.status }])
  await support.ask(removeSubscriber, referenceOf(row))
  expect(await asked(pass)).toMatchObject([{ id: row.id, status: 'cancelled' }])
  expect(await asked(await makeSubscription(w, organization.id, [organization.owner]))).toEqual([])
})

test('one subscription of a person is read by its id, of that person alone', async () => {
  const user_id = await join()
  const row = await subscriber()
  await makeSubscriber(w, await makeSubscription(w, organization.id, [organization.owner]), user_id)
  const other = await join()
  const asked = async (id: string) =>
    (await support.ask(listUserSubscriptions, { params: { user_id: id }, query: { id: row.id } })).items
  expect(await asked(user_id)).toMatchObject([{ id: row.id, subscription_id: pass }])
  expect(await asked(other)).toEqual([])
})

test('rights, field levels: a contact is sent to who holds GET_PRIVILEGED on a user whom they see', async () => {
  const seen = await makeUser(w, [organization.owner], { phone: '+37251234567' })
  await makeSubscriber(w, pass, seen)
  expect(await subscriber()).toMatchObject({ user_id: seen, masked: '+3725•••••67' })
  const needs = { subscription: ['GET'], user: ['GET', 'GET_SUBSCRIPTIONS'] } as const
  const reader = await w.person([{ group_id: organization.owner, needs }], organization.id)
  expect(await subscriber(reader)).toMatchObject({ user_id: seen, masked: '' })
  await w.pool.query('delete from resource_group_members where resource_id = $1', [seen])
  expect(await subscriber()).toMatchObject({ user_id: null, user_name: null, masked: '' })
})
