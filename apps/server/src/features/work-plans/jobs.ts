import { handle } from '../../platform/jobs.ts'
import { runDueJobs, runRecurringJobs } from './recurring-jobs.ts'
import { answerCauses, runRules } from './rules.ts'

export const workPlanJobs = [
  handle(runRecurringJobs, (_payload, ctx) => runDueJobs(ctx)),
  handle(runRules, (_payload, ctx) => answerCauses(ctx)),
]
