import { list } from '../list.ts'
import { Payment, payments } from '../payments/payments.ts'
import { onSubscription, subscriptionPath, SubscriptionRef } from './subscriptions.ts'

/** For those who answer for a subscription and see no other payments (`GETPAYMENTS`, spec section 6). */
export const subscriptionPayments = list({
  says: { failed: 'Fetch payments failed' },
  path: `${subscriptionPath}/payments`,
  summary: 'What was paid for a subscription or pass, newest first',
  access: { subscription: ['GETPAYMENTS'] },
  on: onSubscription,
  params: SubscriptionRef,
  staleOn: ['payment', 'subscription'],
  row: Payment,
  filters: {},
  sortBy: ['created_at'],
  order: 'desc',
  exports: payments.exports,
})
export const listSubscriptionPayments = subscriptionPayments.route
