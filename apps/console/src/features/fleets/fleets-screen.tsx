import type { ReactNode } from 'react'
import { createFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import type { RentalFleet } from '@wheelhouse/contract/fleets/fleets.ts'
import { listRentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { rentalsTabs } from '../rentals/rentals-tabs-address.ts'
import { FleetCard, fleetColumns } from './fleet-columns.tsx'
import { fleetOpen, fleetsAddress } from './fleet-search.ts'

const NewFleetDialog = lazyComponent(() => import('./fleet-dialog.tsx').then((module) => module.NewFleetDialog))
const OpenFleet = lazyComponent(() => import('./fleet-panel.tsx').then((module) => module.OpenFleet))

type ScreenProps = ListScreenProps<typeof fleetsAddress>

const card = (row: RentalFleet) => <FleetCard fleet={row} />

/** Fleets: whose vehicles they are, where their rides may end, and how many can be rented now. */
export function FleetsScreen({
  search,
  onSearch,
  history,
}: ScreenProps & { history: ((id: string) => ReactNode) | undefined }) {
  const mayCreate = useCanCall(createFleet)
  const close = (): void => onSearch({ ...search, open: undefined })
  const open = (id: string): void => onSearch({ ...search, open: id })
  const opened = fleetOpen(search)
  return (
    <>
      <ListPage
        address={fleetsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Rentals')}
        label={t('Fleets')}
        columns={fleetColumns}
        card={card}
        onOpen={({ id }) => open(id)}
        filters={{ organization_id: useOrganizationChip(search), created_at: ageChip(t('Created')) }}
        find={t('Name or description')}
        tabs={useCanCall(listRentalDevices) ? rentalsTabs('fleets') : undefined}
        actions={
          mayCreate ? (
            <CreateButton label={t('New fleet')} onClick={() => onSearch({ ...search, open: 'new' })} />
          ) : undefined
        }
        words={{
          noMatch: t('No fleet matches'),
          noData: t('No fleets yet'),
          whyNoData: t('Fleets of the organizations that you work with appear here.'),
        }}
      />
      {search.open === 'new' && mayCreate && <NewFleetDialog onDone={({ id }) => open(id)} onClose={close} />}
      {opened && (
        <OpenFleet
          key={opened.id}
          {...opened}
          history={history}
          onEdit={(isEdited) => onSearch({ ...search, open: isEdited ? `edit:${opened.id}` : opened.id })}
          onClose={close}
        />
      )}
    </>
  )
}
