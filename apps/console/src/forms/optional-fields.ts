import * as z from 'zod'
import { bodyOf } from '@wheelhouse/contract/body-of.ts'
import { takesParts } from '@wheelhouse/contract/route.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { FormValues } from '../ui/form/form-state.ts'

type Body = Pick<Route, 'body' | 'method' | 'isPartial'>

/** What a control holds while nothing is in it: a text, a single value, a list. */
const empties: readonly unknown[] = ['', null, []]

const known = new WeakMap<z.core.$ZodType, { value: unknown } | null>()

/** The empty value that the schema of a field takes, or null where it takes none. */
function emptyOf(schema: z.core.$ZodType): { value: unknown } | null {
  const before = known.get(schema)
  if (before !== undefined) return before
  const at = empties.findIndex((empty) => z.safeParse(schema, empty).success)
  const found = at < 0 ? null : { value: empties[at] }
  known.set(schema, found)
  return found
}

/** What is left out of a part stays as it is, so leaving a field out does not empty it. */
const mayBeLeftOut = (schema: z.core.$ZodType, route: Body): boolean =>
  !takesParts(route) && schema instanceof z.ZodOptional

/** These fields emptied, or null where the contract wants something in one of them. */
export function emptyValues(route: Body, names: readonly string[]): FormValues | null {
  const body = bodyOf(route)
  const shape: Record<string, z.core.$ZodType> = body instanceof z.ZodObject ? body.shape : {}
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const schema = shape[name]
    if (schema === undefined) return null
    const empty = emptyOf(schema)
    if (empty === null && !mayBeLeftOut(schema, route)) return null
    values[name] = empty?.value
  }
  return values
}

/**
 * Whether the contract takes a body in which these fields are empty. A rule over several fields counts by what the others
 * hold now: a firmware update needs its versions, a repair does not.
 */
export function areOptional(route: Body, values: FormValues, names: readonly string[]): boolean {
  const emptied = emptyValues(route, names)
  return emptied !== null && !rulesRefuse(route, { ...values, ...emptied }, names)
}

const rules = new WeakMap<z.ZodObject, z.ZodObject>()

/** The rules over several fields alone: the whole schema skips them as long as one field is not filled in yet. */
function rulesOf(body: z.ZodObject): z.ZodObject {
  const before = rules.get(body)
  if (before !== undefined) return before
  const shape = Object.fromEntries(Object.keys(body.shape).map((name) => [name, z.unknown()]))
  const alone = body.clone({ ...body._zod.def, shape })
  rules.set(body, alone)
  return alone
}

function rulesRefuse(route: Body, values: FormValues, names: readonly string[]): boolean {
  const body = bodyOf(route)
  if (!(body instanceof z.ZodObject) || (body._zod.def.checks ?? []).length === 0) return false
  const given = Object.fromEntries(Object.keys(body.shape).map((name) => [name, values[name]]))
  try {
    const { error } = rulesOf(body).safeParse(given)
    return error?.issues.some(({ path: [first] }) => names.includes(String(first))) ?? false
  } catch {
    // A rule that reads a value which is not there yet decides once the value is.
    return false
  }
}
