import { IconCalendar, IconCircleCheck } from '@tabler/icons-react'
import type { Format } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import type { Filter } from '../ui/list-parts/filter-chip.tsx'
import { daysOf, spanLabels } from './day-span.ts'
import { linkedChip } from './linked-chip.ts'

/** Whole days by the clock of each place, which is what the charts of a dashboard count. */
export function localDaysChip(
  days: string | undefined,
  { longDay }: Pick<Format, 'longDay'>,
  onRemove: () => void,
): Filter | null {
  const ends = daysOf(days)
  const text = ends === null ? (days ?? '') : t('{{days}}, local time', { days: spanLabels(ends, longDay) })
  return linkedChip({ id: 'days', label: t('Days'), icon: IconCalendar, value: days, text, onRemove })
}

/** Sessions as charts count them, whether they have ended or not. */
export const tookPlaceChip = (value: string | undefined, onRemove: () => void): Filter | null =>
  linkedChip({
    id: 'took_place',
    label: t('Sessions'),
    icon: IconCircleCheck,
    value,
    text: t('all that took place'),
    onRemove,
  })
