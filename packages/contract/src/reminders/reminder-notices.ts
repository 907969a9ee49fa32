import * as z from 'zod'
import { anyOf, list } from '../list.ts'
import { Id, Instant } from '../route.ts'

/** Of the enumerations in `values.md`. */
export const reminderPushStatuses = [
  'skipped',
  'sent',
  'no_push_tokens',
  'publish_push_failed',
  'send_push_failed',
] as const
export const ReminderPushStatus = z.enum(reminderPushStatuses)
export type ReminderPushStatus = z.infer<typeof ReminderPushStatus>

export const ReminderNotice = z.object({
  id: Id,
  group_id: Id,
  config_id: Id,
  session_id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  device_type: z.string(),
  device_number: z.number().int(),
  /** Null, too, for a reader who does not see that person. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  subject: z.string(),
  run_at: Instant,
  created_at: Instant,
  /** Null: no notification was asked for, only the event was recorded. */
  push_status: ReminderPushStatus.nullable(),
})
export type ReminderNotice = z.infer<typeof ReminderNotice>

export const reminderNotices = list({
  says: { failed: 'Fetch reminder history failed' },
  path: '/reminder/v1/reminder-notices',
  summary: 'Who was reminded by the groups that the caller may see, newest first',
  access: { reminders: ['GET'] },
  row: ReminderNotice,
  filters: { group_id: anyOf(Id), push_status: anyOf(ReminderPushStatus), location_id: anyOf(Id) },
  exports: [
    'id',
    'created_at',
    'push_status',
    'subject',
    'location_code',
    'location_label',
    'device_type',
    'device_number',
    'user_id',
    'user_name',
    'session_id',
    'config_id',
  ],
  isSearched: true,
})
export const listReminderNotices = reminderNotices.route
