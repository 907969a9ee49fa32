import * as v from 'valibot'
import type * as z from 'zod'
import type { RouteAccess } from '@wheelhouse/contract/access.ts'
import type { ListFilter, ListFilters, SortOfList } from '@wheelhouse/contract/list.ts'
import type { SayingRoute, selectionOf } from '@wheelhouse/contract/route.ts'
import { readAs } from '../http/read-as.ts'
import type { ReadSchema } from '../http/read-as.ts'
import { asNumber, leftOut } from './address-values.ts'

/** Any list of the contract. */
export interface AnyList {
  path: string
  access: RouteAccess
  row: z.ZodObject
  filters: ListFilters
  sortBy?: readonly [string, ...string[]]
  order?: 'asc' | 'desc'
  isOneOrder?: true
  route: SayingRoute & { method: 'GET' }
  filter: z.ZodType
  csv: (SayingRoute & { csv: readonly string[] }) | undefined
  selection: ReturnType<typeof selectionOf> | undefined
}

type Optional<Values> = { [Key in keyof Values]?: Values[Key] | undefined }
type Flat<T> = { [Key in keyof T]: T[Key] }

/** The filters of a list as a call takes them, each of them optional. */
export type FilterValues<L extends AnyList> = Optional<z.output<L['filter']>>
/** What an address says of a list: its filters and its order. What is at its default is not in it. */
export type ListValues<L extends AnyList, Omitted extends PropertyKey = never> = Flat<
  Omit<FilterValues<L>, Omitted> & { sort?: SortOfList<L> | undefined; order?: 'asc' | 'desc' | undefined }
>
type FilterKey<L extends AnyList> = keyof z.output<L['filter']> & string

type Entries = Record<string, v.GenericSchema>

/** Those of several values that are understood; undefined if there are none. */
export const someOf = <Output>(item: ReadSchema<Output>) =>
  leftOut(
    v.pipe(
      v.unknown(),
      v.transform((value): Output[] | undefined => {
        const items = [value].flat().map((one) => readAs(item, one))
        const understood = items.filter((one) => one !== undefined)
        return understood.length > 0 ? understood : undefined
      }),
    ),
  )

const Text = leftOut(v.pipe(v.string(), v.trim(), v.maxCodePoints(100)))
const Days = leftOut(v.pipe(asNumber, v.integer(), v.minValue(1), v.maxValue(3660)))
const YesNo = leftOut(v.picklist(['yes', 'no']))

/** A default that the contract states is left to the server. */
function withoutDefault(schema: ReadSchema): v.GenericSchema {
  const byDefault = JSON.stringify(readAs(schema, undefined))
  return v.pipe(
    v.unknown(),
    v.transform((value) => {
      const read = readAs(schema, value)
      return JSON.stringify(read) === byDefault ? undefined : read
    }),
  )
}

function keysOf(name: string, filter: ListFilter): Entries {
  switch (filter.kind) {
    case 'search':
      return { [name]: Text }
    case 'age':
      return { [`${name}_older_than`]: Days, [`${name}_newer_than`]: Days }
    case 'own':
      return { [name]: leftOut(withoutDefault(filter.schema)) }
    case 'any_of': {
      const values = someOf(filter.item)
      const keys: Entries = { [name]: values, [`${name}_not`]: values }
      return filter.canBeEmpty ? { ...keys, [`${name}_empty`]: YesNo } : keys
    }
  }
}

/** The direction that a list is sorted in unless its address says otherwise. */
export const usualOrder = ({ order, sortBy }: Pick<AnyList, 'order' | 'sortBy'>): 'asc' | 'desc' =>
  order ?? (sortBy ? 'asc' : 'desc')

function orderKeys(list: AnyList): Entries {
  const [, ...others] = list.sortBy ?? []
  const order: Entries = list.isOneOrder
    ? {}
    : { order: leftOut(v.literal(usualOrder(list) === 'asc' ? 'desc' : 'asc')) }
  return others.length > 0 ? { sort: leftOut(v.picklist(others)), ...order } : order
}

/** Without a filter that is left out, also its "is not" and "is empty". */
function shapeOf(list: AnyList, omitted: readonly string[]): Entries {
  const filters = Object.entries(list.filters).filter(([name]) => !omitted.includes(name))
  const keys: Entries = Object.assign({}, ...filters.map(([name, filter]) => keysOf(name, filter)), orderKeys(list))
  return Object.fromEntries(Object.entries(keys).filter(([key]) => !omitted.includes(key)))
}

/** `sort` and `order` belong to the address of a list and not to its filter. */
const filterKeys = (shape: Entries): string[] => Object.keys(shape).filter((key) => key !== 'sort' && key !== 'order')

const picked = (values: object, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => keys.includes(key) && value !== undefined))

/** The address of a screen: what of it is the list's own, and what the screen adds. */
export interface ListAddress<L extends AnyList, Search> {
  list: L
  /** The address as the screen reads it, without what is not understood. */
  parse: (search: Record<string, unknown>) => Search
  /** The filters alone, as the list's calls take them. */
  filter: (search: Search) => FilterValues<L>
}

/**
 * The address of a list's screen, derived from the list: `listAddress(points, { view: v.literal('map') })`. Each value is optional, and
 * one that is not understood is left out. `omit` names filters that the screen asks in another way.
 */
export function listAddress<
  L extends AnyList,
  const Extras extends Entries = Record<never, never>,
  const Omitted extends FilterKey<L> = never,
>(
  list: L,
  extras?: Extras,
  omit: readonly Omitted[] = [],
): ListAddress<L, Flat<ListValues<L, Omitted> & { [Key in keyof Extras]?: v.InferOutput<Extras[Key]> | undefined }>> {
  const shape = shapeOf(list, omit)
  const own: Entries = Object.fromEntries(Object.entries(extras ?? {}).map(([key, schema]) => [key, leftOut(schema)]))
  const schema = v.object({ ...shape, ...own })
  const [all, filters] = [Object.keys(schema.entries), filterKeys(shape)]
  const address = {
    list,
    parse: (search: Record<string, unknown>) => picked(v.parse(schema, search), all),
    filter: (search: object) => picked(search, filters),
  }
  // The schema is built from the list's values and the types from its type: TypeScript cannot follow from one to the other.
  return address as never
}

type Prefixed<Prefix extends string, Values> = {
  [Key in keyof Values as Key extends string ? `${Prefix}${Key}` : never]: Values[Key]
}

/** The part of a page's address that belongs to a list in one of its panels: `fee_status=active`. */
export interface PanelAddress<L extends AnyList, Values, Prefix extends string> extends ListAddress<L, Values> {
  /** For the schema of the page's address. */
  shape: {
    [Key in keyof Prefixed<Prefix, Values>]-?: v.OptionalSchema<
      v.GenericSchema<unknown, NonNullable<Prefixed<Prefix, Values>[Key]>>,
      undefined
    >
  }
  /** What the page's address says of the list. */
  from: (search: Prefixed<Prefix, Values>) => Values
  /** What the page's address is to say; what is no longer set is undefined. */
  into: (values: Values) => Prefixed<Prefix, Values>
}

/** The same for a panel that shares the address with the page around it. */
export function panelAddress<
  L extends AnyList,
  const Prefix extends string,
  const Omitted extends FilterKey<L> = never,
>(list: L, prefix: Prefix, omit: readonly Omitted[] = []): PanelAddress<L, ListValues<L, Omitted>, Prefix> {
  const shape = shapeOf(list, omit)
  const [all, filters] = [Object.keys(shape), filterKeys(shape)]
  const schema = v.object(shape)
  const values = (search: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(all.map((key) => [key, search[`${prefix}${key}`]]))
  const address = {
    list,
    shape: Object.fromEntries(Object.entries(shape).map(([key, one]) => [`${prefix}${key}`, one])),
    parse: (search: Record<string, unknown>) => picked(v.parse(schema, search), all),
    filter: (search: object) => picked(search, filters),
    from: (search: Readonly<Record<string, unknown>>) => picked(values(search), all),
    into: (own: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(all.map((key) => [`${prefix}${key}`, own[key]])),
  }
  // As above.
  return address as never
}

/** What a screen is given: its address as it is, and how to change it. */
export interface ListScreenProps<Address> {
  search: SearchOf<Address>
  onSearch: OnSearch<SearchOf<Address>>
}
export type OnSearch<Search> = (search: Search, options?: { replace: boolean }) => void
export type SearchOf<Address> = Address extends { parse: (search: Record<string, unknown>) => infer Search }
  ? Search
  : never
