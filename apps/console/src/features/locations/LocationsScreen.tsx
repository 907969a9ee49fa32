import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LocationRow } from '@wheelhouse/contract/locations.ts'
import { listLocations, locationTotals } from '@wheelhouse/contract/locations.ts'
import type { Change } from '@wheelhouse/contract/events.ts'
import { infinite, read } from '../../lib/api.ts'
import { useMayCall } from '../../lib/can.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { total, useFormat } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLiveBadge } from '../../lib/live-badge.ts'
import { useRefetchOnChanges } from '../../lib/stream.ts'
import { isVisible } from '../../ui/data-table/columns.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Sort } from '../../ui/data-table/table-head.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { DockLegend } from '../../ui/legend.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorState, NoData, NoMatch, NoPermission } from '../../ui/states.tsx'
import { rememberList } from './last-list.ts'
import { useListLayout } from './list-layout.ts'
import { locationColumns, totalsCells } from './location-columns.tsx'
import { useLocationFilters } from './location-filters.ts'
import { filterOf, isFiltered } from './location-search.ts'
import type { LocationsSearch } from './location-search.ts'
import { LocationCard } from './LocationCard.tsx'
import { locationPath } from './LocationLink.tsx'
import classes from './locations.module.css'

interface LocationsScreenProps {
  /** The address is the state. */
  search: LocationsSearch
  onSearch: (search: LocationsSearch, options?: { replace: boolean }) => void
}

const moves = ({ type }: Change): boolean => type === 'location' || type === 'device'

function useLocations(search: LocationsSearch, may: boolean) {
  const query = { ...filterOf(search), sort: search.sort, order: search.order }
  const list = useInfiniteQuery({
    ...infinite(listLocations, { query }, fetchFailures.locations),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  const totals = useQuery({
    ...read(locationTotals, { query: filterOf(search) }, fetchFailures.totals),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  // All loaded pages are asked for again: the more there are, the slower.
  useRefetchOnChanges(['/location/v1/locations'], moves, 3_000 * (list.data?.pages.length ?? 1))
  useRefetchOnChanges(['/location/v1/location-totals'], moves, 6_000)
  return { list, totals: totals.data }
}

const rowId = (row: LocationRow): string => row.id
const rowHref = (row: LocationRow): string => locationPath(row.id)
const noRows: LocationRow[] = []

export function LocationsScreen({ search, onSearch }: LocationsScreenProps) {
  const may = useMayCall(listLocations)
  const format = useFormat()
  const live = useLiveBadge()
  const { list, totals } = useLocations(search, may)
  const pages = list.data?.pages
  const rows = pages?.flatMap((page) => page.items) ?? noRows
  const first = pages?.[0]
  const clear = () => onSearch({ sort: search.sort, order: search.order })
  useRememberedList(rows, isFiltered(search), first ? total(format, first) : null)
  if (!may)
    return (
      <Page title={t('Locations')}>
        <NoPermission action="GET" resource="location" />
      </Page>
    )
  return (
    <Page
      title={t('Locations')}
      count={first && total(format, first)}
      {...live}
      actions={
        <span className={classes.legend}>
          <DockLegend />
        </span>
      }
      filter={<Filters search={search} onSearch={onSearch} onClear={clear} />}
    >
      <LocationTable
        list={list}
        rows={rows}
        search={search}
        onSearch={onSearch}
        totals={rows.length > 0 ? totals && totalsCells(totals, (value) => format.number(value)) : undefined}
        totalsLabel={totals && t('Totals, {{count}} locations', { count: format.number(totals.locations) })}
        state={stateOf(list, rows, isFiltered(search), clear)}
      />
    </Page>
  )
}

type List = ReturnType<typeof useLocations>['list']

function stateOf(list: List, rows: readonly LocationRow[], isNarrowed: boolean, onClear: () => void) {
  if (rows.length > 0 || list.isPending) return undefined
  if (list.error) return <ErrorState title={fetchFailures.locations} detail={list.error.message} onRetry={() => void list.refetch()} />
  return isNarrowed ? (
    <NoMatch title={t('No location matches')} onClear={onClear} />
  ) : (
    <NoData title={t('No locations yet')}>{t('Locations that your organization takes part in appear here.')}</NoData>
  )
}

interface LocationTableProps extends LocationsScreenProps {
  list: List
  rows: readonly LocationRow[]
  totals: Parameters<typeof DataTable>[0]['totals']
  totalsLabel: string | undefined
  state: ReturnType<typeof stateOf>
}

function LocationTable({ list, rows, search, onSearch, totals, totalsLabel, state }: LocationTableProps) {
  const [{ visibility, sizes, density }, changeLayout] = useListLayout()
  const sort: Sort = { column: search.sort ?? 'code', direction: search.order ?? 'asc' }
  return (
    <DataTable
      label={t('Locations')}
      columns={locationColumns}
      rows={rows}
      rowId={rowId}
      rowHref={rowHref}
      total={list.data?.pages[0]}
      hasMore={list.hasNextPage}
      onLoadMore={() => !list.isFetchingNextPage && void list.fetchNextPage()}
      isLoading={list.isPending}
      sort={sort}
      onSort={({ column, direction }) =>
        onSearch({
          ...search,
          sort: column === 'code' ? undefined : (column as LocationsSearch['sort']),
          order: direction === 'desc' ? 'desc' : undefined,
        })
      }
      visibility={visibility}
      sizes={sizes}
      onSize={(id, width) => changeLayout({ sizes: { ...sizes, [id]: width } })}
      density={density}
      totals={totals}
      totalsLabel={totalsLabel}
      card={(row) => <LocationCard location={row} />}
      state={state}
      resetKey={JSON.stringify(filterOf(search))}
    />
  )
}

function Filters({ search, onSearch, onClear }: LocationsScreenProps & { onClear: () => void }) {
  const filters = useLocationFilters(search, onSearch)
  const [{ visibility, density }, changeLayout] = useListLayout()
  const choices = locationColumns.map((column) => ({
    id: column.id,
    label: t(column.header),
    isVisible: isVisible(column, visibility),
    isFixed: column.isHideable === false,
  }))
  return (
    <FilterBar
      search={{
        value: search.q ?? '',
        placeholder: t('Code, name or address'),
        onChange: (q) => onSearch({ ...search, q: q === '' ? undefined : q }, { replace: true }),
      }}
      filters={filters}
      onClear={onClear}
      columns={{
        choices,
        onChange: (shown) => changeLayout({ visibility: Object.fromEntries(locationColumns.map(({ id }) => [id, shown.includes(id)])) }),
        onReset: () => changeLayout({ visibility: {}, sizes: {} }),
      }}
      density={{ value: density, onChange: (value) => changeLayout({ density: value }) }}
    />
  )
}

/** Previous and next on a location's page follow the list one came from. */
function useRememberedList(rows: readonly LocationRow[], isNarrowed: boolean, count: string | null): void {
  const ids = rows.map(rowId).join(' ')
  useEffect(() => {
    if (ids !== '' && count !== null)
      rememberList({ href: location.pathname + location.search, isFiltered: isNarrowed, ids: ids.split(' '), total: count })
  }, [ids, isNarrowed, count])
}
