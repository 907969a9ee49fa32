import * as z from 'zod'
import { inOwnScope } from '../../http/own-scope.ts'
import {
  addFeedbackPhoto,
  answerFeedback,
  createFeedback,
  feedbackList,
  getFeedback,
  getFeedbackTrend,
  listFeedbackEvents,
  setFeedbackStatus,
  viewFeedbackPhoto,
} from '@wheelhouse/contract/feedback/feedback.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { admit, admittedFor } from '../../http/admission.ts'
import { refused, serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { limitOfLinks } from '../security-photos/link-limit.ts'
import { answer, readFeedback, setStatus } from './feedback.ts'
import { viewPhotoBytes } from './photo-files.ts'
import { assertFeedback, feedbackTrend, listOfFeedback } from './queries.ts'
import { serveOpinions } from './receive-opinions.ts'
import { addPhoto, writeDown } from './staff-feedback.ts'

/** Per person, as other messages. */
const answersAMinute = 30
/** Per picture, and per network address for addresses that are not genuine. */
const looksAMinute = 600

export function feedbackRoutes(on: On): void {
  serveList(on, feedbackList, listOfFeedback)
  serve(on, getFeedbackTrend, ({ query }, ctx) => feedbackTrend(ctx, query.location_id))
  serve(on, getFeedback, ({ params }, ctx) => readFeedback(ctx, params.feedback_id))
  serveEvents(on, listFeedbackEvents, {
    param: 'feedback_id',
    find: (ctx, { user_id = '', feedback_id = '' }) => assertFeedback(ctx, { user_id, feedback_id }),
  })
  serve(on, createFeedback, ({ params, body }, ctx) => writeDown(ctx, params.user_id, body))
  serve(on, addFeedbackPhoto, ({ params, body }, ctx) => addPhoto(ctx, params, body.picture))
  serve(on, setFeedbackStatus, ({ params, body, version }, ctx) => setStatus(ctx, params, body.status, version))
  serve({ ...on, pace: paceOf(on, answersAMinute) }, answerFeedback, ({ params, body, version }, ctx) =>
    answer(ctx, params, body.text, version),
  )
  servePhoto(on)
  serveOpinions(on)
}

const photoHeaders = {
  // The address of a picture never shows another one; it ends after minutes.
  'cache-control': 'private, max-age=300, no-transform',
  'content-disposition': 'inline; filename="feedback-photo.jpg"',
  'content-security-policy': "default-src 'none'; sandbox",
  // The console may run on another host of the same site.
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, noimageindex',
}

/** A picture in a page carries no token: the address is the permission. */
function servePhoto(on: On): void {
  inOwnScope(on, ({ app }) => {
    app.addHook('onRequest', app.rateLimit(limitOfLinks(on, 'feedback-view', looksAMinute)))
    app.route({
      method: 'GET',
      url: viewFeedbackPhoto.path,
      exposeHeadRoute: false,
      config: { contract: viewFeedbackPhoto },
      schema: {
        summary: viewFeedbackPhoto.summary,
        tags: ['user'],
        security: [],
        params: viewFeedbackPhoto.params,
        response: {
          200: { description: viewFeedbackPhoto.summary, content: { 'image/jpeg': { schema: z.string() } } },
          '4xx': refused,
        },
      },
      onRequest: (request, reply) => admit(on, viewFeedbackPhoto, request, reply),
      handler: async (request, reply) => {
        const { params, ctx } = admittedFor(viewFeedbackPhoto, request)
        const bytes = await viewPhotoBytes(ctx, params.token)
        return reply.headers(photoHeaders).type('image/jpeg').send(Buffer.from(bytes))
      },
    })
  })
}
