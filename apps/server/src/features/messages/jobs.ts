import { handle } from '../../platform/jobs.ts'
import { registerInbox } from '../../platform/user-inbox.ts'
import type { Journal } from '../../journal/journal.ts'
import { deliverMessages, pushMessage, runPush } from './messages.ts'

// Every process that runs jobs loads this list, and only jobs send messages of the service itself.
registerInbox((moment, messages) => deliverMessages(moment, moment.journal as Journal, messages))

export const messageJobs = [handle(pushMessage, runPush)]
