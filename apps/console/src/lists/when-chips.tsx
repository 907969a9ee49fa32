import { IconCalendar, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/format.ts'
import type { Format } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import { lazyDialog } from '../ui/base/lazy.tsx'
import { durationText } from '../ui/form/duration.ts'
import type { Choice } from '../ui/list-parts/choice-list.tsx'
import type { Filter } from '../ui/list-parts/filter-chip.tsx'
import { daysOf, spanLabels, spanOf } from './day-span.ts'
import { periodLabels } from './periods.ts'
import type { Period, PeriodOrDays } from './periods.ts'

const DaysDialog = lazyDialog(() => import('./days-dialog.tsx').then((module) => module.DaysDialog))
const DurationDialog = lazyDialog(() => import('./duration-dialog.tsx').then((module) => module.DurationDialog))

/** A year and a day: no stay is asked for that is longer. */
const daysAtMost = 366
const is = () => [{ value: 'is', label: t('is') }]
/** Chips choose many; these take one, so the newest choice replaces the one before. */
const newest = (selected: readonly string[]): string | undefined => selected.at(-1)

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

/** When something began and how long it took, as two chips with the dialogs for what they do not offer. */
export function useWhenChips({ search, onChange, stays, longerThan }: WhenChips) {
  const [question, ask] = useState<'days' | 'stay' | null>(null)
  const format = useFormat()
  const { period, min_minutes } = search
  const choose = (change: When): void => (onChange(change), ask(null))
  const dialogs: ReactNode = (
    <>
      <DaysDialog
        opened={question === 'days'}
        title={t('Dates')}
        days={daysOf(period)}
        onChoose={(days) => choose({ period: spanOf(days) })}
        onClose={() => ask(null)}
      />
      <DurationDialog
        opened={question === 'stay'}
        title={t('Minimum duration')}
        label={longerThan}
        minutes={min_minutes}
        daysAtMost={daysAtMost}
        onChoose={(minutes) => choose({ min_minutes: minutes })}
        onClose={() => ask(null)}
      />
    </>
  )
  return {
    period: {
      ...periodChip(sessionPeriods, period, format, (next) => onChange({ period: next })),
      ask: { label: t('Custom dates…'), onAsk: () => ask('days') },
    },
    stay: stayChip({ stays, chosen: min_minutes, onChange, onAsk: () => ask('stay') }),
    dialogs,
  }
}

const sessionPeriods = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'current_month', 'last_month'] as const

/** Some of the periods as a chip; two days of an address are a choice of their own. */
export const periodChip = (
  offered: readonly Period[],
  period: PeriodOrDays | undefined,
  { longDay }: Pick<Format, 'longDay'>,
  onPeriod: (period: PeriodOrDays | undefined) => void,
  label = t('Started'),
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
    onChange: ({ selected }) => onPeriod(newest(selected) as PeriodOrDays | undefined),
  }
}

interface StayChip extends Pick<WhenChips, 'stays' | 'onChange'> {
  chosen: number | undefined
  onAsk: () => void
}

const stayChip = ({ stays, chosen, onChange, onAsk }: StayChip): Filter => ({
  id: 'stay',
  label: t('Duration'),
  icon: IconClock,
  operator: 'over',
  isOffered: true,
  operators: [{ value: 'over', label: t('longer than') }],
  choices: stayChoices(stays, chosen),
  selected: chosen ? [String(chosen)] : [],
  ask: { label: t('Custom duration…'), onAsk },
  onChange: ({ selected }) => onChange({ min_minutes: Number(newest(selected)) || undefined }),
})

function stayChoices(stays: WhenChips['stays'], chosen: number | undefined): Choice[] {
  const usual = stays.map(([minutes, label]) => ({ value: String(minutes), label: t(label) }))
  const isUsual = chosen === undefined || stays.some(([minutes]) => minutes === chosen)
  return isUsual ? usual : [...usual, { value: String(chosen), label: durationText(chosen) }]
}
