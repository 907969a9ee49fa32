import {
  approvePayment,
  cancelPayment,
  getPayment,
  getPaymentTotals,
  listPaymentEvents,
  paymentDifferences,
  payments,
  refundPayment,
  retryPayment,
} from '@wheelhouse/contract/payments/payments.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import { subscriptionPayments } from '@wheelhouse/contract/subscriptions/subscription-payments.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { amountCell } from '../../lists/amount-cell.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { movePayment } from './payments.ts'
import { paymentById } from './one-payment.ts'
import { differenceList, paymentList, paymentTotals, subscriptionPaymentList } from './queries.ts'
import { webhookRoutes } from './webhooks.ts'

const amount = (of: (row: Payment) => number) => (row: Payment) => amountCell(of(row), row.currency)
const cells = {
  amount: amount((row) => row.amount_minor),
  refunded: amount((row) => row.refunded_minor),
  net: amount((row) => row.captured_minor - row.refunded_minor),
}

export function paymentRoutes(on: On): void {
  webhookRoutes(on)
  serveList(on, payments, paymentList, { cells })
  serveList(on, subscriptionPayments, subscriptionPaymentList, { cells })
  serveList(on, paymentDifferences, differenceList, {
    cells: {
      ours: ({ ours_minor, currency }) => amountCell(ours_minor, currency),
      theirs: ({ theirs_minor, currency }) => amountCell(theirs_minor, currency),
    },
  })
  serve(on, getPaymentTotals, ({ query }, ctx) => paymentTotals(ctx, query))
  serve(on, getPayment, ({ params }, ctx) => paymentById(ctx, params.payment_id))
  serveEvents(on, listPaymentEvents)
  serve(on, refundPayment, ({ params, body, version }, ctx) =>
    movePayment(ctx, params.payment_id, 'refund', body, version),
  )
  serve(on, retryPayment, ({ params, body, version }, ctx) =>
    movePayment(ctx, params.payment_id, 'retry', body, version),
  )
  serve(on, approvePayment, ({ params, body, version }, ctx) =>
    movePayment(ctx, params.payment_id, 'approve', body, version),
  )
  serve(on, cancelPayment, ({ params, body, version }, ctx) =>
    movePayment(ctx, params.payment_id, 'cancel', body, version),
  )
}
