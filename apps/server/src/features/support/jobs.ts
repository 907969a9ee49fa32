import { handle } from '../../platform/jobs.ts'
import { deleteOldScans, runDeleteOldScans } from './denied-scans.ts'

export const supportJobs = [handle(deleteOldScans, (_payload, ctx) => runDeleteOldScans(ctx))]
