import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import { askerMarks, askerValues, markedAdmission } from '../authz/authorize.ts'
import type { Admitting } from '../authz/authorize.ts'
import { hintOf, rowIsVisible, visibleSet } from '../authz/visible.ts'
import type { ScopeType } from '../authz/visible.ts'
import type { Clock } from '../platform/clock.ts'
import { keepStatements, markOf } from '../platform/kept-statements.ts'
import { jsonOf } from './columns.ts'
import type { Columns, Expr } from './columns.ts'
import { decodeCursor, encodeCursor, encodeSealedCursor, isInstant, isUuid } from './cursor.ts'
import { admissionCte, admittedAnswer, withGatheredRights } from './list-source.ts'
import type { ListContext, ListRequest, ListSource, TextPage } from './list-source.ts'
import { countOf, firstKeys, furtherKeys, roughHint, walkEndOf } from './list-visible.ts'
import type { Count, SeenByRow, TimeKey, TimeList, TimePage } from './list-visible.ts'

interface TimeListDeclared {
  row: { _zod: { output: unknown } }
  isSearched?: true
  route: { query: { _zod: { output: unknown } } }
}
type RowOf<L extends TimeListDeclared> = L['row']['_zod']['output']
type QueryOf<L extends TimeListDeclared> = L['route']['query']['_zod']['output']

interface TimeListSpec<L extends TimeListDeclared> {
  /** The right that shows a row, through memberships of its location (or fleet). */
  visibleBy: { type: ResourceType; action: Action; scopeType: ScopeType }
  /** The table, its order and the conditions of this query. */
  plan: (ctx: WritingContext, query: QueryOf<L>) => TimeList
  /** Tables and joins of a page's rows, and the id in them. */
  from: (ctx: WritingContext) => Expr
  id: Expr
  columns: (ctx: WritingContext) => Columns<RowOf<L>>
}

/** What a statement is written from. Who reads is a mark; a statement that reads the clock is not kept (decision 55). */
export type WritingContext = Pick<ListContext, 'person' | 'clock'>

interface TimeQuery {
  order?: 'asc' | 'desc'
  cursor?: string
  limit: number
  from?: string | undefined
  to?: string | undefined
}

/** All that the first statement of a page depends on, with marks in the place of what differs from request to request. */
interface Asked<Query> {
  query: Query
  page: TimePage
  hint: number | null
  isCounted: boolean
  admission: Admitting | null
}
/** `at` and `after` are the position of a page. */
const marks = { ...askerMarks, from: markOf('from'), to: markOf('to'), at: markOf('at'), after: markOf('after') }
/** What a cursor carries: the position, and the total that the first page counted. */
interface Position {
  after: TimeKey
  count: Count
}

/**
 * A list that grows without bound, in the order of time (data model, section 2). One statement admits the request, finds the keys of
 * the page, writes its rows as JSON and counts; another one follows only where few of many entries are visible.
 */
// oxlint-disable-next-line max-lines-per-function -- it makes the functions of one list, each of them short
export function timeListQuery<const L extends TimeListDeclared>(list: L, spec: TimeListSpec<L>): ListSource<RowOf<L>> {
  const { type, action, scopeType } = spec.visibleBy

  const rowsOf = (
    ctx: WritingContext,
    limit: number,
  ) => sql`(select string_agg(r.text, ',' order by page_key.nth) from keys page_key cross join lateral (
    select ${jsonOf(spec.columns(ctx))} as text from ${spec.from(ctx)} where ${spec.id} = page_key.id) r where page_key.nth <= ${limit})`
  const kept = keepStatements(marks)

  function partsOf({ query, page, hint }: Asked<QueryOf<L>>, clock: Clock) {
    const { inside: ctx, rights } = withGatheredRights({ clock, person: { id: marks.person } })
    const visible: SeenByRow = {
      hint,
      ...visibleSet(ctx, type, action, scopeType),
      rowIs: (column) => rowIsVisible(ctx, type, action, scopeType, column),
    }
    const plan = spec.plan(ctx, query)
    return { ctx, rights, visible, plan, first: firstKeys(plan, visible, page) }
  }

  function firstStatement(asked: Asked<QueryOf<L>>, clock: Clock): RawBuilder<Answer> {
    const { page, isCounted } = asked
    const { ctx, rights, visible, plan, first } = partsOf(asked, clock)
    const body = sql`${keysCte(first.keys, page.order)}
      select me.*, ${rowsOf(ctx, page.limit)} as items, ${keyAt(page.limit)} as next,
        ${walkedTo(first.list, page, first.entries)} as walked_to,
        ${isCounted ? sql`case when is_ok then (${countOf(plan, visible)}) end` : sql`null`} as count
      from me`
    return sql<Answer>`${admissionCte(asked, rights)}, ${body}`
  }

  /** Where few of many entries are visible; null where the first statement looked at all that is looked at. */
  function furtherStatement(asked: Asked<QueryOf<L>>, clock: Clock): RawBuilder<Answer> | null {
    const { page } = asked
    const { ctx, rights, visible, plan, first } = partsOf(asked, clock)
    const further = furtherKeys(plan, visible, page, first)
    if (!further) return null
    const body = sql`${keysCte(further.keys, page.order)}
      select ${rowsOf(ctx, page.limit)} as items, ${keyAt(page.limit)} as next, ${walkedTo(further.list, page, further.entries)} as walked_to, null as count`
    return sql<Answer>`${admissionCte({}, rights)}, ${body}`
  }

  async function read(ctx: ListContext, request: ListRequest): Promise<TextPage> {
    // Parsed by the route of the list, whose paging these lists have.
    const query = request.query as QueryOf<L> & TimeQuery
    const { order = 'desc', cursor, limit, from, to } = query
    const position = cursor === undefined ? null : positionIn(ctx, cursor, order)
    const admission = request.admission ?? null
    const asked: Asked<QueryOf<L>> = {
      query: {
        ...query,
        ...(cursor === undefined ? {} : { cursor: marks.after }),
        ...(from === undefined ? {} : { from: marks.from }),
        ...(to === undefined ? {} : { to: marks.to }),
      },
      page: { after: position && { at: marks.at, id: marks.after }, order, limit },
      hint: roughHint(await hintOf(ctx, type, action, scopeType)),
      isCounted: position === null && request.isCounted !== false,
      admission: admission && markedAdmission(admission),
    }
    const values = {
      ...askerValues(admission ?? admittedBefore(ctx.person.id)),
      from: from ?? null,
      to: to ?? null,
      at: position?.after.at ?? null,
      after: position?.after.id ?? null,
    }
    const rows = await kept.rows(ctx.db, asked, values, (kind, forget) =>
      firstStatement(kind, watched(ctx.clock, forget)),
    )
    const answer = admittedAnswer(rows, request)
    const count = position?.count ?? answer.count ?? { total: 0, total_is_exact: false }
    const searched = list.isSearched ? { searched_back_to: null } : {}
    const whole = (found: Found): TextPage => ({
      items: found.items ?? '',
      next: found.next && cursorOf(order, found.next, count),
      ...count,
      ...searched,
    })
    if (!answer.walked_to) return whole(answer)
    const further = furtherStatement(asked, ctx.clock)
    const rest = further ? certain((await kept.rows(ctx.db, null, values, () => further))[0]) : answer
    if (!rest.walked_to) return whole(rest)
    // The search continues behind the last entry that it looked at. The caller may not see that entry, so the reply contains
    // neither its id nor its exact time.
    return {
      items: rest.items ?? '',
      next: encodeSealedCursor(ctx.config, positionOf(order, rest.walked_to, count)),
      ...count,
      ...(list.isSearched ? { searched_back_to: searchedHour(rest.walked_to.at, order) } : {}),
    }
  }

  return { list, read }
}

const admittedBefore = (personId: string): Admitting => ({
  bearer: { sub: personId, gid: null },
  question: { needs: {}, on: null },
})

/** The same clock; tells when it is read. */
const watched = (clock: Clock, isRead: () => void): Clock => ({
  now: () => {
    isRead()
    return clock.now()
  },
})

interface Found {
  items: string | null
  next: TimeKey | null
}
interface Answer extends Found {
  walked_to: TimeKey | null
  count: Count | null
}

/** The keys of a page in their order, one more than it holds: that one says that there is a next page. */
const keysCte = (keys: RawBuilder<unknown>, order: 'asc' | 'desc'): RawBuilder<unknown> => {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  return sql`keys as materialized (select id, at, row_number() over (order by at ${direction}, id ${direction}) as nth
    from (${keys}) k where (select is_ok from me))`
}

const isShort = (limit: number): RawBuilder<boolean> => sql<boolean>`(select count(*) from keys) <= ${limit}`

/** Where a walk that did not fill the page ended; null where it filled the page or reached the end of the list. */
const walkedTo = (list: TimeList, page: TimePage, entries: number | null): RawBuilder<unknown> =>
  entries === null
    ? sql`null::json`
    : sql`case when (select is_ok from me) and ${isShort(page.limit)} then (${walkEndOf(list, page, entries)}) end`

const keyAt = (limit: number): RawBuilder<unknown> =>
  sql`(select ${keyJson(sql`at`, sql`id`)} from keys where nth = ${limit} and not (${isShort(limit)}))`

const keyJson = (at: Expr, id: Expr): RawBuilder<unknown> =>
  sql`json_build_object('at', to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'id', ${id})`

const positionOf = (order: string, { at, id }: TimeKey, { total, total_is_exact }: Count) => [
  order,
  at,
  id,
  total,
  total_is_exact ? 1 : 0,
]

const cursorOf = (order: string, key: TimeKey, count: Count): string => encodeCursor(positionOf(order, key, count))

const hourMs = 3_600_000
/** The last full hour that was searched as a whole. */
function searchedHour(at: string, order: 'asc' | 'desc'): string {
  const hours = Date.parse(at) / hourMs
  return new Date((order === 'desc' ? Math.ceil(hours) : Math.floor(hours)) * hourMs).toISOString()
}

/** A cursor of before carries no total: its page says 0, not exact. */
function positionIn({ config }: ListContext, cursor: string, order: string): Position {
  const isWhole = (total: unknown): boolean => Number.isInteger(total) && Number(total) >= 0
  const [, at, id, total, isExact] = decodeCursor(
    cursor,
    ([o, a, i, t, e]) =>
      o === order && isInstant(a) && isUuid(i) && (t === undefined || (isWhole(t) && (e === 0 || e === 1))),
    config,
  )
  return {
    after: { at: String(at), id: String(id) },
    count: { total: Number(total ?? 0), total_is_exact: isExact === 1 },
  }
}
