import { stream } from '@wheelhouse/contract/events/live-changes.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = { routes: [sample(stream, { decidesItself: true })] }
