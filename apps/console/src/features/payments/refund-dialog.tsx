import { IconReceiptRefund } from '@tabler/icons-react'
import { refundableMinor } from '@wheelhouse/contract/payments/payment-states.ts'
import { getPayment, refundPayment } from '@wheelhouse/contract/payments/payments.ts'
import type { Payment } from '@wheelhouse/contract/payments/payments.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import classes from './payments.module.css'

interface RefundDialogProps {
  payment: Payment
  onClose: () => void
}

/** Whole or in part; the dialog starts with all that is left. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const { money } = useFormat()
  const { amount_minor, refunded_minor, currency } = payment
  const left = refundableMinor(payment)
  const params = { payment_id: payment.id }
  return (
    <Dialog opened onClose={onClose} title={t('Refund payment')} icon={IconReceiptRefund} size={480}>
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
        onDone={onClose}
        onCancel={onClose}
      >
        <MoneyField names={['amount_minor', 'currency']} label={t('Amount')} currencies={[currency]} />
        <TextAreaField name="reason" label={t('Reason')} maxLength={500} />
      </ContractForm>
    </Dialog>
  )
}
