import { Button } from '@mantine/core'
import { IconBan, IconCheck, IconReceiptRefund, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { canMove, paymentMoves, refundableMinor } from '@wheelhouse/contract/payments/payment-states.ts'
import type { PaymentAction } from '@wheelhouse/contract/payments/payment-states.ts'
import {
  approvePayment,
  cancelPayment,
  getPayment,
  reasonAtLeast,
  refundPayment,
  retryPayment,
} from '@wheelhouse/contract/payments/payments.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import { call } from '../../api/api.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ConfirmComment } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import classes from './payments.module.css'

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

/** Whole or in part; the dialog starts with all that is left. */
function Refund({ payment }: { payment: Payment }) {
  const [isOpen, setOpen] = useState(false)
  const { money } = useFormat()
  const may = useMayDo(refundPayment)
  if (!may) return null
  const { amount_minor, refunded_minor, currency } = payment
  const left = refundableMinor(payment)
  const params = { payment_id: payment.id }
  const close = (): void => setOpen(false)
  return (
    <>
      <Button leftSection={<IconReceiptRefund size={15} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Refund')}
      </Button>
      {isOpen && (
        <Dialog opened onClose={close} title={t('Refund payment')} icon={IconReceiptRefund} size={480}>
          <p className={classes.explain}>
            {refunded_minor > 0
              ? t('{{left}} of {{sum}} can be refunded; {{refunded}} is already refunded.', {
                  left: money(left, currency),
                  sum: money(amount_minor, currency),
                  refunded: money(refunded_minor, currency),
                })
              : t('Up to {{left}} is returned to {{method}}. This cannot be undone.', {
                  left: money(left, currency),
                  method: payment.method || t('the card'),
                })}
          </p>
          <ContractForm
            route={refundPayment}
            params={params}
            defaults={{ amount_minor: left, currency, reason: '' }}
            version={payment.version}
            fresh={() => call(getPayment, { params })}
            isNew
            hasDraft={false}
            saveLabel={t('Refund')}
            cancelLabel={t('Keep payment')}
            onDone={close}
            onCancel={close}
          >
            <MoneyField names={['amount_minor', 'currency']} label={t('Amount')} currencies={[currency]} />
            <TextAreaField name="reason" label={t('Reason')} maxLength={500} />
          </ContractForm>
        </Dialog>
      )}
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
