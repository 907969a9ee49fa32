import { reportError } from '@wheelhouse/contract/support/support.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = { routes: [sample(reportError, { isPublic: true, isUnkeyed: true })] }
