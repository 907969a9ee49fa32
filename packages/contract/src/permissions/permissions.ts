import * as z from 'zod'
import { Id, idsAtOnce, listOf, route } from '../route.ts'
import { requiredLine, requiredLines } from '../texts.ts'
import { ActionName, listPersonRoles, permissionTypesActions, ResourceTypeName } from './own-rights.ts'

export const ResourceGroupType = z.enum(['public', 'private', 'system'])

export const ResourceGroup = z.object({ id: Id, name: z.string(), description: z.string(), type: ResourceGroupType })
export type ResourceGroup = z.infer<typeof ResourceGroup>

export const roleCategories = ['END_CLIENT', 'PARTNER', 'PARTNER_TECH', 'INTERNAL', 'SYSTEM_INTERNAL'] as const

export const Role = z.object({
  role_id: Id,
  role_name: z.string(),
  /** Null: uncategorized. */
  category: z.enum(roleCategories).nullable(),
  description: z.string(),
  actions: z.record(z.string(), z.array(z.string())),
  /** Came with the installation: it cannot be edited. */
  is_default: z.boolean(),
  /** Whose role it is; null of the default roles. */
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  version: z.number().int(),
})
export type Role = z.infer<typeof Role>

const ResourceRef = z.strictObject({ id: Id })
/** As many as one batch takes at once; beyond that a background job (values: bulk). */
export const several = (what: string) => z.array(Id).max(idsAtOnce, `At most ${idsAtOnce} ${what} at once`)
const ResourceIds = several('ids').min(1, 'No id is named')

export const listResourceGroups = route({
  method: 'GET',
  path: '/permission/v1/resource-groups',
  summary: 'Resource groups that the caller may see',
  says: { failed: 'Fetch resource groups failed' },
  access: { resource_group: ['GET'] },
  query: z.strictObject({ type: ResourceGroupType.optional() }),
  reply: z.array(ResourceGroup),
})

export const createResourceGroup = route({
  method: 'POST',
  path: '/permission/v1/resource-groups',
  summary: 'Create a resource group',
  says: { failed: 'Create resource group failed', done: 'Resource group created' },
  access: { resource_group: ['CREATE'] },
  body: z.strictObject({
    name: requiredLine('Name', 3, 64),
    description: requiredLines('Description', 10, 500),
    type: z.enum(['public', 'private']),
  }),
  reply: ResourceGroup,
  changes: [listResourceGroups],
})

export const listPrivileged = route({
  method: 'GET',
  path: '/permission/v1/resource-groups/:id/privileged',
  summary: 'Who is privileged in a resource group',
  says: { failed: 'Fetch privileged people failed' },
  staleOn: ['console_user', 'role'],
  access: { resource_group: ['GET_RESOURCES'] },
  on: { resource_group: 'id' },
  params: ResourceRef,
  query: z.strictObject({ type: listOf(ResourceTypeName), action: listOf(ActionName) }),
  reply: z.array(
    z.object({
      user_id: Id,
      name: z.string(),
      email: z.string(),
      role_id: Id,
      role_name: z.string(),
      type: ResourceTypeName,
      actions: z.array(ActionName),
    }),
  ),
})

export const listBelongs = route({
  method: 'GET',
  path: '/permission/v1/resources/:id/belongs',
  summary: 'Resource groups that a resource belongs to',
  says: { failed: 'Fetch resource groups failed' },
  staleOn: ['resource_group', 'location', 'device', 'organization', 'console_user'],
  access: {
    signed_in: 'the type of the resource is found by its id first; then RESOURCE_GROUP GETBELONGS is asked of it',
  },
  params: ResourceRef,
  reply: z.array(ResourceGroup),
})

export const findBelongingGroups = route({
  method: 'POST',
  path: '/permission/v1/find-belonging-groups',
  summary: 'Resource groups of many resources',
  access: { resource_group: ['GETBELONGS'] },
  body: z.strictObject({ resource_type: ResourceTypeName, resource_ids: ResourceIds }),
  reply: z.array(z.object({ resource_id: Id, resource_group_ids: z.array(Id) })),
})

export const listRoles = route({
  method: 'GET',
  path: '/permission/v1/roles',
  summary: 'The default roles and those of organizations whose roles the caller may see, sorted by name',
  says: { failed: 'Fetch user permissions or roles failed' },
  staleOn: ['role'],
  access: { permission: ['GET'] },
  reply: z.array(Role),
})

/** The system groups keep their names and members: they follow the organizations. */
export const NewResourceGroup = createResourceGroup.body

/** Who may see and do what: a change of groups or roles makes every reply about rights stale. */
export const rightsChanges = [
  listResourceGroups,
  listPrivileged,
  permissionTypesActions,
  listBelongs,
  listRoles,
  listPersonRoles,
  { path: '/permission/v1/groups' },
  { path: '/permission/v1/people' },
  { path: '/permission/v1/resources/:id/holders' },
] as const

export const changingSays = { failed: 'Changing permissions failed', done: 'Permissions changed' }

export const changeBelongs = route({
  method: 'POST',
  path: '/permission/v2/resources/belongs',
  summary: 'Add resources to groups and remove them',
  access: { resource_group: ['MODIFYBELONGS'] },
  body: z.strictObject({
    resource_type: ResourceTypeName,
    resource_ids: ResourceIds,
    add: several('groups'),
    remove: several('groups'),
  }),
  says: changingSays,
  changes: rightsChanges,
})

export const changeRoles = route({
  method: 'POST',
  path: '/permission/v2/resources/roles',
  summary: 'Give people roles in a group and take them away',
  says: { failed: 'Save roles failed', done: 'User roles saved' },
  access: { console_user: ['MODIFYROLES'] },
  body: z.strictObject({
    /** People. */
    resource_ids: ResourceIds,
    resource_group_id: Id,
    add: several('roles'),
    remove: several('roles'),
  }),
  changes: rightsChanges,
  needsFreshSignIn: true,
})
