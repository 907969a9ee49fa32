import { useState } from 'react'
import { SelectField } from './choice-fields.tsx'
import type { FieldProps } from './field-frame.tsx'
import { useForm } from './form-state.ts'
import { amountsInCurrency } from './money.ts'

type CurrencyFieldProps = FieldProps & {
  currencies: readonly string[]
  /** The amounts that are in it, each the first name of a `MoneyField`. */
  amounts: readonly string[]
}

/** The one currency of several amounts. A change of it keeps the typed amounts (`amountsInCurrency`). */
export function CurrencyField({ currencies, amounts, ...field }: CurrencyFieldProps) {
  const { values } = useForm()
  const before = values[field.name]
  const [converted] = useState(amountsInCurrency)
  return (
    <SelectField
      {...field}
      options={currencies.map((value) => ({ value, label: value }))}
      follow={(chosen) =>
        typeof before === 'string'
          ? Object.fromEntries(amounts.map((amount) => [amount, converted(amount, values[amount], before, chosen)]))
          : {}
      }
    />
  )
}
