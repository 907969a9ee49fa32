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
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { limitOfLinks } from '../../http/link-limit.ts'
import { serveByLink, shownByConsole } from '../../http/serve-by-link.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
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

/** A picture in a page carries no token: the address is the permission. */
const servePhoto = (on: On): void =>
  serveByLink(on, viewFeedbackPhoto, {
    tag: 'user',
    limit: limitOfLinks(on, 'feedback-view', looksAMinute),
    answer: async (ctx, token) => ({
      headers: {
        ...shownByConsole,
        // The address of a picture never shows another one; it ends after minutes.
        'cache-control': 'private, max-age=300, no-transform',
        'content-disposition': 'inline; filename="feedback-photo.jpg"',
      },
      type: 'image/jpeg',
      body: Buffer.from(await viewPhotoBytes(ctx, token)),
    }),
  })
