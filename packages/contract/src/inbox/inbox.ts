import * as z from 'zod'
import { notifierEvents } from '../notifier/notifier-events.ts'
import { Id, Instant, route } from '../route.ts'

/** The inbox of a person of the console: what happened that concerns this very person. */
export const noticeKinds = [
  'entry_assigned',
  'entry_overdue',
  'report_ready',
  'report_failed',
  'job_ended',
  'subscribed',
] as const
export const NoticeKind = z.enum(noticeKinds)
export type NoticeKind = z.infer<typeof NoticeKind>

/** As many as are kept of one person; the oldest go first. */
export const noticesAtMost = 100
/** Of these as many from subscriptions of the organization, so that a day of alarms does not displace assigned work. */
export const subscribedNoticesAtMost = 50

/** What a message of a subscription is about. */
export const NoticeTopic = z.enum([...notifierEvents, 'test'])
export type NoticeTopic = z.infer<typeof NoticeTopic>

export const Notice = z.object({
  id: Id,
  kind: NoticeKind,
  /** The log entry, the report, the background job, or the message of a subscription. */
  resource_id: Id,
  /** Of a log entry, and of a message about one location alone. */
  location_id: Id.nullable(),
  /** Of a message of a subscription. */
  topic: NoticeTopic.nullable(),
  /** What a message about one thing alone is about: its log entry, report or session; of a test the organization. */
  subject_id: Id.nullable(),
  /** What it is called: `Log entry 12`, the title of a report. */
  title: z.string(),
  /** Where it is, or how it ended. */
  detail: z.string(),
  created_at: Instant,
  read_at: Instant.nullable(),
})
export type Notice = z.infer<typeof Notice>

const path = '/user/v1/profile/notices'

export const listNotices = route({
  method: 'GET',
  path,
  summary: "The caller's inbox, newest first; what the caller may not see any more is left out",
  staleOn: ['notice'],
  isOwn: true,
  access: { signed_in: "the caller's rows" },
  reply: z.array(Notice),
})

export const readNotices = route({
  method: 'PUT',
  path: `${path}/read`,
  summary: "Mark notices of the caller's inbox as read",
  says: { failed: 'Mark as read failed' },
  access: { signed_in: "the caller's rows; other ids are ignored" },
  body: z.strictObject({ ids: z.array(Id).min(1).max(noticesAtMost) }),
  changes: [listNotices],
})
