import { Button } from '@mantine/core'
import { IconBan, IconCheck, IconReceiptRefund, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { canMove, paymentMoves } from '@wheelhouse/contract/payments/payment-states.ts'
import type { PaymentAction } from '@wheelhouse/contract/payments/payment-states.ts'
import {
  approvePayment,
  cancelPayment,
  reasonAtLeast,
  refundPayment,
  retryPayment,
} from '@wheelhouse/contract/payments/payments.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import type { ConfirmComment } from '../../ui/dialogs/confirm-dialog.tsx'
import classes from './payments.module.css'

const RefundDialog = lazyComponent(() => import('./refund-dialog.tsx').then((module) => module.RefundDialog))

const reason = (): ConfirmComment => ({
  label: t('Reason'),
  minLength: reasonAtLeast,
  maxLength: 500,
  isRequired: true,
})

/** What may be done with a payment now, by its state (the contract's table) and the rights of the person. */
export function PaymentActions({ payment }: { payment: Payment }) {
  const { money } = useFormat()
  const sum = money(payment.amount_minor, payment.currency)
  const input = (answer: { comment: string }) => ({
    params: { payment_id: payment.id },
    body: { reason: answer.comment },
    version: payment.version,
  })
  const can = (action: PaymentAction): boolean => canMove(payment, action)
  return (
    <>
      {can('approve') && (
        <ActionButton
          route={approvePayment}
          input={input}
          label={t('Approve {{sum}}', { sum })}
          icon={IconCheck}
          variant="filled"
          done={t('Approval requested')}
          confirm={{
            title: t('Approve {{sum}}?', { sum }),
            children: t('The saved card is charged without the rider, although their bank requested consent.'),
            keepLabel: t('Keep waiting'),
            comment: reason(),
          }}
        />
      )}
      {can('retry') && (
        <ActionButton
          route={retryPayment}
          input={input}
          label={t('Retry {{sum}}', { sum })}
          icon={IconRefresh}
          variant="filled"
          confirm={{
            title: t('Charge {{sum}} again?', { sum }),
            children: t('The card of the rider is charged once more. Nothing has been charged so far.'),
            keepLabel: t('Keep as failed'),
            comment: reason(),
          }}
        />
      )}
      {can('refund') && <Refund payment={payment} />}
      {can('cancel') && (
        <ActionButton
          route={cancelPayment}
          input={input}
          label={t('Cancel payment')}
          icon={IconBan}
          done={t('Cancellation requested')}
          confirm={{
            title: t('Waive {{sum}}?', { sum }),
            children: t('The rider no longer owes this amount, and the card is not charged.'),
            confirmLabel: t('Cancel payment'),
            keepLabel: t('Keep payment'),
            isDanger: true,
            comment: reason(),
          }}
        />
      )}
    </>
  )
}

function Refund({ payment }: { payment: Payment }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMayDo(refundPayment)
  if (!may) return null
  return (
    <>
      <Button leftSection={<IconReceiptRefund size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Refund')}
      </Button>
      {isOpen && <RefundDialog payment={payment} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What each action is for, of those that the person holds. */
export function ActionNotes() {
  const may: Record<PaymentAction, boolean> = {
    approve: useMayDo(approvePayment),
    cancel: useMayDo(cancelPayment),
    refund: useMayDo(refundPayment),
    retry: useMayDo(retryPayment),
  }
  const notes: Record<PaymentAction, string> = {
    approve: t('Approve charges the saved card again without the rider.'),
    cancel: t('Cancel waives the fee.'),
    refund: t('Refund needs a paid charge.'),
    retry: t('Retry needs a failed one.'),
  }
  const shown = keysOf(paymentMoves).filter((action) => may[action])
  if (shown.length === 0) return null
  return <p className={classes.notes}>{shown.map((action) => notes[action]).join(' ')}</p>
}
