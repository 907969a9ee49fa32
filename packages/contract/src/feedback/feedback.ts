import * as z from 'zod'
import { age, anyOf, list, ownFilter } from '../list.ts'
import type { QueryOfList } from '../list.ts'
import { eventsOf } from '../events/events.ts'
import { Id, Instant, route } from '../route.ts'
import { lines, requiredLine, requiredLines, withHttpsLinks } from '../texts.ts'

export const feedbackTypes = ['problem', 'question', 'idea', 'praise'] as const
export const FeedbackType = z.enum(feedbackTypes, 'Type is required')
export type FeedbackType = z.infer<typeof FeedbackType>

export const feedbackStatuses = ['new', 'in_progress', 'answered', 'closed'] as const
export const FeedbackStatus = z.enum(feedbackStatuses, 'Status is required')
export type FeedbackStatus = z.infer<typeof FeedbackStatus>

/** What a person may set it to. `answered` is set by the answer alone. */
export const nextFeedbackStatuses: Record<FeedbackStatus, readonly FeedbackStatus[]> = {
  new: ['in_progress', 'closed'],
  in_progress: ['closed'],
  answered: ['in_progress', 'closed'],
  closed: ['in_progress'],
}
/** Closed feedback is opened again before it is answered, so that nobody answers twice. */
export const canAnswer = (status: FeedbackStatus): boolean => status !== 'closed'

export const Feedback = z.object({
  id: Id,
  type: FeedbackType,
  subject: z.string(),
  text: z.string(),
  /** 1 to 5 stars. */
  rating: z.number().int().nullable(),
  status: FeedbackStatus,
  photos: z.number().int(),
  /** Null, both, for a reader who does not see that rider. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  /** What it is about; all null where it is about no stay and no ride. */
  parking_session_id: Id.nullable(),
  rental_session_id: Id.nullable(),
  /** Null, too, for a reader who does not see that location. */
  location_id: Id.nullable(),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
  answered_at: Instant.nullable(),
  answered_by_name: z.string().nullable(),
  /** Who wrote it down for the rider; null where it came from the app. */
  recorded_by_name: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type Feedback = z.infer<typeof Feedback>

export const FeedbackPhoto = z.object({
  id: Id,
  width: z.number().int(),
  height: z.number().int(),
  /** Shows the picture to this reader, for some minutes. */
  url: z.string(),
})
export type FeedbackPhoto = z.infer<typeof FeedbackPhoto>

export const FeedbackDetails = Feedback.extend({
  /** The last answer. */
  answer_text: z.string().nullable(),
  /** Empty, too, for a reader who does not see that rider. */
  photo_list: z.array(FeedbackPhoto),
})
export type FeedbackDetails = z.infer<typeof FeedbackDetails>

const path = '/user/v1/feedback'
const one = '/user/v1/users/:user_id/feedback/:feedback_id'
const FeedbackRef = z.strictObject({ user_id: Id, feedback_id: Id })
const on = { user: 'user_id' } as const
const access = { user: ['READ_FEEDBACK'] } as const
const Stars = z.enum(['1', '2', '3', '4', '5'])
/** Feedback is not a resource: it follows the user who wrote it (rights: user, feedback). */
const staleOn = ['feedback'] as const

export const feedbackList = list({
  path,
  summary: 'What riders wrote, newest first',
  says: { failed: 'Fetch feedback failed' },
  access,
  staleOn,
  row: Feedback,
  filters: {
    type: anyOf(FeedbackType),
    status: anyOf(FeedbackStatus),
    rating: anyOf(Stars),
    location_id: anyOf(Id),
    user_id: ownFilter(Id.optional()),
    /** A parking session or a rental session. */
    session_id: ownFilter(Id.optional()),
    created_at: age,
  },
  exports: [
    ...([
      'id',
      'created_at',
      'type',
      'status',
      'rating',
      'subject',
      'text',
      'location_code',
      'location_label',
    ] as const),
    ...([
      'user_id',
      'user_name',
      'parking_session_id',
      'rental_session_id',
      'answered_at',
      'answered_by_name',
      'recorded_by_name',
    ] as const),
  ],
  isSearched: true,
})
export const listFeedback = feedbackList.route
export type FeedbackQuery = QueryOfList<typeof feedbackList>

/** Its address does not name the rider, so that those who do not see the rider read it, too. */
export const getFeedback = route({
  method: 'GET',
  path: `${path}/:feedback_id`,
  summary: 'One feedback with its photos and its answer',
  says: { failed: 'Fetch feedback failed' },
  access,
  staleOn,
  params: z.strictObject({ feedback_id: Id }),
  reply: FeedbackDetails,
})

const changes = [listFeedback, getFeedback] as const

/** The feedback form of the riders' app, which staff fill in too. */
export const writtenFields = {
  type: FeedbackType,
  subject: requiredLine('Subject', 3, 80),
  text: lines('Text', 2000).default(''),
}
export const Rating = z.int('Rating: 1 to 5').min(1, 'Rating: 1 to 5').max(5, 'Rating: 1 to 5').nullable().default(null)

/** Of one picture, after the app or the console has made it smaller. */
export const feedbackPhotoBytesAtMost = 2 * 1024 * 1024
export const feedbackPhotosAtMost = 3

export const createFeedback = route({
  method: 'POST',
  path: '/user/v1/users/:user_id/feedback',
  summary: 'Record feedback that a rider gave by phone or at the dock',
  says: { failed: 'Create feedback failed', done: 'Feedback created' },
  access,
  on,
  params: z.strictObject({ user_id: Id }),
  body: z.strictObject({
    ...writtenFields,
    rating: Rating,
    /** A stay or a ride of this rider. */
    session_id: Id.nullable().default(null),
  }),
  reply: FeedbackDetails,
  changes,
})

export const addFeedbackPhoto = route({
  method: 'POST',
  path: `${one}/photos`,
  summary: 'Add a photo that a rider sent',
  says: { failed: 'Add photo failed', done: 'Photo added' },
  access,
  on,
  params: FeedbackRef,
  /** A JPEG in base64. */
  body: z.strictObject({ picture: z.base64() }),
  bodyAtMost: 3 * 1024 * 1024,
  reply: FeedbackDetails,
  changes,
})

export const setFeedbackStatus = route({
  method: 'PUT',
  path: `${one}/status`,
  summary: 'Start work on feedback, close it or reopen it',
  says: { failed: 'Update feedback failed', done: 'Feedback updated' },
  access,
  on,
  params: FeedbackRef,
  body: z.strictObject({ status: FeedbackStatus }),
  needsVersion: true,
  reply: FeedbackDetails,
  changes,
})

/** The message that the rider gets begins with the subject, so there is less room than in other messages. */
export const answerAtMost = 850

export const answerFeedback = route({
  method: 'POST',
  path: `${one}/answers`,
  summary: "Answer feedback with a message to the rider's inbox",
  says: { failed: 'Answer feedback failed', done: 'Answer sent' },
  access: { user: ['READ_FEEDBACK', 'SEND_NOTIFICATIONS'] },
  on,
  params: FeedbackRef,
  body: z.strictObject({ text: withHttpsLinks(requiredLines('Answer', 10, answerAtMost)) }),
  needsVersion: true,
  reply: FeedbackDetails,
  changes,
})

export const trendWeeks = 13

export const FeedbackTrend = z.object({
  /** The oldest first; weeks begin on Monday in UTC. */
  weeks: z.array(
    z.object({
      week: z.iso.date(),
      ratings: z.number().int(),
      /** Of one decimal; null in a week without ratings. */
      average: z.number().nullable(),
      feedback: z.number().int(),
      problems: z.number().int(),
    }),
  ),
})
export type FeedbackTrend = z.infer<typeof FeedbackTrend>

export const getFeedbackTrend = route({
  method: 'GET',
  path: '/user/v1/feedback-trend',
  summary: `Ratings of parking sessions and rentals, and feedback, in each of the last ${trendWeeks} weeks`,
  says: { failed: 'Fetch ratings failed' },
  access,
  staleOn,
  query: z.strictObject({ location_id: Id.optional() }),
  reply: FeedbackTrend,
})

export const listFeedbackEvents = eventsOf({ ...getFeedback, path: one, on, params: FeedbackRef }, access)

export const viewFeedbackPhoto = route({
  method: 'GET',
  path: '/user/v1/feedback-photo-views/:token',
  summary: 'The picture behind the address of a photo',
  access: { public: 'the address is the permission: signed, for one photo and one person, over after minutes' },
  params: z.strictObject({ token: z.string().regex(/^[\w-]{20,160}$/) }),
  file: 'image/jpeg',
})
