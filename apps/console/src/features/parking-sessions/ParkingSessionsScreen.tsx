import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listActiveParkingSessions, listParkingSessions } from '@wheelhouse/contract/parking-sessions.ts'
import type { ParkingSession } from '@wheelhouse/contract/parking-sessions.ts'
import { infinite } from '../../lib/api.ts'
import { useMayCall } from '../../lib/can.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { total, useFormat } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLiveBadge } from '../../lib/live-badge.ts'
import { useRefetchOnChanges } from '../../lib/stream.ts'
import { useClock } from '../../ui/clock.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page, Tabs } from '../../ui/page.tsx'
import { ErrorState, NoData, NoMatch, NoPermission } from '../../ui/states.tsx'
import { parkingSessionPath } from './ParkingSessionLink.tsx'
import { activeColumns, historyColumns, SessionCard } from './session-columns.tsx'
import { useSessionFilters } from './session-filters.ts'
import { isFiltered, queryOf } from './session-search.ts'
import type { SessionsSearch } from './session-search.ts'
import classes from './parking-sessions.module.css'

type Which = 'active' | 'history'

interface ScreenProps {
  which: Which
  search: SessionsSearch
  onSearch: (search: SessionsSearch) => void
}

const rowId = (row: ParkingSession): string => row.id
const rowHref = (row: ParkingSession): string => parkingSessionPath(row.id)
const card = (row: ParkingSession) => <SessionCard row={row} />
const routes = { active: listActiveParkingSessions, history: listParkingSessions }
const none: ParkingSession[] = []

/** Spec section 2: parking sessions, active and history. What is listed is the address. */
export function ParkingSessionsScreen({ which, search, onSearch }: ScreenProps) {
  const format = useFormat()
  const list = useSessions(which, search)
  const filters = useSessionFilters(which, search, onSearch)
  const live = useLiveBadge()
  const first = list.data?.pages[0]
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? none, [list.data])
  const state = useListState({ which, search, onSearch }, list, rows.length === 0)
  const searchedBackTo = list.data?.pages.at(-1)?.searched_back_to ?? null
  return (
    <Page
      title={t('Parking sessions')}
      {...(first ? { count: total(format, first) } : {})}
      {...(which === 'active' ? live : {})}
      views={<Tabs label={t('Parking sessions')} tabs={[tab('active', t('Active'), which), tab('history', t('History'), which)]} />}
      filter={<FilterBar filters={filters} onClear={() => onSearch(search.order ? { order: search.order } : {})} />}
    >
      <DataTable
        label={which === 'active' ? t('Active parking sessions') : t('Parking session history')}
        columns={which === 'active' ? activeColumns : historyColumns}
        rows={rows}
        rowId={rowId}
        rowHref={rowHref}
        total={first ?? null}
        hasMore={list.hasNextPage}
        onLoadMore={() => void (list.isFetchingNextPage || list.fetchNextPage())}
        isLoading={list.isPending && list.isFetching}
        sort={{ column: 'started_at', direction: search.order ?? 'desc' }}
        onSort={({ direction }) => onSearch({ ...search, order: direction === 'asc' ? 'asc' : undefined })}
        card={card}
        resetKey={JSON.stringify([which, search])}
        state={state}
      />
      {searchedBackTo !== null && (
        <p className={classes.short}>
          {t('Searched back to {{date}}. Narrow the filter, or scroll on to search further.', { date: format.date(searchedBackTo) })}
        </p>
      )}
    </Page>
  )
}

const tab = (id: Which, label: string, which: Which) => ({ id, label, href: `/device-sessions/${id}`, isActive: id === which })

function useSessions(which: Which, search: SessionsSearch) {
  const route = routes[which]
  const may = useMayCall(route)
  const query = useFixedQuery(search)
  useRefetchOnChanges(which === 'active' ? [route.path] : [], (change) => change.type === 'session', 2_000)
  return useInfiniteQuery({ ...infinite(route, { query }, fetchFailures.sessions), enabled: may })
}
const dayOf = (now: number): string => new Date(now).toDateString()

/** A named period is counted from today, and today changes at midnight only: all pages agree on where it began. */
function useFixedQuery(search: SessionsSearch) {
  const today = useClock(60_000, dayOf)
  return useMemo(() => queryOf(search, new Date(today)), [search, today])
}
type List = ReturnType<typeof useSessions>

/** What stands in place of rows; null while there are some, or they are on their way. */
function useListState({ which, search, onSearch }: ScreenProps, list: List, isEmpty: boolean) {
  if (!useMayCall(routes[which])) return <NoPermission action="GET" resource="session" />
  if (list.isError && isEmpty)
    return <ErrorState title={fetchFailures.sessions} detail={list.error.message} onRetry={() => void list.refetch()} />
  if (!list.isSuccess || !isEmpty || list.hasNextPage) return null
  if (isFiltered(search)) return <NoMatch title={t('No session matches')} onClear={() => onSearch({})} />
  return <NoData title={which === 'active' ? t('No active parking sessions') : t('No parking sessions yet')} />
}
