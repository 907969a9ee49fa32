import { IconCalendar, IconClock, IconFlag, IconMapPin, IconMessage2, IconStar } from '@tabler/icons-react'
import { howEnded } from '@wheelhouse/contract/parking-sessions.ts'
import { t } from '../../lib/i18n.ts'
import type { Filter } from '../../ui/filter-chip.tsx'
import { useLocationChoices } from '../../lib/location-choices.ts'
import { endWord } from './session-columns.tsx'
import { periods } from './session-search.ts'
import type { SessionsSearch } from './session-search.ts'

const periodWords: Record<(typeof periods)[number], string> = {
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
const is = () => [{ value: 'is', label: t('is') }]
/** Chips choose many; these take one, so the newest choice replaces the one before. */
const newest = (selected: readonly string[]): string | undefined => selected.at(-1)

type Change = (change: Partial<SessionsSearch>) => void
const many = (selected: string[]) => (selected.length > 0 ? selected : undefined)

/** Filters of the list as chips; each change is a new address. */
export function useSessionFilters(
  which: 'active' | 'history',
  search: SessionsSearch,
  onSearch: (search: SessionsSearch) => void,
): Filter[] {
  const locations = useLocationChoices()
  const set: Change = (change) => onSearch({ ...search, ...change })
  const place: Filter[] =
    locations === null
      ? []
      : [
          {
            ...{ id: 'location', label: t('Location'), icon: IconMapPin, operators: is(), operator: 'is', isOffered: true },
            choices: locations,
            selected: search.location_id ?? [],
            onChange: ({ selected }) => set({ location_id: many(selected) }),
          },
        ]
  return [...place, ...whenFilters(search, set), ...(which === 'history' ? endFilters(search, set) : [])]
}

const whenFilters = (search: SessionsSearch, set: Change): Filter[] => [
  {
    ...{ id: 'period', label: t('Started'), icon: IconCalendar, operators: is(), operator: 'is', isOffered: true },
    choices: periods.map((value) => ({ value, label: t(periodWords[value]) })),
    selected: search.period ? [search.period] : [],
    onChange: ({ selected }) => set({ period: newest(selected) as SessionsSearch['period'] }),
  },
  {
    ...{
      id: 'stay',
      label: t('Duration'),
      icon: IconClock,
      operators: [{ value: 'over', label: t('over') }],
      operator: 'over',
      isOffered: true,
    },
    choices: stays.map(([minutes, label]) => ({ value: String(minutes), label: t(label) })),
    selected: search.min_minutes ? [String(search.min_minutes)] : [],
    onChange: ({ selected }) => set({ min_minutes: Number(newest(selected)) || undefined }),
  },
]

const endFilters = (search: SessionsSearch, set: Change): Filter[] => [
  {
    ...{ id: 'how_ended', label: t('How it ended'), icon: IconFlag, operators: is(), operator: 'is' },
    choices: howEnded.map((value) => ({ value, label: t(endWord(value)) })),
    selected: search.how_ended ?? [],
    onChange: ({ selected }) => set({ how_ended: many(selected) as SessionsSearch['how_ended'] }),
  },
  {
    ...{ id: 'rating', label: t('Rating'), icon: IconStar, operators: is(), operator: 'is' },
    choices: [1, 2, 3, 4, 5].map((value) => ({ value: String(value), label: t('{{value}} of 5', { value }) })),
    selected: (search.rating ?? []).map(String),
    onChange: ({ selected }) => set({ rating: many(selected)?.map(Number) }),
  },
  {
    ...{ id: 'comment', label: t('Comment'), icon: IconMessage2, operators: is(), operator: 'is' },
    choices: [
      { value: 'yes', label: t('written') },
      { value: 'no', label: t('none') },
    ],
    selected: search.has_comment ? [search.has_comment] : [],
    onChange: ({ selected }) => set({ has_comment: newest(selected) as SessionsSearch['has_comment'] }),
  },
]
