import * as z from 'zod'

/** Spec section 3: the seven statuses of a subscriber. */
export const subscriberStatuses = [
  ...(['pending', 'paid_ok', 'payment_failed', 'payment_needs_approval'] as const),
  ...(['expired', 'cancelled', 'not_available'] as const),
] as const
export const SubscriberStatus = z.enum(subscriberStatuses)
export type SubscriberStatus = z.infer<typeof SubscriberStatus>

/** Spec section 9. */
export const passPeriods = ['daily', 'weekly', 'monthly'] as const
export const PassPeriod = z.enum(passPeriods, 'Period is required')
export type PassPeriod = z.infer<typeof PassPeriod>

/** What can be done with a subscriber (spec section 4). */
export const subscriberActions = ['remove', 'unsubscribe'] as const
export type SubscriberAction = (typeof subscriberActions)[number]

interface SubscriberNow {
  holds_place: boolean
  auto_renew: boolean
  expires_at: string | null
}

/**
 * Remove ends access at once and revokes it, so it is possible while there is a place to lose. Unsubscribe keeps access until
 * the next expiration date, so there must be one, and a renewal to stop. One rule for the button, the server and the test.
 */
export function canChangeSubscriber(subscriber: SubscriberNow, action: SubscriberAction, now: number): boolean {
  const { holds_place, auto_renew, expires_at } = subscriber
  if (action === 'remove') return holds_place
  return holds_place && auto_renew && expires_at !== null && Date.parse(expires_at) > now
}

/** Retries after a failed charge; then the status is `payment_failed`. */
export const retriesAtMost = 3

const hourMs = 3_600_000
/** How long before its end a period is charged again, so that all retries end while it is still valid. */
export const renewalLeadMs: Record<PassPeriod, number> = {
  daily: 2 * hourMs,
  weekly: 24 * hourMs,
  monthly: 72 * hourMs,
}

/**
 * A charge that nobody settles is let go, and its place with it, so long after it or after the end of the last period: later
 * than the last retry of any period.
 */
export const keptOpenMs = 96 * hourMs
