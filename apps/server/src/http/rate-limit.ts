import type { On } from './serve.ts'

/**
 * A lower limit per person and minute, in place of the common one, for calls that cost more or that help to guess
 * values.
 */
export function paceOf({ app }: On, aMinute: number): On['pace'] {
  const limit = app.rateLimit({ max: aMinute })
  return async (request, reply) => void (await limit.call(app, request, reply))
}
