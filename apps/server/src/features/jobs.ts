import { backgroundJobJobs } from './background-jobs/jobs.ts'
import { consoleUserJobs } from './console-users/jobs.ts'
import { externalDeviceJobs } from './external-devices/jobs.ts'
import { feedbackJobs } from './feedback/jobs.ts'
import { hardwareHistoryJobs } from './hardware/jobs.ts'
import { hardwareConfigJobs } from './hardware-config/jobs.ts'
import { maintenanceLogJobs } from './maintenance-log/jobs.ts'
import { maintenanceMessageJobs } from './maintenance-messages/jobs.ts'
import { notifierJobs } from './notifier/jobs.ts'
import { messageJobs } from './messages/jobs.ts'
import { overstayJobs } from './overstays/jobs.ts'
import { paymentJobs } from './payments/jobs.ts'
import { publicAreaJobs } from './public-areas/jobs.ts'
import { reminderJobs } from './reminders/jobs.ts'
import { reportJobs } from './reports/jobs.ts'
import { rollupJobs } from './rollups/jobs.ts'
import { securityPhotoJobs } from './security-photos/jobs.ts'
import { subscriptionJobs } from './subscriptions/jobs.ts'
import { supportJobs } from './support/jobs.ts'
import { userJobs } from './users/jobs.ts'
import { workPlanJobs } from './work-plans/jobs.ts'
import { viewAsJobs } from './view-as/jobs.ts'

/** Every feature's jobs, in one list for main and for tests. */
export const allJobs = [
  ...backgroundJobJobs,
  ...consoleUserJobs,
  ...externalDeviceJobs,
  ...feedbackJobs,
  ...hardwareHistoryJobs,
  ...hardwareConfigJobs,
  ...maintenanceLogJobs,
  ...maintenanceMessageJobs,
  ...notifierJobs,
  ...messageJobs,
  ...overstayJobs,
  ...paymentJobs,
  ...publicAreaJobs,
  ...reminderJobs,
  ...reportJobs,
  ...rollupJobs,
  ...securityPhotoJobs,
  ...subscriptionJobs,
  ...supportJobs,
  ...userJobs,
  ...workPlanJobs,
  ...viewAsJobs,
]
