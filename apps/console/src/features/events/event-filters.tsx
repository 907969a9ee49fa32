import { Button } from '@mantine/core'
import { IconCalendar, IconCategory, IconUser, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import type { AuditEvent } from '@wheelhouse/contract/events.ts'
import { actorKinds } from '@wheelhouse/contract/events.ts'
import { useFormManner } from '../../lib/form-manner.ts'
import { t } from '../../lib/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Filter } from '../../ui/filter-chip.tsx'
import { DateRangeField } from '../../ui/form/date-fields.tsx'
import { daysIn } from '../../ui/form/date-ranges.ts'
import { FormProvider } from '../../ui/form/form-state.ts'
import type { FormState, FormValues } from '../../ui/form/form-state.ts'
import { instantAt } from '../../ui/form/wall-time.ts'
import { eventKinds, eventVerbs } from './event-words.ts'

const namedPeriods = { day: 1, week: 7, quarter: 90, year: 365 } as const
/** A name, or two days of the reader's calendar, both included: `2026-10-01..2026-10-31`. None: the last 30 days. */
export type EventPeriod = keyof typeof namedPeriods | `${string}..${string}`

/** Part of the address: the same link shows the same events. */
export interface EventFilter {
  /** Features, or a feature with one of its verbs: `locations launched`. */
  feature?: string[]
  actor_kind?: AuditEvent['actor_kind'][]
  actor_id?: string
  period?: EventPeriod
}

const periodWords: Record<keyof typeof namedPeriods, string> = {
  day: 'Last 24 hours',
  week: 'Last 7 days',
  quarter: 'Last 90 days',
  year: 'Last year',
}
const ownDays = 'days'
/** Values, audit and event range. */
const daysAtMost = 366

const hourMs = 3_600_000
/** Whole hours, so that the same filter is the same question. */
const hoursAgo = (days: number): string => new Date((Math.floor(Date.now() / hourMs) - days * 24) * hourMs).toISOString()

const daysOf = (period: EventPeriod): { from: string; to: string } | null => {
  const [from, to] = period.split('..')
  return from && to ? { from, to } : null
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 24 * hourMs).toISOString().slice(0, 10)

/** What the call asks; days begin and end by the reader's clock. */
export function rangeOf(period: EventPeriod | undefined, timeZone: string): { from?: string; to?: string } {
  if (period === undefined) return {}
  const days = daysOf(period)
  if (days === null) return { from: hoursAgo(namedPeriods[period as keyof typeof namedPeriods] ?? 30) }
  const [from, to] = [instantAt(`${days.from}T00:00`, timeZone), instantAt(`${dayAfter(days.to)}T00:00`, timeZone)]
  return from !== null && to !== null ? { from, to } : {}
}

export function queryOf({ feature, period, ...filter }: EventFilter, timeZone: string) {
  const features = feature?.filter((kind) => !kind.includes(' '))
  const kinds = feature?.filter((kind) => kind.includes(' '))
  return {
    ...filter,
    ...(features?.length ? { feature: features } : {}),
    ...(kinds?.length ? { kind: kinds } : {}),
    ...rangeOf(period, timeZone),
  }
}

const is = (label = t('is')) => [{ value: 'is', label }]
const list = <T extends string>(selected: string[]) => (selected.length > 0 ? (selected as T[]) : undefined)

/** Features whole, then each with its verbs. */
const kindChoices = (): { value: string; label: string }[] =>
  eventKinds.flatMap(({ value: feature, label }) => [
    { value: feature, label: t(label) },
    ...eventVerbs
      .filter((kind) => kind.startsWith(`${feature} `))
      .map((kind) => ({ value: kind, label: `${t(label)}: ${t(kind.slice(feature.length + 1).replaceAll('_', ' '))}` })),
  ])

interface FiltersProps {
  filter: EventFilter
  onFilter: (filter: EventFilter) => void
  people: Filter['choices']
  /** The days between are chosen in a dialog of their own. */
  onDays: () => void
}

export function filtersOf({ filter, onFilter, people, onDays }: FiltersProps): Filter[] {
  const offered = { operators: is(), operator: 'is', isOffered: true }
  return [
    {
      ...{ ...offered, id: 'kind', label: t('Kind'), icon: IconCategory, choices: kindChoices(), selected: filter.feature ?? [] },
      onChange: ({ selected }) => onFilter({ ...filter, feature: list(selected) }),
    },
    {
      ...{ ...offered, id: 'by', label: t('By'), icon: IconUsers, selected: filter.actor_kind ?? [] },
      choices: actorKinds.map((kind) => ({ value: kind, label: t(kind) })),
      onChange: ({ selected }) => onFilter({ ...filter, actor_kind: list(selected) }),
    },
    {
      ...{ ...offered, id: 'person', label: t('Person'), icon: IconUser, choices: people },
      selected: filter.actor_id === undefined ? [] : [filter.actor_id],
      onChange: ({ selected }) => onFilter({ ...filter, actor_id: selected.at(-1) }),
    },
    {
      ...{ ...offered, id: 'time', label: t('Time'), icon: IconCalendar, operators: is(t('in')), choices: timeChoices(filter.period) },
      selected: filter.period === undefined ? [] : [filter.period],
      onChange: ({ selected }) =>
        selected.at(-1) === ownDays ? onDays() : onFilter({ ...filter, period: selected.at(-1) as EventPeriod | undefined }),
    },
  ]
}

const timeChoices = (period: EventPeriod | undefined): Filter['choices'] => {
  const days = period === undefined ? null : daysOf(period)
  return [
    ...Object.entries(periodWords).map(([value, label]) => ({ value, label: t(label) })),
    ...(days === null ? [] : [{ value: period as string, label: days.from === days.to ? days.from : `${days.from} – ${days.to}` }]),
    { value: ownDays, label: t('Other days…') },
  ]
}

interface DaysDialogProps {
  period: EventPeriod | undefined
  onChoose: (period: EventPeriod) => void
  onClose: () => void
}

/** First and last day, by presets or in a calendar whose weeks begin as in the person's country. */
export function DaysDialog({ period, onChoose, onClose }: DaysDialogProps) {
  const manner = useFormManner()
  const [values, setValues] = useState<FormValues>(() => (period && daysOf(period)) || { from: '', to: '' })
  const { from, to } = values as { from: string; to: string }
  const isWhole = from !== '' && to !== ''
  const isTooLong = isWhole && daysIn({ from, to }) > daysAtMost
  const form: FormState = {
    ...{ id: 'event-days', values, isBusy: false, manner, isChanged: () => false, leave: ignore, register: ignore, unregister: ignore },
    errors: isTooLong ? { from: t('At most {{count}} days at once', { count: daysAtMost }) } : {},
    set: (changed) => setValues({ ...values, ...changed }),
  }
  return (
    <Dialog opened onClose={onClose} title={t('Events of which days')} icon={IconCalendar} size={460} isQuestion>
      <FormProvider value={form}>
        <DateRangeField names={['from', 'to']} label={t('Days')} />
      </FormProvider>
      <Button variant="filled" mt={12} disabled={!isWhole || isTooLong} onClick={() => onChoose(`${from}..${to}`)}>
        {t('Show')}
      </Button>
    </Dialog>
  )
}

const ignore = (): void => undefined
