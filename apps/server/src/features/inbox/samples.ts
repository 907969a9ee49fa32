import { listNotices, readNotices } from '@wheelhouse/contract/inbox/inbox.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: [
    sample(listNotices, { decidesItself: true }),
    sample(readNotices, { body: { ids: ['01900000-0000-7000-8000-000000000000'] }, decidesItself: true }),
  ],
}
