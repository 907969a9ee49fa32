import { hashKey, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Change } from '@wheelhouse/contract/events/live-changes.ts'
import type { ReplyOf, Route, SayingRoute } from '@wheelhouse/contract/route.ts'
import { isStaleAfter } from '@wheelhouse/contract/staleness.ts'
import { notLoaded } from '../http/api-error.ts'
import { call, infinite } from '../api/api.ts'
import { total, useFormat } from '../i18n/format.ts'
import { createKeeper } from './list-refresher.ts'
import type { Ask, Keeper } from './list-refresher.ts'
import { rowsOf, totalOf } from './list-pages.ts'
import type { ListPage, Total } from './list-pages.ts'
import { queryClient } from '../shell/query-client.ts'
import { onChanges } from '../live/stream.ts'
import { isNew } from '../live/use-live.ts'

/** A route that answers in keyset pages (`pageOf`). */
export type ListRoute = SayingRoute & { method: 'GET' }
export type RowOf<R> = ReplyOf<R> extends { items: (infer Row extends object)[] } ? Row : never

export interface ListOptions {
  /** False: the person may not, and nothing is asked. */
  enabled?: boolean
  params?: Record<string, string>
  /** Asks again when a change makes it stale (`isStaleAfter`); without it only after a write in this browser. */
  isLive?: boolean
  /** Narrows which of those changes count. */
  isRelevant?: (change: Change) => boolean
}

export interface List<Row> {
  /** The same array while nothing changed. */
  rows: Row[]
  total: Total | null
  /** "428", "10,000+". */
  count: string | undefined
  isLoading: boolean
  /** The rows answer the query before; those of this one are on their way. */
  isPast: boolean
  error: Error | null
  retry: () => void
  hasMore: boolean
  loadMore: () => void
  isLoadingMore: boolean
  /** A page that ended its search before it was full: there may be more before this instant. */
  searchedBackTo: string | null
  /** Tell which rows are looked at. */
  onView: (first: number, last: number) => void
}

const noRows: never[] = []

/**
 * A keyset list, page after page, kept up to date where it is looked at:
 * `useList(listLocations, query, { isLive: true })`.
 */
export function useList<R extends ListRoute>(route: R, query: object, options: ListOptions): List<RowOf<R>> {
  type Row = RowOf<R>
  const { enabled = true, params } = options
  const format = useFormat()
  const asked = infinite<Route>(route, { params, query })
  if (enabled && isNew(asked)) void queryClient.prefetchInfiniteQuery(asked)
  const list = useInfiniteQuery({
    ...asked,
    // Made stale, it is not asked for whole: `useFreshView` asks for the pages in view.
    enabled: ({ state }) => enabled && !(state.isInvalidated && state.data !== undefined),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  })
  // Every list of the contract answers in such pages (`pageOf`), and a row of them is the route's own.
  const ask: Ask = (cursor) =>
    call<Route>(route, { params, query: { ...query, ...(cursor === null ? {} : { cursor }) } }) as Promise<ListPage>
  const onView = useFreshView(route, asked.queryKey, ask, options)
  // As above.
  const pages = list.data?.pages as ListPage<Row>[] | undefined
  const rows = useMemo(() => (pages === undefined ? noRows : rowsOf(pages)), [pages])
  const counted = useMemo(() => totalOf(pages ?? noRows, rows.length), [pages, rows.length])
  const searchedBackTo = (list.hasNextPage && pages?.at(-1)?.searched_back_to) || null
  const isAwaitingNetwork = list.fetchStatus === 'paused' && list.data === undefined
  const mayLoad = list.hasNextPage && !list.isFetchingNextPage && !list.isPlaceholderData
  return {
    rows,
    total: counted,
    count: counted === null ? undefined : total(format, counted),
    isLoading: list.isPending && list.isFetching,
    isPast: list.isPlaceholderData,
    error: isAwaitingNetwork ? notLoaded() : list.error,
    retry: () => void (rows.length === 0 ? list.refetch() : list.fetchNextPage()),
    hasMore: list.hasNextPage && !list.isPlaceholderData,
    loadMore: () => void (mayLoad && list.fetchNextPage()),
    isLoadingMore: list.isFetchingNextPage,
    searchedBackTo,
    onView,
  }
}

/** Of a list only the pages in view are asked for again, which costs more than one reply of `useLive`. */
const everyMs = 2_000

/** Asks for the pages in view when something changed, and for the others when they come into view. */
function useFreshView(
  route: ListRoute,
  key: readonly unknown[],
  ask: Ask,
  { enabled = true, isLive = false, isRelevant = () => true, params = {} }: ListOptions,
): (first: number, last: number) => void {
  const view = useRef({ first: 0, last: 0 })
  const keeping = useRef<Keeper | null>(null)
  const isStale = (change: Change) => isLive && isStaleAfter(route, params, change) && isRelevant(change)
  const latest = useRef({ ask, isStale })
  useEffect(() => {
    latest.current = { ask, isStale }
  })
  const hash = hashKey(key)
  useEffect(() => {
    if (!enabled) return
    const ask: Ask = (cursor) => latest.current.ask(cursor)
    const keeper = createKeeper({ key: JSON.parse(hash), ask, view: () => view.current, everyMs })
    keeping.current = keeper
    const stop = onChanges((changes) => {
      if (changes.some(latest.current.isStale)) keeper.change(false)
    })
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'invalidate' && event.query.queryHash === hash)
        keeper.change(true)
    })
    return () => {
      stop()
      unsubscribe()
      keeper.end()
    }
  }, [hash, enabled])
  return useMemo(
    () => (first, last) => {
      view.current = { first, last }
      keeping.current?.look()
    },
    [],
  )
}
