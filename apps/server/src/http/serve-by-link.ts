import type { Readable } from 'node:stream'
import type { RateLimitOptions } from '@fastify/rate-limit'
import * as z from 'zod'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../platform/context.ts'
import { admit, admittedFor } from './admission.ts'
import { inOwnScope } from './own-scope.ts'
import { refused } from './serve.ts'
import type { On } from './serve.ts'

type FileRoute = Route & { file: string; access: { public: string }; params: z.ZodType<Record<string, string>> }

interface FileByLink {
  headers: Record<string, string>
  type: string
  body: Buffer | string | Readable
}

/** In no other page, found by no search, and with no word of where it was opened from. */
const secretHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, noimageindex',
}

/** The console may run on another host of the same site, and shows it in its pages. */
export const shownByConsole = { 'cross-origin-resource-policy': 'same-site' }

interface ByLink {
  /** Its part of the API document. */
  tag: string
  limit: RateLimitOptions
  answer: (ctx: Omit<Ctx, 'person'>, secret: string) => Promise<FileByLink>
}

/** A public address whose last part is the permission, answered with a file. */
export function serveByLink(on: On, route: FileRoute, { tag, limit, answer }: ByLink): void {
  inOwnScope(on, ({ app }) => {
    app.addHook('onRequest', app.rateLimit(limit))
    app.route({
      method: 'GET',
      url: route.path,
      // A HEAD would be recorded as a look at nothing.
      exposeHeadRoute: false,
      config: { contract: route },
      schema: {
        summary: route.summary,
        tags: [tag],
        security: [],
        params: route.params,
        response: {
          200: { description: route.summary, content: { [route.file]: { schema: z.string() } } },
          '4xx': refused,
        },
      },
      onRequest: (request, reply) => admit(on, route, request, reply),
      handler: async (request, reply) => {
        const { params, ctx } = admittedFor(route, request)
        const [secret = ''] = Object.values(params)
        const { headers, type, body } = await answer(ctx, secret)
        return reply
          .headers({ ...secretHeaders, ...headers })
          .type(type)
          .send(body)
      },
    })
  })
}
