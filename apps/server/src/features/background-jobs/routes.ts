import {
  cancelBackgroundJob,
  getBackgroundJob,
  listBackgroundJobs,
} from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { cancelJob } from './background-jobs.ts'
import { failuresOf, jobOf, jobsOf } from './queries.ts'

export function backgroundJobRoutes(on: On): void {
  serve(on, listBackgroundJobs, (_input, ctx) => jobsOf(ctx.db, ctx.person.id))
  serve(on, getBackgroundJob, async ({ params }, ctx) => {
    const job = await jobOf(ctx.db, ctx.person.id, params.job_id)
    if (!job) throw new AppError('not_found')
    return { ...job, error_results: await failuresOf(ctx.db, job.id) }
  })
  serve(on, cancelBackgroundJob, ({ params }, ctx) => cancelJob(ctx, params.job_id))
}
