import type { PassPeriod, SubscriberStatus } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import type { SubscriptionStatus } from '@wheelhouse/contract/subscriptions/subscriptions.ts'

// Keys of `t`.
export const statusLabels: Record<SubscriptionStatus, string> = { active: 'Active', not_active: 'Not active' }

export const subscriberStatusLabels: Record<SubscriberStatus, string> = {
  pending: 'Pending',
  paid_ok: 'Paid',
  payment_failed: 'Payment failed',
  payment_needs_approval: 'Needs approval',
  expired: 'Expired',
  cancelled: 'Cancelled',
  not_available: 'Not available',
}

export const periodLabels: Record<PassPeriod, string> = { daily: 'Day', weekly: 'Week', monthly: 'Month' }
export const passLabels: Record<PassPeriod, string> = {
  daily: 'Day pass',
  weekly: 'Week pass',
  monthly: 'Month pass',
}

/** What the status means for access, for the person who has a caller on the line. */
export const statusMeanings: Record<SubscriberStatus, string> = {
  pending: 'The first payment has not gone through yet, so there is no access.',
  paid_ok: 'Paid: this user has access until the expiration date.',
  payment_failed: 'The payment and every retry failed. There are no further automatic retries.',
  payment_needs_approval: 'The bank asks the user to confirm the payment, or support approves it.',
  expired: 'The last period has ended.',
  cancelled: 'Removed: access ended immediately.',
  not_available: 'Access could not be given: the pass was switched off, or no place was free.',
}
