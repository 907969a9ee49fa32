import { currencyCodes } from '@wheelhouse/contract/currencies.ts'
import type { PriceTerms } from '@wheelhouse/contract/price-lists/fee.ts'
import { t } from '../../i18n/i18n.ts'
import { CurrencyField } from '../../ui/form/currency-field.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { NumberField } from '../../ui/form/text-fields.tsx'

/** The currencies of the countries with locations come first; a person finds the others by typing. */
const near = ['EUR', 'NOK', 'SEK', 'DKK', 'GBP', 'CHF', 'USD']
const currencies = [...near, ...currencyCodes.filter((code) => !near.includes(code))]

const amounts = [
  'starting_minor',
  'minute_minor',
  'hour_minor',
  'day_minor',
  'day_cap_minor',
  'stay_cap_minor',
] as const satisfies (keyof PriceTerms)[]

export const emptyTerms: FormValues = {
  currency: 'EUR',
  starting_minor: 0,
  free_minutes: 0,
  minute_minor: 0,
  hour_minor: 0,
  day_minor: 0,
  day_cap_minor: null,
  stay_cap_minor: null,
  valid_from: null,
}

export const termsIn = (terms: PriceTerms): FormValues => ({
  currency: terms.currency,
  starting_minor: terms.starting_minor,
  free_minutes: terms.free_minutes,
  minute_minor: terms.minute_minor,
  hour_minor: terms.hour_minor,
  day_minor: terms.day_minor,
  day_cap_minor: terms.day_cap_minor,
  stay_cap_minor: terms.stay_cap_minor,
  valid_from: null,
})

/** The prices of a version and when it begins, by the clock of the place. */
export function TermsFields({ timeZone }: { timeZone: string }) {
  const { currency } = useForm().values
  const code = typeof currency === 'string' ? currency : 'EUR'
  return (
    <>
      <CurrencyField name="currency" label={t('Currency')} currencies={currencies} amounts={amounts} />
      <MoneyField
        names={['starting_minor', 'currency']}
        label={t('Starting fee')}
        currency={code}
        help={t('Charged once for each stay that is not free.')}
      />
      <NumberField
        name="free_minutes"
        label={t('Free period')}
        unit={t('min')}
        min={0}
        help={t('If the location also has free hours, the longer period applies.')}
      />
      <MoneyField names={['minute_minor', 'currency']} label={t('Per minute')} currency={code} />
      <MoneyField names={['hour_minor', 'currency']} label={t('Per hour')} currency={code} />
      <MoneyField
        names={['day_minor', 'currency']}
        label={t('Per day')}
        currency={code}
        help={t('Per calendar day. Every started minute, hour and day is charged.')}
      />
      <MoneyField
        names={['day_cap_minor', 'currency']}
        label={t('Daily cap')}
        currency={code}
        help={t('The most that a calendar day costs. Leave empty for no cap.')}
      />
      <MoneyField
        names={['stay_cap_minor', 'currency']}
        label={t('Cap per stay')}
        currency={code}
        help={t('The most that a whole stay costs, the starting fee included. Leave empty for no cap.')}
      />
      <MomentField
        name="valid_from"
        label={t('Valid from')}
        timeZone={timeZone}
        help={t('In {{zone}}. Leave empty to begin immediately.', { zone: timeZone })}
      />
    </>
  )
}
