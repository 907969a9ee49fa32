import { IconCalendar, IconClock } from '@tabler/icons-react'
import { periodDaysAtMost } from '@wheelhouse/contract/calendar-days.ts'
import { useFormat } from '../i18n/format.ts'
import type { Format } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import { lazyComponent } from '../ui/base/lazy.tsx'
import { durationText } from '../ui/form/duration.ts'
import type { Choice } from '../ui/list-parts/choice-list.tsx'
import type { Filter } from '../ui/list-parts/filter-chip.tsx'
import { daysOf, spanLabels, spanOf } from './day-span.ts'
import { periodLabels } from './periods.ts'
import type { Period, PeriodOrDays } from './periods.ts'
import { is, newest } from './single-chip.ts'

const DaysForm = lazyComponent(() => import('./days-form.tsx').then((module) => module.DaysForm))
const DurationForm = lazyComponent(() => import('./duration-form.tsx').then((module) => module.DurationForm))

export interface When {
  period?: PeriodOrDays | undefined
  min_minutes?: number | undefined
}

interface WhenChips {
  search: When
  onChange: (change: When) => void
  /** Minutes and their words, in rising order. */
  stays: readonly (readonly [minutes: number, label: string])[]
  /** The question of a duration that is not among them: "Parked longer than". */
  longerThan: string
}

/** When something began and how long it took, as two chips; what their choices do not hold is asked in place of them. */
export function useWhenChips({ search, onChange, stays, longerThan }: WhenChips) {
  const format = useFormat()
  const { period, min_minutes } = search
  return {
    period: periodChip(t('Started'), period, format, (next) => onChange({ period: next })),
    stay: stayChip({ stays, longerThan, chosen: min_minutes, onChange }),
  }
}

const usualPeriods = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'current_month', 'last_month'] as const

/** Periods as a chip, which asks for any other days; two days of an address are a choice of their own. */
export const periodChip = (
  label: string,
  period: PeriodOrDays | undefined,
  { longDay }: Pick<Format, 'longDay'>,
  onPeriod: (period: PeriodOrDays | undefined) => void,
  offered: readonly Period[] = usualPeriods,
): Filter => {
  const days = daysOf(period)
  const named: Choice[] = offered.map((value) => ({ value, label: t(periodLabels[value]) }))
  return {
    id: 'period',
    label,
    icon: IconCalendar,
    operators: is(),
    operator: 'is',
    isOffered: true,
    choices: days === null ? named : [...named, { value: spanOf(days), label: spanLabels(days, longDay) }],
    selected: period ? [period] : [],
    ask: {
      label: t('Custom dates…'),
      form: ({ onDone }) => <DaysForm days={days} onChoose={(chosen) => (onDone(), onPeriod(spanOf(chosen)))} />,
    },
    // Its choices are periods, or the days of the address.
    onChange: ({ selected }) => onPeriod(newest(selected) as PeriodOrDays | undefined),
  }
}

interface StayChip extends Omit<WhenChips, 'search'> {
  chosen: number | undefined
}

const stayChip = ({ stays, chosen, longerThan, onChange }: StayChip): Filter => ({
  id: 'stay',
  label: t('Duration'),
  icon: IconClock,
  operator: 'over',
  isOffered: true,
  operators: [{ value: 'over', label: t('longer than') }],
  choices: stayChoices(stays, chosen),
  selected: chosen ? [String(chosen)] : [],
  ask: {
    label: t('Custom duration…'),
    form: ({ onDone }) => (
      <DurationForm
        label={longerThan}
        minutes={chosen}
        daysAtMost={periodDaysAtMost}
        onChoose={(minutes) => (onDone(), onChange({ min_minutes: minutes }))}
      />
    ),
  },
  onChange: ({ selected }) => onChange({ min_minutes: Number(newest(selected)) || undefined }),
})

function stayChoices(stays: WhenChips['stays'], chosen: number | undefined): Choice[] {
  const usual = stays.map(([minutes, label]) => ({ value: String(minutes), label: t(label) }))
  const isUsual = chosen === undefined || stays.some(([minutes]) => minutes === chosen)
  return isUsual ? usual : [...usual, { value: String(chosen), label: durationText(chosen) }]
}
