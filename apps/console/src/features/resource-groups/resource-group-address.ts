import * as v from 'valibot'
import { groupMembers, resourceGroups } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { listAddress, panelAddress } from '../../lists/list-address.ts'

export const resourceGroupsAddress = listAddress(resourceGroups, {
  /** The form of a new one is open. */
  open: v.literal('new'),
})

/** Filter and order of the members, which share the address with the group's page. */
export const membersAddress = panelAddress(groupMembers, 'member_')
export type MembersSearch = ReturnType<typeof membersAddress.into>
