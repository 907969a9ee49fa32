import type { PaymentState, PaymentType } from '@wheelhouse/contract/payments/payment-states.ts'

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
