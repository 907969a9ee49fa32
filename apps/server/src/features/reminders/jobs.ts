import { handle } from '../../platform/jobs.ts'
import { runDueReminders, runReminders } from './reminder-runs.ts'

export const reminderJobs = [handle(runReminders, (_payload, ctx) => runDueReminders(ctx))]
