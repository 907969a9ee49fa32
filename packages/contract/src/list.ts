import * as z from 'zod'
import { certain } from './certain.ts'
import { isDaySpan } from './query-values.ts'
import { exportOf, Instant, listOf, pageOf, route, selectionOf, Cursor, Limit } from './route.ts'
import type { Route, Says } from './route.ts'

/**
 * A list is declared once: its row, filters, orders, export and selection. The server maps each filter and each column to SQL
 * (`listQuery`) and serves all of its routes (`serveList`); the console derives the address, the chips and the export dialog.
 */

/** A text that is searched for in several columns. */
export interface SearchText {
  kind: 'search'
}
export const searchText: SearchText = { kind: 'search' }

/**
 * One of several values: `type=public&type=private` finds rows with any of them, `type_not=public` those with none of them, and
 * where the value may be missing, `type_empty=yes` those without one and `type_empty=no` those with one.
 */
export interface AnyOf<Item extends z.ZodType = z.ZodType, Empty extends boolean = boolean> {
  kind: 'any_of'
  item: Item
  canBeEmpty: Empty
}
export const anyOf = <Item extends z.ZodType>(item: Item): AnyOf<Item, false> => ({
  kind: 'any_of',
  item,
  canBeEmpty: false,
})
/** The same for a value that a row may lack. */
export const anyOfOrEmpty = <Item extends z.ZodType>(item: Item): AnyOf<Item, true> => ({
  kind: 'any_of',
  item,
  canBeEmpty: true,
})

/** How long ago something was: `created_at_older_than=30` and `created_at_newer_than=30`, in days. */
export interface Age {
  kind: 'age'
}
export const age: Age = { kind: 'age' }

/** A filter that brings a schema and has one query key: a period's bound, a mode, a minimum. */
export interface OwnFilter<Schema extends z.ZodType = z.ZodType> {
  kind: 'own'
  schema: Schema
}
export const ownFilter = <Schema extends z.ZodType>(schema: Schema): OwnFilter<Schema> => ({ kind: 'own', schema })

/**
 * Two days, both included, as `2026-10-01..2026-10-31`, by the clock of the place of each row: charts count so. Bounds that are
 * moments are the same for all places.
 */
export const localDays = ownFilter(
  z.string().refine(isDaySpan, 'Two days, for example 2026-10-01..2026-10-31').optional(),
)

export type ListFilter = SearchText | AnyOf | Age | OwnFilter
export type ListFilters = Readonly<Record<string, ListFilter>>

/** What a filter asks of something that is so or is not: `uninitialized=yes`. */
export const YesNo = z.enum(['yes', 'no'])

const Days = z.coerce.number().int().min(1).max(3660).optional()
const IsEmpty = YesNo.optional()
const SearchedText = z.string().trim().max(100).optional()

type ListValues<Item extends z.ZodType> = ReturnType<typeof listOf<Item>>

/** The query keys of one filter. */
type KeysOf<Name extends string, Filter> = Filter extends SearchText
  ? { [K in Name]: typeof SearchedText }
  : Filter extends AnyOf<infer Item, infer Empty>
    ? { [K in Name | `${Name}_not`]: ListValues<Item> } & (Empty extends true
        ? { [K in `${Name}_empty`]: typeof IsEmpty }
        : unknown)
    : Filter extends Age
      ? { [K in `${Name}_older_than` | `${Name}_newer_than`]: typeof Days }
      : Filter extends OwnFilter<infer Schema>
        ? { [K in Name]: Schema }
        : never

type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
type FilterShape<Filters extends ListFilters> = UnionToIntersection<
  { [Name in keyof Filters & string]: KeysOf<Name, Filters[Name]> }[keyof Filters & string]
>
/** No key at all where a list has no filters. */
type ShapeOf<Filters extends ListFilters> =
  FilterShape<Filters> extends infer Shape extends z.ZodRawShape
    ? { [K in keyof Shape]: Shape[K] }
    : Record<never, never>

function keysOf(name: string, filter: ListFilter): z.ZodRawShape {
  if (filter.kind === 'search') return { [name]: SearchedText }
  if (filter.kind === 'age') return { [`${name}_older_than`]: Days, [`${name}_newer_than`]: Days }
  if (filter.kind === 'own') return { [name]: filter.schema }
  const values = listOf(filter.item)
  return { [name]: values, [`${name}_not`]: values, ...(filter.canBeEmpty ? { [`${name}_empty`]: IsEmpty } : {}) }
}

const shapeOf = (filters: ListFilters): z.ZodRawShape =>
  Object.assign({}, ...Object.entries(filters).map(([name, filter]) => keysOf(name, filter)))

type Names = readonly [string, ...string[]]

interface ListDeclaration extends Pick<
  Route,
  'path' | 'summary' | 'access' | 'on' | 'isDeletedToo' | 'params' | 'bodyAtMost' | 'staleOn'
> {
  says: Says
  /** What a page holds; an `id` names the row. */
  row: z.ZodObject
  filters: ListFilters
  /** What it can be sorted by, the first if the query says nothing. Without it rows come in the order of time. */
  sortBy?: Names
  /** The direction if the query says nothing; ascending with `sortBy`, newest first without it. */
  order?: 'asc' | 'desc'
  /** Rows come newest first and in no other order: the query has no `order`. */
  isOneOrder?: true
  /** The columns of its file, as CSV and as a workbook; without it there is none. */
  exports?: Names
  /** A filter can be frozen for a bulk action. */
  isSelectable?: true
  /** A page may end before it is full and then says how far back it searched. */
  isSearched?: true
}

type OrderShape<D> = D extends { isOneOrder: true }
  ? unknown
  : { order: z.ZodDefault<z.ZodEnum<{ asc: 'asc'; desc: 'desc' }>> }
type SortShape<D> = D extends { sortBy: infer Sorts extends Names }
  ? { sort: z.ZodDefault<z.ZodEnum<{ [K in Sorts[number]]: K }>> }
  : unknown
interface Paging {
  cursor: z.ZodOptional<typeof Cursor>
  limit: typeof Limit
}
type Flat<T> = { [K in keyof T]: T[K] }
type FiltersOf<D> = D extends { filters: infer Filters extends ListFilters } ? Filters : never
/** An object schema of these keys; a query refuses a key that it does not know. */
type Strict<Shape> = Shape extends z.ZodRawShape ? z.ZodObject<Shape, z.core.$strict> : never
export type FilterSchema<D> = Strict<Flat<ShapeOf<FiltersOf<D>>>>
type QuerySchema<D> = Strict<Flat<ShapeOf<FiltersOf<D>> & OrderShape<D> & SortShape<D> & Paging>>
type Page<D> = D extends { row: infer Row extends z.ZodObject } ? ReturnType<typeof pageOf<Row>> : never
type Searched<Reply> =
  Reply extends z.ZodObject<infer Shape>
    ? z.ZodObject<Flat<Shape & { searched_back_to: z.ZodNullable<typeof Instant> }>>
    : never
type ReplySchema<D> = D extends { isSearched: true } ? Searched<Page<D>> : Page<D>

type Own<D> = Omit<D, 'row' | 'filters' | 'sortBy' | 'order' | 'isOneOrder' | 'exports' | 'isSelectable' | 'isSearched'>
/** The call that reads a page of the list. */
export type ListRoute<D> = Flat<Own<D> & { method: 'GET'; query: QuerySchema<D>; reply: ReplySchema<D> }>

export type List<D = ListDeclaration> = D & {
  route: ListRoute<D>
  /** The filters alone, without order and paging: what totals, maps and selections take. */
  filter: FilterSchema<D>
  csv: D extends { exports: infer Exports extends Names } ? ReturnType<typeof exportOf<Exports>> : undefined
  selection: D extends { isSelectable: true } ? ReturnType<typeof selectionOf> : undefined
}

/** One row, as a page holds it. */
export type RowOf<L extends { row: z.ZodObject }> = z.output<L['row']>
/** A whole query as the server reads it: filters, order and paging. */
export type QueryOfList<L extends { route: { query: z.ZodType } }> = z.output<L['route']['query']>
export type FilterOfList<L extends { filter: z.ZodType }> = z.output<L['filter']>
export type SortOfList<L> = L extends { sortBy: infer Sorts extends Names } ? Sorts[number] : never
export type ExportedOf<L> = L extends { exports: infer Exports extends Names } ? Exports[number] : never

function queryOf({ filters, sortBy, order = sortBy ? 'asc' : 'desc', isOneOrder }: ListDeclaration) {
  const [first] = sortBy ?? []
  const sorted: z.ZodRawShape = sortBy ? { sort: z.enum(sortBy).default(certain(first)) } : {}
  const ordered: z.ZodRawShape = isOneOrder ? {} : { order: z.enum(['asc', 'desc']).default(order) }
  return z.strictObject({ ...shapeOf(filters), ...sorted, ...ordered, cursor: Cursor.optional(), limit: Limit })
}

/** The console leaves out the rows' schemas (contract-for-browser.ts): there is no reply to check against there. */
function replyOf({ row, isSearched }: ListDeclaration) {
  if (!row) return undefined
  const page = pageOf(row)
  return isSearched ? page.extend({ searched_back_to: Instant.nullable() }) : page
}

/** Declares a list: `list({ path, summary, access, row, filters, sortBy, exports })`. */
export function list<const D extends ListDeclaration>(declaration: D): List<D> {
  const { path, summary, says, access, on, isDeletedToo, params, bodyAtMost, staleOn } = declaration
  const own = { path, summary, says, access, on, isDeletedToo, params, bodyAtMost, staleOn }
  const page = route({ ...own, method: 'GET', query: queryOf(declaration), reply: replyOf(declaration) })
  const made = {
    ...declaration,
    route: page,
    filter: z.strictObject(shapeOf(declaration.filters)),
    csv: declaration.exports && exportOf(page, declaration.exports),
    selection: declaration.isSelectable && selectionOf(page),
  }
  // The parts are built from the declaration's values, their types from its type: TypeScript cannot follow from one to the other.
  return made as List<D>
}
