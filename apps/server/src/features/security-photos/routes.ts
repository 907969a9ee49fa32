import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { bytesOf } from '../../http/raw-bodies.ts'
import { inOwnScope } from '../../http/own-scope.ts'
import {
  createViewLink,
  getSecurityPhoto,
  listSecurityPhotoEvents,
  photoBytesAtMost,
  securityPhotos,
  uploadSecurityPhoto,
  viewSecurityPhoto,
} from '@wheelhouse/contract/security-photos/security-photos.ts'
import { serveList } from '../../lists/serve-list.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { admit, admittedFor } from '../../http/admission.ts'
import { refused, serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveEvents } from '../events/serve-events.ts'
import { readToken } from './addresses.ts'
import { limitOfLinks, tokenIn } from './link-limit.ts'
import { photoById, photoList } from './queries.ts'
import { takeUpload } from './uploads.ts'
import * as views from './views.ts'

/** A person opens one after the other; a program that empties a place does not. */
const linksAMinute = 60
/** An address on the network: an office shares one, and so do the cameras behind a mobile network. */
const looksAMinute = 300
const uploadsAMinute = 300

export function securityPhotoRoutes(on: On): void {
  serveList(on, securityPhotos, photoList)
  serve(on, getSecurityPhoto, ({ params }, ctx) => photoById(ctx, params))
  serveEvents(on, listSecurityPhotoEvents, {
    param: 'photo_id',
    find: (ctx, params) => photoById(ctx, { location_id: params.location_id ?? '', photo_id: params.photo_id ?? '' }),
  })
  serve({ ...on, pace: paceOf(on, linksAMinute) }, createViewLink, ({ params }, ctx) =>
    views.createViewLink(ctx, params),
  )
  serveUpload(on)
  serveView(on)
}

/**
 * Registered in a separate scope, because no other route accepts a picture. A wrong address is refused before its body
 * is read.
 */
function serveUpload(on: On): void {
  const { config, clock } = on.deps
  inOwnScope(on, ({ app }) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('image/jpeg', { parseAs: 'buffer', bodyLimit: photoBytesAtMost }, (_request, body, done) =>
      done(null, body),
    )
    app.addHook('onRequest', app.rateLimit(limitOfLinks(on, 'upload', uploadsAMinute)))
    app.addHook('onRequest', async (request: FastifyRequest) => {
      readToken(config, 'upload', tokenIn(request), clock.now())
    })
    serve({ ...on, app }, uploadSecurityPhoto, ({ params, body }, ctx) => takeUpload(ctx, params.token, bytesOf(body)))
  })
}

/** Shown as a picture and as nothing else: by no other page, in no cache, and with no word of where it was opened from. */
const pictureHeaders = {
  'cache-control': 'no-store, private, no-transform',
  'content-disposition': 'inline; filename="security-photo.jpg"',
  'content-security-policy': "default-src 'none'; sandbox",
  // The console may run on another host of the same site.
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, noimageindex',
}

function serveView(on: On): void {
  const route = viewSecurityPhoto
  inOwnScope(on, ({ app }) => {
    app.addHook('onRequest', app.rateLimit(limitOfLinks(on, 'view', looksAMinute)))
    app.route({
      method: 'GET',
      url: route.path,
      // A HEAD would be a look at nothing.
      exposeHeadRoute: false,
      config: { contract: route },
      schema: { summary: route.summary, tags: ['location'], security: [], params: route.params, response: pictures },
      onRequest: (request, reply) => admit(on, route, request, reply),
      handler: async (request, reply) => {
        const { params, ctx } = admittedFor(route, request)
        const bytes = await views.viewPhoto(ctx, params.token)
        return reply.headers(pictureHeaders).type(route.file).send(Buffer.from(bytes))
      },
    })
  })
}

const pictures = {
  200: { description: viewSecurityPhoto.summary, content: { [viewSecurityPhoto.file]: { schema: z.string() } } },
  '4xx': refused,
}
