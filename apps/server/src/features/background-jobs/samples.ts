import {
  cancelBackgroundJob,
  getBackgroundJob,
  listBackgroundJobs,
} from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: [
    sample(listBackgroundJobs, { decidesItself: true }),
    sample(getBackgroundJob, { decidesItself: true }),
    sample(cancelBackgroundJob, { decidesItself: true, isUnkeyed: true }),
  ],
}
