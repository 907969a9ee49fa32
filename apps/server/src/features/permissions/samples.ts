import {
  changeBelongs,
  changeRoles,
  findBelongingGroups,
  listBelongs,
  listResourceGroups,
} from '@wheelhouse/contract/permissions/permissions.ts'
import { listPersonRoles, permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import { inspectPerson, listGrantors, listHolders } from '@wheelhouse/contract/permissions/inspector.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  things: async (_w, { organization }) => ({ id: organization.owner }),
  routes: async (_w, { organization, location_id, console_user_id }) => {
    const location = { resource_type: 'location' as const, resource_ids: [location_id] }
    const ofLocation = { resource_type: 'location', resource_id: location_id }
    return [
      sample(findBelongingGroups, { body: location, isUnkeyed: true }),
      sample(changeBelongs, { body: { ...location, add: [], remove: [] }, isCheckedTwice: true }),
      sample(changeManyBelongs, {
        body: { resource_type: 'location', target: { ids: [location_id] }, add: [], remove: [] },
        isCheckedTwice: true,
      }),
      sample(inspectPerson, { query: ofLocation, alsoNeeds: { location: ['GET'], resource_group: ['GETBELONGS'] } }),
      sample(listGrantors, {
        query: { ...ofLocation, type: 'location', action: 'GET' },
        alsoNeeds: { location: ['GET'], resource_group: ['GETBELONGS'] },
      }),
      sample(listHolders, { decidesItself: true }),
      sample(changeRoles, {
        body: { resource_ids: [console_user_id], resource_group_id: organization.owner, add: [], remove: [] },
        isCheckedTwice: true,
      }),
      sample(permissionTypesActions, { decidesItself: true }),
      sample(listBelongs, { decidesItself: true }),
      sample(listPersonRoles, { decidesItself: true }),
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
