import type { FastifyRequest } from 'fastify'
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
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { limitOfLinks, tokenIn } from '../../http/link-limit.ts'
import { serveByLink, shownByConsole } from '../../http/serve-by-link.ts'
import { readToken } from '../../http/signed-links.ts'
import { serveEvents } from '../events/serve-events.ts'
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

/** Shown as a picture and as nothing else, and kept in no cache. */
const serveView = (on: On): void =>
  serveByLink(on, viewSecurityPhoto, {
    tag: 'location',
    limit: limitOfLinks(on, 'view', looksAMinute),
    answer: async (ctx, token) => ({
      headers: {
        ...shownByConsole,
        'cache-control': 'no-store, private, no-transform',
        'content-disposition': 'inline; filename="security-photo.jpg"',
      },
      type: viewSecurityPhoto.file,
      body: Buffer.from(await views.viewPhoto(ctx, token)),
    }),
  })
