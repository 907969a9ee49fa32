import { reportError } from '@wheelhouse/contract/support/support.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { projectOf, tunnel } from './error-tunnel.ts'

/** A replay of a minute comes below it. */
const reportAtMost = 1_048_576
const reportsAMinute = 60

export function supportRoutes(on: On): void {
  const project = projectOf(on.deps.config.sentry_dsn)
  // Registered in a separate scope, because the reporter sends text, which no other route accepts.
  void on.app.register(async (scope) => {
    const app = scope as unknown as FastifyInstance
    app.removeContentTypeParser('application/json')
    for (const type of ['text/plain', 'application/x-sentry-envelope'])
      app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: reportAtMost }, (_request, body, done) =>
        done(null, body),
      )
    app.addHook('onRequest', app.rateLimit({ max: reportsAMinute, timeWindow: 60_000 }))
    serve({ ...on, app }, reportError, ({ body }, { log }) =>
      tunnel(project, (body as Buffer | undefined) ?? Buffer.alloc(0), log),
    )
  })
}
