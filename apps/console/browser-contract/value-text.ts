import type * as z from 'zod'

/** Writes the text of a schema that a list reads its address by. */
export type WriteSchema = (schema: z.core.$ZodType) => string

type Named = Readonly<Record<string, unknown>>

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
export const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value
export const isRoute = (value: unknown): value is Named =>
  isNamed(value) && typeof value.method === 'string' && typeof value.path === 'string' && 'access' in value
export const isList = (value: unknown): value is Named & { filters: Named } =>
  isNamed(value) && isRoute(value.route) && isNamed(value.filters)

/** True: text can say it, as it says calls and lists without their schemas. */
export function isPlain(value: unknown): boolean {
  if (isRoute(value) || isList(value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  if (isNamed(value)) return Object.values(value).every(isPlain)
  return value === undefined || value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** What only the server and its documents ask of a call; the server has shaped what it returns, and the console does not parse it. */
const notOfRoute = new Set(['params', 'query', 'reply', 'body', 'summary'])
const notOfList = new Set(['params', 'row', 'filter', 'summary'])

/** Source text of a value of the contract, with what the browser needs of it. */
export function valueText(value: unknown, writeSchema: WriteSchema): string {
  const written = (one: unknown): string => valueText(one, writeSchema)
  const object = (entries: readonly (readonly [string, string])[]): string =>
    `{ ${entries.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(', ')} }`
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (!isNamed(value)) return JSON.stringify(value)
  if (isList(value))
    return object(entriesOf(value, notOfList).map(([key, one]) => [key, listText(key, one, writeSchema)]))
  if (isRoute(value))
    return object(entriesOf(value, outOf(value)).map(([key, one]) => [key, routeText(key, one, writeSchema)]))
  return object(Object.entries(value).map(([key, one]) => [key, written(one)]))
}

const entriesOf = (value: Named, without: ReadonlySet<string>): [string, unknown][] =>
  Object.entries(value).filter(([key, one]) => !without.has(key) && one !== undefined)

/** The address of a workbook is made from the whole declaration of its CSV (`sheetOf`), with its summary. */
const outOf = ({ csv }: Named): ReadonlySet<string> =>
  csv === undefined ? notOfRoute : new Set([...notOfRoute].filter((key) => key !== 'summary'))

function listText(key: string, value: unknown, writeSchema: WriteSchema): string {
  if (key === 'access') return accessText(value, writeSchema)
  if (key !== 'filters' || !isNamed(value)) return valueText(value, writeSchema)
  const filters = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${filterText(one, writeSchema)}`)
  return `{ ${filters.join(', ')} }`
}

/** A filter is its kind, and for some kinds a schema. */
function filterText(filter: unknown, writeSchema: WriteSchema): string {
  if (!isNamed(filter)) return valueText(filter, writeSchema)
  const parts = Object.entries(filter).map(
    ([key, one]) => `${key}: ${isSchema(one) ? writeSchema(one) : JSON.stringify(one)}`,
  )
  return `{ ${parts.join(', ')} }`
}

function routeText(key: string, value: unknown, writeSchema: WriteSchema): string {
  if (key === 'access') return accessText(value, writeSchema)
  // Of the calls that it makes stale, the address is enough.
  if (key === 'changes' && Array.isArray(value))
    return JSON.stringify(value.map(({ path }: { path: string }) => ({ path })))
  return valueText(value, writeSchema)
}

/** `access: { signed_in: 'one\'s own rows' }`: the server's documents say why, the browser asks only which kind it is. */
function accessText(access: unknown, writeSchema: WriteSchema): string {
  if (!isNamed(access)) return valueText(access, writeSchema)
  const short = Object.entries(access).map(([key, one]) => [key, typeof one === 'string' ? '' : one])
  return JSON.stringify(Object.fromEntries(short))
}
