import type { On } from './serve.ts'

/** A pace of its own for calls that cost more, or that somebody could guess with: so many a minute a person, instead of the common one. */
export function paceOf({ app }: On, aMinute: number): On['pace'] {
  const limit = app.rateLimit({ max: aMinute })
  return async (request, reply) => void (await limit.call(app, request, reply))
}
