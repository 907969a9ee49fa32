import type { Sort } from '../ui/data-table/table-head.tsx'

/** What every list's address may say, besides its own filters. What is at its default is not in it. */
export interface ListSearch {
  q?: string | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

/** How it is shown, not what: these narrow nothing. `open` names the row whose panel is open, `at` the place of a new one. */
const shownBy = new Set(['sort', 'order', 'view', 'open', 'at'])

export const isNarrowed = (search: ListSearch): boolean =>
  Object.entries(search).some(([name, value]) => !shownBy.has(name) && value !== undefined && value !== '')

/** Without its filters, in the same order and the same view. */
export const cleared = <Search extends ListSearch>(search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => shownBy.has(name))) as Search

/** By another column than the first, "desc" has to be said; by the first, what differs from its own. */
const usual = (column: string, first: Sort): Sort['direction'] => (column === first.column ? first.direction : 'asc')

export function sortOf({ sort, order }: ListSearch, first: Sort): Sort {
  const column = sort ?? first.column
  return { column, direction: order ?? usual(column, first) }
}

/** The order as a call takes it. */
export const orderOf = ({ sort, order }: ListSearch) => ({ ...(sort ? { sort } : {}), ...(order ? { order } : {}) })

export const sortedBy = <Search extends ListSearch>(
  search: Search,
  { column, direction }: Sort,
  first: Sort,
): Search => ({
  ...search,
  sort: column === first.column ? undefined : column,
  order: direction === usual(column, first) ? undefined : direction,
})

/** What is chosen in a filter, for the address: nothing chosen is not in it. */
export const listed = <T extends string>(selected: readonly string[]): T[] | undefined =>
  selected.length > 0 ? [...(selected as T[])] : undefined
