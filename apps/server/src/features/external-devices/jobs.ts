import { handle } from '../../platform/jobs.ts'
import { runSimUpdate, updateSim } from './sim-updates.ts'
import { followSms, runFollowSms, runSendSms, runSettleSms, sendSms, settleSms } from './sms-messages.ts'

export const externalDeviceJobs = [
  handle(updateSim, runSimUpdate),
  handle(sendSms, runSendSms),
  handle(followSms, runFollowSms),
  handle(settleSms, (_payload, ctx) => runSettleSms(ctx)),
]
