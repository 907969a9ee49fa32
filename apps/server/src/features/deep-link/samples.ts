import { findByCode } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: async (_w, { device_id }) => [sample(findByCode, { query: { code: device_id }, hasNoRows: true })],
}
