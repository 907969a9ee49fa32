import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Expr, SortColumn } from './columns.ts'
import { afterCursor, afterInIndex } from './keyset.ts'

/** How far the rows of a list without bound are counted. */
const countedAtMost = 10_000
/** Up to so many visible rows are looked up and ordered; who sees more of them follows the index of the order. */
const gatheredAtMost = 10_000

export interface Rows {
  from: Expr
  where: RawBuilder<boolean>
  id: Expr
  sort: SortColumn
  after: Parameters<typeof afterCursor>[0]
  limit: number
}

/** `page as (…)` with the keys of a page, one more than it holds, and how many rows there are; `most`: counted so far at most. */
export interface Found {
  page: RawBuilder<unknown>
  total: RawBuilder<unknown>
  most: number | null
}

export const isGathered = (hint: number | null): boolean => hint !== null && hint <= gatheredAtMost
const directionOf = ({ after }: Rows) => (after.key[1] === 'asc' ? sql`asc` : sql`desc`)

/** Orders all rows of the filter. Rows of one value follow their id, in an indexed order in its direction, as they do along the index. */
export function sortedPage(rows: Rows, isIndexed: boolean): Found {
  const { from, where, id, sort, after, limit } = rows
  const direction = directionOf(rows)
  const order = sql`v ${direction} nulls last, id ${isIndexed ? direction : sql`asc`}`
  const isBehind = isIndexed ? afterInIndex(after, sql`v`, sql`id`) : afterCursor(after)
  return {
    page: sql`filtered as materialized (select ${id} as id, ${sort.by} as v from ${from} where ${where}),
      page as materialized (select id, v, row_number() over (order by ${order}) as nth from filtered where ${isBehind} order by ${order} limit ${limit + 1})`,
    total: sql`(select count(*) from filtered)`,
    most: null,
  }
}

/** Follows the index of the order, and ends with the page. */
export function walkedPage(rows: Rows): Found {
  const { from, where, id, sort, after, limit } = rows
  const direction = directionOf(rows)
  return {
    page: sql`page as materialized (select id, v, row_number() over (order by v ${direction}, id ${direction}) as nth from (
      select ${id} as id, ${sort.by} as v from ${from} where ${where} and ${afterInIndex(after, sort.by, id)}
      order by ${sort.by} ${direction}, ${id} ${direction} limit ${limit + 1}) x)`,
    total: sql`(select count(*) from (select 1 from ${from} where ${where} limit ${countedAtMost + 1}) c)`,
    most: countedAtMost,
  }
}
