import * as z from 'zod'
import { forgetKeys } from '../../journal/idempotency.ts'
import { handle, jobKind } from '../../platform/jobs.ts'
import { forgetJobs, sliceOfJob, takeUpAgain } from './background-jobs.ts'
import { forgetSelections } from '../../lists/selections.ts'
import { runSlice } from './job-batches.ts'

/** Keys of repeated requests and frozen selections after a day, background jobs after a week. */
export const forgetOld = jobKind({ name: 'background-jobs.forget', payload: z.strictObject({}), cron: '17 * * * *' })

export const backgroundJobJobs = [
  handle(sliceOfJob, runSlice),
  handle(forgetOld, async (_payload, { db, clock, jobs }) => {
    await takeUpAgain(db, jobs, clock.now())
    await forgetKeys(db, clock.now())
    await forgetSelections(db, clock.now())
    await forgetJobs(db, clock.now())
  }),
]
