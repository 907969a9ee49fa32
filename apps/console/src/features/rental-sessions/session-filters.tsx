import {
  IconCalendar,
  IconClock,
  IconCoins,
  IconCreditCard,
  IconFlag,
  IconMapPinOff,
  IconMessage2,
  IconStar,
  IconUser,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { paymentStates } from '@wheelhouse/contract/payments/payment-states.ts'
import type { endedRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { daysOf, spanOf, spanLabels } from '../../lists/day-span.ts'
import { useCan } from '../../session/can.ts'
import { lookOf } from '../../ui/details/status-styles.ts'
import { durationText } from '../../ui/form/duration.ts'
import type { Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useFleetChip } from '../fleets/fleet-choices.ts'
import { useMaySeeRiders, useRider } from '../search/rider-choices.ts'
import type { Choice } from '../../ui/list-parts/choice-list.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { lazyDialog } from '../../ui/base/lazy.tsx'
import { chip } from '../../lists/list-filters.tsx'
import type { Chips, ValueChip } from '../../lists/list-filters.tsx'
import { endLabels } from './session-cells.tsx'
import { periods } from './session-search.ts'
import type { RentalSessionsSearch } from './session-search.ts'

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
  [30, '30 minutes'],
  [60, '1 hour'],
  [240, '4 hours'],
  [1_440, '24 hours'],
]
/** A year and a day: no stay is asked for that is longer. */
const daysAtMost = 366
const is = () => [{ value: 'is', label: t('is') }]
/** Chips choose many; these take one, so the newest choice replaces the one before. */
const newest = (selected: readonly string[]): string | undefined => selected.at(-1)

type Change = (change: Partial<RentalSessionsSearch>) => void

/** What a chip asks in a dialog. */
type Question = 'days' | 'stay' | 'rider'

interface Asking {
  search: RentalSessionsSearch
  set: Change
  ask: (question: Question) => void
  format: Format
}

/** Filters of the list as chips; each change is a new address. What they cannot offer is asked in the dialogs beside them. */
export function useRentalSessionFilters(
  which: 'active' | 'history',
  search: RentalSessionsSearch,
  onSearch: (search: RentalSessionsSearch) => void,
) {
  const [question, ask] = useState<Question | null>(null)
  const set: Change = (change) => onSearch({ ...search, ...change })
  const asking: Asking = { search, set, ask, format: useFormat() }
  const { period, stay } = whenFilters(asking)
  const isHistory = which === 'history'
  const maySeePayments = useCan({ payment: ['GET'] })
  const isPaid = isHistory && maySeePayments
  const filters: Chips<typeof endedRentals> = {
    fleet_id: useFleetChip(),
    from: period,
    to: null,
    min_minutes: stay,
    user_id: useRiderFilter(asking),
    // Only links from the pages of a vehicle and of a location ask for these.
    rental_device_id: null,
    start_location_id: null,
    end_location_id: null,
    how_ended: isHistory ? chip(t('Ended by'), IconFlag, endLabels, { isOffered: false }) : null,
    ended_outside: isHistory ? yesNoFilter(outsideWords(), search, set) : null,
    payment_state: isPaid ? paymentChip() : null,
    fee: isPaid ? feeFilter(search, set) : null,
    rating: isHistory ? ratingChip() : null,
    has_comment: isHistory ? yesNoFilter(commentWords(), search, set) : null,
  }
  return { filters, dialogs: <Dialogs {...asking} question={question} onClose={() => ask(null)} /> }
}

/** Found by search alone: there are too many to choose from. */
function useRiderFilter({ search: { user_id }, set, ask }: Asking): Filter | null {
  const may = useMaySeeRiders()
  const rider = useRider(user_id)
  if (!may) return null
  return {
    id: 'rider',
    label: t('User'),
    icon: IconUser,
    operators: is(),
    operator: 'is',
    isOffered: true,
    choices: rider === null ? [] : [rider],
    selected: user_id === undefined ? [] : [user_id],
    ask: { label: t('Another person…'), onAsk: () => ask('rider'), isAlone: true },
    onChange: ({ selected }) => set({ user_id: newest(selected) }),
  }
}

const whenFilters = ({
  search: { period, min_minutes },
  set,
  ask,
  format,
}: Asking): Record<'period' | 'stay', Filter> => ({
  period: {
    id: 'period',
    label: t('Started'),
    icon: IconCalendar,
    operators: is(),
    operator: 'is',
    isOffered: true,
    choices: periodChoices(period, format),
    selected: period ? [period] : [],
    ask: { label: t('Custom dates…'), onAsk: () => ask('days') },
    onChange: ({ selected }) => set({ period: newest(selected) as RentalSessionsSearch['period'] }),
  },
  stay: {
    id: 'stay',
    label: t('Duration'),
    icon: IconClock,
    operator: 'over',
    isOffered: true,
    operators: [{ value: 'over', label: t('over') }],
    choices: stayChoices(min_minutes),
    selected: min_minutes ? [String(min_minutes)] : [],
    ask: { label: t('Custom duration…'), onAsk: () => ask('stay') },
    onChange: ({ selected }) => set({ min_minutes: Number(newest(selected)) || undefined }),
  },
})

function periodChoices(period: RentalSessionsSearch['period'], { longDay }: Format): Choice[] {
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
        title={t('Dates')}
        days={daysOf(search.period)}
        onChoose={(days) => choose({ period: spanOf(days) })}
        onClose={onClose}
      />
      <DurationDialog
        opened={question === 'stay'}
        title={t('Minimum duration')}
        label={t('Rented longer than')}
        minutes={search.min_minutes}
        daysAtMost={daysAtMost}
        onChoose={(min_minutes) => choose({ min_minutes })}
        onClose={onClose}
      />
      <RiderDialog
        opened={question === 'rider'}
        title={t('User')}
        riderId={search.user_id}
        onChoose={(user_id) => choose({ user_id })}
        onClose={onClose}
      />
    </>
  )
}

const ratingChip = (): ValueChip<`${number}`> => ({
  label: t('Rating'),
  icon: IconStar,
  choices: [1, 2, 3, 4, 5].map((value) => ({ value: `${value}`, label: t('{{value}} of 5', { value }) })),
})

const paymentChip = (): ValueChip<(typeof paymentStates)[number]> => ({
  label: t('Payment'),
  icon: IconCreditCard,
  choices: paymentStates.map((value) => ({ value, label: t(lookOf('payment', value).word) })),
})

const feeFilter = (search: RentalSessionsSearch, set: Change): Filter => ({
  id: 'fee',
  label: t('Fee'),
  icon: IconCoins,
  operators: is(),
  operator: 'is',
  isSingle: true,
  choices: [
    { value: 'charged', label: t('charged') },
    { value: 'free', label: t('free') },
    { value: 'waived', label: t('waived') },
  ],
  selected: search.fee ? [search.fee] : [],
  onChange: ({ selected }) => set({ fee: newest(selected) as RentalSessionsSearch['fee'] }),
})

interface YesNo {
  name: 'ended_outside' | 'has_comment'
  label: string
  icon: TablerIcon
  yes: string
  no: string
}
const outsideWords = (): YesNo => ({
  name: 'ended_outside',
  label: t('End'),
  icon: IconMapPinOff,
  yes: t('outside of the area'),
  no: t('within the area'),
})
const commentWords = (): YesNo => ({
  name: 'has_comment',
  label: t('Comment'),
  icon: IconMessage2,
  yes: t('written'),
  no: t('none'),
})

const yesNoFilter = ({ name, label, icon, yes, no }: YesNo, search: RentalSessionsSearch, set: Change): Filter => ({
  id: name,
  label,
  icon,
  operators: is(),
  operator: 'is',
  isSingle: true,
  choices: [
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ],
  selected: search[name] ? [search[name]] : [],
  onChange: ({ selected }) => set({ [name]: newest(selected) }),
})
