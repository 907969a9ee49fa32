import { replaceEqualDeep } from '@tanstack/react-query'

/** What every keyset page says; `searched_back_to` only where a search may end before its page is full. */
export interface ListPage<Row = object> {
  items: Row[]
  next: string | null
  total: number
  total_is_exact: boolean
  searched_back_to?: string | null
}

/** As the query cache holds them: each page and the cursor that it was asked with. */
export interface ListPages<Page> {
  pages: Page[]
  pageParams: (string | null)[]
}

const idOf = (row: object): unknown => ('id' in row ? row.id : row)

/** Returns each row once, because two pages that were loaded at different times can share rows at their border. */
export function rowsOf<Row extends object>(pages: readonly ListPage<Row>[]): Row[] {
  const seen = new Set<unknown>()
  const rows: Row[] = []
  for (const { items } of pages)
    for (const row of items) {
      const id = idOf(row)
      if (seen.has(id)) continue
      seen.add(id)
      rows.push(row)
    }
  return rows
}

/**
 * The number of rows in the list; null before the first page. The server stops counting at a limit, so the total is at least
 * the number of loaded rows, and it is exact once all of them are loaded.
 */
export function totalOf(
  pages: readonly Pick<ListPage, 'next' | 'total' | 'total_is_exact'>[],
  loaded: number,
): Total | null {
  const first = pages[0]
  if (first === undefined) return null
  if (first.total_is_exact) return { total: first.total, total_is_exact: true }
  if (pages.at(-1)?.next === null) return { total: loaded, total_is_exact: true }
  return { total: Math.max(first.total, loaded), total_is_exact: false }
}

export type Total = Pick<ListPage, 'total' | 'total_is_exact'>

/** The pages that hold the rows from `first` to `last`. */
export function pagesWith(
  pages: readonly Pick<ListPage, 'items'>[],
  first: number,
  last: number,
): { from: number; to: number } {
  let end = 0
  let from: number | null = null
  for (const [index, { items }] of pages.entries()) {
    end += items.length
    if (from === null && first < end) from = index
    if (last < end) return { from: from ?? index, to: index }
  }
  const to = Math.max(0, pages.length - 1)
  return { from: from ?? to, to }
}

export interface Refreshed<Page> {
  list: ListPages<Page>
  /** These pages are new; all others are as they were before. */
  fresh: { from: number; to: number }
}

/**
 * Asks again for the pages in view only, each behind the one before it. The others stay as they are until they come into
 * view: those above are untouched, those below go on behind the last fresh row. Where that row is unknown they are let go and
 * loaded again on the way down.
 */
export async function refreshed<Row extends object, Page extends ListPage<Row>>(
  list: ListPages<Page>,
  { from, to }: { from: number; to: number },
  ask: (cursor: string | null) => Promise<Page>,
): Promise<Refreshed<Page>> {
  const { pages, pageParams } = list
  const before = new Map(
    pages.slice(from, to + 1).flatMap(({ items }) => items.map((row) => [idOf(row), row] as const)),
  )
  const fresh: Page[] = []
  const cursors: (string | null)[] = []
  let cursor: string | null = pageParams[from] ?? null
  while (fresh.length <= to - from) {
    const page = await ask(cursor)
    // An unchanged row stays the same object, so that it is not drawn again.
    fresh.push({ ...page, items: page.items.map((row) => replaceEqualDeep(before.get(idOf(row)), row)) })
    cursors.push(cursor)
    cursor = page.next
    if (cursor === null) break
  }
  const below = cursor === null ? { pages: [], pageParams: [] } : tailBehind(list, from, to, fresh, cursor)
  const next = {
    pages: [...pages.slice(0, from), ...fresh, ...below.pages],
    pageParams: [...pageParams.slice(0, from), ...cursors, ...below.pageParams],
  }
  return { list: counted(next, fresh.at(-1)), fresh: { from, to: from + fresh.length - 1 } }
}

/** One of the last rows may have come here from elsewhere in the list: the middle one of three places is trusted. */
const anchors = 3

/** What was loaded below, from behind the last fresh rows on: rows that came push the border down, rows that went pull it up. */
function tailBehind<Row extends object, Page extends ListPage<Row>>(
  { pages, pageParams }: ListPages<Page>,
  from: number,
  to: number,
  fresh: readonly Page[],
  cursor: string,
): ListPages<Page> {
  const rows = fresh.flatMap(({ items }) => items)
  const ids = new Set(rows.map(idOf))
  const lastIds = new Set(rows.slice(-anchors).map(idOf))
  // What lay one page below may have come into view; further down it was another place of the list.
  const places = pages
    .slice(from, to + 2)
    .flatMap(({ items }, at) =>
      items.flatMap((row, place) => (lastIds.has(idOf(row)) ? [{ at: from + at, place }] : [])),
    )
  const border = places[Math.floor(places.length / 2)]
  const page = border && pages[border.at]
  if (border === undefined || page === undefined) return { pages: [], pageParams: [] }
  const own = page.items.slice(border.place + 1).filter((row) => !ids.has(idOf(row)))
  return joined(
    { ...page, items: own },
    cursor,
    pages.slice(border.at + 1),
    pageParams.slice(border.at + 1),
    fresh[0]?.items.length ?? 0,
  )
}

/** Pages do not crumble: what was pushed out joins the page below as long as both are one page together. */
function joined<Row extends object, Page extends ListPage<Row>>(
  own: Page,
  cursor: string,
  rest: readonly Page[],
  params: readonly (string | null)[],
  atMost: number,
): ListPages<Page> {
  const [next, ...others] = rest
  if (next === undefined)
    return { pages: own.items.length === 0 ? [] : [own], pageParams: own.items.length === 0 ? [] : [cursor] }
  if (own.items.length + next.items.length <= atMost || own.items.length === 0)
    return {
      pages: [{ ...next, items: [...own.items, ...next.items] }, ...others],
      pageParams: [cursor, ...params.slice(1)],
    }
  return { pages: [own, ...rest], pageParams: [cursor, ...params] }
}

/** The newest count is the count of the list. */
function counted<Page extends ListPage>(
  { pages, pageParams }: ListPages<Page>,
  newest: Page | undefined,
): ListPages<Page> {
  const [first, ...rest] = pages
  if (first === undefined || newest === undefined) return { pages, pageParams }
  const { total, total_is_exact } = newest
  return { pages: [{ ...first, total, total_is_exact }, ...rest], pageParams }
}
