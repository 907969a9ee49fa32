import { getOverview, getOverviewTrends } from '@wheelhouse/contract/overview/overview.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: async (w) => [
    sample(getOverview, { hasNoRows: true }),
    sample(getOverviewTrends, {
      hasNoRows: true,
      query: { day: w.clock.now().toISOString().slice(0, 10), zone: 'UTC' },
    }),
  ],
}
