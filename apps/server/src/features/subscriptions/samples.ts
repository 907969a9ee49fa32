import { uuidv7 } from 'uuidv7'
import {
  addSubscriber,
  removeSubscriber,
  unsubscribeSubscriber,
} from '@wheelhouse/contract/subscriptions/subscribers.ts'
import {
  addSubscriptionTargets,
  removeSubscriptionTargets,
} from '@wheelhouse/contract/subscriptions/subscription-targets.ts'
import {
  createSubscription,
  listSubscriptions,
  setSubscriptionStatus,
  updateSubscription,
} from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeUser } from '../users/samples.ts'

/** The row has these values already: an update that changes nothing leaves the version to the next sample. */
const pass = {
  name: 'Swept garage pass',
  description: '',
  max_capacity: 20,
  currency: 'EUR',
  day_fee_minor: 200,
  week_fee_minor: 900,
  month_fee_minor: 2_500,
  time_zone: 'Europe/Tallinn',
  is_exclusive: true,
} as const

export async function makeSubscription(
  w: TestApp,
  organizationId: string | null,
  groups: string[],
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = { id, organization_id: organizationId, ...pass, is_active: true, created_at: now, updated_at: now }
  await w.db
    .insertInto('subscriptions')
    .values({ ...row, ...values })
    .execute()
  await w.make.members('subscription', id, groups)
  return id
}

/** Paid for until a month from now, and renewed then. */
export async function makeSubscriber(
  w: TestApp,
  subscription_id: string,
  user_id: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now()
  const ends = new Date(now.getTime() + 30 * 86_400_000)
  const row = {
    id,
    subscription_id,
    user_id,
    status: 'paid_ok',
    period: 'monthly',
    fee_minor: 2_500,
    currency: 'EUR',
    holds_place: true,
    joined_at: now.toISOString(),
    anchor_at: now.toISOString(),
    periods: 1,
    paid_cycle: 1,
    expires_at: ends.toISOString(),
    renewal_at: new Date(ends.getTime() - 3 * 86_400_000).toISOString(),
    auto_renew: true,
    updated_at: now.toISOString(),
  }
  await w.db
    .insertInto('subscribers')
    .values({ ...row, ...values })
    .execute()
  return id
}

export async function makeSubscriptionTarget(
  w: TestApp,
  subscription_id: string,
  location_id: string,
): Promise<string> {
  const id = uuidv7()
  const row = { id, subscription_id, location_id, device_id: null, created_at: w.clock.now().toISOString() }
  await w.db.insertInto('subscription_targets').values(row).execute()
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { organization, groups }) => {
    const subscription_id = await makeSubscription(w, organization.id, groups)
    const subscriber_id = await makeSubscriber(w, subscription_id, await makeUser(w, []))
    return { subscription_id, subscriber_id }
  },
  routes: async (w, { organization, groups, location_id }) => {
    // Removals need rows of their own.
    const subscription_id = await makeSubscription(w, organization.id, groups)
    const left = { subscription_id, subscriber_id: await makeSubscriber(w, subscription_id, await makeUser(w, [])) }
    const targeted = await makeSubscription(w, organization.id, groups)
    const target = await makeSubscriptionTarget(w, targeted, location_id)
    const user = await makeUser(w, [])
    return [
      sample(createSubscription, { body: pass, isCheckedTwice: true }),
      sample(updateSubscription, { body: pass }),
      sample(setSubscriptionStatus, { body: { status: 'active' } }),
      sample(addSubscriber, { body: { user, period: 'monthly', fee_minor: 2_500 }, isUnversioned: true }),
      sample(removeSubscriber, { params: left }),
      sample(unsubscribeSubscriber, {}),
      sample(addSubscriptionTargets, {
        body: { location_ids: [location_id] },
        isUnversioned: true,
        isCheckedTwice: true,
      }),
      sample(removeSubscriptionTargets, {
        params: { subscription_id: targeted },
        body: { ids: [target] },
        isUnversioned: true,
        isCheckedTwice: true,
      }),
    ]
  },
  lists: [
    listSample(listSubscriptions, {
      type: 'subscription',
      action: 'GET',
      rows: `select id, array['subscription ' || id] as through from subscriptions`,
    }),
  ],
}
