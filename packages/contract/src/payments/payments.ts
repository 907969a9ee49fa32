import * as z from 'zod'
import { Currency } from '../currencies.ts'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, localDays, ownFilter } from '../list.ts'
import type { QueryOfList } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLines } from '../texts.ts'
import { AttemptKind, EntryKind, paymentMoves, PaymentState, PaymentType } from './payment-states.ts'

export const Payment = z.object({
  id: Id,
  type: PaymentType,
  state: PaymentState,
  /** Minor units of the currency. */
  amount_minor: z.number().int(),
  captured_minor: z.number().int(),
  refunding_minor: z.number().int(),
  refunded_minor: z.number().int(),
  currency: z.string(),
  parking_session_id: Id.nullable(),
  rental_session_id: Id.nullable(),
  subscription_id: Id.nullable(),
  /** Where the session was; null for other payments, and for a reader who does not see the location. */
  location_id: Id.nullable(),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
  /** Who it is needs `user: ['GET']`; null without. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  provider: z.string(),
  /** The card, as its owner knows it: `Visa 4242`. */
  method: z.string(),
  /** What the provider said last, in its own words. */
  provider_result: z.string().nullable(),
  /** Why the last action was done. */
  reason: z.string().nullable(),
  /** The provider's name of the payment. */
  reference: z.string().nullable(),
  /** Attempts that the provider has not answered. */
  waiting: z.array(AttemptKind),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type Payment = z.infer<typeof Payment>

export const PaymentAttempt = z.object({
  id: Id,
  number: z.number().int(),
  kind: AttemptKind,
  amount_minor: z.number().int(),
  reason: z.string(),
  actor_kind: z.string(),
  actor_name: z.string().nullable(),
  created_at: Instant,
  /** How it ended; null while the provider has not answered. */
  result: EntryKind.nullable(),
  provider_result: z.string().nullable(),
  reference: z.string().nullable(),
  ended_at: Instant.nullable(),
})
export type PaymentAttempt = z.infer<typeof PaymentAttempt>

export const PaymentEntry = z.object({
  id: Id,
  number: z.number().int(),
  kind: EntryKind,
  amount_minor: z.number().int(),
  debit: z.string().nullable(),
  credit: z.string().nullable(),
  provider_result: z.string().nullable(),
  at: Instant,
})
export type PaymentEntry = z.infer<typeof PaymentEntry>

export const PaymentDetails = Payment.extend({
  /** The newest first. */
  attempts: z.array(PaymentAttempt),
  /** In their order. */
  entries: z.array(PaymentEntry),
  /** When the provider is asked again; null while nothing waits for it. */
  due_at: Instant.nullable(),
})
export type PaymentDetails = z.infer<typeof PaymentDetails>

const path = '/payment/v1/payments'
const one = {
  access: { payment: ['GET'] },
  on: { payment: 'payment_id' },
  params: z.strictObject({ payment_id: Id }),
} as const

export const payments = list({
  path,
  summary: 'Payments that the caller may see, newest first',
  says: { failed: 'Fetch payments failed' },
  access: { payment: ['GET'] },
  row: Payment,
  filters: {
    /** Created at or after. */
    from: ownFilter(Instant.optional()),
    /** Created before. */
    to: ownFilter(Instant.optional()),
    days: localDays,
    state: anyOf(PaymentState),
    type: anyOf(PaymentType),
    currency: anyOf(Currency),
    location_id: anyOf(Id),
    /** In any part at a location that the reader sees, or owner of the fleet or subscription, where the reader sees the owner. */
    organization_id: anyOf(Id),
    /** Those of a dashboard, as its charts count them. One that the reader does not see finds nothing. */
    dashboard_id: ownFilter(Id.optional()),
    user_id: ownFilter(Id.optional()),
    subscription_id: ownFilter(Id.optional()),
    /** The provider's name of the payment, whole. */
    reference: ownFilter(z.string().trim().min(1).max(200).optional()),
  },
  exports: [
    ...(['id', 'created_at', 'type', 'parking_session_id', 'rental_session_id', 'subscription_id'] as const),
    ...(['location_code', 'location_label', 'user_id', 'user_name', 'amount', 'refunded', 'net', 'currency'] as const),
    ...(['state', 'provider', 'method', 'provider_result', 'reason', 'reference', 'updated_at'] as const),
  ],
  isSearched: true,
})
export const listPayments = payments.route
export type PaymentQuery = QueryOfList<typeof payments>

export const PaymentTotals = z.object({
  totals: z.array(
    z.object({
      currency: z.string(),
      payments: z.number().int(),
      charged_minor: z.number().int(),
      captured_minor: z.number().int(),
      refunded_minor: z.number().int(),
      /** Owed and neither captured nor cancelled. */
      open_minor: z.number().int(),
    }),
  ),
  /** False: only the newest `paymentsSummed` of the filter were added up. */
  is_exact: z.boolean(),
})
export type PaymentTotals = z.infer<typeof PaymentTotals>
export const paymentsSummed = 50_000

export const getPaymentTotals = route({
  method: 'GET',
  path: '/payment/v1/payment-totals',
  summary: 'Sums of the payments of a filter, by currency',
  says: { failed: 'Fetch payments failed' },
  access: { payment: ['GET'] },
  query: payments.filter,
  reply: PaymentTotals,
})

export const getPayment = route({
  ...one,
  method: 'GET',
  path: `${path}/:payment_id`,
  summary: 'One payment with its attempts and the entries of the journal',
  says: { failed: 'Fetch payment failed' },
  reply: PaymentDetails,
})
/** Who sees a payment sees what happened to it. */
export const listPaymentEvents = eventsOf(getPayment, { payment: ['GET'] })

export const differenceKinds = ['missing_here', 'missing_there', 'amount_differs'] as const
export const DifferenceKind = z.enum(differenceKinds)
export type DifferenceKind = z.infer<typeof DifferenceKind>

export const PaymentDifference = z.object({
  id: Id,
  day: z.iso.date(),
  kind: DifferenceKind,
  movement: z.enum(['charge', 'refund']),
  provider: z.string(),
  reference: z.string(),
  /** Null where only the provider knows of it. */
  payment_id: Id.nullable(),
  ours_minor: z.number().int().nullable(),
  theirs_minor: z.number().int().nullable(),
  currency: z.string(),
  status: z.enum(['open', 'resolved']),
  found_at: Instant,
  resolved_at: Instant.nullable(),
})
export type PaymentDifference = z.infer<typeof PaymentDifference>

/** Seen with the payment; what no payment explains is for those who see all payments. */
export const paymentDifferences = list({
  path: '/payment/v1/payment-differences',
  summary: 'What the daily comparison with the provider found',
  says: { failed: 'Fetch payments failed' },
  access: { payment: ['GET'] },
  row: PaymentDifference,
  filters: {
    status: anyOf(z.enum(['open', 'resolved'])),
    kind: anyOf(DifferenceKind),
    found_at: age,
  },
  sortBy: ['found_at', 'day', 'kind', 'status', 'id'],
  order: 'desc',
  exports: [
    ...([
      'id',
      'day',
      'kind',
      'movement',
      'provider',
      'reference',
      'payment_id',
      'ours',
      'theirs',
      'currency',
    ] as const),
    ...(['status', 'found_at', 'resolved_at'] as const),
  ],
})
export const listPaymentDifferences = paymentDifferences.route

/** Stripe's signed messages. They only say which payment to ask the provider about. */
export const stripeWebhook = route({
  method: 'POST',
  path: '/payment/v1/webhooks/stripe',
  summary: 'Messages of the payment provider',
  access: { public: 'the provider has no token; it signs each message' },
})

export const reasonAtLeast = 10
const Reason = requiredLines('Reason', reasonAtLeast, 500)
const changes = [listPayments, getPaymentTotals] as const
const move = {
  method: 'POST',
  on: one.on,
  params: one.params,
  needsVersion: true,
  reply: PaymentDetails,
  changes,
} as const

export const refundPayment = route({
  ...move,
  path: `${path}/:payment_id/refunds`,
  summary: 'Refund a payment, whole or in part',
  says: { failed: 'Refund payment failed', done: 'Refund requested' },
  access: { payment: [paymentMoves.refund.needs] },
  body: z.strictObject({
    amount_minor: z.number('Amount is required').int('Amount: too many decimals').min(1, 'Amount: more than 0'),
    /** What the amount was read in; one that is not the payment's is refused. */
    currency: Currency.optional(),
    reason: Reason,
  }),
})
export const retryPayment = route({
  ...move,
  path: `${path}/:payment_id/retries`,
  summary: 'Charge a failed payment again',
  says: { failed: 'Retry payment failed', done: 'Payment retried' },
  access: { payment: [paymentMoves.retry.needs] },
  body: z.strictObject({ reason: Reason }),
})
export const approvePayment = route({
  ...move,
  path: `${path}/:payment_id/approvals`,
  summary: 'Charge the saved card without the rider, for a payment that needs approval',
  says: { failed: 'Approve payment failed', done: 'Payment approved' },
  access: { payment: [paymentMoves.approve.needs] },
  body: z.strictObject({ reason: Reason }),
})
export const cancelPayment = route({
  ...move,
  path: `${path}/:payment_id/cancellations`,
  summary: 'Cancel a payment that is pending or needs approval',
  says: { failed: 'Cancel payment failed', done: 'Payment cancelled' },
  access: { payment: [paymentMoves.cancel.needs] },
  body: z.strictObject({ reason: Reason }),
})
