import { IconCalendar, IconClock, IconFlag, IconMapPin, IconMessage2, IconStar, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { howEnded } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { daysOf, spanOf, spanLabels } from '../../lists/day-span.ts'
import { durationText } from '../../ui/form/duration.ts'
import type { Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useLocationFilter } from '../locations/location-choices.ts'
import { useMaySeeRiders, useRider } from '../search/rider-choices.ts'
import type { Choice } from '../../ui/list-parts/choice-list.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { lazyDialog } from '../../ui/base/lazy.tsx'
import { endWord } from './session-columns.tsx'
import { periods } from './session-search.ts'
import type { SessionsSearch } from './session-search.ts'

const DaysDialog = lazyDialog(() => import('../../lists/days-dialog.tsx').then((module) => module.DaysDialog))
const DurationDialog = lazyDialog(() =>
  import('../../lists/duration-dialog.tsx').then((module) => module.DurationDialog),
)
const RiderDialog = lazyDialog(() => import('../search/rider-picker.tsx').then((module) => module.RiderDialog))

const periodLabels: Record<(typeof periods)[number], string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  current_month: 'Current month',
  last_month: 'Last month',
}
const stays: [number, string][] = [
  [60, '1 hour'],
  [720, '12 hours'],
  [1_440, '24 hours'],
  [4_320, '72 hours'],
  [10_080, '7 days'],
]
/** A year and a day: no stay is asked for that is longer. */
const daysAtMost = 366
const is = () => [{ value: 'is', label: t('is') }]
/** Chips choose many; these take one, so the newest choice replaces the one before. */
const newest = (selected: readonly string[]): string | undefined => selected.at(-1)

type Change = (change: Partial<SessionsSearch>) => void
const many = (selected: string[]) => (selected.length > 0 ? selected : undefined)

/** What a chip asks in a dialog. */
type Question = 'days' | 'stay' | 'rider'

interface Asking {
  search: SessionsSearch
  set: Change
  ask: (question: Question) => void
  format: Format
}

/** Filters of the list as chips; each change is a new address. What they cannot offer is asked in the dialogs beside them. */
export function useSessionFilters(
  which: 'active' | 'history',
  search: SessionsSearch,
  onSearch: (search: SessionsSearch) => void,
) {
  const [question, ask] = useState<Question | null>(null)
  const set: Change = (change) => onSearch({ ...search, ...change })
  const asking: Asking = { search, set, ask, format: useFormat() }
  const [place, rider] = [usePlaceFilter(asking), useRiderFilter(asking)]
  const filters = [...place, ...whenFilters(asking), ...rider, ...(which === 'history' ? endFilters(search, set) : [])]
  return { filters, dialogs: <Dialogs {...asking} question={question} onClose={() => ask(null)} /> }
}

function usePlaceFilter({ search, set }: Asking): Filter[] {
  const locations = useLocationFilter(search.location_id ?? [])
  if (locations === null) return []
  return [
    {
      id: 'location',
      label: t('Location'),
      icon: IconMapPin,
      operators: is(),
      operator: 'is',
      isOffered: true,
      ...locations,
      selected: search.location_id ?? [],
      onChange: ({ selected }) => set({ location_id: many(selected) }),
    },
  ]
}

/** Found by search alone: there are too many to choose from. */
function useRiderFilter({ search: { user_id }, set, ask }: Asking): Filter[] {
  const may = useMaySeeRiders()
  const rider = useRider(user_id)
  if (!may) return []
  return [
    {
      id: 'rider',
      label: t('User'),
      icon: IconUser,
      operators: is(),
      operator: 'is',
      isOffered: true,
      choices: rider === null ? [] : [rider],
      selected: user_id === undefined ? [] : [user_id],
      ask: {
        label: t('Somebody else'),
        onAsk: () => ask('rider'),
        isAlone: true,
      },
      onChange: ({ selected }) => set({ user_id: newest(selected) }),
    },
  ]
}

const whenFilters = ({ search: { period, min_minutes }, set, ask, format }: Asking): Filter[] => [
  {
    id: 'period',
    label: t('Started'),
    icon: IconCalendar,
    operators: is(),
    operator: 'is',
    isOffered: true,
    choices: periodChoices(period, format),
    selected: period ? [period] : [],
    ask: {
      label: t('Other days…'),
      onAsk: () => ask('days'),
    },
    onChange: ({ selected }) => set({ period: newest(selected) as SessionsSearch['period'] }),
  },
  {
    id: 'stay',
    label: t('Duration'),
    icon: IconClock,
    operator: 'over',
    isOffered: true,
    operators: [
      {
        value: 'over',
        label: t('over'),
      },
    ],
    choices: stayChoices(min_minutes),
    selected: min_minutes ? [String(min_minutes)] : [],
    ask: {
      label: t('Another duration…'),
      onAsk: () => ask('stay'),
    },
    onChange: ({ selected }) => set({ min_minutes: Number(newest(selected)) || undefined }),
  },
]

function periodChoices(period: SessionsSearch['period'], { longDay }: Format): Choice[] {
  const days = daysOf(period)
  const named = periods.map((value) => ({ value: value as string, label: t(periodLabels[value]) }))
  return days === null ? named : [...named, { value: spanOf(days), label: spanLabels(days, longDay) }]
}

function stayChoices(chosen: number | undefined): Choice[] {
  const usual = stays.map(([minutes, label]) => ({ value: String(minutes), label: t(label) }))
  const isUsual = chosen === undefined || stays.some(([minutes]) => minutes === chosen)
  return isUsual ? usual : [...usual, { value: String(chosen), label: durationText(chosen) }]
}

interface DialogsProps extends Asking {
  question: Question | null
  onClose: () => void
}

function Dialogs({ search, set, question, onClose }: DialogsProps) {
  const choose: Change = (change) => (set(change), onClose())
  return (
    <>
      <DaysDialog
        opened={question === 'days'}
        title={t('Sessions of which days')}
        days={daysOf(search.period)}
        onChoose={(days) => choose({ period: spanOf(days) })}
        onClose={onClose}
      />
      <DurationDialog
        opened={question === 'stay'}
        title={t('How long at least')}
        label={t('Stood over')}
        minutes={search.min_minutes}
        daysAtMost={daysAtMost}
        onChoose={(min_minutes) => choose({ min_minutes })}
        onClose={onClose}
      />
      <RiderDialog
        opened={question === 'rider'}
        title={t('Sessions of whom')}
        riderId={search.user_id}
        onChoose={(user_id) => choose({ user_id })}
        onClose={onClose}
      />
    </>
  )
}

const endFilters = (search: SessionsSearch, set: Change): Filter[] => [
  {
    id: 'how_ended',
    label: t('How it ended'),
    icon: IconFlag,
    operators: is(),
    operator: 'is',
    choices: howEnded.map((value) => ({
      value,
      label: t(endWord(value)),
    })),
    selected: search.how_ended ?? [],
    onChange: ({ selected }) => set({ how_ended: many(selected) as SessionsSearch['how_ended'] }),
  },
  {
    id: 'rating',
    label: t('Rating'),
    icon: IconStar,
    operators: is(),
    operator: 'is',
    choices: [1, 2, 3, 4, 5].map((value) => ({
      value: String(value),
      label: t('{{value}} of 5', { value }),
    })),
    selected: (search.rating ?? []).map(String),
    onChange: ({ selected }) => set({ rating: many(selected)?.map(Number) }),
  },
  {
    id: 'comment',
    label: t('Comment'),
    icon: IconMessage2,
    operators: is(),
    operator: 'is',
    choices: [
      {
        value: 'yes',
        label: t('written'),
      },
      {
        value: 'no',
        label: t('none'),
      },
    ],
    selected: search.has_comment ? [search.has_comment] : [],
    onChange: ({ selected }) => set({ has_comment: newest(selected) as SessionsSearch['has_comment'] }),
  },
]
