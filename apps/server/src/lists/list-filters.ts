import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Age, AnyOf, ListFilters, OwnFilter, SearchText } from '@wheelhouse/contract/list.ts'
import type { Clock } from '../platform/clock.ts'
import type { Expr } from './columns.ts'

/** The SQL of each kind of filter that the contract's lists declare (contract/list.ts). Operators are written here once. */

type Condition = RawBuilder<boolean>

interface SearchSql {
  kind: 'search'
  matches: (term: string) => Condition
}
interface AnyOfSql<Value> {
  kind: 'any_of'
  /** The row has one of these values. */
  isOneOf: (values: readonly Value[]) => Condition
  isEmpty: Condition
}
interface AgeSql {
  kind: 'age'
  column: Expr
}
interface OwnSql<Value> {
  kind: 'own'
  /** Nothing where the value sets no condition by itself. */
  condition: (value: NonNullable<Value>) => Condition | undefined
}

/** One entry for each filter of the list, of its kind: a missing, misspelt or wrongly typed one does not compile. */
export type FilterSql<Filters extends ListFilters> = {
  readonly [Name in keyof Filters]: Filters[Name] extends SearchText
    ? SearchSql
    : Filters[Name] extends AnyOf<infer Item>
      ? AnyOfSql<z.output<Item>>
      : Filters[Name] extends Age
        ? AgeSql
        : Filters[Name] extends OwnFilter<infer Schema>
          ? OwnSql<z.output<Schema>>
          : never
}

const escapeLike = (term: string): string => term.replace(/[\\%_]/g, (character) => `\\${character}`)
/** `ilike` that finds the term anywhere; its own wildcards count as characters. */
export const contains = (column: Expr, term: string): Condition =>
  sql<boolean>`${column} ilike ${`%${escapeLike(term)}%`}`

/** The term is part of one of these columns. */
export const search = (...columns: readonly Expr[]): SearchSql =>
  searchBy((term) => columns.map((one) => contains(one, term)))
/** The same with conditions of the feature's own, any of which is enough. */
export const searchBy = (conditions: (term: string) => readonly Condition[]): SearchSql => ({
  kind: 'search',
  matches: (term) => sql<boolean>`(${sql.join([...conditions(term)], sql` or `)})`,
})

export const anyOf = <Value extends string | number>(
  column: Expr,
  cast: 'text' | 'uuid' | 'int' = 'text',
): AnyOfSql<Value> => ({
  kind: 'any_of',
  isOneOf: (values) => sql<boolean>`${column} = any(${[...values]}::${sql.raw(cast)}[])`,
  isEmpty: sql<boolean>`${column} is null`,
})
/** For values that are no column: a state made of several, tags, several columns at once. */
export const anyOfBy = <Value extends string | number>(
  isOneOf: (values: readonly Value[]) => Condition,
  isEmpty: Condition = sql<boolean>`false`,
): AnyOfSql<Value> => ({ kind: 'any_of', isOneOf, isEmpty })

/** A condition as `anyOf` compares it with the contract's `YesNo`. */
export const yesNo = (is: Expr): Expr => sql`case when ${is} then 'yes' else 'no' end`

export const age = (column: Expr): AgeSql => ({ kind: 'age', column })

export const own = <Value>(condition: (value: NonNullable<Value>) => Condition | undefined): OwnSql<Value> => ({
  kind: 'own',
  condition,
})

/** The conditions that a query asks for, in the order in which the list declares its filters. */
export function conditionsOf<Filters extends ListFilters>(
  filters: FilterSql<Filters>,
  asked: object,
  clock: Clock,
): Condition[] {
  const query: Readonly<Record<string, unknown>> = { ...asked }
  type AnyFilter = SearchSql | AnyOfSql<unknown> | AgeSql | OwnSql<unknown>
  // Each is of the kind that `FilterSql` demands under its name, and it reads values of that filter's schema.
  return Object.entries(filters as Readonly<Record<string, AnyFilter>>).flatMap(([name, filter]) => {
    if (filter.kind === 'search') return query[name] ? [filter.matches(String(query[name]))] : []
    if (filter.kind === 'any_of') return valueConditions(filter, name, query)
    if (filter.kind === 'age') return ageConditions(filter, name, query, clock)
    const value = query[name]
    const condition = value === undefined || value === null ? undefined : filter.condition(value)
    return condition ? [condition] : []
  })
}

function valueConditions(
  { isOneOf, isEmpty }: AnyOfSql<unknown>,
  name: string,
  query: Readonly<Record<string, unknown>>,
): Condition[] {
  const [wanted, unwanted, empty] = [query[name], query[`${name}_not`], query[`${name}_empty`]]
  return [
    ...(Array.isArray(wanted) ? [isOneOf(wanted)] : []),
    // A row without a value is none of the unwanted ones.
    ...(Array.isArray(unwanted) ? [sql<boolean>`(${isOneOf(unwanted)}) is not true`] : []),
    ...(empty === 'yes' ? [isEmpty] : []),
    ...(empty === 'no' ? [sql<boolean>`not (${isEmpty})`] : []),
  ]
}

const dayMs = 86_400_000

/** What has no time at all is neither older nor newer. */
function ageConditions(
  { column }: AgeSql,
  name: string,
  query: Readonly<Record<string, unknown>>,
  clock: Clock,
): Condition[] {
  const before = (days: unknown): string => new Date(clock.now().getTime() - Number(days) * dayMs).toISOString()
  const [older, newer] = [query[`${name}_older_than`], query[`${name}_newer_than`]]
  return [
    ...(older === undefined ? [] : [sql<boolean>`${column} < ${before(older)}::timestamptz`]),
    ...(newer === undefined ? [] : [sql<boolean>`${column} >= ${before(newer)}::timestamptz`]),
  ]
}

export const allOf = (conditions: readonly Expr[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join([...conditions], sql` and `)})`
