import { handle } from '../../platform/jobs.ts'
import { advanceOverstays, runAdvanceOverstays } from './advance.ts'

export const overstayJobs = [handle(advanceOverstays, (_payload, ctx) => runAdvanceOverstays(ctx))]
