import * as z from 'zod'
import { age, anyOf, list, ownFilter, searchText, YesNo } from '../list.ts'
import { PaymentState } from '../payments/payment-states.ts'
import { listPayments } from '../payments/payments.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLine } from '../texts.ts'
import { onUser } from '../users/users.ts'
import { PassPeriod, SubscriberStatus } from './subscriber-statuses.ts'
import { listSubscriptions, onSubscription, subscriptionPath, SubscriptionRef } from './subscriptions.ts'

const Count = z.number().int().nonnegative()

const fields = {
  id: Id,
  subscription_id: Id,
  status: SubscriberStatus,
  period: PassPeriod,
  /** Minor units for each period, as it was when the person joined. */
  fee_minor: Count,
  currency: z.string(),
  holds_place: z.boolean(),
  joined_at: Instant,
  /** When the next period is charged; null: it is not renewed. */
  renewal_at: Instant.nullable(),
  /** Until when access is paid for; null: it never was. */
  expires_at: Instant.nullable(),
  auto_renew: z.boolean(),
  /** Of the last charge, for readers who may see payments; null: nothing was charged. */
  payment_id: Id.nullable(),
  payment_state: PaymentState.nullable(),
  /** Retries of it after it failed, and when the next one is. */
  retries: Count,
  retry_at: Instant.nullable(),
  /** When access ended, by removal or by time. */
  ended_at: Instant.nullable(),
  version: z.number().int(),
}

export const Subscriber = z.object({
  ...fields,
  /** Null of a user whom the reader does not see. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  /** The phone or email, with its middle hidden. */
  masked: z.string(),
})
export type Subscriber = z.infer<typeof Subscriber>

/** What the file of a subscription and that of a person have in common. */
const exported = [
  'status',
  'period',
  'fee',
  'currency',
  'joined_at',
  'renewal_at',
  'expires_at',
  'auto_renew',
  'payment_state',
  'retries',
  'retry_at',
  'ended_at',
] as const

/** Who pays for what is personal data: readers of the subscription alone do not see it. */
const seesSubscribers = { subscription: ['GET'], user: ['GET_SUBSCRIPTIONS'] } as const

export const subscribers = list({
  says: { failed: 'Fetch subscribers failed' },
  path: `${subscriptionPath}/subscribers`,
  summary: 'Subscribers of a subscription or pass',
  access: seesSubscribers,
  on: onSubscription,
  params: SubscriptionRef,
  staleOn: ['subscription', 'payment'],
  row: Subscriber,
  filters: {
    /** Part of the name of a user whom the reader sees. */
    q: searchText,
    /** The one whose panel is open, wherever it is in the list. */
    id: ownFilter(Id.optional()),
    status: anyOf(SubscriberStatus),
    period: anyOf(PassPeriod),
    auto_renew: anyOf(YesNo),
    /** Who takes one of the places now. */
    holds_place: anyOf(YesNo),
    joined_at: age,
  },
  sortBy: ['joined_at', 'status', 'period', 'user_name', 'renewal_at', 'expires_at', 'id'],
  order: 'desc',
  exports: ['id', 'user_id', 'user_name', ...exported],
})
export const listSubscribers = subscribers.route

export const UserSubscription = z.object({
  ...fields,
  subscription_name: z.string(),
})
export type UserSubscription = z.infer<typeof UserSubscription>

/** Of one person, those of subscriptions that the reader may see. */
export const userSubscriptions = list({
  says: { failed: 'Fetch user subscriptions failed' },
  path: '/user/v1/users/:user_id/subscriptions',
  summary: 'Subscriptions and passes of a user',
  access: { user: ['GET_SUBSCRIPTIONS'] },
  on: onUser.on,
  params: onUser.params,
  staleOn: ['subscription', 'payment', 'user'],
  row: UserSubscription,
  filters: {
    /** The one whose panel is open, wherever it is in the list. */
    id: ownFilter(Id.optional()),
    status: anyOf(SubscriberStatus),
  },
  sortBy: ['joined_at', 'subscription_name', 'status', 'renewal_at', 'expires_at', 'id'],
  order: 'desc',
  exports: ['id', 'subscription_id', 'subscription_name', ...exported],
})
export const listUserSubscriptions = userSubscriptions.route

const SubscriberRef = SubscriptionRef.extend({ subscriber_id: Id })
const subscriberPath = `${subscriptionPath}/subscribers/:subscriber_id`
const changes = [listSubscriptions, listUserSubscriptions, listPayments] as const

export const NewSubscriber = z.strictObject({
  /** A phone number with its country code, an email address or an id. */
  user: requiredLine('User', 1, 254),
  period: PassPeriod,
  auto_renew: z.boolean().default(true),
  /** What the person at the console saw; another one is refused. */
  fee_minor: Count,
})
export type NewSubscriber = z.output<typeof NewSubscriber>

export const addSubscriber = route({
  method: 'POST',
  path: `${subscriptionPath}/subscribers`,
  summary: 'Subscribe a user and charge the first period',
  says: { failed: 'Add user failed', done: 'User subscribed' },
  access: { subscription: ['ADDUSERS'], user: ['GET_SUBSCRIPTIONS'] },
  on: onSubscription,
  params: SubscriptionRef,
  body: NewSubscriber,
  reply: Subscriber,
  changes,
})

const change = {
  method: 'POST',
  access: { subscription: ['REMOVEUSERS'], user: ['GET_SUBSCRIPTIONS'] },
  on: onSubscription,
  params: SubscriberRef,
  needsVersion: true,
  reply: Subscriber,
  changes,
} as const

/** Spec section 4: ends access at once and revokes it. */
export const removeSubscriber = route({
  ...change,
  path: `${subscriberPath}/removal`,
  summary: 'Remove a user from a subscription: access ends immediately',
  says: { failed: 'Remove user failed', done: 'User removed successfully' },
})

/** Spec section 4: keeps access until the next expiration date, then stops renewal. */
export const unsubscribeSubscriber = route({
  ...change,
  path: `${subscriberPath}/unsubscription`,
  summary: 'Unsubscribe a user: access stays until the next expiration date and is not renewed',
  says: { failed: 'Unsubscribe user failed', done: 'User unsubscribed successfully' },
})
