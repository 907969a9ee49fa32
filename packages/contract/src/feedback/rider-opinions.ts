import * as z from 'zod'
import { Id, route } from '../route.ts'
import { feedbackPhotosAtMost, listFeedback, Rating, writtenFields } from './feedback.ts'

export const opinionBytesAtMost = 9 * 1024 * 1024

/** The form of the app, in its words: type, subject, text, photos. */
const Written = z.strictObject({
  ...writtenFields,
  /** JPEG pictures. */
  photos: z.array(z.base64()).max(feedbackPhotosAtMost, `At most ${feedbackPhotosAtMost} photos`).default([]),
})

/** What a rider says in the app after a stay or a ride, or at any other time: stars, a text, or both. */
export const RiderOpinion = z
  .strictObject({
    /** The app's own id of it: what is sent again is stored once. */
    app_id: z.string().regex(/^[\w-]{8,64}$/, 'app_id: 8 to 64 letters, digits, hyphens and underscores'),
    rider: z.union([z.strictObject({ user_id: Id }), z.strictObject({ key: z.string().min(4).max(64) })]),
    /** `last`: the newest stay or ride of the last day; null: about none. */
    session: z
      .union([z.literal('last'), Id])
      .nullable()
      .default(null),
    rating: Rating,
    written: Written.nullable().default(null),
  })
  .refine(({ rating, written }) => rating !== null || written !== null, 'Either a rating or a text is required')
  .refine(({ session, written }) => session !== null || written !== null, {
    path: ['session'],
    error: 'A rating needs a parking session or a rental',
  })
export type RiderOpinion = z.output<typeof RiderOpinion>

/** `x-wheelhouse-signature: t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>.<body>" in hex>`. */
export const opinionSignatureHeader = 'x-wheelhouse-signature'

export const receiveOpinion = route({
  method: 'POST',
  path: '/user/v1/rider-opinions',
  summary: "A rider's rating or feedback, sent by the riders' app",
  access: { public: "the riders' app signs each message with its secret" },
  bodyAtMost: opinionBytesAtMost,
  /** Null: only a rating was given, which is stored with its session. */
  reply: z.object({ feedback_id: Id.nullable() }),
  changes: [listFeedback],
})
