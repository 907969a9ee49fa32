import * as z from 'zod'

/** Where a text is in a body: names of fields, and 0 for the first item of an array. */
export type TextPath = readonly (string | number)[]

export interface TextField {
  path: TextPath
  schema: z.ZodType
}

/** Every text that a schema takes, below objects, arrays and alternatives. */
export function textFieldsOf(schema: unknown, path: TextPath = []): TextField[] {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [{ path, schema }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => textFieldsOf(inner, [...path, name]))
  if (schema instanceof z.ZodArray) return textFieldsOf(schema.element, [...path, 0])
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textFieldsOf(option, path))
  if (schema instanceof z.ZodPipe) return [...textFieldsOf(schema.in, path), ...textFieldsOf(schema.out, path)]
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  )
    return textFieldsOf(schema.unwrap(), path)
  if (schema instanceof z.ZodLazy) return textFieldsOf(schema.unwrap(), path)
  return []
}

/** A copy of the body with a value at the path; null where the body has nothing to put it into. */
export function bodyWith(body: unknown, [name, ...rest]: TextPath, value: unknown): unknown {
  if (name === undefined) return value
  if (typeof name === 'number') {
    if (!Array.isArray(body) || (body.length === 0 && rest.length > 0)) return null
    const inner = bodyWith(body[0], rest, value)
    return inner === null ? null : [inner, ...body.slice(1)]
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const own: Record<string, unknown> = { ...body }
  const inner = bodyWith(own[name], rest, value)
  return inner === null ? null : { ...own, [name]: inner }
}
