import type * as z from 'zod'

/**
 * A value that the product has stored, read by its schema. One that does not fit is no fault of the caller: the error is none of
 * zod's, which would be answered as a refusal of the body, so that it is logged and answered as an internal one.
 */
export function stored<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new Error('a stored value does not fit its schema', { cause: read.error })
}
