import { IconProgress, IconTimeline, IconUserExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getOverstay } from '@wheelhouse/contract/overstays/overstays.ts'
import type { Overstay, overstays } from '@wheelhouse/contract/overstays/overstays.ts'
import type { OverstayState } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import { t } from '../../i18n/i18n.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import type { Chips } from '../../lists/list-filters.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { linkedSessionChip } from '../../lists/linked-chip.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { useLocationChip } from '../locations/location-choices.ts'
import { useRiderChip } from '../search/rider-chip-picker.ts'
import { OverstayCard, overstayColumns } from './overstay-columns.tsx'
import { overstaysAddress } from './overstay-address.ts'
import type { OverstaysSearch } from './overstay-address.ts'
import { overstayName, stepLabels } from './overstay-labels.ts'
import type { OrderRef } from './overstay-panel.tsx'

const OpenOverstay = lazyComponent(() => import('./overstay-panel.tsx').then((module) => module.OpenOverstay))

type ScreenProps = ListScreenProps<typeof overstaysAddress>

const card = (row: Overstay) => <OverstayCard overstay={row} />
/** Keys of `t`. */
const stateLabels: Record<OverstayState, string> = {
  planned: 'Planned',
  pending: 'Under way',
  idle: 'No further step',
  closed: 'Closed',
}

/** Bicycles beyond the limit of their location, the longest first, with the next step of each. */
export function OverstaysScreen({
  search,
  onSearch,
  photos,
}: ScreenProps & { photos?: (order: OrderRef) => ReactNode }) {
  const mayOpen = useCanCall(getOverstay)
  return (
    <>
      <ListPage
        address={overstaysAddress}
        search={search}
        onSearch={onSearch}
        title={t('Overstays')}
        columns={overstayColumns}
        card={card}
        rowName={overstayName}
        onOpen={({ id }) => onSearch({ ...search, open: id })}
        filters={useChips(search, onSearch)}
        find={t('Location or code')}
        tabs={scopeTabs(search)}
        words={{
          noMatch: t('No overstay matches'),
          noData: search.scope === undefined ? t('No bike is beyond its limit') : t('No overstays yet'),
          whyNoData: t('A bike appears here when it is parked for longer than its location allows.'),
        }}
      />
      {mayOpen && search.open !== undefined && (
        <OpenOverstay
          key={search.open}
          id={search.open}
          photos={photos}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}

const scopeTabs = ({ scope }: OverstaysSearch) => [
  { id: 'open', label: t('Open'), href: '/overstays', isActive: scope === undefined },
  { id: 'closed', label: t('Closed'), href: '/overstays?scope=closed', isActive: scope === 'closed' },
  { id: 'all', label: t('All'), href: '/overstays?scope=all', isActive: scope === 'all' },
]

function useChips(search: OverstaysSearch, onSearch: ScreenProps['onSearch']): Chips<typeof overstays> {
  return {
    step: chip(t('Step'), IconTimeline, stepLabels),
    waits_for_person: personChip(search, onSearch),
    location_id: useLocationChip(search),
    state: chip(t('State'), IconProgress, stateLabels, { isOffered: false }),
    exceeded_at: ageChip(t('Limit passed')),
    // The tabs ask for it.
    scope: null,
    user_id: useRiderChip(search.user_id, (user_id) => onSearch({ ...search, user_id }), { isOffered: false }),
    // Links from a session ask for it.
    session_id: linkedSessionChip(search.session_id, () => onSearch({ ...search, session_id: undefined })),
  }
}

const personChip = (search: OverstaysSearch, onSearch: ScreenProps['onSearch']): Filter => ({
  id: 'waits_for_person',
  label: t('Waiting for'),
  icon: IconUserExclamation,
  isOffered: true,
  operators: [{ value: 'is', label: t('is') }],
  operator: 'is',
  choices: [{ value: 'yes', label: t('Staff') }],
  selected: search.waits_for_person === undefined ? [] : ['yes'],
  onChange: ({ selected }) => onSearch({ ...search, waits_for_person: selected.length > 0 ? 'yes' : undefined }),
})
