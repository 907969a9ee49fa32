import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import { addSubscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import {
  listSubscriptionPayments,
  subscriptionPayments,
} from '@wheelhouse/contract/subscriptions/subscription-payments.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeSubscription } from '../subscriptions/samples.ts'
import { makeUser } from '../users/samples.ts'

let w: TestApp
let owner: string
let pass: string
let another: string

/** One rider has both passes. */
beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
  const organization = await w.make.organization()
  owner = organization.owner
  pass = await makeSubscription(w, organization.id, [owner])
  another = await makeSubscription(w, organization.id, [owner])
  const user = await makeUser(w, [owner])
  const support = await w.person([{ group_id: owner, needs: stockRights('First-line support') }], organization.id)
  const body = { user, period: 'monthly' as const, fee_minor: 2_500 }
  for (const subscription_id of [pass, another]) await support.ask(addSubscriber, { params: { subscription_id }, body })
})
afterAll(() => w.end())

const params = () => ({ params: { subscription_id: pass } })

test('rights: GETPAYMENTS of a subscription shows its payments and no others, and no person', async () => {
  const treasurer = await w.person([{ group_id: owner, needs: { subscription: ['GET', 'GETPAYMENTS'] } }])
  const { items, total } = await treasurer.ask(listSubscriptionPayments, params())
  expect(items).toMatchObject([{ subscription_id: pass, amount_minor: 2_500, user_id: null, user_name: null }])
  expect(total).toBe(1)
  expect((await treasurer.call(listPayments)).status).toBe(403)
  const file = await treasurer.send(subscriptionPayments.csv, params())
  expect(file.text.split('\n')[1]).toContain('25.00')
})

test('rights: without GETPAYMENTS they are refused, and where the subscription is not seen there is none', async () => {
  const reader = await w.person([{ group_id: owner, needs: { subscription: ['GET'], payment: ['GET'] } }])
  expect((await reader.call(listSubscriptionPayments, params())).status).toBe(403)
  const elsewhere = await w.make.organization()
  const stranger = await w.person([{ group_id: elsewhere.owner, needs: { subscription: ['GET', 'GETPAYMENTS'] } }])
  expect((await stranger.call(listSubscriptionPayments, params())).status).toBe(404)
})
