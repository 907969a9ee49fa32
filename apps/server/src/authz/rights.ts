import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import type { Db } from '../platform/context.ts'

/**
 * The model of `rights.md` in SQL: a person may do action A on resource R when a role that grants (type, A) is held in
 * a group that R belongs to. Everything here is a part of the statement that reads the rows, so a revocation takes effect at once.
 */

/** An id, or a column of the statement that asks about many at once. */
type ResourceId = string | RawBuilder<string>

/** How the rows of a resource type are found, and which groups they belong to. */
interface ResourceRows {
  table: string
  /** A second table with rows of this type: parking and rental sessions are two tables of one type. */
  otherTable?: string
  /** The key where it is not a uuid called `id`. */
  key?: string
  /** The groups of a row that follows something else: a device its location, a session the place where it happened. */
  groups?: (id: ResourceId) => RawBuilder<unknown>
  /** Where rows are kept after their deletion, with the groups that they belonged to. */
  deletedTable?: string
}

/** Registers a resource type whose rows can be named by an id: one line each. */
const resources: Partial<Record<ResourceType, ResourceRows>> = {
  location: { table: 'locations', deletedTable: 'deleted_locations' },
  device: { table: 'devices', groups: groupsOfDevice },
  session: { table: 'parking_sessions', otherTable: 'rental_sessions', groups: groupsOfSession },
  rental_fleet: { table: 'rental_fleets' },
  rental_device: { table: 'rental_devices', groups: groupsOfRentalDevice },
  payment: { table: 'payments', groups: groupsOfPayment },
  hardware: { table: 'hardware', key: 'hardware_id', groups: groupsOfHardware },
  organization: { table: 'organizations' },
  console_user: { table: 'console_users' },
  user: { table: 'users' },
  point_of_interest: { table: 'points_of_interest' },
  dashboards: { table: 'dashboards' },
  public_area: { table: 'public_areas' },
  // Reminder configs follow their group.
  reminders: { table: 'reminder_groups' },
  whitelist: { table: 'allowlists' },
  subscription: { table: 'subscriptions' },
  report: { table: 'reports' },
  // Region configs: they belong to no group but everything (rights: born in `everything`).
  console: { table: 'region_configs' },
  // A role that people made belongs to the owner group of its organization; the default roles only to everything.
  permission: { table: 'roles', groups: groupsOfRole },
  // A right on a group is a right held in that very group.
  resource_group: { table: 'resource_groups', groups: (id) => sql`select ${id}::uuid as group_id` },
}

function groupsOfRole(id: ResourceId) {
  return sql`select g.id as group_id from roles r join resource_groups g
    on g.organization_id = r.organization_id and g.organization_part = 'owner' where r.id = ${id}::uuid`
}

function groupsOfDevice(id: ResourceId) {
  return sql`select m.group_id from devices d join resource_group_members m
    on (m.resource_type = 'location' and m.resource_id = d.location_id) or (m.resource_type = 'device' and m.resource_id = d.id) where d.id = ${id}::uuid`
}

function groupsOfSession(id: ResourceId) {
  return sql`select m.group_id from parking_sessions s join resource_group_members m
    on m.resource_type = 'location' and m.resource_id = s.location_id where s.id = ${id}::uuid
    union all select m.group_id from rental_sessions s join resource_group_members m
    on m.resource_type = 'rental_fleet' and m.resource_id = s.fleet_id where s.id = ${id}::uuid`
}

function groupsOfRentalDevice(id: ResourceId) {
  return sql`select m.group_id from rental_devices v join resource_group_members m
    on m.resource_type = 'rental_fleet' and m.resource_id = v.fleet_id where v.id = ${id}::uuid`
}

/** A payment follows the location of its session, the fleet of its ride or its subscription. */
function groupsOfPayment(id: ResourceId) {
  return sql`select m.group_id from payments p join resource_group_members m
    on m.resource_type = p.visible_through_type and m.resource_id = p.visible_through_id where p.id = ${id}::uuid`
}

function groupsOfHardware(id: ResourceId) {
  return sql`select m.group_id from devices d join resource_group_members m
    on (m.resource_type = 'location' and m.resource_id = d.location_id) or (m.resource_type = 'device' and m.resource_id = d.id) where d.hardware_id = ${id}
    union all select m.group_id from rental_devices v join resource_group_members m
    on m.resource_type = 'rental_fleet' and m.resource_id = v.fleet_id where v.hardware_id = ${id}
    union all select s.id from (${stock}) s where not exists (select 1 from devices d where d.hardware_id = ${id})
      and not exists (select 1 from rental_devices v where v.hardware_id = ${id})`
}

/** The system group to which hardware belongs that is in no device (rights: model). */
const stock = sql`select id from resource_groups where type = 'system' and organization_id is null and not covers_everything and name = 'Stock'`

/** Readers of a change to the stock hold their right in one of these groups. */
export async function stockGroups(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${stock}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The tables whose rows have a uuid, by resource type. */
const tableOf: Partial<Record<ResourceType, string>> = Object.fromEntries(
  Object.entries(resources).flatMap(([type, { table, key }]) => (key === undefined ? [[type, table]] : [])),
)

/** Types whose rows have a uuid. */
export const namedTypes = keysOf(tableOf)

/** Every table with rows of a type; none where the key is no uuid. */
export const tablesOf = (type: ResourceType): string[] =>
  [tableOf[type], resources[type]?.otherTable].filter((table) => table !== undefined)

export interface Resource {
  type: ResourceType
  id: string
  /** Includes a deleted row, in the groups that it belonged to: for its history alone. */
  isDeletedToo?: boolean
}

/** The same where the id may be a column. */
interface Asked extends Omit<Resource, 'id'> {
  id: ResourceId
}

function rowsOf(type: ResourceType): ResourceRows {
  const rows = resources[type]
  if (!rows) throw new Error(`resources of type ${type} are not registered in rights.ts`)
  return rows
}

/** The groups that a resource belongs to, without those that cover everything. */
export function groupsOf({ type, id, isDeletedToo }: Asked): RawBuilder<unknown> {
  const { groups, deletedTable } = rowsOf(type)
  const own =
    groups?.(id) ??
    sql`select m.group_id from resource_group_members m where m.resource_type = ${type} and m.resource_id = ${id}::uuid`
  return isDeletedToo && deletedTable
    ? sql`${own} union all select unnest(x.group_ids) as group_id from ${sql.table(deletedTable)} x where x.id = ${id}::uuid`
    : own
}

export function resourceExists({ type, id, isDeletedToo }: Asked): RawBuilder<boolean> {
  const { table, otherTable, key, deletedTable } = rowsOf(type)
  if (key) return sql<boolean>`exists (select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${id})`
  const inTable = (name: string) => sql<boolean>`exists (select 1 from ${sql.table(name)} where id = ${id}::uuid)`
  const exists = otherTable ? sql<boolean>`(${inTable(table)} or ${inTable(otherTable)})` : inTable(table)
  return isDeletedToo && deletedTable
    ? sql<boolean>`(${exists} or exists (select 1 from ${sql.table(deletedTable)} where id = ${id}::uuid))`
    : exists
}

/** Ids of the groups that contain the resource, with those that cover everything. */
export const groupsCovering = (resource: Resource): RawBuilder<unknown> =>
  sql`select id from resource_groups where covers_everything union all ${groupsOf(resource)}`

/** Groups in which a person holds the right; `everything` among them. */
export const groupsWith = (personId: RawBuilder<unknown>, type: ResourceType, action: Action) =>
  sql`select g.group_id from role_grants g where g.person_id = ${personId} and g.role_id in
    (select a.role_id from role_actions a where a.resource_type = ${type} and a.action = ${action})`

/** A grant of the right in the group that `groupId` names, looked up by that group: a person may hold hundreds in others. */
const grantIn = (groupId: RawBuilder<unknown>, personId: RawBuilder<unknown>, type: ResourceType, action: Action) =>
  sql`select true from role_grants g where g.person_id = ${personId} and g.group_id = ${groupId} and g.role_id in
      (select a.role_id from role_actions a where a.resource_type = ${type} and a.action = ${action}) limit 1`

/** The right is held in a group that covers everything. */
export const holdsEverywhere = (
  personId: RawBuilder<unknown>,
  type: ResourceType,
  action: Action,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from resource_groups e where e.covers_everything and (${grantIn(sql`e.id`, personId, type, action)}))`

/** The right is held in the group that `groupId` names, or over everything. For statements that ask about many groups. */
export const holdsInGroup = (
  personId: RawBuilder<unknown>,
  groupId: RawBuilder<unknown>,
  type: ResourceType,
  action: Action,
): RawBuilder<boolean> =>
  sql<boolean>`(${holdsEverywhere(personId, type, action)} or (${groupId} in (${groupsWith(personId, type, action)})) is true)`

/**
 * The members of a group, the people who are privileged in it, and its name where the question is about something else (rights:
 * GET_RESOURCES).
 */
export const mayLookInto = (personId: RawBuilder<unknown>, groupId: RawBuilder<unknown>): RawBuilder<boolean> =>
  holdsInGroup(personId, groupId, 'resource_group', 'GET_RESOURCES')

/** The right is held over the hardware in stock. */
export const holdsInStock = (personId: RawBuilder<unknown>, type: ResourceType, action: Action): RawBuilder<boolean> =>
  sql<boolean>`(${holdsEverywhere(personId, type, action)} or exists (select 1 from (${stock}) s where (${grantIn(sql`s.id`, personId, type, action)})))`

/** The right is held in any group: what menus and collections ask. */
export const hasAnyRight = (personId: RawBuilder<unknown>, type: ResourceType, action: Action): RawBuilder<boolean> =>
  sql<boolean>`exists (${groupsWith(personId, type, action)})`

/** The right is held on this resource. */
export function holdsOn(
  personId: RawBuilder<unknown>,
  type: ResourceType,
  action: Action,
  resource: Asked,
): RawBuilder<boolean> {
  // Start from the few groups of the resource and look up the grant: a person may hold hundreds of grants. The scalar
  // subquery keeps PostgreSQL from reversing the order.
  return sql<boolean>`((${holdsEverywhere(personId, type, action)} or exists (select 1 from (${groupsOf(resource)}) o
    where (${grantIn(sql`o.group_id`, personId, type, action)}))) and ${resourceExists(resource)})`
}

/** The action that makes a row visible at all, for the types where it is not `GET`. */
const unusualReadActions: Partial<Record<ResourceType, Action>> = {
  public_area: 'public-area:get',
  dashboards: 'analytics-dashboard:get',
  report: 'GET_REPORTS',
}

export const readAction = (type: ResourceType): Action => unusualReadActions[type] ?? 'GET'
