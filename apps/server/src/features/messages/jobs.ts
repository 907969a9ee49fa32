import { handle } from '../../platform/jobs.ts'
import { pushMessage, runPush } from './messages.ts'

export const messageJobs = [handle(pushMessage, runPush)]
