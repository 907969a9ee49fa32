import { IconCalendarOff, IconCoin, IconCoins, IconPencil } from '@tabler/icons-react'
import { currencyCodes } from '@wheelhouse/contract/currencies.ts'
import { feePeriods, feeServices } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import { serviceFeeFields, serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { ServiceFee } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { DateField } from '../../ui/form/date-fields.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { ownerParams } from './fee-calls.ts'
import type { Payer } from './fee-calls.ts'
import { periodLabels, serviceLabels } from './fee-labels.ts'

/** The currencies of the countries with locations come first; a person finds the others by typing. */
const near = ['EUR', 'NOK', 'SEK', 'DKK', 'GBP', 'CHF', 'USD']
const currencies = [...near, ...currencyCodes.filter((code) => !near.includes(code))]

interface NewFeeDialogProps {
  payer: Payer
  /** The present day, which is the default start of the fee. */
  today: string
  /** The initial choice: the currency that the person chose last. */
  currency: string
  onDone: (fee: ServiceFee) => void
  onClose: () => void
}

export const NewFeeDialog = ({ payer, today, currency, onDone, onClose }: NewFeeDialogProps) => (
  <Dialog opened onClose={onClose} title={t('New service fee')} icon={IconCoins} size={520}>
    <ContractForm
      route={serviceFeesOf[payer.type].create}
      params={ownerParams(payer)}
      defaults={{
        service: null,
        comment: '',
        fee: null,
        currency,
        period: 'monthly',
        start_date: today,
        end_date: null,
      }}
      saveLabel={t('Create')}
      onDone={onDone}
      onCancel={onClose}
    >
      <Fields />
    </ContractForm>
  </Dialog>
)

interface FeeDialogProps {
  fee: ServiceFee
  onClose: () => void
}

/** The name of the dialog, whatever is done with the fee. */
const titleOf = (fee: ServiceFee): string => t(serviceLabels[fee.service])

const common = (fee: ServiceFee, onClose: () => void) => {
  const payer = { type: fee.resource_type, id: fee.resource_id }
  const params = { ...ownerParams(payer), [`${payer.type}_fee_id`]: fee.id }
  return {
    routes: serviceFeesOf[payer.type],
    form: {
      params,
      version: fee.version,
      fresh: () => call(serviceFeesOf[payer.type].get, { params }),
      onDone: onClose,
      onCancel: onClose,
    },
  }
}

export function EditFeeDialog({ fee, onClose }: FeeDialogProps) {
  const { routes, form } = common(fee, onClose)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Edit {{service}}', { service: titleOf(fee) })}
      icon={IconPencil}
      size={520}
    >
      <ContractForm {...form} route={routes.update} defaults={valuesIn(fee, serviceFeeFields)}>
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

export function EndFeeDialog({ fee, onClose }: FeeDialogProps) {
  const { routes, form } = common(fee, onClose)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('End {{service}}', { service: titleOf(fee) })}
      icon={IconCalendarOff}
      size={440}
    >
      <ContractForm {...form} route={routes.end} defaults={{ end_date: fee.end_date }} saveLabel={t('End')}>
        <DateField name="end_date" label={t('Last day')} min={fee.start_date} help={t('Charged through this day.')} />
      </ContractForm>
    </Dialog>
  )
}

export function PaidFeeDialog({ fee, onClose }: FeeDialogProps) {
  const zone = useUser((state) => state.userPreferences.timezone)
  const { routes, form } = common(fee, onClose)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('{{service}} paid', { service: titleOf(fee) })}
      icon={IconCoin}
      size={440}
    >
      <ContractForm {...form} route={routes.pay} defaults={{ paid_at: fee.paid_at }}>
        <MomentField
          name="paid_at"
          label={t('Paid at')}
          timeZone={zone}
          help={t('When it was last paid, in {{zone}}. Leave empty if it was never paid.', { zone })}
        />
      </ContractForm>
    </Dialog>
  )
}

const Fields = () => (
  <>
    <SelectField
      name="service"
      label={t('Service')}
      options={feeServices.map((value) => ({ value, label: t(serviceLabels[value]) }))}
    />
    <MoneyField names={['fee', 'currency']} label={t('Fee')} currencies={currencies} />
    <SelectField
      name="period"
      label={t('Period')}
      options={feePeriods.map((value) => ({ value, label: t(periodLabels[value].word) }))}
    />
    <DateField name="start_date" label={t('First day')} />
    <DateField name="end_date" label={t('Last day')} help={t('Leave empty for no end date.')} />
    <TextAreaField name="comment" label={t('Comment')} maxLength={500} />
  </>
)
