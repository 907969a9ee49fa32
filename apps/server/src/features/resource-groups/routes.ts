import { createResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import {
  countGroupMembers,
  getResourceGroup,
  groupMembers,
  listGroupPeople,
  listResourceGroupEvents,
  resourceGroups,
  updateResourceGroup,
} from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { groupById, groupList, memberCounts, memberList, peopleOfGroup } from './queries.ts'
import { createGroup, updateGroup } from './resource-groups.ts'

export function resourceGroupRoutes(on: On): void {
  serveList(on, resourceGroups, groupList)
  serve(on, getResourceGroup, ({ params }, ctx) => groupById(ctx, params.group_id))
  serve(on, createResourceGroup, ({ body }, ctx) => createGroup(ctx, body))
  serve(on, updateResourceGroup, ({ params, body, version }, ctx) => updateGroup(ctx, params.group_id, body, version))
  serveList(on, groupMembers, memberList)
  serve(on, countGroupMembers, ({ params }, ctx) => memberCounts(ctx.db, params.group_id))
  serve(on, listGroupPeople, ({ params }, ctx) => peopleOfGroup(ctx.db, params.group_id))
  serveEvents(on, listResourceGroupEvents)
}
