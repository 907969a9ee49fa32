import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconList, IconMap2 } from '@tabler/icons-react'
import { createRentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { listFleets } from '@wheelhouse/contract/fleets/fleets.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { cleared } from '../../lists/list-search.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { rentalsTabs } from './rentals-tabs-address.ts'
import { rentalsAddress } from './rental-address.ts'
import { rentalBulkActions } from './rental-bulk.tsx'
import { RentalCard, rentalColumns } from './rental-columns.tsx'
import { useRentalFilters } from './rental-filters.ts'
import { rentalPath } from './rental-link.tsx'

const NewRentalDialog = lazyComponent(() => import('./rental-dialog.tsx').then((module) => module.NewRentalDialog))
const RentalsMap = lazyComponent(() => import('./rentals-map.tsx').then((module) => module.RentalsMap))

type ScreenProps = ListScreenProps<typeof rentalsAddress>

const rowHref = ({ id }: RentalDevice): string => rentalPath(id)
const rowName = ({ code }: RentalDevice): string => code
const card = (row: RentalDevice) => <RentalCard row={row} />

/** Rental vehicles in a table and on a map: where they are, how they are, and what can be done to them. */
export function RentalsScreen({ search, onSearch, onOpen }: ScreenProps & { onOpen: (id: string) => void }) {
  const mayCreate = useCanCall(createRentalDevice)
  const isMap = search.view === 'map'
  return (
    <>
      <ListPage
        address={rentalsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Rentals')}
        label={t('Rental devices')}
        columns={rentalColumns}
        card={card}
        rowHref={rowHref}
        rowName={rowName}
        filters={useRentalFilters(search, onSearch)}
        bulkActions={rentalBulkActions}
        find={t('Code, hardware ID or comment')}
        tabs={useCanCall(listFleets) ? rentalsTabs('vehicles') : undefined}
        viewSwitch={<ViewSwitch search={search} onSearch={onSearch} />}
        actions={
          mayCreate && (
            <CreateButton label={t('New rental device')} onClick={() => onSearch({ ...search, open: 'new' })} />
          )
        }
        instead={
          isMap ? (
            <RentalsMap
              search={search}
              onClear={() => onSearch(cleared(search))}
              onCamera={(camera) => onSearch({ ...search, camera }, { replace: true })}
            />
          ) : undefined
        }
        words={{
          noMatch: t('No rental device matches'),
          noData: t('No rental devices yet'),
          whyNoData: t('Rental devices of the fleets that you may see appear here.'),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewRentalDialog onDone={({ id }) => onOpen(id)} onClose={() => onSearch({ ...search, open: undefined })} />
      )}
    </>
  )
}

function ViewSwitch({ search, onSearch }: ScreenProps) {
  const isPhone = usePhone()
  const isMap = search.view === 'map'
  const show = (view: string): void =>
    onSearch({ ...search, view: view === 'map' ? 'map' : undefined, camera: undefined })
  if (isPhone)
    return (
      <ActionIcon
        variant="subtle"
        aria-label={isMap ? t('Table') : t('Map')}
        onClick={() => show(isMap ? 'table' : 'map')}
      >
        {isMap ? <IconList size={22} aria-hidden /> : <IconMap2 size={22} aria-hidden />}
      </ActionIcon>
    )
  const views = [
    { value: 'table', label: t('Table') },
    { value: 'map', label: t('Map') },
  ]
  return <SegmentedControl aria-label={t('View')} data={views} value={search.view ?? 'table'} onChange={show} />
}
