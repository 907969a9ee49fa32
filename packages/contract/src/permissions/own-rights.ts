import * as z from 'zod'
import { actions, resourceTypes } from '../access.ts'
import { Id, route } from '../route.ts'

export const ResourceTypeName = z.enum(resourceTypes)
export const ActionName = z.enum(actions)

export const PermissionMapReply = z.partialRecord(ResourceTypeName, z.array(ActionName))

export const permissionTypesActions = route({
  method: 'GET',
  path: '/permission/v1/permission-types-actions',
  summary: 'What the caller may do, over all groups',
  says: { failed: 'Fetch user permissions or roles failed' },
  access: { signed_in: "it is the caller's own map, and the console needs it before any other permission is known" },
  reply: PermissionMapReply,
})

export const listPersonRoles = route({
  method: 'GET',
  path: '/permission/v1/resources/:id/roles',
  summary: 'Roles of a person, one line a group',
  says: { failed: 'Fetch user permissions or roles failed' },
  staleOn: ['console_user', 'role'],
  access: { signed_in: "one's own roles need no permission; those of another person need MODIFYROLES on console_user" },
  params: z.strictObject({ id: Id }),
  reply: z.array(
    z.object({ role_id: Id, role_name: z.string(), resource_group_id: Id, resource_group_name: z.string() }),
  ),
})
