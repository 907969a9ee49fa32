import { DateRangeField } from '../ui/form/date-fields.tsx'
import { daysIn } from '../ui/form/date-ranges.ts'
import type { DateRange } from '../ui/form/date-ranges.ts'
import type { FormValues } from '../ui/form/form-state.ts'
import { FilterForm } from './filter-form.tsx'
import { t } from '../i18n/i18n.ts'

interface DaysFormProps {
  days: DateRange | null
  /** So many days are asked for at once. */
  most?: number
  onChoose: (days: DateRange) => void
}

const noDays = { from: '', to: '' }
const rangeIn = ({ from, to }: FormValues): DateRange => ({ from: String(from), to: String(to) })
const isWhole = (values: FormValues): boolean => rangeIn(values).from !== '' && rangeIn(values).to !== ''

/** First and last day, by presets or in a calendar whose weeks begin as in the person's country. */
export const DaysForm = ({ days, most, onChoose }: DaysFormProps) => (
  <FilterForm
    defaults={{ ...(days ?? noDays) }}
    isWhole={isWhole}
    errorsOf={(values) =>
      most !== undefined && isWhole(values) && daysIn(rangeIn(values)) > most
        ? { from: t('At most {{count}} days at a time', { count: most }) }
        : null
    }
    onShow={(values) => onChoose(rangeIn(values))}
  >
    <DateRangeField names={['from', 'to']} label={t('Days')} isOpen />
  </FilterForm>
)
