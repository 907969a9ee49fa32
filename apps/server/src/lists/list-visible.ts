import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../platform/context.ts'
import { visiblePredicate } from '../authz/visible.ts'
import type { Visible } from '../authz/visible.ts'

/**
 * Keyset pages of a table that grows without bound, whoever asks (data model, section 2). We choose the path, not
 * PostgreSQL: *narrow* takes the top of each visible location and merges, *walk* goes along time and checks each entry.
 */
export interface TimeList {
  table: string
  /** Column of the location (or fleet) that makes a row visible. */
  funnel: string
  /** Column of the order; ties break by id. */
  time: string
  /** Literal condition of a partial index; part of every scan. */
  base: RawBuilder<boolean>
  /** Conditions on the time column, inside each scan. */
  period: RawBuilder<boolean>
  /** What is checked entry by entry; null when nothing is filtered. */
  filter: RawBuilder<boolean> | null
  /** Only these places (ids of the funnel), of the visible ones; null for any. */
  places: readonly string[] | null
  /** A condition that few rows meet and that has an index of its own; null without. */
  anchor: RawBuilder<boolean> | null
  /** `base` is a partial index that may be walked whole, by whoever sees many places. */
  isShort: boolean
  /** A rare value is filtered by and has a partial index: walks take these instead; null without. */
  rare: RareWalk | null
}

export interface RareWalk {
  /** Literal condition of the partial index. Never part of `filter`: PostgreSQL would take that index place by place too. */
  base: RawBuilder<boolean>
  filter: RawBuilder<boolean>
  /** The index answers `filter` too: no table rows are read. */
  isCovered: boolean
}

export interface TimeKey {
  at: string
  id: string
}

export interface TimePage {
  after: TimeKey | null
  order: 'asc' | 'desc'
  limit: number
}

/** The rows of a page in its statement, so that a page takes one: from a scalar `select` of their ids, an array in their order. */
export type RowsByIds = (ids: RawBuilder<unknown>) => RawBuilder<unknown>

export interface Found<Row> {
  rows: Row[]
  next: TimeKey | null
  /** Set on a short page: the list goes on behind it, but the search stopped here. */
  searched_back_to: string | null
}

const narrowAtMost = 64
/** A whole place is read for its few rare rows. */
const narrowWhenRare = 8
const firstWalk = 2_000
const longWalk = 200_000
const countedHits = 10_000
/** An index answers alone about five times as many entries in the same time as the table. */
const countedInIndex = 50_000
const countedInTable = 10_000

export async function listVisible<Row extends { id: string }>(
  db: Db,
  list: TimeList,
  visible: Visible,
  page: TimePage,
  rowsByIds: RowsByIds,
): Promise<Found<Row>> {
  const rowsOf = async (keys: RawBuilder<unknown>): Promise<Row[]> =>
    (
      await rowsByIds(sql`select array_agg(k.id) from (${keys}) k`)
        .$castTo<Row>()
        .execute(db)
    ).rows
  const whole = (found: Row[]): Found<Row> => wholePage(list, found, page.limit)
  if (isNarrow(list, visible)) return whole(await rowsOf(narrow(list, visible, page)))
  const along = walked(list)
  if (!list.anchor && !list.isShort) {
    const first = await rowsOf(walk(along, visible, page, firstWalk))
    if (first.length > page.limit) return whole(first)
    // It looked at everything there is: place by place there is nothing more, and no longer walk either.
    if ((await walkEnd(db, along, page, firstWalk)) === null) return whole(first)
    if (!list.filter && visible.hint !== null) return whole(await rowsOf(narrow(list, visible, page)))
  }
  const found = await rowsOf(walk(along, visible, page, longWalk))
  if (found.length > page.limit) return whole(found)
  const end = await walkEnd(db, along, page, longWalk)
  return { rows: found, next: end, searched_back_to: end?.at ?? null }
}

/** Place by place: few are visible, or few are asked for. What is anchored has fewer rows than that. */
function isNarrow({ anchor, places, rare }: TimeList, { hint }: Visible): boolean {
  return !anchor && (places !== null || (hint !== null && hint <= (rare ? narrowWhenRare : narrowAtMost)))
}

/** The list as a walk sees it. */
const walked = (list: TimeList): TimeList =>
  list.rare ? { ...list, base: list.rare.base, filter: list.rare.filter } : list

/** One row more than asked was fetched: it says that there is a next page. */
function wholePage<Row extends { id: string }>({ time }: TimeList, found: Row[], limit: number): Found<Row> {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last ? { at: String(last[time as keyof Row]), id: last.id } : null, searched_back_to: null }
}

const id = sql.ref('id')
const always = sql<boolean>`true`

const within = ({ anchor, base, period }: TimeList) => sql<boolean>`${anchor ?? always} and ${base} and ${period}`

const filterOf = ({ filter, places, funnel }: TimeList) =>
  sql<boolean>`${filter ?? always} and ${places ? sql`${sql.ref(funnel)} = any(${[...places]}::uuid[])` : always}`

/** `select resource_id`: the places to look through one by one. */
const placesOf = ({ places }: TimeList, visible: Visible) =>
  places
    ? sql`select a.resource_id from unnest(${[...places]}::uuid[]) a(resource_id) where ${visiblePredicate(visible, sql`a.resource_id`)} group by 1`
    : visible.set

function scan(list: TimeList, page: TimePage): { where: RawBuilder<boolean>; order: RawBuilder<unknown> } {
  const time = sql.ref(list.time)
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`
  const beyond = page.order === 'asc' ? sql`>` : sql`<`
  const after = page.after
    ? sql`(${time}, ${id}) ${beyond} (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql`true`
  return { where: sql<boolean>`${within(list)} and ${after}`, order: sql`${time} ${direction}, ${id} ${direction}` }
}

function narrow(list: TimeList, visible: Visible, page: TimePage): RawBuilder<unknown> {
  const { where, order } = scan(list, page)
  return sql`
    select k.at, k.id from (${placesOf(list, visible)}) v cross join lateral (
      select ${sql.ref(list.time)} as at, id from ${sql.table(list.table)}
      where ${sql.ref(list.funnel)} = v.resource_id and ${where} and ${list.filter ?? always} order by ${order} limit ${page.limit + 1}
    ) k order by ${page.order === 'asc' ? sql`at asc, id asc` : sql`at desc, id desc`} limit ${page.limit + 1}`
}

// The inner query streams: a materialised one would always read all its entries.
function walk(list: TimeList, visible: Visible, page: TimePage, entries: number): RawBuilder<unknown> {
  const { where, order } = scan(list, page)
  return sql`
    select x.${sql.ref(list.time)} as at, x.id from (select * from ${sql.table(list.table)} where ${where} order by ${order} limit ${entries}) x
    where ${visiblePredicate(visible, sql`x.${sql.ref(list.funnel)}`)} and ${filterOf(list)} limit ${page.limit + 1}`
}

/** The last entry of a walk over so many, null when it reached the end of the list. */
async function walkEnd(db: Db, list: TimeList, page: TimePage, entries: number): Promise<TimeKey | null> {
  const { where, order } = scan(list, page)
  const { rows } = await sql<TimeKey>`
    select ${sql.ref(list.time)} as at, id from ${sql.table(list.table)} where ${where} order by ${order} offset ${entries - 1} limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Counts to 10,000 hits or so many entries, whichever is first; past either it says so. */
export async function countVisible(
  db: Db,
  list: TimeList,
  visible: Visible,
): Promise<{ total: number; total_is_exact: boolean }> {
  const isWalked =
    !isNarrow(list, visible) && (visible.hint === null || list.anchor !== null || list.isShort || list.rare !== null)
  const counted = isWalked ? walked(list) : list
  const most = !list.filter ? countedHits + 1 : isWalked && list.rare?.isCovered ? countedInIndex : countedInTable
  const columns = sql`select * from ${sql.table(list.table)}`
  const entries = isWalked
    ? sql`${columns} where ${within(counted)} limit ${most}`
    : sql`select t.* from (${placesOf(list, visible)}) v cross join lateral (${columns} where ${sql.ref(list.funnel)} = v.resource_id
        and ${within(counted)} limit ${most}) t limit ${most}`
  const isSeen = isWalked ? visiblePredicate(visible, sql`x.${sql.ref(list.funnel)}`) : always
  const { rows } = await sql<{ entries: number; hits: number }>`
    select count(*) as entries, count(*) filter (where ${isSeen} and ${filterOf(counted)}) as hits from (${entries}) x`.execute(
    db,
  )
  const { entries: read, hits } = rows[0] ?? { entries: 0, hits: 0 }
  return { total: Math.min(hits, countedHits), total_is_exact: read < most && hits <= countedHits }
}
