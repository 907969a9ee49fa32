import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = { routes: [sample(findUsers, { body: { q: '+3725123456' } })] }
