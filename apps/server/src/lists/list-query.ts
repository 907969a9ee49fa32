import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parsed } from '../platform/json-text.ts'
import type { JsonText } from '../platform/json-text.ts'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ListFilters } from '@wheelhouse/contract/list.ts'
import { hintOf, rowIsVisible, visiblePredicate, visibleSet } from '../authz/visible.ts'
import { jsonOf } from './columns.ts'
import type { Columns, Expr, SortColumn } from './columns.ts'
import { allOf, conditionsOf } from './list-filters.ts'
import type { FilterSql } from './list-filters.ts'
import { admittedRow, admissionCte, withGatheredRights } from './list-source.ts'
import type { ListContext, ListRequest, ListSource, TextPage } from './list-source.ts'
import { cursorAfter } from './keyset.ts'
import { isGathered, sortedPage, walkedPage } from './sorted-pages.ts'
import type { Rows } from './sorted-pages.ts'

/** What a list's SQL may depend on. */
export interface Scope<Query, Params> {
  ctx: RowContext
  /** The reader's id, as an expression. */
  person: RawBuilder<string>
  query: Query
  params: Params
  /** How many resources the reader sees, null for all: chooses a path and changes no result. Only where the list asks for it. */
  hint: number | null
  /**
   * True for rows whose `column` names a resource on which the reader holds the right; `GET` if nothing is said. Where the
   * rows follow another resource, `scopeType` is its type: a session of a fleet.
   */
  visible: (type: ResourceType, column: Expr, action?: Action, scopeType?: ResourceType) => RawBuilder<boolean>
}

/** Which right shows a row: the action of the type, through memberships of the resource in `column`. */
export interface VisibleBy {
  type: ResourceType
  column: Expr
  action?: Action
  /** Where the rows follow another resource: a photo its location. */
  scopeType?: ResourceType
}

/** What reading one row needs; the person only where the row depends on what they see. */
export type RowContext = Pick<ListContext, 'db' | 'clock' | 'config'> & { person?: { id: string } }

/** Who reads, where the rows depend on it. */
export function readerIn({ person }: RowContext): Pick<ListContext, 'person'> {
  if (!person) throw new Error('These rows depend on who reads them')
  return { person }
}

/** One row probes its few groups: the set of everything that the reader sees would be gathered for it alone. */
function rowScope({ person: reader, ...ctx }: RowContext): Scope<unknown, unknown> {
  const person = (): { id: string } => {
    if (!reader) throw new Error('This row depends on who reads it')
    return reader
  }
  return {
    ctx,
    get person() {
      return sql<string>`${person().id}::uuid`
    },
    query: {},
    params: {},
    hint: null,
    visible: (type, column, action = 'GET', scopeType = type) =>
      rowIsVisible({ person: person() }, type, action, scopeType, column),
  }
}

interface ListDeclared {
  row: { _zod: { output: unknown } }
  filters: ListFilters
  route: { query: { _zod: { output: object } }; params?: { _zod: { output: unknown } } }
  sortBy?: readonly string[]
}
type RowOf<L extends ListDeclared> = L['row']['_zod']['output']
type QueryOf<L extends ListDeclared> = L['route']['query']['_zod']['output']
type ParamsOf<L extends ListDeclared> = L['route'] extends { params: { _zod: { output: infer Params } } }
  ? Params
  : unknown
type SortOf<L extends ListDeclared> = L extends { sortBy: readonly (infer Sort extends string)[] } ? Sort : never
type ScopeOf<L extends ListDeclared> = Scope<QueryOf<L>, ParamsOf<L>>

/** Orders that are no column of the row, or that differ from it. */
type Sorts<L extends ListDeclared> = { readonly [Name in Exclude<SortOf<L>, keyof RowOf<L>>]: SortColumn } & {
  readonly [Name in SortOf<L> & keyof RowOf<L>]?: SortColumn
}

interface ListSpec<L extends ListDeclared> {
  /** Tables and joins for filters, order and columns: `points_of_interest p left join …`. */
  from: (scope: ScopeOf<L>) => Expr
  /** Where the rows of a page need more than filter and order do. `ids` selects theirs as `id`: for what several rows share. */
  rowsFrom?: (scope: ScopeOf<L>, ids: Expr) => Expr
  id: Expr
  idCast?: 'uuid' | 'text'
  /** `Scope.hint` is filled in, for the first of `visibleBy`. */
  usesHint?: true
  /**
   * Orders that an index delivers: by a column that is never null, then by id, both in the same direction. A list that may grow
   * without bound names its usual order, whose pages follow the index and whose total stops at 10,000. Its other orders sort every
   * row of the filter.
   */
  indexed?: readonly (keyof RowOf<L> & SortOf<L>)[]
  /** Each must hold. A list that shows its rows by another rule says so in `where`. */
  visibleBy: readonly VisibleBy[]
  where?: (scope: ScopeOf<L>) => RawBuilder<boolean>
  columns: (scope: ScopeOf<L>) => Columns<RowOf<L>>
  filters: (scope: ScopeOf<L>) => FilterSql<L['filters']>
  sorts?: (scope: ScopeOf<L>) => Sorts<L>
}

/** The SQL of one list, and what else is read by it: the map, totals, one row. */
export interface ListQuery<L extends ListDeclared> extends ListSource<RowOf<L>> {
  /** Filters and visibility of a query, over `from`: for totals and maps of the same rows. */
  conditions: (
    ctx: ListContext,
    query: Partial<QueryOf<L>>,
    params?: ParamsOf<L>,
  ) => { from: Expr; where: RawBuilder<boolean> }
  /** One row by its id; `undefined` where there is none. The right to it is asked by the route. */
  find: (ctx: RowContext, id: string, and?: RawBuilder<boolean>) => Promise<RowOf<L> | undefined>
  /** The same, where a missing row is a 404. */
  get: (ctx: RowContext, id: string, and?: RawBuilder<boolean>) => Promise<RowOf<L>>
}

/**
 * A list of some thousand rows at most: its visible rows are ordered whole, so that no column needs an index (data model, 4a). A
 * longer one says which of its orders are `indexed`.
 * The admission, the count and the rows of the page are one statement, whose rows leave PostgreSQL as JSON.
 */
// oxlint-disable-next-line max-lines-per-function -- it makes the functions of one list, each of them short
export function listQuery<const L extends ListDeclared>(list: L, spec: ListSpec<L>): ListQuery<L> {
  const idCast = spec.idCast ?? 'uuid'
  // The route of the list parsed both by the schemas that these types are made of.
  const scopeOf = (ctx: ListContext, query: unknown, params: unknown, hint: number | null = null): ScopeOf<L> => ({
    hint,
    ctx,
    person: sql<string>`${ctx.person.id}::uuid`,
    ...({ query, params } as Pick<ScopeOf<L>, 'query' | 'params'>),
    visible: (type, column, action = 'GET', scopeType = type) =>
      visiblePredicate(visibleSet(ctx, type, action, scopeType), column),
  })
  const whereOf = (scope: ScopeOf<L>, reader: ListContext): RawBuilder<boolean> =>
    allOf([
      ...spec.visibleBy.map(({ type, column, action = 'GET', scopeType = type }) => {
        const visible = visibleSet(reader, type, action, scopeType)
        return spec.indexed && isGathered(scope.hint)
          ? sql<boolean>`${column} = any(array(${visible.set}))`
          : visiblePredicate(visible, column)
      }),
      ...(spec.where ? [spec.where(scope)] : []),
      ...conditionsOf(spec.filters(scope), scope.query, scope.ctx.clock),
    ])
  const sortOf = (scope: ScopeOf<L>, name: string): SortColumn => {
    const sorts: Partial<Record<string, SortColumn>> = spec.sorts?.(scope) ?? {}
    const columns: Partial<Record<string, { order: SortColumn | null }>> = spec.columns(scope)
    const sort = sorts[name] ?? columns[name]?.order
    if (!sort) throw new Error(`The list ${String(name)} has no order by that name`)
    return sort
  }
  const rowsFrom = spec.rowsFrom ?? spec.from
  const hintIn = async (ctx: ListContext): Promise<number | null> => {
    const [first] = spec.visibleBy
    if (!spec.usesHint || !first) return null
    return hintOf(ctx, first.type, first.action ?? 'GET', first.scopeType ?? first.type)
  }

  const read = async (outside: ListContext, request: ListRequest): Promise<TextPage> => {
    const { inside: ctx, rights } = withGatheredRights(outside)
    const hint = await hintIn(outside)
    const scope = scopeOf(ctx, request.query, request.params, hint)
    // Every list with `sortBy` has these in its query.
    const { sort: name, order, cursor, limit } = request.query as SortedQuery
    const sort = sortOf(scope, name)
    const after = { cursor, key: [name, order], cast: sort.cast, idCast } as const
    const isIndexed = spec.indexed?.some((one) => one === name) === true
    const where = sql<boolean>`(select is_ok from me) and ${whereOf(scope, ctx)}`
    const rows: Rows = { from: spec.from(scope), where, id: spec.id, sort, after, limit }
    const found = isIndexed && !isGathered(hint) ? walkedPage(rows) : sortedPage(rows, isIndexed)
    const ids = sql`select id from page where nth <= ${limit}`
    const body = sql`${found.page}
      select me.*, ${found.total} as total,
        (select string_agg(r.text, ',' order by page.nth) from page cross join lateral (
          select ${jsonOf(spec.columns(scope))} as text from ${rowsFrom(scope, ids)} where ${spec.id} = page.id) r where page.nth <= ${limit}) as items,
        (select json_build_array(${positionOf(sort.cast)}, id) from page where nth = ${limit} and (select count(*) from page) > ${limit}) as next
      from me`
    const answer = await admittedRow<SortedAnswer>(ctx, request, sql`${admissionCte(request, rights)}, ${body}`)
    return {
      items: answer.items ?? '',
      next: answer.next && cursorAfter([name, order], answer.next),
      total: found.most === null ? answer.total : Math.min(answer.total, found.most),
      total_is_exact: found.most === null || answer.total <= found.most,
    }
  }

  const find: ListQuery<L>['find'] = async (ctx, id, and = sql<boolean>`true`) => {
    // A single row is read without a query; what depends on one is absent then, as where nobody sent it.
    const scope = rowScope(ctx) as ScopeOf<L>
    const ids = sql`select ${id}::${sql.raw(idCast)} as id`
    const { rows } = await sql<{
      text: JsonText<RowOf<L>>
    }>`select ${jsonOf(spec.columns(scope))} as text from ${rowsFrom(scope, ids)}
      where ${spec.id} = ${id}::${sql.raw(idCast)} and ${and}`.execute(ctx.db)
    return rows[0] && parsed(rows[0].text)
  }

  return {
    list,
    read,
    conditions: (ctx, query, params) => {
      const scope = scopeOf(ctx, query, params)
      return { from: spec.from(scope), where: whereOf(scope, ctx) }
    },
    find,
    get: async (ctx, id, and) => {
      const row = await find(ctx, id, and)
      if (row === undefined) throw new AppError('not_found')
      return row
    },
  }
}

/** As the cursor's check expects it, in the form of all instants. */
const positionOf = (cast: SortColumn['cast']): Expr =>
  cast === 'timestamptz' ? sql`to_char(v, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : sql`v`

interface SortedQuery {
  sort: string
  order: 'asc' | 'desc'
  cursor?: string
  limit: number
}

interface SortedAnswer {
  total: number
  items: string | null
  next: [value: string | number | null, id: string] | null
}
