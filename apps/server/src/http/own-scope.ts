import type { On } from './serve.ts'

/** Registers routes with body parsers, limits and hooks of their own, of which the routes beside them know nothing. */
export function inOwnScope(on: On, plan: (on: On) => void): void {
  void on.app.register(async (app) => plan({ ...on, app }))
}
