import * as z from 'zod'
import { inOwnScope } from '../../http/own-scope.ts'
import { readGbfs, readGbfsManifest, readGeoJson } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { admit, admittedTo } from '../../http/admission.ts'
import { refused } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { readGbfsText, readGeoJsonText, readManifestText } from './feeds.ts'
import type { FeedText } from './feeds.ts'
import { keepAreas } from './kept-areas.ts'
import type { Moment } from './published-area.ts'

/** Per network address. A reader asks for ten files each half a minute at most. */
const readsAMinute = 240

const feedHeaders = {
  'access-control-allow-origin': '*',
  // A browser keeps them from a script of another site otherwise.
  'access-control-expose-headers': 'etag, retry-after',
  'cross-origin-resource-policy': 'cross-origin',
  // Everybody may keep a copy, and asks each time whether it is still right: 304 costs no bytes.
  'cache-control': 'public, no-cache',
  'x-content-type-options': 'nosniff',
}

export function feedRoutes(on: On): void {
  const kept = keepAreas()
  serveFeed(on, readGbfs, 'application/json; charset=utf-8', (moment, { public_area_id = '', gbfs_file = '' }) =>
    readGbfsText(kept, moment, public_area_id, gbfs_file),
  )
  serveFeed(on, readGbfsManifest, 'application/json; charset=utf-8', readManifestText)
  serveFeed(on, readGeoJson, 'application/geo+json; charset=utf-8', (moment, { public_area_id = '' }) =>
    readGeoJsonText(kept, moment, public_area_id),
  )
}

const Params = z.record(z.string(), z.string())
type Params = z.infer<typeof Params>

/** A feed without sign-in: open to scripts of other sites, limited by network address, sent again only when it says something new. */
function serveFeed(
  on: On,
  route: Route,
  type: string,
  read: (moment: Moment, params: Params) => Promise<FeedText>,
): void {
  inOwnScope(on, ({ app }) => {
    // Before the limit, so that a refusal can be read by a script, too.
    app.addHook('onRequest', async (_request, reply) => void reply.headers(feedHeaders))
    app.addHook('onRequest', app.rateLimit({ max: readsAMinute, timeWindow: 60_000 }))
    app.route({
      method: 'GET',
      url: route.path,
      config: { contract: route },
      schema: {
        summary: route.summary,
        tags: ['public-area'],
        security: [],
        ...(route.params ? { params: route.params } : {}),
        response: { 200: route.reply, '4xx': refused },
      },
      onRequest: (request, reply) => admit(on, route, request, reply),
      handler: async (request, reply) => {
        const { params, ctx } = admittedTo(request)
        const { text, etag } = await read(ctx, Params.parse(params ?? {}))
        void reply.header('etag', etag)
        if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
        return reply.type(type).serializer(String).send(text)
      },
    })
  })
}

const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
