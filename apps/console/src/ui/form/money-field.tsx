import { NumberInput, Select } from '@mantine/core'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useField, useForm, type FormManner } from './form-state.ts'
import { decimalsOf, majorOf, minorOf, moneyText, separatorsOf } from './money.ts'
import classes from './form.module.css'
import { t } from '../base/translate.ts'

type MoneyFieldProps = Omit<FieldProps, 'name'> & {
  /** Of the minor units, and of the ISO 4217 code. */
  names: readonly [amount: string, currency: string]
  /** A single currency is read-only, because there is nothing to choose. */
  currencies: readonly string[]
  isNegativeAllowed?: boolean
}

/** Reads the person's number format and keeps minor units. A change of currency keeps the typed amount. */
export function MoneyField({ names, label, help, currencies, isNegativeAllowed = false, isDisabled }: MoneyFieldProps) {
  const [amountName, currencyName] = names
  const { manner } = useForm()
  const currency = useField<unknown>({ name: currencyName, label: t('Currency') })
  const code = typeof currency.value === 'string' && currency.value !== '' ? currency.value : (currencies[0] ?? 'EUR')
  const amount = useField<unknown>({
    name: amountName,
    label,
    show: (minor) => (typeof minor === 'number' ? moneyText(minor, code, manner.language) : ''),
    check: (minor) =>
      Number.isNaN(minor)
        ? t('{{currency}} has {{count}} decimals', { currency: code, count: decimalsOf(code) })
        : undefined,
  })
  const change = (chosen: string | null): void => {
    if (chosen === null) return
    if (typeof amount.value === 'number') amount.set(minorOf(majorOf(amount.value, code), chosen))
    currency.set(chosen)
  }
  const isOff = isDisabled === true || amount.isBusy
  // Several amounts of a form may show one currency that another field sets: only that field has the id of the currency.
  const isFixed = currencies.length < 2
  return (
    <FieldFrame
      id={amount.id}
      label={label}
      help={help}
      error={amount.error ?? currency.error}
      isOptional={amount.isOptional}
    >
      <div className={classes.money}>
        <Amount field={amount} code={code} isNegativeAllowed={isNegativeAllowed} isOff={isOff} />
        <Select
          id={isFixed ? `${amount.id}-currency` : currency.id}
          aria-label={t('Currency')}
          data={[...currencies]}
          value={code}
          readOnly={isFixed}
          rightSection={isFixed ? <span /> : undefined}
          searchable={currencies.length > 7}
          allowDeselect={false}
          disabled={isOff}
          error={currency.error !== undefined}
          onChange={change}
        />
      </div>
    </FieldFrame>
  )
}

type AmountField = {
  id: string
  value: unknown
  error: string | undefined
  manner: FormManner
  set(value: unknown): void
  onBlur(): void
}

function Amount({
  field,
  code,
  isNegativeAllowed,
  isOff,
}: {
  field: AmountField
  code: string
  isNegativeAllowed: boolean
  isOff: boolean
}) {
  const { decimal, group } = separatorsOf(field.manner.language)
  const decimals = decimalsOf(code)
  return (
    <NumberInput
      id={field.id}
      classNames={{ root: classes.number }}
      hideControls
      decimalScale={decimals}
      fixedDecimalScale
      decimalSeparator={decimal}
      thousandSeparator={group}
      allowedDecimalSeparators={['.', ',']}
      allowNegative={isNegativeAllowed}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      value={typeof field.value === 'number' && !Number.isNaN(field.value) ? majorOf(field.value, code) : ''}
      error={field.error !== undefined}
      disabled={isOff}
      onChange={(typed) => field.set(minorOf(String(typed), code))}
      onBlur={field.onBlur}
    />
  )
}
