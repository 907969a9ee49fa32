import {
  createServiceAccount,
  createServiceSecret,
  revokeServiceSecret,
  setServiceNetworks,
} from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: async (_w, { organization }) => [
    sample(createServiceAccount, { body: { name: 'Swept', organization_id: organization.id }, isUnkeyed: true }),
    sample(setServiceNetworks, { body: { allowed_networks: ['192.0.2.0/24'] }, isUnversioned: true, isUnkeyed: true }),
    sample(createServiceSecret, { body: { valid_days: 30 }, isUnversioned: true, isUnkeyed: true }),
    sample(revokeServiceSecret, { isUnversioned: true, isUnkeyed: true }),
  ],
  lists: [],
}
