import { AppError } from '@wheelhouse/contract/errors.ts'
import { canMove, paymentMoves, refundableMinor } from '@wheelhouse/contract/payments/payment-states.ts'
import type { PaymentAction } from '@wheelhouse/contract/payments/payment-states.ts'
import type { PaymentDetails } from '@wheelhouse/contract/payments/payments.ts'
import type { Ctx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import { addAttempt, lockPayment } from './locked-payment.ts'
import { askForPayment } from './provider-answers.ts'
import { paymentById } from './one-payment.ts'

interface Wanted {
  reason: string
  /** Of a refund; other actions are about the whole payment. */
  amount_minor?: number
  /** What the amount was read in. */
  currency?: string | undefined
}

/**
 * Writes down an attempt and answers at once; the provider is asked after the commit. Two people who act at once name the same
 * version, so one of them is refused.
 */
export function movePayment(
  ctx: Ctx,
  id: string,
  action: PaymentAction,
  { reason, amount_minor, currency }: Wanted,
  version: number,
): Promise<PaymentDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const payment = await lockPayment(tx, id)
    if (!canMove(payment, action)) throw new AppError('payment_not_movable', { state: payment.state })
    const amount = amount_minor ?? payment.amount_minor
    if (currency !== undefined && currency !== payment.currency)
      throw new AppError('invalid_body', { field: 'currency' }, `currency: this payment is in ${payment.currency}`)
    const left = refundableMinor(payment)
    if (action === 'refund' && amount > left) throw new AppError('refund_too_high', { refundable_minor: left })
    assertVersion(payment.version, version)
    const kind = paymentMoves[action].attempt
    await addAttempt(tx, journal, payment, { kind, amount_minor: amount, reason, actor: personActor(ctx) })
    await ctx.jobs.send(tx, askForPayment, { payment_id: id })
    return paymentById(inside, id)
  })
}
