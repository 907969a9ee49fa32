import { handle } from '../../platform/jobs.ts'
import { endLostPushes, pushMessage, runEndLostPushes, runPush } from './messages.ts'

export const messageJobs = [
  handle(pushMessage, runPush),
  handle(endLostPushes, (_payload, ctx) => runEndLostPushes(ctx)),
]
