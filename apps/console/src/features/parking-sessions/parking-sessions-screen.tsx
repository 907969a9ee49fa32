import type { activeSessions, ParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { t } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { useSpan } from '../../lists/use-span.ts'
import { useCan } from '../../session/can.ts'
import { parkingSessionPath } from './parking-session-link.tsx'
import { activeColumns, historyColumns, SessionCard } from './session-columns.tsx'
import { useSessionFilters } from './session-filters.tsx'
import { activeSessionsAddress, sessionsAddress } from './session-search.ts'
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
  const filters = useSessionFilters(which, search, onSearch)
  const noMatch = t('No session matches')
  const shared = {
    search,
    onSearch,
    title: t('Parking sessions'),
    query: useSpan(search),
    card,
    rowHref,
    filters,
    tabs: [tab('active', t('Active'), which), tab('history', t('History'), which)],
  }
  return (
    <>
      {isActive ? (
        <ListPage<typeof activeSessions, SessionsSearch>
          {...shared}
          address={activeSessionsAddress}
          name="parking-sessions-active"
          label={t('Active parking sessions')}
          find={t('User, location or session ID')}
          timeColumn="stay"
          columns={activeColumns}
          words={{ noMatch, noData: t('No active parking sessions') }}
        />
      ) : (
        <ListPage
          {...shared}
          address={sessionsAddress}
          name="parking-sessions-history"
          label={t('Parking session history')}
          timeColumn="started_at"
          isLive={false}
          columns={historyColumns(seesMoney)}
          words={{ noMatch, noData: t('No parking sessions yet') }}
        />
      )}
    </>
  )
}

const tab = (id: Which, label: string, which: Which) => ({
  id,
  label,
  href: `/device-sessions/${id}`,
  isActive: id === which,
})
