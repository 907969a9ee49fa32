import type { On } from './serve.ts'

/**
 * A lower limit per person and minute, in place of the common one, for calls that cost more or that help to guess
 * values. They take their turns with all other requests of the person.
 */
export function paceOf({ app, turn }: On, aMinute: number): On['pace'] {
  const limit = app.rateLimit({ max: aMinute })
  return async (request, reply) => {
    await limit.call(app, request, reply)
    await turn(request, reply)
  }
}
