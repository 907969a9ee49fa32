import type { AttemptKind, EntryKind, PaymentState, PaymentType } from '@wheelhouse/contract/payments/payment-states.ts'

import type { DifferenceKind } from '@wheelhouse/contract/payments/payments.ts'

/** Keys of `t`. */
export const typeLabels: Record<PaymentType, string> = {
  session: 'Session',
  subscription: 'Subscription',
  penalty: 'Penalty',
  correction: 'Correction',
}

export const stateLabels: Record<PaymentState, string> = {
  not_charged: 'Not charged',
  pending: 'Pending',
  paid: 'Paid',
  needs_approval: 'Needs approval',
  approved: 'Approved',
  cancelled: 'Cancelled',
  failed: 'Failed',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
}

export const attemptLabels: Record<AttemptKind, string> = {
  charge: 'Charge',
  retry: 'Retry',
  approval: 'Approval',
  refund: 'Refund',
  cancellation: 'Cancellation',
}

/** The state that an attempt is drawn as when it has ended like this. */
export const stateOfResult: Record<EntryKind, string> = {
  owed: 'not_charged',
  paid: 'paid',
  approved: 'approved',
  failed: 'failed',
  needs_approval: 'needs_approval',
  cancelled: 'cancelled',
  not_cancelled: 'failed',
  refunded: 'refunded',
  refund_failed: 'refund_failed',
  no_answer: 'pending',
  reinstated: 'not_charged',
}

export const entryLabels: Record<EntryKind, string> = {
  owed: 'Fee owed',
  paid: 'Paid',
  approved: 'Approved and paid',
  failed: 'Charge failed',
  needs_approval: 'Needs approval',
  cancelled: 'Cancelled, nothing is owed',
  not_cancelled: 'Could not be cancelled',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  no_answer: 'No answer from the provider',
  reinstated: 'Owed again, because it was paid after all',
}

export const differenceLabels: Record<DifferenceKind, string> = {
  missing_here: 'Missing here',
  missing_there: 'Missing at the provider',
  amount_differs: 'Amounts differ',
}

export const accountLabels: Record<string, string> = { rider: 'Rider', provider: 'Provider', revenue: 'Revenue' }
