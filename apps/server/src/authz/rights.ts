import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'

/**
 * The model of `rights.md` in SQL: a person may do action A on resource R when a role that grants (type, A) is held in
 * a group that R belongs to. Everything here is a piece of the asking statement, so a revocation counts at once.
 */

/** Groups that a resource belongs to, by what it follows: a device its location, a session the place where it happened. */
const groupsOf: Partial<Record<ResourceType, (id: string) => RawBuilder<unknown>>> = {
  location: (id) => ownGroups('location', id),
  device: (id) => sql`select m.group_id from devices d join resource_group_members m
    on (m.resource_type = 'location' and m.resource_id = d.location_id) or (m.resource_type = 'device' and m.resource_id = d.id) where d.id = ${id}::uuid`,
  session: (id) => sql`select m.group_id from parking_sessions s join resource_group_members m
    on m.resource_type = 'location' and m.resource_id = s.location_id where s.id = ${id}::uuid`,
  hardware: (id) => sql`select m.group_id from devices d join resource_group_members m
    on (m.resource_type = 'location' and m.resource_id = d.location_id) or (m.resource_type = 'device' and m.resource_id = d.id) where d.hardware_id = ${id}
    union all select s.id from (${stock}) s where not exists (select 1 from devices d where d.hardware_id = ${id})`,
  organization: (id) => ownGroups('organization', id),
  console_user: (id) => ownGroups('console_user', id),
  user: (id) => ownGroups('user', id),
  point_of_interest: (id) => ownGroups('point_of_interest', id),
  // Region configs: they belong to no group but everything (rights: born in `everything`).
  console: (id) => ownGroups('console', id),
  // A right on a group is a right held in that very group.
  resource_group: (id) => sql`select ${id}::uuid as group_id`,
}

/** The system group to which hardware belongs that is in no device (rights: model). */
const stock = sql`select id from resource_groups where type = 'system' and organization_id is null and not covers_everything and name = 'Stock'`

/** Where the rows of a type stand. */
export const tableOf: Partial<Record<ResourceType, string>> = {
  location: 'locations',
  device: 'devices',
  session: 'parking_sessions',
  organization: 'organizations',
  console_user: 'console_users',
  user: 'users',
  point_of_interest: 'points_of_interest',
  console: 'region_configs',
  resource_group: 'resource_groups',
}

/** Types whose rows can be named by an id today. */
export const namedTypes = Object.keys(tableOf) as ResourceType[]

const ownGroups = (type: ResourceType, id: string) =>
  sql`select m.group_id from resource_group_members m where m.resource_type = ${type} and m.resource_id = ${id}::uuid`

export interface Resource {
  type: ResourceType
  id: string
  /** What was deleted is there too, in the groups that it belonged to: for its history alone. */
  isDeletedToo?: boolean
}

/** Things that leave their groups behind when they are deleted. */
const deleted: Partial<
  Record<ResourceType, { groups: (id: string) => RawBuilder<unknown>; exists: (id: string) => RawBuilder<boolean> }>
> = {
  location: {
    groups: (id) => sql`select unnest(x.group_ids) as group_id from deleted_locations x where x.id = ${id}::uuid`,
    exists: (id) => sql<boolean>`exists (select 1 from deleted_locations where id = ${id}::uuid)`,
  },
}

export const resourceExists = ({ type, id }: Resource): RawBuilder<boolean> => {
  // Its key is the printed id.
  if (type === 'hardware') return sql<boolean>`exists (select 1 from hardware where hardware_id = ${id})`
  const table = tableOf[type]
  if (!table) throw new Error(`no table is known for resources of type ${type}`)
  return sql<boolean>`exists (select 1 from ${sql.table(table)} where id = ${id}::uuid)`
}

/** Ids of the groups that contain the resource, with those that cover everything. */
export function groupsCovering(resource: Resource): RawBuilder<unknown> {
  const groups = groupsOf[resource.type]
  if (!groups) throw new Error(`no groups are known for resources of type ${resource.type}`)
  return sql`select id from resource_groups where covers_everything union all ${groups(resource.id)}`
}

/** Groups in which a person holds the right; `everything` among them. */
export const groupsWith = (personId: RawBuilder<unknown>, type: ResourceType, action: Action) =>
  sql`select g.group_id from role_grants g where g.person_id = ${personId} and g.role_id in
    (select a.role_id from role_actions a where a.resource_type = ${type} and a.action = ${action})`

/** A grant of the right in the group that `groupId` names, looked up by that group: a person may hold hundreds in others. */
const grantIn = (groupId: RawBuilder<unknown>, personId: RawBuilder<unknown>, type: ResourceType, action: Action) =>
  sql`select true from role_grants g where g.person_id = ${personId} and g.group_id = ${groupId} and g.role_id in
      (select a.role_id from role_actions a where a.resource_type = ${type} and a.action = ${action}) limit 1`

/** The right is held in a group that covers whatever is. */
export const holdsEverywhere = (
  personId: RawBuilder<unknown>,
  type: ResourceType,
  action: Action,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from resource_groups e where e.covers_everything and (${grantIn(sql`e.id`, personId, type, action)}))`

/** The right is held over what lies in stock. */
export const holdsInStock = (personId: RawBuilder<unknown>, type: ResourceType, action: Action): RawBuilder<boolean> =>
  sql<boolean>`(${holdsEverywhere(personId, type, action)} or exists (select 1 from (${stock}) s where (${grantIn(sql`s.id`, personId, type, action)})))`

/** The right is held in some group, whichever: what menus and collections ask. */
export const hasAnyRight = (personId: RawBuilder<unknown>, type: ResourceType, action: Action): RawBuilder<boolean> =>
  sql<boolean>`exists (${groupsWith(personId, type, action)})`

/** The right is held on this resource. */
export function holdsOn(
  personId: RawBuilder<unknown>,
  type: ResourceType,
  action: Action,
  resource: Resource,
): RawBuilder<boolean> {
  const groups = groupsOf[resource.type]
  if (!groups) throw new Error(`no groups are known for resources of type ${resource.type}`)
  // From the resource's few groups to the grant, not from the person's grants: a scalar subquery keeps PostgreSQL from
  // turning it round.
  const gone = resource.isDeletedToo ? deleted[resource.type] : undefined
  const all = gone ? sql`${groups(resource.id)} union all ${gone.groups(resource.id)}` : groups(resource.id)
  const exists = gone
    ? sql<boolean>`(${resourceExists(resource)} or ${gone.exists(resource.id)})`
    : resourceExists(resource)
  return sql<boolean>`((${holdsEverywhere(personId, type, action)} or exists (select 1 from (${all}) o
    where (${grantIn(sql`o.group_id`, personId, type, action)}))) and ${exists})`
}

/** The action that makes a row visible at all. */
export const readAction = (type: ResourceType): Action =>
  type === 'public_area'
    ? 'public-area:get'
    : type === 'dashboards'
      ? 'analytics-dashboard:get'
      : type === 'report'
        ? 'GET_REPORTS'
        : 'GET'
