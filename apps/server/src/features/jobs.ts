import { backgroundJobJobs } from './background-jobs/jobs.ts'
import { consoleUserJobs } from './console-users/jobs.ts'
import { externalDeviceJobs } from './external-devices/jobs.ts'
import { hardwareHistoryJobs } from './hardware/jobs.ts'
import { maintenanceMessageJobs } from './maintenance-messages/jobs.ts'
import { securityPhotoJobs } from './security-photos/jobs.ts'

/** Every feature's jobs, in one list for main and for tests. */
export const allJobs = [
  ...backgroundJobJobs,
  ...consoleUserJobs,
  ...externalDeviceJobs,
  ...hardwareHistoryJobs,
  ...maintenanceMessageJobs,
  ...securityPhotoJobs,
]
