/** What was thrown may be anything; what this reads of it is checked. */

/** `23505` of PostgreSQL, `ENOENT` of the system. */
export const codeOf = (error: unknown): string | undefined => textIn(error, 'code')

/** The constraint that PostgreSQL found broken. */
export const constraintOf = (error: unknown): string | undefined => textIn(error, 'constraint')

/** `TimeoutError` of an aborted call. */
export const nameOf = (error: unknown): string | undefined => textIn(error, 'name')

export const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

export const messageOf = (error: unknown): string => textIn(error, 'message') ?? String(error)

/** Where it was thrown, with its message first; of what is no error only what it says. */
export const traceOf = (error: unknown): string => textIn(error, 'stack') ?? messageOf(error)

/** The error itself; anything else that was thrown becomes one. */
export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(messageOf(thrown)))

function textIn(error: unknown, name: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
