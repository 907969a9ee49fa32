import { handle } from '../../platform/jobs.ts'
import { reportOverdue, runReportOverdue } from './due-times.ts'
import { deletePhotoFiles, runDeletePhotoFiles } from './photos.ts'

export const maintenanceLogJobs = [
  handle(reportOverdue, (_payload, ctx) => runReportOverdue(ctx)),
  handle(deletePhotoFiles, (_payload, ctx) => runDeletePhotoFiles(ctx)),
]
