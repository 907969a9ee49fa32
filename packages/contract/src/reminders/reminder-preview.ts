import * as z from 'zod'
import { Id, Instant, route } from '../route.ts'
import { getReminderConfig } from './reminders.ts'

/** A session that is open now, longer than the minimum. Its person is named to those who may see them. */
export const ReminderCandidate = z.object({
  session_id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  device_type: z.string(),
  device_number: z.number().int(),
  user_name: z.string().nullable(),
  started_at: Instant,
})
export type ReminderCandidate = z.infer<typeof ReminderCandidate>

export const ReminderPreview = z.object({
  /** The next ten over all time zones; of a disabled config those that it would have if it were active. */
  runs: z.array(z.object({ at: Instant, time_zone: z.string(), locations: z.number().int() })),
  /** How many would be notified now, and the first fifty of them, the longest parked first. */
  total: z.number().int(),
  candidates: z.array(ReminderCandidate),
})
export type ReminderPreview = z.infer<typeof ReminderPreview>

export const previewedRuns = 10
export const previewedCandidates = 50

export const previewReminder = route({
  method: 'GET',
  path: `${getReminderConfig.path}/preview`,
  summary: 'When a reminder config runs next, and who would be notified now',
  says: { failed: 'Fetch reminder preview failed' },
  access: { reminders: ['GET'] },
  staleOn: ['reminders', 'session'],
  on: getReminderConfig.on,
  params: getReminderConfig.params,
  reply: ReminderPreview,
})
