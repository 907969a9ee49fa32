import { handle } from '../../platform/jobs.ts'
import { comparePayments, runComparison } from './comparison.ts'
import { askForPayment, runAskForPayment, runSweep, sweepPayments } from './provider-answers.ts'

export const paymentJobs = [
  handle(askForPayment, runAskForPayment),
  handle(sweepPayments, (_payload, ctx) => runSweep(ctx)),
  handle(comparePayments, (_payload, ctx) => runComparison(ctx)),
]
