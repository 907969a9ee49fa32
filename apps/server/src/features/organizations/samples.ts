import {
  createOrganization,
  organizations,
  updateOrganization,
} from '@wheelhouse/contract/organizations/organization-details.ts'
import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

const rows = {
  type: 'organization',
  action: 'GET',
  rows: `select id, array['organization ' || id] as through from organizations`,
} as const

export const samples: FeatureSamples = {
  things: async (_w, { organization }) => ({ organization_id: organization.id }),
  routes: [
    sample(createOrganization, { body: { name: 'Swept organization', tags: ['ee'] }, isCheckedTwice: true }),
    sample(updateOrganization, { body: { name: 'Swept once more', tags: ['ee'] } }),
  ],
  lists: [listSample(listOrganizations, rows), listSample(organizations.route, rows)],
}
