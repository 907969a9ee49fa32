import type { AttemptKind, EntryKind } from '@wheelhouse/contract/payments/payment-states.ts'

/** Keys of `t`. Apart from the labels of lists, which load these first. */
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

export const accountLabels: Record<string, string> = { rider: 'Rider', provider: 'Provider', revenue: 'Revenue' }
