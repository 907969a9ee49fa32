import { createResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import { resourceGroups, updateResourceGroup } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  things: async (_w, { organization }) => ({ group_id: organization.owner }),
  routes: async (w) => [
    sample(createResourceGroup, {
      body: { name: 'Swept', description: 'Made by the sweep', type: 'private' },
      isCheckedTwice: true,
    }),
    sample(updateResourceGroup, {
      // The group of the place is a system group, which cannot be edited.
      params: { group_id: await w.make.group() },
      body: { name: 'Swept', description: 'Made by the sweep', type: 'private' },
      wrongVersionStatus: 409,
    }),
  ],
  lists: [
    listSample(resourceGroups.route, {
      type: 'resource_group',
      action: 'GET',
      rows: `select id, array['group ' || id] as through from resource_groups`,
    }),
  ],
}
