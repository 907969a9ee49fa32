import { handle } from '../../platform/jobs.ts'
import { deleteFeedbackFiles, runDeleteFeedbackFiles } from './photo-files.ts'

export const feedbackJobs = [handle(deleteFeedbackFiles, (_payload, ctx) => runDeleteFeedbackFiles(ctx))]
