import { DurationField } from '../ui/form/duration-field.tsx'
import type { FormValues } from '../ui/form/form-state.ts'
import { FilterForm } from './filter-form.tsx'
import { t } from '../i18n/i18n.ts'

interface DurationFormProps {
  label: string
  minutes: number | undefined
  daysAtMost: number
  onChoose: (minutes: number) => void
}

const minutesIn = ({ minutes }: FormValues): number => (typeof minutes === 'number' ? minutes : 0)

/** Days, hours and minutes, for a filter whose choices are too few. */
export const DurationForm = ({ label, minutes, daysAtMost, onChoose }: DurationFormProps) => (
  <FilterForm
    defaults={{ minutes: minutes ?? null }}
    isWhole={(values) => minutesIn(values) > 0}
    errorsOf={(values) =>
      minutesIn(values) > daysAtMost * 1_440 ? { minutes: t('At most {{count}} days', { count: daysAtMost }) } : null
    }
    onShow={(values) => onChoose(minutesIn(values))}
  >
    <DurationField name="minutes" label={label} />
  </FilterForm>
)
