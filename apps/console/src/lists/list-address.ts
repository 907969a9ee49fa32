import * as z from 'zod'
import type { RouteAccess } from '@wheelhouse/contract/access.ts'
import type { ListFilter, ListFilters, SortOfList } from '@wheelhouse/contract/list.ts'
import type { SayingRoute, selectionOf } from '@wheelhouse/contract/route.ts'

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

/** Values of an address. Those that are not understood are left out, so an old or mistyped link still opens the list. */
export const someOf = <S extends z.ZodType>(item: S) =>
  z
    .preprocess((value) => [value].flat().filter((one) => item.safeParse(one).success), z.array(item))
    .transform((items) => (items.length > 0 ? items : undefined))
    .optional()

const leftOut = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)
const Text = leftOut(z.string().trim().max(100))
const Days = leftOut(z.coerce.number().int().min(1).max(3660))
const YesNo = leftOut(z.enum(['yes', 'no']))

/** A default that the contract states is left to the server. */
function withoutDefault(schema: z.ZodType): z.ZodType {
  const byDefault = JSON.stringify(schema.safeParse(undefined).data)
  return z.unknown().transform((value) => {
    const { data } = schema.safeParse(value)
    return JSON.stringify(data) === byDefault ? undefined : data
  })
}

function keysOf(name: string, filter: ListFilter): z.ZodRawShape {
  switch (filter.kind) {
    case 'search':
      return { [name]: Text }
    case 'age':
      return { [`${name}_older_than`]: Days, [`${name}_newer_than`]: Days }
    case 'own':
      return { [name]: withoutDefault(filter.schema).optional() }
    case 'any_of': {
      const values = someOf(filter.item)
      const keys: z.ZodRawShape = { [name]: values, [`${name}_not`]: values }
      return filter.canBeEmpty ? { ...keys, [`${name}_empty`]: YesNo } : keys
    }
  }
}

/** The direction that a list is sorted in unless its address says otherwise. */
export const usualOrder = ({ order, sortBy }: Pick<AnyList, 'order' | 'sortBy'>): 'asc' | 'desc' =>
  order ?? (sortBy ? 'asc' : 'desc')

function orderKeys(list: AnyList): z.ZodRawShape {
  const [, ...others] = list.sortBy ?? []
  const order: z.ZodRawShape = list.isOneOrder
    ? {}
    : { order: leftOut(z.literal(usualOrder(list) === 'asc' ? 'desc' : 'asc')) }
  return others.length > 0 ? { sort: leftOut(z.enum(others)), ...order } : order
}

function shapeOf(list: AnyList, omitted: readonly string[]): z.ZodRawShape {
  const keys: z.ZodRawShape = Object.assign(
    {},
    ...Object.entries(list.filters).map(([name, filter]) => keysOf(name, filter)),
    orderKeys(list),
  )
  return Object.fromEntries(Object.entries(keys).filter(([key]) => !omitted.includes(key)))
}

/** `sort` and `order` belong to the address of a list and not to its filter. */
const filterKeys = (shape: z.ZodRawShape): string[] =>
  Object.keys(shape).filter((key) => key !== 'sort' && key !== 'order')

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
 * The address of a list's screen, derived from the list: `listAddress(points, { view: z.literal('map') })`. Each value is optional, and
 * one that is not understood is left out. `omit` names filters that the screen asks in another way.
 */
export function listAddress<
  L extends AnyList,
  const Extras extends z.ZodRawShape = Record<never, never>,
  const Omitted extends FilterKey<L> = never,
>(
  list: L,
  extras?: Extras,
  omit: readonly Omitted[] = [],
): ListAddress<L, Flat<ListValues<L, Omitted> & { [Key in keyof Extras]?: z.output<Extras[Key]> | undefined }>> {
  const shape = shapeOf(list, omit)
  // Zod types the schemas of a shape by their core alone.
  const own = Object.entries(extras ?? {}).map(([key, schema]) => [key, leftOut(schema as z.ZodType)])
  const schema = z.object({ ...shape, ...Object.fromEntries(own) })
  const [all, filters] = [Object.keys(schema.shape), filterKeys(shape)]
  const address = {
    list,
    parse: (search: Record<string, unknown>) => picked(schema.parse(search), all),
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
    [Key in keyof Prefixed<Prefix, Values>]-?: z.ZodOptional<z.ZodType<NonNullable<Prefixed<Prefix, Values>[Key]>>>
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
  const schema = z.object(shape)
  const values = (search: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(all.map((key) => [key, search[`${prefix}${key}`]]))
  const address = {
    list,
    shape: Object.fromEntries(Object.entries(shape).map(([key, one]) => [`${prefix}${key}`, one])),
    parse: (search: Record<string, unknown>) => picked(schema.parse(search), all),
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
