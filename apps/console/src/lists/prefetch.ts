import { isNeeds } from '@wheelhouse/contract/access.ts'
import type { InputOf, Route } from '@wheelhouse/contract/route.ts'
import { infinite, read } from '../api/api.ts'
import { can } from '../session/can.ts'
import type { AnyList, FilterValues, ListAddress } from './list-address.ts'
import { layouts } from './list-layouts.ts'
import { orderOf } from './list-search.ts'
import type { ListSearch } from './list-search.ts'
import { queryClient } from '../shell/query-client.ts'
import { useUser } from '../stores/user-store.ts'

// What a screen shows first is requested when its address is entered, so that it arrives while the screen is drawn. The screen makes the
// same request and finds the reply in the cache, or waits for it.

const mayCall = ({ access }: Pick<Route, 'access'>): boolean =>
  isNeeds(access) && can(useUser.getState().userPermissions, access)
const isKnown = (key: readonly unknown[]): boolean => queryClient.getQueryState(key) !== undefined

interface ListPrefetch<L extends AnyList> {
  /** As the screen gives it to its `ListPage`. */
  query?: FilterValues<L>
}

/** The first rows, and how the person has laid the list out. */
export function prefetchList<L extends AnyList, Search extends ListSearch>(
  { list, filter }: ListAddress<L, Search>,
  search: Search,
  { query }: ListPrefetch<L> = {},
): void {
  const { route } = list
  if (!mayCall(route)) return
  const first = infinite<Route>(route, { query: { ...filter(search), ...query, ...orderOf(search) } })
  if (!isKnown(first.queryKey)) void queryClient.prefetchInfiniteQuery(first)
  void queryClient.prefetchQuery(layouts)
}

export function prefetch<R extends Route>(route: R, input: InputOf<R>): void {
  const one = read(route, input)
  if (mayCall(route) && !isKnown(one.queryKey)) void queryClient.prefetchQuery(one)
}
