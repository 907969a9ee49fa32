import { handle } from '../../platform/jobs.ts'
import { deliverMessage, runDelivery } from './delivery.ts'

export const notifierJobs = [handle(deliverMessage, runDelivery)]
