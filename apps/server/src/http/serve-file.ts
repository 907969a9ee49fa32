import type { Readable } from 'node:stream'
import * as z from 'zod'
import type { ParamsOf, QueryOf, Route } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../platform/context.ts'
import { admit, admittedFor, ofPerson } from './admission.ts'
import { refused } from './serve.ts'
import type { On } from './serve.ts'

type FileRoute = Route & { method: 'GET'; file: string }

/** Bytes as they are made, and the name that a browser saves them under. */
export interface MadeFile {
  name: string
  bytes: Readable
}

/** Registers a route whose answer is a file. Whatever may refuse does so before the first byte: the handler throws. */
export function serveFile<R extends FileRoute>(
  on: On,
  route: R,
  handler: (input: { params: ParamsOf<R>; query: QueryOf<R> }, ctx: Ctx) => Promise<MadeFile>,
): void {
  on.app.route({
    method: 'GET',
    url: route.path,
    config: { contract: route },
    schema: schemaOf(route),
    onRequest: (request, reply) => admit(on, route, request, reply),
    handler: async (request, reply) => {
      const { params, query, ctx } = admittedFor(route, request)
      const { name, bytes } = await handler({ params, query }, ofPerson(ctx))
      if (request.method === 'HEAD') bytes.destroy()
      void reply
        .type(route.file)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
      return reply.send(request.method === 'HEAD' ? '' : bytes)
    },
  })
}

const schemaOf = (route: FileRoute) => ({
  summary: route.summary,
  tags: [route.path.split('/')[1] || 'console'],
  ...(route.params ? { params: route.params } : {}),
  ...(route.query ? { querystring: route.query } : {}),
  response: { 200: { description: route.summary, content: { [route.file]: { schema: z.string() } } }, '4xx': refused },
})
