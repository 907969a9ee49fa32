import { useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import type { RowOf } from '@wheelhouse/contract/list.ts'
import { usePhone } from '../ui/frame/app-frame.tsx'
import { TableControls } from '../ui/list-parts/columns-menu.tsx'
import type { Column } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import type { DataTableProps } from '../ui/data-table/data-table.tsx'
import { firstLayout } from '../ui/data-table/layout.ts'
import type { TableLayout } from '../ui/data-table/layout.ts'
import { FilterBar } from '../ui/list-parts/filter-bar.tsx'
import { lazyComponent } from '../ui/base/lazy.tsx'
import { MoreFailed, SearchedBackTo } from '../ui/list-parts/list-footer.tsx'
import { Page } from '../ui/frame/page.tsx'
import type { Tab } from '../ui/frame/page.tsx'
import { useCanCall } from '../session/can.ts'
import { useFormat } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import { useList } from './list.ts'
import type { List } from './list.ts'
import type { AnyList, FilterValues, ListAddress, OnSearch } from './list-address.ts'
import { isBulkOpen, useListBulk } from './list-bulk.ts'
import type { BulkAction } from './list-bulk.ts'
import { sortableBy } from './list-columns.ts'
import type { ListColumn } from './list-columns.ts'
import { ListExport, shownNames } from './list-export.tsx'
import { filtersOf } from './list-filters.tsx'
import type { Chips } from './list-filters.tsx'
import { emptyState } from './list-rows.tsx'
import { useListLayout } from './list-layouts.ts'
import { nameOfList } from './list-name.ts'
import { rememberList } from './last-viewed-list.ts'
import { cleared, isNarrowed, orderOf, sortedBy, sortOf } from './list-search.ts'
import type { ListSearch } from './list-search.ts'
import { useLiveBadge } from '../live/live-badge.ts'
import { useViews } from './list-views.tsx'
import type { OfferedView } from './saved-views-active.ts'

const ListRefused = lazyComponent(() => import('./list-refused.tsx').then((module) => module.ListRefused))
const ListBulkBar = lazyComponent(() => import('./list-bulk-bar.tsx').then((module) => module.ListBulkBar))

export interface ListPageProps<L extends AnyList, Search extends ListSearch> {
  address: ListAddress<L, Search>
  /** The address is the state. */
  search: Search
  onSearch: OnSearch<Search>
  title: string
  columns: readonly ListColumn<L>[]
  card: (row: RowOf<L>) => ReactNode
  /** Below the card and outside of its link. */
  cardMore?: (row: RowOf<L>) => ReactNode
  filters: Chips<L>
  /** What the search field finds by; its text is `q` of the address. Without it there is none. */
  find?: string
  words: { noMatch: string; noData: string; whyNoData?: string }
  /** Its name in layouts and saved views, where it is not what its path says: `points-of-interest`. */
  name?: string
  /** Names the table where the title says too little. */
  label?: string
  /** Filters that the address says in another way than the call. */
  query?: FilterValues<L>
  /** The column of the only order, of a list in the order of time: the time, or how long ago it is. */
  timeColumn?: ListColumn<L>['id']
  /** A module constant, as is `rowName`. */
  rowHref?: (row: RowOf<L>) => string
  onOpen?: (row: RowOf<L>) => void
  /** What a row is called among what failed. */
  rowName?: (row: RowOf<L>) => string
  /** False: it shows what is over, follows no changes, and no badge says that it is live. */
  isLive?: boolean
  bulkActions?: readonly BulkAction[]
  totals?: { cells: DataTableProps<RowOf<L>>['totals']; label: string | undefined }
  /** At the right of the title, first of the buttons: table or map. */
  viewSwitch?: ReactNode
  /** After the export: the primary button last. */
  actions?: ReactNode
  legend?: ReactNode
  /** The list's own addresses before the saved views; "All" where there is one only. */
  tabs?: readonly Tab[]
  /** Beside "All", for everybody. */
  offeredView?: OfferedView
  /** Before the filters: a chip that changes the order, and below them what it has to say. */
  filterLead?: ReactNode
  filterNotice?: ReactNode
  /** Instead of the table, over the same filter: a map. The list is only counted. */
  instead?: ReactNode
}

const noActions: readonly BulkAction[] = []
/** Every row of a list has an `id` (contract, `list`). */
const rowId = (row: object): string => String(fieldOf(row, 'id'))

/** A list screen whole; the screen itself gives columns, chips and words. */
export function ListPage<L extends AnyList, Search extends ListSearch>(props: ListPageProps<L, Search>) {
  const { search, onSearch, words, address, name = nameOfList(address.list), isLive = true } = props
  const { list } = address
  const { failed } = list.route.says
  const may = useCanCall(list.route)
  const isTable = props.instead === undefined
  const order = orderOf(search)
  const query = { ...address.filter(search), ...props.query }
  // A row is what a page of the list's own route holds.
  const asked = isTable ? { ...query, ...order } : { ...query, limit: 1 }
  const found = useList(list.route, asked, { enabled: may, isLive }) as unknown as List<RowOf<L>>
  const columns = useMemo(
    () => sortableBy(list, props.columns, props.timeColumn, search.sort),
    [list, props.columns, props.timeColumn, search.sort],
  )
  const [layout, onLayout] = useListLayout(name)
  const filterKey = JSON.stringify(query)
  const selectedUnderRef = useRef(filterKey)
  const bulk = useListBulk(list.route, props.bulkActions ?? noActions, list.selection, query)
  const badge = useLiveBadge()
  const isPhone = usePhone()
  const views = useViews(name, props, isPhone)
  const filters = filtersOf(list, search, onSearch, props.filters)
  const clear = () => onSearch(cleared(search))
  if (!may)
    return (
      <Page title={props.title}>
        <ListRefused access={list.route.access} />
      </Page>
    )
  const exporting = list.csv !== undefined && (
    <ListExport
      route={list.csv}
      query={{ ...query, ...order }}
      shown={shownNames(columns, layout ?? firstLayout, list.csv.csv)}
      title={t('Export {{list}}', { list: props.title.toLowerCase() })}
      count={found.count ?? ''}
      isLinked
    />
  )
  return (
    <Page
      title={props.title}
      count={found.count}
      {...(isLive && isUpToDate(found) ? badge : {})}
      actions={
        <>
          {props.viewSwitch}
          {!isPhone && exporting}
          {props.actions}
        </>
      }
      views={views}
      legend={isPhone ? undefined : props.legend}
      filter={
        <>
          <FilterBar
            search={findOf(props)}
            filters={filters}
            onClear={clear}
            lead={props.filterLead}
            last={isPhone ? exporting : undefined}
            controls={
              isTable && layout !== null && <TableControls columns={columns} layout={layout} onLayout={onLayout} />
            }
          />
          {props.filterNotice}
        </>
      }
    >
      {props.instead}
      {isTable && (
        <ListTable
          {...props}
          name={name}
          columns={columns}
          found={found}
          failed={failed}
          layout={layout}
          onLayout={onLayout}
          resetKey={filterKey}
        >
          {{
            // The bar names rows of this very list.
            bulk: bulk !== null && isBulkOpen(bulk) && (
              <ListBulkBar
                bulk={bulk}
                list={found}
                filterKey={filterKey}
                selectedUnderRef={selectedUnderRef}
                rowName={props.rowName as ((row: object) => string) | undefined}
              />
            ),
            selected: bulk,
            state: emptyState(found, { words, failed, isFiltered: isNarrowed(search), onClear: clear }),
          }}
        </ListTable>
      )}
    </Page>
  )
}

/** Addresses name what is open in one way: `open=ID`, with its location before it where the call needs that, or `edit:`. */
const openedIn = (search: object): string | undefined =>
  'open' in search && typeof search.open === 'string' ? search.open.split(/[.:]/).at(-1) : undefined

/** A badge over rows that are not there yet, or that failed to load, would promise what is not so. */
const isUpToDate = <Row,>({ isLoading, error }: List<Row>) => !isLoading && error === null

function findOf<L extends AnyList, Search extends ListSearch>({ find, search, onSearch }: ListPageProps<L, Search>) {
  if (find === undefined) return undefined
  return {
    value: search.q ?? '',
    placeholder: find,
    onChange: (q: string) => onSearch({ ...search, q: q === '' ? undefined : q }, { replace: true }),
  }
}

interface ListTableProps<L extends AnyList, Search extends ListSearch> extends Omit<
  ListPageProps<L, Search>,
  'columns' | 'failed' | 'name'
> {
  name: string
  columns: readonly Column<RowOf<L>>[]
  found: List<RowOf<L>>
  failed: string
  resetKey: string
  layout: TableLayout | null
  onLayout: (layout: TableLayout) => void
  children: { bulk: ReactNode; selected: ReturnType<typeof useListBulk>; state: ReactNode }
}

function ListTable<L extends AnyList, Search extends ListSearch>(props: ListTableProps<L, Search>) {
  const { found: list, search, onSearch, layout, totals, address } = props
  const { bulk, selected, state } = props.children
  const format = useFormat()
  const follow = () =>
    rememberList(props.name, {
      href: location.pathname + location.search,
      isFiltered: isNarrowed(search),
      ids: list.rows.map(rowId),
      total: list.count ?? '',
    })
  return (
    <>
      <DataTable
        label={props.label ?? props.title}
        columns={props.columns}
        rows={layout === null ? [] : list.rows}
        rowId={rowId}
        rowHref={props.rowHref}
        onOpen={props.onOpen}
        openId={openedIn(search)}
        onFollow={follow}
        card={props.card}
        cardMore={props.cardMore}
        total={list.total}
        hasMore={list.hasMore && list.searchedBackTo === null && list.error === null}
        onLoadMore={list.loadMore}
        onView={list.onView}
        isLoading={list.isLoading || layout === null}
        isPast={list.isPast}
        sort={sortOf(search, address.list, props.timeColumn)}
        onSort={(sort) => onSearch(sortedBy(search, sort, address.list))}
        layout={layout ?? firstLayout}
        onLayout={props.onLayout}
        {...(selected === null
          ? {}
          : { selection: selected.selection, onSelection: selected.select, isAllSelected: selected.frozen !== null })}
        bulk={bulk}
        totals={list.rows.length > 0 ? totals?.cells : undefined}
        totalsLabel={totals?.label}
        state={state}
        resetKey={props.resetKey}
      />
      {list.searchedBackTo !== null && (
        <SearchedBackTo date={format.date(list.searchedBackTo)} isBusy={list.isLoadingMore} onMore={list.loadMore} />
      )}
      {list.error !== null && list.rows.length > 0 && (
        <MoreFailed title={props.failed} isBusy={list.isLoadingMore} onRetry={list.retry} />
      )}
    </>
  )
}
