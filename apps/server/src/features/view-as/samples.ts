import { beginView, endView } from '@wheelhouse/contract/view-as/view-as.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: async (_w, { console_user_id }) => [
    sample(beginView, { body: { console_user_id } }),
    sample(endView, { isUnkeyed: true }),
  ],
}
