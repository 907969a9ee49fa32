import { handle } from '../../platform/jobs.ts'
import { endInTime, endViewInTime } from './view-as.ts'

export const viewAsJobs = [handle(endViewInTime, ({ id }, ctx) => endInTime(ctx, id))]
