import { sendMessage } from '@wheelhouse/contract/messages/messages.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: [sample(sendMessage, { body: { text: 'Your bike was found at the station.' }, isUnversioned: true })],
}
