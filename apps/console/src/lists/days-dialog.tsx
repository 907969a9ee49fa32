import { IconCalendar } from '@tabler/icons-react'
import { DateRangeField } from '../ui/form/date-fields.tsx'
import { daysIn } from '../ui/form/date-ranges.ts'
import type { DateRange } from '../ui/form/date-ranges.ts'
import type { FormValues } from '../ui/form/form-state.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { t } from '../i18n/i18n.ts'

interface DaysDialogProps {
  opened: boolean
  title: string
  days: DateRange | null
  /** So many days are asked for at once. */
  most?: number
  onChoose: (days: DateRange) => void
  onClose: () => void
}

const noDays = { from: '', to: '' }
const rangeIn = (values: FormValues) => values as unknown as DateRange
const isWhole = (values: FormValues): boolean => rangeIn(values).from !== '' && rangeIn(values).to !== ''

/** First and last day, by presets or in a calendar whose weeks begin as in the person's country. */
export const DaysDialog = ({ days, most, onChoose, ...dialog }: DaysDialogProps) => (
  <FilterDialog
    {...dialog}
    icon={IconCalendar}
    defaults={{ ...(days ?? noDays) }}
    isWhole={isWhole}
    errorsOf={(values) =>
      most !== undefined && isWhole(values) && daysIn(rangeIn(values)) > most
        ? { from: t('At most {{count}} days at a time', { count: most }) }
        : null
    }
    onShow={(values) => onChoose(rangeIn(values))}
  >
    <DateRangeField names={['from', 'to']} label={t('Days')} />
  </FilterDialog>
)
