import {
  IconCoins,
  IconCreditCard,
  IconFlag,
  IconMapPin,
  IconMapPinOff,
  IconMessage2,
  IconStar,
} from '@tabler/icons-react'
import { paymentStates } from '@wheelhouse/contract/payments/payment-states.ts'
import type { endedRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { useCan } from '../../session/can.ts'
import { lookOf } from '../../ui/details/status-styles.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useDashboardChip } from '../dashboards/dashboard-choices.ts'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { useFleetChip } from '../fleets/fleet-choices.ts'
import { useLocationsOfFilter } from '../locations/location-choices.ts'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { chip } from '../../lists/list-filters.tsx'
import type { Chips, ValueChip } from '../../lists/list-filters.tsx'
import { localDaysChip, tookPlaceChip } from '../../lists/chart-chips.ts'
import { linkedChip } from '../../lists/linked-chip.ts'
import { is, newest, singleChip } from '../../lists/single-chip.ts'
import { useWhenChips } from '../../lists/when-chips.tsx'
import { useRiderChip } from '../search/rider-chip-picker.ts'
import { endLabels } from './session-cells.tsx'
import type { RentalSessionsSearch } from './session-search.ts'

const stays: [number, string][] = [
  [30, '30 minutes'],
  [60, '1 hour'],
  [240, '4 hours'],
  [1_440, '24 hours'],
]

type Change = (change: Partial<RentalSessionsSearch>) => void

/** Filters of the list as chips; each change is a new address. */
export function useRentalSessionFilters(
  which: 'active' | 'history',
  search: RentalSessionsSearch,
  onSearch: (search: RentalSessionsSearch) => void,
) {
  const set: Change = (change) => onSearch({ ...search, ...change })
  const { period, stay } = useWhenChips({ search, onChange: set, stays, longerThan: t('Rented longer than') })
  const format = useFormat()
  const isHistory = which === 'history'
  const maySeePayments = useCan({ payment: ['GET'] })
  const isPaid = isHistory && maySeePayments
  const filters: Chips<typeof endedRentals> = {
    fleet_id: useFleetChip(),
    organization_id: useOrganizationChip(search, { isOffered: false }),
    dashboard_id: useDashboardChip(search.dashboard_id, () => set({ dashboard_id: undefined })),
    from: period,
    to: null,
    days: localDaysChip(search.days, format, () => set({ days: undefined })),
    took_place: tookPlaceChip(search.took_place, () => set({ took_place: undefined })),
    min_minutes: stay,
    user_id: useRiderChip(search.user_id, (user_id) => set({ user_id })),
    rental_device_id: vehicleChip(search.rental_device_id, () => set({ rental_device_id: undefined })),
    start_location_id: usePlaceFilter('start_location_id', search, set),
    end_location_id: usePlaceFilter('end_location_id', search, set),
    how_ended: isHistory ? chip(t('How it ended'), IconFlag, endLabels, { isOffered: false }) : null,
    ended_outside: isHistory ? outsideFilter(search, set) : null,
    payment_state: isPaid ? paymentChip() : null,
    fee: isPaid ? feeFilter(search, set) : null,
    rating: isHistory ? ratingChip() : null,
    has_comment: isHistory ? commentFilter(search, set) : null,
  }
  return filters
}

/** Only links from the page of a vehicle ask for one. */
const vehicleChip = (value: string | undefined, onRemove: () => void): Filter | null =>
  linkedChip({
    id: 'rental_device_id',
    label: t('Rental device'),
    value,
    text: t('this rental device'),
    onRemove,
  })

type PlaceEnd = 'start_location_id' | 'end_location_id'
const placeLabels: Record<PlaceEnd, string> = { start_location_id: 'From', end_location_id: 'To' }

/** Rides that began, or ended, at one location; null for a person who may not see any. */
function usePlaceFilter(name: PlaceEnd, search: RentalSessionsSearch, set: Change): Filter | null {
  const chosenId = search[name]
  const locations = useLocationsOfFilter(chosenId === undefined ? [] : [chosenId])
  if (locations === null) return null
  return {
    id: name,
    label: t(placeLabels[name]),
    icon: IconMapPin,
    operators: is(),
    operator: 'is',
    isSingle: true,
    ...locations,
    selected: chosenId === undefined ? [] : [chosenId],
    onChange: ({ selected }) => set({ [name]: newest(selected) }),
  }
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

const feeFilter = ({ fee }: RentalSessionsSearch, set: Change): Filter =>
  singleChip({
    id: 'fee',
    label: t('Fee'),
    icon: IconCoins,
    words: { charged: t('charged'), free: t('free'), waived: t('waived') },
    value: fee,
    onChange: (chosen) => set({ fee: chosen }),
  })

const outsideFilter = ({ ended_outside }: RentalSessionsSearch, set: Change): Filter =>
  singleChip({
    id: 'ended_outside',
    label: t('End'),
    icon: IconMapPinOff,
    words: { yes: t('outside the area'), no: t('within the area') },
    value: ended_outside,
    onChange: (chosen) => set({ ended_outside: chosen }),
  })

const commentFilter = ({ has_comment }: RentalSessionsSearch, set: Change): Filter =>
  singleChip({
    id: 'has_comment',
    label: t('Comment'),
    icon: IconMessage2,
    words: { yes: t('written'), no: t('none') },
    value: has_comment,
    onChange: (chosen) => set({ has_comment: chosen }),
  })
