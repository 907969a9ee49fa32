import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { visiblePredicate, visibleSet } from '../authz/visible.ts'
import type { Reader, Visible } from '../authz/visible.ts'

/**
 * Keyset pages of a table that grows without bound, for every kind of viewer (data model, section 2). This code chooses
 * the plan, because PostgreSQL would often choose a slower one: *narrow* takes the top of each visible location and
 * merges, *walk* goes along time and checks each entry.
 */
export interface TimeList {
  table: string
  /** Column of the location (or fleet) that makes a row visible. */
  scopeColumn: string
  /** Column of the order; ties break by id. */
  time: string
  /** Literal condition of a partial index; part of every scan. */
  base: RawBuilder<boolean>
  /** Conditions on the time column, inside each scan. */
  period: RawBuilder<boolean>
  /** What is checked entry by entry; null when nothing is filtered. */
  filter: RawBuilder<boolean> | null
  /** `select id`: only these places (ids of the scopeColumn), of the visible ones; null for any. */
  places: RawBuilder<unknown> | null
  /** A condition that few rows meet and that has a separate index; null without. */
  anchor: RawBuilder<boolean> | null
  /** Rows that are seen without their place (`throughDevice`). Asked of anchored rows alone: elsewhere it would cost every reader. */
  seenAnchored?: RawBuilder<boolean>
  /** `base` is a partial index that is short enough to walk as a whole for viewers of many places. */
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

/** The statement that finds a page's keys (`at`, `id`). */
export interface Keys {
  keys: RawBuilder<unknown>
  /** The list as it was walked, which may be along a partial index. */
  list: TimeList
  /** So many entries were looked at, at most; null where each visible place was looked through. */
  entries: number | null
}

/** Counts to a bound; beyond it the total is a lower bound. */
export interface Count {
  total: number
  total_is_exact: boolean
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

/** Up to so many visible places are gathered and hashed once; of more, each of the few entries is looked up by its own groups. */
const gatheredAtMost = 1_000

/** The hint as far as a path depends on it, so that readers of about as many places share their statements. */
export const roughHint = (hint: number | null): number | null =>
  hint === null
    ? null
    : ([narrowWhenRare, narrowAtMost, gatheredAtMost].find((most) => hint <= most) ?? gatheredAtMost + 1)

type RowVisible = (column: RawBuilder<unknown>) => RawBuilder<boolean>

/** What the reader sees, also asked of one row at a time. */
export interface SeenByRow extends Visible {
  rowIs: RowVisible
}

/** The first attempt: place by place where few are seen, else a short walk along time, which fills nearly every page. */
export function firstKeys(list: TimeList, visible: SeenByRow, page: TimePage): Keys {
  if (isNarrow(list, visible)) return { keys: narrow(list, visible, page), list, entries: null }
  const along = walked(list)
  if (list.anchor || list.isShort) return longWalkOf(along, visible, page)
  const isMany = visible.hint === null || visible.hint > gatheredAtMost
  const isSeen: RowVisible = isMany ? visible.rowIs : (column) => visiblePredicate(visible, column)
  return { keys: walk(along, isSeen, page, firstWalk), list: along, entries: firstWalk }
}

/** Behind a short walk that did not fill the page; null where the first attempt was the long one. */
export function furtherKeys(list: TimeList, visible: Visible, page: TimePage, first: Keys): Keys | null {
  if (first.entries !== firstWalk) return null
  if (!list.filter && visible.hint !== null) return { keys: narrow(list, visible, page), list, entries: null }
  return longWalkOf(walked(list), visible, page)
}

const longWalkOf = (along: TimeList, visible: Visible, page: TimePage): Keys => ({
  keys: walk(along, (column) => seenIn(along, visible, column), page, longWalk),
  list: along,
  entries: longWalk,
})

/** A device belongs to its location's groups and to those it was added to itself (rights: model): the rows of the latter. */
export const throughDevice = (
  reader: Pick<Reader, 'person'>,
  type: ResourceType,
  action: Action,
): RawBuilder<boolean> => visiblePredicate(visibleSet(reader, type, action, 'device'), sql`x.device_id`)

function seenIn(
  { anchor, seenAnchored }: TimeList,
  visible: Visible,
  column: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const throughPlace = visiblePredicate(visible, column)
  return anchor && seenAnchored ? sql<boolean>`(${throughPlace} or ${seenAnchored})` : throughPlace
}

/** Place by place: few are visible, or few are asked for. What is anchored has fewer rows than that. */
function isNarrow({ anchor, places, rare }: TimeList, { hint }: Visible): boolean {
  return !anchor && (places !== null || (hint !== null && hint <= (rare ? narrowWhenRare : narrowAtMost)))
}

/** The list as a walk sees it. */
const walked = (list: TimeList): TimeList =>
  list.rare ? { ...list, base: list.rare.base, filter: list.rare.filter } : list

const id = sql.ref('id')
const always = sql<boolean>`true`

const within = ({ anchor, base, period }: TimeList) => sql<boolean>`${anchor ?? always} and ${base} and ${period}`

const filterOf = ({ filter, places, scopeColumn }: TimeList) =>
  sql<boolean>`${filter ?? always} and ${places ? sql`${sql.ref(scopeColumn)} in (${places})` : always}`

/** `select resource_id`: the places to look through one by one. */
const placesOf = ({ places }: TimeList, visible: Visible) =>
  places
    ? sql`select a.resource_id from (${places}) a(resource_id) where ${visiblePredicate(visible, sql`a.resource_id`)} group by 1`
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
      where ${sql.ref(list.scopeColumn)} = v.resource_id and ${where} and ${list.filter ?? always} order by ${order} limit ${page.limit + 1}
    ) k order by ${page.order === 'asc' ? sql`at asc, id asc` : sql`at desc, id desc`} limit ${page.limit + 1}`
}

/** `select *`: the newest rows that are seen, so many at most, for sums over them. Few places are read one by one. */
export function newestRows(list: TimeList, visible: Visible, most: number): RawBuilder<unknown> {
  const { where, order } = scan(list, { after: null, order: 'desc', limit: most })
  const table = sql.table(list.table)
  if (isNarrow(list, visible))
    return sql`select k.* from (${placesOf(list, visible)}) v cross join lateral (
      select * from ${table} where ${sql.ref(list.scopeColumn)} = v.resource_id and ${where} and ${list.filter ?? always} order by ${order} limit ${most}
    ) k order by ${order} limit ${most}`
  return sql`select * from ${table} where ${where} and ${visiblePredicate(visible, sql.ref(list.scopeColumn))} and ${filterOf(list)}
    order by ${order} limit ${most}`
}

// The inner query streams: a materialised one would always read all its entries.
function walk(list: TimeList, isSeen: RowVisible, page: TimePage, entries: number): RawBuilder<unknown> {
  const { where, order } = scan(list, page)
  return sql`
    select x.${sql.ref(list.time)} as at, x.id from (select * from ${sql.table(list.table)} where ${where} order by ${order} limit ${entries}) x
    where ${isSeen(sql`x.${sql.ref(list.scopeColumn)}`)} and ${filterOf(list)} limit ${page.limit + 1}`
}

/** The last entry of a walk over so many, no row when it reached the end of the list. */
export function walkEndOf(list: TimeList, page: TimePage, entries: number): RawBuilder<unknown> {
  const { where, order } = scan(list, page)
  return sql`select json_build_object('at', to_char(${sql.ref(list.time)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'id', id)
    from ${sql.table(list.table)} where ${where} order by ${order} offset ${entries - 1} limit 1`
}

/** How many entries to count: without a filter each is a hit, and an index alone is read faster than its table. */
function mostEntries({ filter, rare }: TimeList, isWalked: boolean): number {
  if (!filter) return countedHits + 1
  return isWalked && rare?.isCovered ? countedInIndex : countedInTable
}

/** Counts to 10,000 hits or so many entries, whichever is first; past either it says so. */
export function countOf(list: TimeList, visible: Visible): RawBuilder<unknown> {
  const isWalked =
    !isNarrow(list, visible) && (visible.hint === null || list.anchor !== null || list.isShort || list.rare !== null)
  const counted = isWalked ? walked(list) : list
  const table = sql.table(list.table)
  const inPlace = (columns: RawBuilder<unknown>, most: number) =>
    sql`from (${placesOf(list, visible)}) v cross join lateral (select ${columns} from ${table} where ${sql.ref(list.scopeColumn)} = v.resource_id
        and ${within(counted)} limit ${most}) t limit ${most}`
  if (!isWalked && !list.filter) {
    // Each entry of a visible place is a hit: nothing of it is looked at.
    const hits = sql`select count(*) as hits from (select 1 ${inPlace(sql`1`, countedHits + 1)}) x`
    return sql`select json_build_object('total', least(c.hits, ${countedHits}::int), 'total_is_exact', c.hits <= ${countedHits}::int) from (${hits}) c`
  }
  const most = mostEntries(list, isWalked)
  const entries = isWalked
    ? sql`select * from ${table} where ${within(counted)} limit ${most}`
    : sql`select t.* ${inPlace(sql`*`, most)}`
  const isSeen = isWalked ? seenIn(list, visible, sql`x.${sql.ref(list.scopeColumn)}`) : always
  return sql`select json_build_object('total', least(c.hits, ${countedHits}::int),
      'total_is_exact', c.entries < ${most}::int and c.hits <= ${countedHits}::int)
    from (select count(*) as entries, count(*) filter (where ${isSeen} and ${filterOf(counted)}) as hits from (${entries}) x) c`
}
