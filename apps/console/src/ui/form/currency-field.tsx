import { SelectField } from './choice-fields.tsx'
import type { FieldProps } from './field-frame.tsx'
import { useForm } from './form-state.ts'
import { inCurrency } from './money.ts'

type CurrencyFieldProps = FieldProps & {
  currencies: readonly string[]
  /** The amounts that are in it, each the first name of a `MoneyField`. */
  amounts: readonly string[]
}

/** The one currency of several amounts. A change of it keeps the typed amounts. */
export function CurrencyField({ currencies, amounts, ...field }: CurrencyFieldProps) {
  const { values } = useForm()
  const before = values[field.name]
  return (
    <SelectField
      {...field}
      options={currencies.map((value) => ({ value, label: value }))}
      follow={(chosen) =>
        typeof before === 'string'
          ? Object.fromEntries(amounts.map((amount) => [amount, inCurrency(values[amount], before, chosen)]))
          : {}
      }
    />
  )
}
