import type { FeatureSamples } from '../../../test/support/samples.ts'

/** Calls without a body, on the user that the feature users makes. */
export const samples: FeatureSamples = {}
