import { backgroundJobJobs } from './background-jobs/jobs.ts'
import { consoleUserJobs } from './console-users/jobs.ts'

/** Every feature's jobs, in one list for main and for tests. */
export const allJobs = [...backgroundJobJobs, ...consoleUserJobs]
