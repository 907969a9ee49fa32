import { NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useField, useForm, type FormManner } from './form-state.ts'
import { amountsInCurrency, decimalsOf, majorOf, minorOf, moneyText, separatorsOf } from './money.ts'
import classes from './form.module.css'
import { t } from '../base/translate.ts'

/** A single currency is read-only, because there is nothing to choose. */
interface ChosenHere {
  currencies: readonly string[]
  currency?: never
}

/** A `CurrencyField` of the form sets it: that one has the id by which a wrong currency is found, and says what is wrong. */
interface SetElsewhere {
  currency: string
  currencies?: never
}

type MoneyFieldProps = Omit<FieldProps, 'name'> &
  (ChosenHere | SetElsewhere) & {
    /** Of the minor units, and of the ISO 4217 code. */
    names: readonly [amount: string, currency: string]
    isNegativeAllowed?: boolean
  }

/** Reads the person's number format and keeps minor units. A change of currency keeps the typed amount (`amountsInCurrency`). */
export function MoneyField({ names, label, help, isNegativeAllowed = false, isDisabled, ...which }: MoneyFieldProps) {
  const [amountName, currencyName] = names
  const { manner } = useForm()
  const isSetElsewhere = which.currency !== undefined
  const currencies = which.currencies ?? [which.currency]
  const currency = useField<unknown>({ name: currencyName, label: t('Currency') })
  const code = typeof currency.value === 'string' && currency.value !== '' ? currency.value : (currencies[0] ?? 'EUR')
  const currencyError = isSetElsewhere ? undefined : currency.error
  const amount = useField<unknown>({
    name: amountName,
    label,
    show: (minor) => (typeof minor === 'number' ? moneyText(minor, code, manner.language) : ''),
    check: (minor) =>
      Number.isNaN(minor)
        ? t('{{currency}} has {{count}} decimals', { currency: code, count: decimalsOf(code) })
        : undefined,
  })
  const [converted] = useState(amountsInCurrency)
  const change = (chosen: string | null): void => {
    if (chosen === null) return
    amount.set(converted(amountName, amount.value, code, chosen))
    currency.set(chosen)
  }
  const isOff = isDisabled === true || amount.isBusy
  const isFixed = currencies.length < 2
  return (
    <FieldFrame
      id={amount.id}
      label={label}
      help={help}
      error={amount.error ?? currencyError}
      isOptional={amount.isOptional}
    >
      <div className={classes.money}>
        <Amount field={amount} code={code} isNegativeAllowed={isNegativeAllowed} isOff={isOff} />
        <Select
          id={isSetElsewhere ? `${amount.id}-currency` : currency.id}
          aria-label={t('Currency')}
          data={[...currencies]}
          value={code}
          readOnly={isFixed}
          rightSection={isFixed ? <span /> : undefined}
          searchable={currencies.length > 7}
          allowDeselect={false}
          disabled={isOff}
          error={currencyError !== undefined}
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
