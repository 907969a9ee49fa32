import { handle } from '../../platform/jobs.ts'
import { runSweep, sweepSubscribers } from './renewals.ts'

export const subscriptionJobs = [handle(sweepSubscribers, (_payload, ctx) => runSweep(ctx))]
