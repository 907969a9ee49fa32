import { isNeeds } from '@wheelhouse/contract/access.ts'
import type { InputOf, Route } from '@wheelhouse/contract/route.ts'
import { infinite, read } from '../api/api.ts'
import { can } from '../session/can.ts'
import { layouts } from './list-layouts.ts'
import { orderOf } from './list-search.ts'
import type { ListSearch } from './list-search.ts'
import { queryClient } from '../shell/query-client.ts'
import { useUser } from '../stores/user-store.ts'

// What a screen shows first is asked for when its address is entered: it comes while the screen is drawn. The screen asks in the same
// words and finds the answer, or waits for the same one.

const mayCall = ({ access }: Pick<Route, 'access'>): boolean =>
  isNeeds(access) && can(useUser.getState().userPermissions, access)
const isKnown = (key: readonly unknown[]): boolean => queryClient.getQueryState(key) !== undefined

/** The first rows, and how the person has laid the list out. `filter` is the screen's own. */
export function prefetchList(route: Route, filter: object, search: ListSearch): void {
  if (!mayCall(route)) return
  const first = infinite(route, { query: { ...filter, ...orderOf(search) } } as unknown as InputOf<Route>)
  if (!isKnown(first.queryKey)) void queryClient.prefetchInfiniteQuery(first)
  void queryClient.prefetchQuery(layouts)
}

export function prefetch<R extends Route>(route: R, input: InputOf<R>): void {
  const one = read(route, input)
  if (mayCall(route) && !isKnown(one.queryKey)) void queryClient.prefetchQuery(one)
}
