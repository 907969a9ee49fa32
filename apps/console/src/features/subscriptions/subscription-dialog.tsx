import { IconPencil, IconTicket } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { currencyCodes } from '@wheelhouse/contract/currencies.ts'
import {
  capacityAtMost,
  createSubscription,
  getSubscription,
  subscriptionFields,
  updateSubscription,
} from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { call } from '../../api/api.ts'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { timeZones } from '../../i18n/time-zones.ts'
import { useUser } from '../../stores/user-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { CurrencyField } from '../../ui/form/currency-field.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { NumberField, SwitchField, TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import classes from './subscriptions.module.css'

const near = ['EUR', 'NOK', 'SEK', 'DKK', 'GBP', 'CHF', 'USD']
const currencies = [...near, ...currencyCodes.filter((code) => !near.includes(code))]

const empty = {
  name: '',
  description: '',
  max_capacity: 50,
  currency: 'EUR',
  day_fee_minor: null,
  week_fee_minor: null,
  month_fee_minor: null,
  is_exclusive: true,
}

interface NewSubscriptionDialogProps {
  onDone: (subscription: Subscription) => void
  onClose: () => void
}

export function NewSubscriptionDialog({ onDone, onClose }: NewSubscriptionDialogProps) {
  const time_zone = useUser(({ userPreferences }) => userPreferences.timezone)
  return (
    <Dialog opened onClose={onClose} title={t('New subscription')} icon={IconTicket} size={560}>
      <p className={classes.help}>
        {t('The subscription starts switched off. Add its locations first, then switch the subscription on.')}
      </p>
      <ContractForm
        route={createSubscription}
        defaults={{ ...empty, time_zone }}
        saveLabel={t('Create')}
        onDone={onDone}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

export function EditSubscriptionDialog({ row, onClose }: { row: Subscription; onClose: () => void }) {
  const params = { subscription_id: row.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{name}}', { name: row.name })} icon={IconPencil} size={560}>
      {row.places_taken > 0 && (
        <p className={classes.help}>
          {t('Each subscriber keeps the fee of the day of joining. New fees are for users who join from now on.')}
        </p>
      )}
      <ContractForm
        route={updateSubscription}
        params={params}
        defaults={valuesIn(row, subscriptionFields)}
        version={row.version}
        fresh={() => call(getSubscription, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

function Fields() {
  const { currency } = useForm().values
  const code = typeof currency === 'string' ? currency : 'EUR'
  const notOffered = t('Leave empty if the pass is not offered. 0 is free of charge.')
  return (
    <>
      <TextField name="name" label={t('Name')} maxLength={64} />
      <TextAreaField name="description" label={t('Description')} maxLength={500} />
      <NumberField
        name="max_capacity"
        label={t('Max capacity')}
        min={1}
        max={capacityAtMost}
        help={t('The highest number of subscribers at the same time.')}
      />
      <CurrencyField
        name="currency"
        label={t('Currency')}
        currencies={currencies}
        amounts={['day_fee_minor', 'week_fee_minor', 'month_fee_minor']}
      />
      <MoneyField names={['day_fee_minor', 'currency']} label={t('Day pass')} currency={code} help={notOffered} />
      <MoneyField names={['week_fee_minor', 'currency']} label={t('Week pass')} currency={code} />
      <MoneyField names={['month_fee_minor', 'currency']} label={t('Month pass')} currency={code} />
      <ZoneField />
      <SwitchField
        name="is_exclusive"
        label={t('Locks')}
        sentence={t('Only subscribers and allowlists open the locks')}
        help={t('When off, everyone can use the locks, and subscribers park free of charge.')}
      />
    </>
  )
}

function ZoneField() {
  const { values } = useForm()
  const chosen = typeof values.time_zone === 'string' ? values.time_zone : 'UTC'
  const [opened] = useState(() => new Date())
  const zones = useMemo(() => timeZones(chosen, opened), [chosen, opened])
  return (
    <SelectField
      name="time_zone"
      label={t('Time zone')}
      options={zones}
      help={t('Each period ends at the local time of day at which it began.')}
    />
  )
}
