import * as z from 'zod'
import { BulkFailure, Id, Instant, route } from '../route.ts'

export const backgroundJobStatuses = ['waiting', 'running', 'done', 'cancelled'] as const

/** A bulk action over a frozen selection, done in pieces while its person goes on. Shown to its person alone, for 7 days. */
export const BackgroundJob = z.object({
  id: Id,
  /** What is done, in the words of the screen: "Delete points of interest". */
  title: z.string(),
  status: z.enum(backgroundJobStatuses),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  created_at: Instant,
  ended_at: Instant.nullable(),
})
export type BackgroundJob = z.infer<typeof BackgroundJob>

const JobRef = z.strictObject({ job_id: Id })

export const listBackgroundJobs = route({
  method: 'GET',
  path: '/user/v1/background-jobs',
  summary: "The caller's own background jobs, newest first, 20 at most",
  says: { failed: 'Fetch background jobs failed' },
  staleOn: ['background_job'],
  isOwn: true,
  access: { signed_in: "one's own rows" },
  reply: z.array(BackgroundJob),
})

export const getBackgroundJob = route({
  method: 'GET',
  path: '/user/v1/background-jobs/:job_id',
  summary: 'One background job with what failed in it',
  staleOn: ['background_job'],
  isOwn: true,
  access: { signed_in: "one's own row only; another id is 404" },
  params: JobRef,
  reply: BackgroundJob.extend({ error_results: z.array(BulkFailure) }),
})

export const cancelBackgroundJob = route({
  method: 'POST',
  path: '/user/v1/background-jobs/:job_id/cancellation',
  summary: 'Stop a background job; what is done stays done',
  says: { failed: 'Cancel background job failed' },
  access: { signed_in: "one's own row only; another id is 404" },
  params: JobRef,
  reply: BackgroundJob,
  changes: [listBackgroundJobs],
})
