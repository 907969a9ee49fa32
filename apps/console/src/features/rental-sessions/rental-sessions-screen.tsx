import type { RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { t } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { useSpan } from '../../lists/use-span.ts'
import { useCan } from '../../session/can.ts'
import { rentalSessionPath } from './rental-session-link.tsx'
import { activeColumns, historyColumns, RentalSessionCard } from './session-columns.tsx'
import { useRentalSessionFilters } from './session-filters.tsx'
import { activeRentalsAddress, endedRentalsAddress } from './session-search.ts'
import type { RentalSessionsSearch } from './session-search.ts'

type Which = 'active' | 'history'

interface ScreenProps {
  which: Which
  search: RentalSessionsSearch
  onSearch: (search: RentalSessionsSearch) => void
}

const rowHref = (row: RentalSession): string => rentalSessionPath(row.id)
const card = (row: RentalSession) => <RentalSessionCard row={row} />

/** Spec section 2: rental sessions, active and history. What is listed is the address. */
export function RentalSessionsScreen({ which, search, onSearch }: ScreenProps) {
  const isActive = which === 'active'
  const seesMoney = useCan({ payment: ['GET'] })
  const filters = useRentalSessionFilters(which, search, onSearch)
  return (
    <>
      <ListPage
        key={which}
        address={isActive ? activeRentalsAddress : endedRentalsAddress}
        name={isActive ? 'rental-sessions-active' : 'rental-sessions-history'}
        search={search}
        onSearch={onSearch}
        title={t('Rental sessions')}
        label={isActive ? t('Active rental sessions') : t('Rental session history')}
        query={useSpan(search)}
        timeColumn="started_at"
        isLive={isActive}
        columns={isActive ? activeColumns : historyColumns(seesMoney)}
        card={card}
        rowHref={rowHref}
        filters={filters}
        tabs={[tab('active', t('Active'), which), tab('history', t('History'), which)]}
        words={{
          noMatch: t('No session matches'),
          noData: isActive ? t('No active rental sessions') : t('No rental sessions yet'),
        }}
      />
    </>
  )
}

const tab = (id: Which, label: string, which: Which) => ({
  id,
  label,
  href: `/rental-sessions/${id}`,
  isActive: id === which,
})
