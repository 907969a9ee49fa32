import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { Page } from './list-pages.ts'
import { decodeCursor, encodeCursor, isInstant, isInt, isUuid } from './cursor.ts'

/** What a list can be sorted by; `kind` is the cast of its value in a cursor. */
export interface SortColumn {
  by: RawBuilder<unknown>
  kind: 'text' | 'int' | 'timestamptz' | 'uuid'
}

/** A list of some thousand rows at most: its visible rows are sorted whole, so that no column needs an index (data model, 4a). */
export interface SortedList<Sort extends string> {
  sorts: Record<Sort, SortColumn>
  /** `points p`: where filter and order look; its id is `id`. */
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** What the id is; a UUID unless it says otherwise. */
  id_kind?: 'text'
  /** Visibility and filter. */
  where: RawBuilder<boolean>
  /** `left join points p on p.id = page.id …`: only the rows of the page are read whole. */
  rows: RawBuilder<unknown>
  columns: RawBuilder<unknown>
}

export interface SortedQuery<Sort extends string> {
  sort: Sort
  order: 'asc' | 'desc'
  cursor?: string | undefined
  limit: number
}

export async function sortedPage<Row extends { id: string }, Sort extends string>(
  db: Db,
  list: SortedList<Sort>,
  query: SortedQuery<Sort>,
): Promise<Page<Row>> {
  const { by, kind } = list.sorts[query.sort]
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<Row & { list_total: number; list_position: string | number | null }>`
    with filtered as materialized (select ${list.id} as id, ${by} as v from ${list.from} where ${list.where}),
    page as (select id, v from filtered where ${after(query, kind, list.id_kind ?? 'uuid')} order by v ${direction} nulls last, id limit ${query.limit + 1})
    select c.list_total, page.v as list_position, ${list.columns} from (select count(*) as list_total from filtered) c left join page on true
    ${list.rows} order by page.v ${direction} nulls last, page.id`.execute(db)
  const total = rows[0]?.list_total ?? 0
  const found = rows.filter((row) => row.id !== null)
  const shown = found.slice(0, query.limit)
  const last = shown.at(-1)
  const next =
    found.length > query.limit && last ? encodeCursor([query.sort, query.order, last.list_position, last.id]) : null
  const items = shown.map(({ list_total: _total, list_position: _position, ...row }) => row as unknown as Row)
  return { items, next, total, total_is_exact: true }
}

/** Behind the last row of the page before, nulls at the end in both directions. A cursor fits its own sort only. */
function after<Sort extends string>(
  { cursor, sort, order }: SortedQuery<Sort>,
  kind: SortColumn['kind'],
  idKind: 'uuid' | 'text',
): RawBuilder<boolean> {
  if (!cursor) return sql<boolean>`true`
  const [, , value, id] = decodeCursor(
    cursor,
    ([s, o, v, i]) => s === sort && o === order && i !== null && isValue(i, idKind) && isValue(v, kind),
  )
  const last = sql`${id}::${sql.raw(idKind)}`
  if (value === null) return sql<boolean>`(v is null and id > ${last})`
  const bound = sql`${value}::${sql.raw(kind)}`
  return sql<boolean>`(v ${order === 'asc' ? sql`>` : sql`<`} ${bound} or (v = ${bound} and id > ${last}) or v is null)`
}

function isValue(value: unknown, kind: SortColumn['kind']): boolean {
  if (value === null) return true
  if (kind === 'int') return isInt(value)
  if (typeof value !== 'string' || value.includes('\0')) return false
  return kind === 'uuid' ? isUuid(value) : kind === 'timestamptz' ? isInstant(value) : true
}

/** A column in the order of people's languages. */
export const collated = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`${column} collate "und-x-icu"`

const escapeLike = (term: string): string => term.replace(/[\\%_]/g, (sign) => `\\${sign}`)
/** `ilike` that finds the term anywhere, its own signs taken as they are. */
export const contains = (column: RawBuilder<unknown>, term: string): RawBuilder<boolean> =>
  sql<boolean>`${column} ilike ${`%${escapeLike(term)}%`}`
