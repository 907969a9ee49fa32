import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { Route, SayingRoute, selectionOf } from '@wheelhouse/contract/route.ts'
import { usePhone } from '../ui/frame/app-frame.tsx'
import { TableControls } from '../ui/list-parts/columns-menu.tsx'
import type { Column } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import type { DataTableProps } from '../ui/data-table/data-table.tsx'
import { firstLayout } from '../ui/data-table/layout.ts'
import type { TableLayout } from '../ui/data-table/layout.ts'
import type { Sort } from '../ui/data-table/table-head.tsx'
import { FilterBar } from '../ui/list-parts/filter-bar.tsx'
import type { Filter } from '../ui/list-parts/filter-chip.tsx'
import { lazyComponent } from '../ui/base/lazy.tsx'
import { MoreFailed, SearchedBackTo } from '../ui/list-parts/list-footer.tsx'
import { Page } from '../ui/frame/page.tsx'
import type { Tab } from '../ui/frame/page.tsx'
import { SavedViewTabs } from '../ui/list-parts/saved-view-tabs.tsx'
import { ErrorState, NoData, NoMatch, NoPermission } from '../ui/frame/states.tsx'
import { useCanCall } from '../session/can.ts'
import { useFormat } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import { useList } from './list.ts'
import type { List, ListRoute, RowOf } from './list.ts'
import { isBulkOpen, useListBulk } from './list-bulk.ts'
import type { BulkAction } from './list-bulk.ts'
import { ListExport, shownNames } from './list-export.tsx'
import { useListLayout } from './list-layouts.ts'
import { rememberList } from './last-viewed-list.ts'
import { cleared, isNarrowed, orderOf, sortedBy, sortOf } from './list-search.ts'
import type { ListSearch } from './list-search.ts'
import { useLiveBadge } from '../live/live-badge.ts'
import { useSavedViews } from './saved-views.ts'

const ListBulkBar = lazyComponent(() => import('./list-bulk-bar.tsx').then((module) => module.ListBulkBar))

type OnSearch<Search> = (search: Search, options?: { replace: boolean }) => void

export interface ListPageProps<R extends ListRoute, Search extends ListSearch> {
  /** Its name in layouts and saved views: `locations`. */
  list: string
  title: string
  /** Names the table where the title says too little. */
  label?: string
  route: R
  params?: Record<string, string>
  /** The filter as the call takes it, without order and paging. */
  query: Record<string, unknown>
  /** The address is the state. */
  search: Search
  onSearch: OnSearch<Search>
  /** What is sorted by when the address says nothing. */
  sort: Sort
  columns: readonly Column<RowOf<R>>[]
  card: (row: RowOf<R>) => ReactNode
  /** A module constant, as is `rowName`. */
  rowHref?: (row: RowOf<R>) => string
  onOpen?: (row: RowOf<R>) => void
  /** What a row is called among what failed. */
  rowName?: (row: RowOf<R>) => string
  filters: readonly Filter[]
  /** What the search field finds by; its text is `q` of the address. Without it there is none. */
  find?: string
  words: { noMatch: string; noData: string; whyNoData?: string }
  /** False: it shows what is over, follows no changes, and no badge says that it is live. */
  isLive?: boolean
  exports?: SayingRoute
  selections?: ReturnType<typeof selectionOf>
  bulkActions?: readonly BulkAction[]
  totals?: { cells: DataTableProps<RowOf<R>>['totals']; label: string | undefined }
  /** At the right of the title: the switch of views, the primary button. */
  actions?: ReactNode
  legend?: ReactNode
  /** The list's own addresses before the saved views; "All" where there is one only. */
  tabs?: readonly Tab[]
  /** Instead of the table, over the same filter: a map. Asks for no rows. */
  instead?: ReactNode
}

const noActions: readonly BulkAction[] = []
type Named = { id: string }
const rowId = (row: object): string => (row as Named).id

/** A list screen whole; the screen itself gives columns, filters, routes and words. */
export function ListPage<R extends ListRoute, Search extends ListSearch>(props: ListPageProps<R, Search>) {
  const { route, query, params, search, onSearch, columns, words, isLive = true } = props
  const may = useCanCall(route)
  const isTable = props.instead === undefined
  const order = orderOf(search)
  const list = useList(route, { ...query, ...order }, { enabled: may && isTable, params, isLive })
  const [layout, onLayout] = useListLayout(props.list)
  const bulk = useListBulk(route, props.bulkActions ?? noActions, props.selections, query)
  const badge = useLiveBadge()
  const isPhone = usePhone()
  const views = useViews(props, isPhone)
  const clear = () => onSearch(cleared(search))
  if (!may)
    return (
      <Page title={props.title}>
        <NoPermission {...missing(route)} />
      </Page>
    )
  return (
    <Page
      title={props.title}
      count={isTable ? list.count : undefined}
      {...(isLive ? badge : {})}
      actions={
        <>
          {props.exports !== undefined && isTable && !isPhone && (
            <ListExport
              route={props.exports}
              params={params}
              query={{ ...query, ...order }}
              shown={shownNames(columns, layout ?? firstLayout, props.exports.csv ?? [])}
              title={t('Export {{list}}', { list: props.title.toLowerCase() })}
              count={list.count ?? ''}
            />
          )}
          {props.actions}
        </>
      }
      views={views}
      legend={isPhone ? undefined : props.legend}
      filter={
        <FilterBar
          search={findOf(props)}
          filters={props.filters}
          onClear={clear}
          controls={
            isTable && layout !== null && <TableControls columns={columns} layout={layout} onLayout={onLayout} />
          }
        />
      }
    >
      {props.instead}
      {isTable && (
        <ListTable {...props} found={list} layout={layout} onLayout={onLayout}>
          {{
            bulk: bulk !== null && isBulkOpen(bulk) && (
              <ListBulkBar bulk={bulk} list={list} rowName={props.rowName as ((row: object) => string) | undefined} />
            ),
            selected: bulk,
            state: stateOf(list, words, isNarrowed(search), clear, route.says.failed),
          }}
        </ListTable>
      )}
    </Page>
  )
}

/** Named to the person in the words of the permission service. */
function missing({ access }: Route): { action: string; resource: string } {
  const [resource = '', actions = []] = isNeeds(access) ? (Object.entries(access as Needs)[0] ?? []) : []
  return { action: actions[0] ?? 'GET', resource }
}

function findOf<R extends ListRoute, Search extends ListSearch>({ find, search, onSearch }: ListPageProps<R, Search>) {
  if (find === undefined) return undefined
  return {
    value: search.q ?? '',
    placeholder: find,
    onChange: (q: string) => onSearch({ ...search, q: q === '' ? undefined : q }, { replace: true }),
  }
}

/** What stands in place of rows; nothing while there are some, or they are on their way. */
function stateOf<Row>(
  list: List<Row>,
  words: ListPageProps<ListRoute, ListSearch>['words'],
  isFiltered: boolean,
  clear: () => void,
  failed: string,
) {
  if (list.rows.length > 0 || list.isLoading) return undefined
  if (list.error !== null) return <ErrorState title={failed} detail={list.error.message} onRetry={list.retry} />
  if (list.hasMore) return undefined
  if (isFiltered) return <NoMatch title={words.noMatch} onClear={clear} />
  return <NoData title={words.noData}>{words.whyNoData}</NoData>
}

/** On a phone a row of tabs with nothing to choose from would only take room. */
function useViews<R extends ListRoute, Search extends ListSearch>(
  { list, title, tabs }: ListPageProps<R, Search>,
  isPhone: boolean,
) {
  const { pathname, searchStr } = useLocation()
  const saved = useSavedViews(list, searchStr)
  if (isPhone && tabs === undefined && saved.views.length === 0) return undefined
  const own = tabs ?? [{ id: 'all', label: t('All'), href: pathname, isActive: true }]
  return (
    <SavedViewTabs
      label={t('Views of {{list}}', { list: title.toLowerCase() })}
      tabs={own.map((tab) => ({ ...tab, isActive: tab.isActive && saved.active === null }))}
      views={saved.views.map(({ id, name, search }) => ({
        id,
        label: name,
        href: search === '' ? pathname : `${pathname}?${search}`,
        isActive: saved.active?.id === id,
        isChanged: saved.active?.id === id && saved.active.isChanged,
      }))}
      onSave={saved.save}
      onRename={saved.rename}
      onUpdate={saved.update}
      onDelete={saved.remove}
    />
  )
}

interface ListTableProps<R extends ListRoute, Search extends ListSearch> extends ListPageProps<R, Search> {
  found: List<RowOf<R>>
  layout: TableLayout | null
  onLayout: (layout: TableLayout) => void
  children: { bulk: ReactNode; selected: ReturnType<typeof useListBulk>; state: ReactNode }
}

function ListTable<R extends ListRoute, Search extends ListSearch>(props: ListTableProps<R, Search>) {
  const { found: list, search, onSearch, layout, totals } = props
  const { bulk, selected, state } = props.children
  const format = useFormat()
  const follow = () =>
    rememberList(props.list, {
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
        onFollow={follow}
        card={props.card}
        total={list.total}
        hasMore={list.hasMore && list.searchedBackTo === null && list.error === null}
        onLoadMore={list.loadMore}
        onView={list.onView}
        isLoading={list.isLoading || layout === null}
        isPast={list.isPast}
        sort={sortOf(search, props.sort)}
        onSort={(sort) => onSearch(sortedBy(search, sort, props.sort))}
        layout={layout ?? firstLayout}
        onLayout={props.onLayout}
        {...(selected === null
          ? {}
          : { selection: selected.selection, onSelection: selected.select, isAllSelected: selected.frozen !== null })}
        bulk={bulk}
        totals={list.rows.length > 0 ? totals?.cells : undefined}
        totalsLabel={totals?.label}
        state={state}
        resetKey={JSON.stringify([props.query, props.params])}
      />
      {list.searchedBackTo !== null && (
        <SearchedBackTo date={format.date(list.searchedBackTo)} isBusy={list.isLoadingMore} onMore={list.loadMore} />
      )}
      {list.error !== null && list.rows.length > 0 && (
        <MoreFailed title={props.route.says.failed} isBusy={list.isLoadingMore} onRetry={list.retry} />
      )}
    </>
  )
}
