import { IconUserPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import { passPeriods } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import type { PassPeriod } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import { addSubscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { feeFieldOf } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { SwitchField, TextField } from '../../ui/form/text-fields.tsx'
import { passLabels } from './subscription-labels.ts'
import classes from './subscriptions.module.css'

interface AddSubscriberDialogProps {
  row: Subscription
  onClose: () => void
}

/** Support subscribes a caller: the saved card is charged, and access begins when it is paid. */
export function AddSubscriberDialog({ row, onClose }: AddSubscriberDialogProps) {
  const offered = passPeriods.filter((period) => row[feeFieldOf[period]] !== null)
  const period = offered.at(-1) ?? 'monthly'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Add a subscriber to {{name}}', { name: row.name })}
      icon={IconUserPlus}
      size={480}
    >
      <p className={classes.help}>
        {t('The user’s saved card is charged immediately. Access begins as soon as the payment succeeds.')}
      </p>
      <ContractForm
        route={addSubscriber}
        params={{ subscription_id: row.id }}
        defaults={{ user: '', period, auto_renew: true, fee_minor: row[feeFieldOf[period]] ?? 0 }}
        saveLabel={t('Subscribe')}
        onDone={onClose}
        onCancel={onClose}
        hasDraft={false}
      >
        <TextField
          name="user"
          label={t('User')}
          maxLength={254}
          help={t('Phone number with country code, email or user ID.')}
        />
        <PassField row={row} offered={offered} />
        <SwitchField name="auto_renew" label={t('Auto-renew')} sentence={t('Charge each next period automatically')} />
      </ContractForm>
    </Dialog>
  )
}

/** The fee that is sent is the one that is shown here: if it has changed since, nothing is charged. */
function PassField({ row, offered }: { row: Subscription; offered: readonly PassPeriod[] }) {
  const { money } = useFormat()
  const { values, set } = useForm()
  const follow = useEffectEvent((period: unknown) => {
    const field = valueIn(feeFieldOf, period)
    const fee = field && row[field]
    if (fee !== undefined && fee !== null && fee !== values.fee_minor) set({ fee_minor: fee })
  })
  useEffect(() => follow(values.period), [values.period])
  const feeText = (period: PassPeriod): string => {
    const fee = row[feeFieldOf[period]] ?? 0
    return fee === 0 ? t('free') : money(fee, row.currency)
  }
  return (
    <SelectField
      name="period"
      label={t('Pass')}
      options={offered.map((value) => ({ value, label: `${t(passLabels[value])}, ${feeText(value)}` }))}
    />
  )
}
