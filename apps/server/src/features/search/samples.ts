import { search } from '@wheelhouse/contract/search/search.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = { routes: [sample(search, { decidesItself: true })] }
