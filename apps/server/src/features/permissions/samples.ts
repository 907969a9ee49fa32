import {
  changeBelongs,
  changeRoles,
  createResourceGroup,
  findBelongingGroups,
  listBelongs,
  listPersonRoles,
  listResourceGroups,
  listRoles,
  permissionTypesActions,
} from '@wheelhouse/contract/permissions/permissions.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  things: async (_w, { organization }) => ({ id: organization.owner }),
  routes: async (_w, { organization, location_id, console_user_id }) => {
    const location = { resource_type: 'location' as const, resource_ids: [location_id] }
    return [
      sample(createResourceGroup, {
        body: { name: 'Swept', description: 'Made by the sweep', type: 'private' },
        isCheckedTwice: true,
      }),
      sample(findBelongingGroups, { body: location, isUnkeyed: true }),
      sample(changeBelongs, { body: { ...location, add: [], remove: [] }, isCheckedTwice: true }),
      sample(changeRoles, {
        body: { resource_ids: [console_user_id], resource_group_id: organization.owner, add: [], remove: [] },
        isCheckedTwice: true,
      }),
      sample(permissionTypesActions, { decidesItself: true }),
      sample(listBelongs, { decidesItself: true }),
      sample(listPersonRoles, { decidesItself: true }),
      sample(listRoles, { hasNoRows: true }),
    ]
  },
  lists: [
    listSample(listResourceGroups, {
      type: 'resource_group',
      action: 'GET',
      rows: `select id, array['group ' || id] as through from resource_groups`,
    }),
  ],
}
