import type { Sort } from '../ui/data-table/table-head.tsx'
import { usualOrder } from './list-address.ts'
import type { AnyList } from './list-address.ts'

/** What every list's address may say, besides its own filters. What is at its default is not in it. */
export interface ListSearch {
  q?: string | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

/** How it is shown, not what: these narrow nothing. `open` names the row whose panel is open, `at` the place of a new one. */
const shownBy = new Set(['sort', 'order', 'view', 'open', 'at', 'camera'])

export const isNarrowed = (search: ListSearch): boolean =>
  Object.entries(search).some(([name, value]) => !shownBy.has(name) && value !== undefined && value !== '')

/** Without its filters, in the same order and the same view. */
export const cleared = <Search extends ListSearch>(search: Search): Search =>
  // A part of the search is a search: each of its fields may be absent.
  Object.fromEntries(Object.entries(search).filter(([name]) => shownBy.has(name))) as Search

export type Sorted = Pick<AnyList, 'sortBy'> & { order?: AnyList['order'] }

/** What the list is sorted by. One in the order of time names its only column. */
export const sortOf = ({ sort, order }: ListSearch, list: Sorted, timeColumn = ''): Sort => ({
  column: sort ?? list.sortBy?.[0] ?? timeColumn,
  direction: order ?? usualOrder(list),
})

/** The order as a call takes it. */
export const orderOf = ({ sort, order }: ListSearch) => ({ ...(sort ? { sort } : {}), ...(order ? { order } : {}) })

export const sortedBy = <Search extends ListSearch>(
  search: Search,
  { column, direction }: Sort,
  list: Sorted,
): Search => ({
  ...search,
  sort: list.sortBy === undefined || column === list.sortBy[0] ? undefined : column,
  order: direction === usualOrder(list) ? undefined : direction,
})
