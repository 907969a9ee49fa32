import type { FormValues } from '../ui/form/form-state.ts'
import { NumberField } from '../ui/form/text-fields.tsx'
import { t } from '../i18n/i18n.ts'
import { FilterForm } from './filter-form.tsx'

interface AgeFormProps {
  days: number | undefined
  onChoose: (days: number) => void
}

/** As in the contract: ten years. */
const daysAtMost = 3660
const daysIn = ({ days }: FormValues): number => (typeof days === 'number' ? days : 0)

/** A number of days, for a filter by age whose choices are too few. */
export const AgeForm = ({ days, onChoose }: AgeFormProps) => (
  <FilterForm
    defaults={{ days: days ?? null }}
    isWhole={(values) => daysIn(values) > 0}
    errorsOf={(values) =>
      daysIn(values) > daysAtMost ? { days: t('At most {{count}} days', { count: daysAtMost }) } : null
    }
    onShow={(values) => onChoose(daysIn(values))}
  >
    <NumberField name="days" label={t('Days')} min={1} max={daysAtMost} />
  </FilterForm>
)
