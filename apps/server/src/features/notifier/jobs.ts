import { handle } from '../../platform/jobs.ts'
import { deliverMessage, runDelivery } from './delivery.ts'
import { forgetDeliveries, runForgetDeliveries } from './retention.ts'

export const notifierJobs = [
  handle(deliverMessage, runDelivery),
  handle(forgetDeliveries, (_payload, ctx) => runForgetDeliveries(ctx)),
]
