import { addAccessKey, deleteAccessKey } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'

export const samples: FeatureSamples = {
  routes: async (w, { organization }) => {
    const user_id = await makeUser(w, [organization.owner])
    const params = { user_id, access_key_id: await makeAccessKey(w, user_id) }
    return [
      sample(addAccessKey, { body: { type: 'rfid', key: '04A2B1C9' }, isUnversioned: true }),
      sample(deleteAccessKey, { params, isUnversioned: true }),
    ]
  },
}
