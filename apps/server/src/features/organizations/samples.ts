import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import { listSample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  things: async (_w, { organization }) => ({ organization_id: organization.id }),
  lists: [
    listSample(listOrganizations, {
      type: 'organization',
      action: 'GET',
      rows: `select id, array['organization ' || id] as through from organizations`,
    }),
  ],
}
