import { IconBattery1, IconScooter, IconZzz } from '@tabler/icons-react'
import type { rentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { t } from '../../i18n/i18n.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import type { Chips } from '../../lists/list-filters.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { useFleetChip } from '../fleets/fleet-choices.ts'
import { useLocationChip } from '../locations/location-choices.ts'
import type { RentalsSearch } from './rental-address.ts'
import { stateLabels } from './rental-labels.ts'

type OnSearch = (search: RentalsSearch) => void

const percents = [10, 20, 30, 50]
const stills: readonly (readonly [hours: number, label: string])[] = [
  [6, '6 hours'],
  [24, '1 day'],
  [72, '3 days'],
  [168, '7 days'],
  [720, '30 days'],
]
/** These chips take one value, so the newest choice replaces the one before. */
const newest = (selected: readonly string[]): number | undefined => Number(selected.at(-1)) || undefined

const batteryFilter = (search: RentalsSearch, onSearch: OnSearch): Filter => ({
  id: 'battery',
  label: t('Battery'),
  icon: IconBattery1,
  isOffered: true,
  isSingle: true,
  operator: 'under',
  operators: [{ value: 'under', label: t('under') }],
  choices: percents.map((percent) => ({ value: String(percent), label: t('{{percent}} %', { percent }) })),
  selected: search.battery_below === undefined ? [] : [String(search.battery_below)],
  onChange: ({ selected }) => onSearch({ ...search, battery_below: newest(selected) }),
})

const stillFilter = (search: RentalsSearch, onSearch: OnSearch): Filter => ({
  id: 'not_moved',
  label: t('Not moved for'),
  icon: IconZzz,
  isOffered: true,
  isSingle: true,
  operator: 'over',
  operators: [{ value: 'over', label: t('over') }],
  choices: stills.map(([hours, label]) => ({ value: String(hours), label: t(label) })),
  selected: search.not_moved_hours === undefined ? [] : [String(search.not_moved_hours)],
  onChange: ({ selected }) => onSearch({ ...search, not_moved_hours: newest(selected) }),
})

/** Filters of the list and the map as chips; each change is a new address. */
export const useRentalFilters = (search: RentalsSearch, onSearch: OnSearch): Chips<typeof rentalDevices> => ({
  state: chip(t('State'), IconScooter, stateLabels),
  fleet_id: useFleetChip(),
  battery_below: batteryFilter(search, onSearch),
  not_moved_hours: stillFilter(search, onSearch),
  location_id: useLocationChip(search),
  created_at: ageChip(t('Created')),
})
