import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { Id, route } from '../route.ts'
import { requiredLine, requiredLines } from '../texts.ts'
import { listRoles, rightsChanges, Role } from '../permissions/permissions.ts'
import { ActionName, ResourceTypeName } from '../permissions/own-rights.ts'

/** Spec section 6: what each category of roles is for. Keys of the console's texts. */
export const categoryWarnings = {
  END_CLIENT: 'Default access of end clients.',
  PARTNER: "Only for a distributor's first-line support. These roles fall under privacy laws.",
  PARTNER_TECH: 'Only for trained operators.',
  INTERNAL: "Only for the provider's staff.",
  SYSTEM_INTERNAL: 'Must not be given to anyone.',
} as const

/** A role that people make is for people, so it is never for machines. */
export const OwnRoleCategory = z.enum(['END_CLIENT', 'PARTNER', 'PARTNER_TECH', 'INTERNAL']).nullable()

/** What a role allows, by type of resource. */
const RoleActions = z
  .partialRecord(ResourceTypeName, z.array(ActionName).max(100))
  .refine((map) => Object.values(map).some((actions) => (actions?.length ?? 0) > 0), 'Choose at least one action')

export const RoleBody = z.strictObject({
  name: requiredLine('Name', 3, 64),
  category: OwnRoleCategory.default(null),
  description: requiredLines('Description', 10, 500),
  actions: RoleActions,
})
export type RoleBody = z.output<typeof RoleBody>

const RoleRef = z.strictObject({ role_id: Id })
const changes = [...rightsChanges, listRoles]

/** CREATE must be held in the owner group of the creator's organization, whose role it becomes; so must each of its actions. */
export const createRole = route({
  method: 'POST',
  path: '/permission/v1/roles',
  summary: 'Make a role out of actions that the caller holds',
  says: { failed: 'Create role failed', done: 'Role created' },
  access: { permission: ['CREATE'] },
  body: RoleBody,
  reply: Role,
  changes,
})

/** An action that is added must be held in every group where the role is held, as if it were granted there. */
export const updateRole = route({
  method: 'PUT',
  path: '/permission/v1/roles/:role_id',
  summary: 'Edit a role that people made',
  says: { failed: 'Update role failed', done: 'Role updated' },
  access: { permission: ['UPDATE'] },
  on: { permission: 'role_id' },
  params: RoleRef,
  body: RoleBody,
  needsVersion: true,
  needsFreshSignIn: true,
  reply: Role,
  changes,
})

export const deleteRole = route({
  method: 'DELETE',
  path: '/permission/v1/roles/:role_id',
  summary: 'Delete a role that people made and nobody holds',
  says: { failed: 'Delete role failed', done: 'Role deleted' },
  access: { permission: ['DELETE'] },
  on: { permission: 'role_id' },
  params: RoleRef,
  needsVersion: true,
  changes,
})

/** What was changed in a role, and who viewed the console as it. */
export const listRoleEvents = eventsOf(
  { ...listRoles, path: updateRole.path, summary: 'A role', on: updateRole.on, params: RoleRef },
  updateRole.access,
)

/** Which roles the caller could give in a group: nobody grants what they do not hold there. */
export const listGrantableRoles = route({
  method: 'GET',
  path: '/permission/v1/groups/:group_id/grantable-roles',
  summary: 'Roles that the caller may give and take in a group',
  says: { failed: 'Fetch user permissions or roles failed' },
  staleOn: ['role', 'console_user'],
  access: { console_user: ['MODIFYROLES'] },
  on: { resource_group: 'group_id' },
  params: z.strictObject({ group_id: Id }),
  reply: z.array(
    z.object({
      role_id: Id,
      is_grantable: z.boolean(),
      /** Actions of the role that the caller does not hold there, the first few: `UPDATE on hardware`. */
      missing: z.array(z.string()),
    }),
  ),
})
