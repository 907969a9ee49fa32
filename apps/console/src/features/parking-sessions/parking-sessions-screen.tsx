import { useMemo } from 'react'
import type { ParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { t } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { useCan } from '../../session/can.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { todayIn } from '../../ui/form/date-ranges.ts'
import { parkingSessionPath } from './parking-session-link.tsx'
import { activeColumns, historyColumns, SessionCard } from './session-columns.tsx'
import { useSessionFilters } from './session-filters.tsx'
import { activeSessionsAddress, sessionsAddress } from './session-search.ts'
import { instantsIn } from '../../lists/periods.ts'
import type { SessionsSearch } from './session-search.ts'

type Which = 'active' | 'history'

interface ScreenProps {
  which: Which
  search: SessionsSearch
  onSearch: (search: SessionsSearch) => void
}

const rowHref = (row: ParkingSession): string => parkingSessionPath(row.id)
const card = (row: ParkingSession) => <SessionCard row={row} />

/** Spec section 2: parking sessions, active and history. What is listed is the address. */
export function ParkingSessionsScreen({ which, search, onSearch }: ScreenProps) {
  const isActive = which === 'active'
  const seesMoney = useCan({ payment: ['GET'] })
  const { filters, dialogs } = useSessionFilters(which, search, onSearch)
  return (
    <>
      <ListPage
        key={which}
        address={isActive ? activeSessionsAddress : sessionsAddress}
        name={isActive ? 'parking-sessions-active' : 'parking-sessions-history'}
        search={search}
        onSearch={onSearch}
        title={t('Parking sessions')}
        label={isActive ? t('Active parking sessions') : t('Parking session history')}
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
          noData: isActive ? t('No active parking sessions') : t('No parking sessions yet'),
        }}
      />
      {dialogs}
    </>
  )
}

const tab = (id: Which, label: string, which: Which) => ({
  id,
  label,
  href: `/device-sessions/${id}`,
  isActive: id === which,
})

/** A named period is counted from today, and today changes at midnight only: all pages agree on where it began. */
function useSpan(search: SessionsSearch) {
  const timeZone = useUser((state) => state.userPreferences.timezone)
  const today = useClock(60_000, (now) => todayIn(timeZone, now))
  return useMemo(() => instantsIn(search, today, timeZone), [search, today, timeZone])
}
