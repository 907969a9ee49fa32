import { IconClock, IconCoin, IconCreditCard, IconFlag, IconMessage2, IconStar } from '@tabler/icons-react'
import type { endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useDashboardChip } from '../dashboards/dashboard-choices.ts'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { useLocationChip } from '../locations/location-choices.ts'
import { stateLabels } from '../payments/payment-labels.ts'
import { useCan } from '../../session/can.ts'
import { durationText } from '../../ui/form/duration.ts'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { chip } from '../../lists/list-filters.tsx'
import type { Chips, ValueChip } from '../../lists/list-filters.tsx'
import { localDaysChip, tookPlaceChip } from '../../lists/chart-chips.ts'
import { linkedChip, linkedDeviceChip } from '../../lists/linked-chip.ts'
import { singleChip } from '../../lists/single-chip.ts'
import { useWhenChips } from '../../lists/when-chips.tsx'
import { useRiderChip } from '../search/rider-chip-picker.ts'
import { endLabels } from './session-columns.tsx'
import type { SessionsSearch } from './session-search.ts'

const stays: [number, string][] = [
  [60, '1 hour'],
  [720, '12 hours'],
  [1_440, '24 hours'],
  [4_320, '72 hours'],
  [10_080, '7 days'],
]

type Change = (change: Partial<SessionsSearch>) => void

/** Filters of the list as chips; each change is a new address. */
export function useSessionFilters(
  which: 'active' | 'history',
  search: SessionsSearch,
  onSearch: (search: SessionsSearch) => void,
) {
  const set: Change = (change) => onSearch({ ...search, ...change })
  const { period, stay } = useWhenChips({ search, onChange: set, stays, longerThan: t('Parked longer than') })
  const format = useFormat()
  const isHistory = which === 'history'
  const seesMoney = useCan({ payment: ['GET'] })
  const filters: Chips<typeof endedSessions> = {
    location_id: useLocationChip(search),
    organization_id: useOrganizationChip(search, { isOffered: false }),
    dashboard_id: useDashboardChip(search.dashboard_id, () => set({ dashboard_id: undefined })),
    from: period,
    to: null,
    days: localDaysChip(search.days, format, () => set({ days: undefined })),
    took_place: tookPlaceChip(search.took_place, () => set({ took_place: undefined })),
    min_minutes: stay,
    below_minutes: upperLimitChip(search.below_minutes, () => set({ below_minutes: undefined })),
    user_id: useRiderChip(search.user_id, (user_id) => set({ user_id })),
    device_id: linkedDeviceChip(search.device_id, () => set({ device_id: undefined })),
    how_ended: isHistory ? chip(t('How it ended'), IconFlag, endLabels, { isOffered: false }) : null,
    rating: isHistory ? ratingChip() : null,
    has_comment: isHistory ? commentFilter(search, set) : null,
    payment_state: isHistory && seesMoney ? chip(t('Payment'), IconCreditCard, stateLabels) : null,
    fee: isHistory && seesMoney ? feeFilter(search, set) : null,
  }
  return filters
}

/** The upper bound of a class of overstays, beside the chip of the lower one. */
const upperLimitChip = (minutes: number | undefined, onRemove: () => void): Filter | null =>
  linkedChip({
    id: 'below_minutes',
    label: t('Duration, upper limit'),
    icon: IconClock,
    value: minutes?.toString(),
    text: durationText(minutes ?? 0),
    onRemove,
  })

const ratingChip = (): ValueChip<`${number}`> => ({
  label: t('Rating'),
  icon: IconStar,
  choices: [1, 2, 3, 4, 5].map((value) => ({ value: `${value}`, label: t('{{value}} of 5', { value }) })),
})

const feeFilter = ({ fee }: SessionsSearch, set: Change): Filter =>
  singleChip({
    id: 'fee',
    label: t('Fee'),
    icon: IconCoin,
    words: { charged: t('charged'), free: t('free') },
    value: fee,
    onChange: (chosen) => set({ fee: chosen }),
  })

const commentFilter = ({ has_comment }: SessionsSearch, set: Change): Filter =>
  singleChip({
    id: 'comment',
    label: t('Comment'),
    icon: IconMessage2,
    words: { yes: t('written'), no: t('none') },
    value: has_comment,
    onChange: (chosen) => set({ has_comment: chosen }),
  })
