import { sql } from 'kysely'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { OrganizationRole } from '@wheelhouse/contract/locations/locations.ts'
import type { Db, Tx } from '../platform/context.ts'
import type { Resource } from './rights.ts'

/** Adds each resource to each group; a membership that exists already stays as it is. */
export async function addMembers(tx: Tx, type: ResourceType, ids: string[], groupIds: string[]): Promise<void> {
  if (ids.length === 0 || groupIds.length === 0) return
  await tx
    .insertInto('resource_group_members')
    .values(ids.flatMap((resource_id) => groupIds.map((group_id) => ({ resource_type: type, resource_id, group_id }))))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes each resource from each group. */
export async function removeMembers(tx: Tx, type: ResourceType, ids: string[], groupIds: string[]): Promise<void> {
  if (ids.length === 0 || groupIds.length === 0) return
  await tx
    .deleteFrom('resource_group_members')
    .where('resource_type', '=', type)
    .where('resource_id', 'in', ids)
    .where('group_id', 'in', groupIds)
    .execute()
}

/** A new thing belongs to the group in which it is born, from its own transaction on. */
export async function addToGroup(tx: Tx, { type, id }: Resource, groupId: string): Promise<void> {
  await tx
    .insertInto('resource_group_members')
    .values({ resource_type: type, resource_id: id, group_id: groupId })
    .execute()
}

/**
 * A deleted thing belongs to no group. Returns its former groups, so that people who saw it through them are notified
 * that it is gone.
 */
export async function removeFromGroups(tx: Tx, { type, id }: Resource): Promise<string[]> {
  const rows = await tx
    .deleteFrom('resource_group_members')
    .where('resource_type', '=', type)
    .where('resource_id', '=', id)
    .returning('group_id')
    .execute()
  return rows.map((row) => row.group_id)
}

/** Where things of an organization are born. */
export async function ownerGroupOf(db: Db, organizationId: string): Promise<string | undefined> {
  const group = await db
    .selectFrom('resource_groups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('organization_part', '=', 'owner')
    .executeTakeFirst()
  return group?.id
}

/** Where a thing of an organization is born: its owner group. Of nobody's organization: what covers everything (rights: CREATE). */
export async function initialGroupOf(tx: Tx, organizationId: string | null): Promise<string> {
  const everything = tx.selectFrom('resource_groups').select('id').where('covers_everything', '=', true)
  const id =
    organizationId === null ? (await everything.executeTakeFirst())?.id : await ownerGroupOf(tx, organizationId)
  if (id === undefined) throw new AppError('not_found')
  return id
}

/**
 * A location belongs to the system group of each organization in its part, and to no other system group of a part; groups that
 * it was added to stay. Answers the groups that it left and those that it joined.
 */
export async function setLocationOrganizations(
  tx: Tx,
  { type, id }: Resource,
  organizations: Record<OrganizationRole, string | null>,
): Promise<{ left: string[]; joined: string[] }> {
  const wantedGroups = sql`select g.id from resource_groups g join jsonb_each_text(${JSON.stringify(organizations)}::jsonb) o
    on o.value is not null and g.organization_id = o.value::uuid and g.organization_part = o.key`
  const left = await sql<{ group_id: string }>`
    delete from resource_group_members m using resource_groups g where m.resource_type = ${type} and m.resource_id = ${id}::uuid
      and g.id = m.group_id and g.organization_part is not null and g.id not in (${wantedGroups}) returning m.group_id`.execute(
    tx,
  )
  const joined = await sql<{
    group_id: string
  }>`insert into resource_group_members (resource_type, resource_id, group_id)
    select ${type}, ${id}::uuid, w.id from (${wantedGroups}) w on conflict do nothing returning group_id`.execute(tx)
  return { left: left.rows.map((row) => row.group_id), joined: joined.rows.map((row) => row.group_id) }
}

/**
 * The thing belongs to these parts of the organization and to no other part of it; groups that it was added to stay.
 * Answers the groups that it left, whose readers still have to hear of it.
 */
export async function setOrganizationRoles(
  tx: Tx,
  { type, id }: Resource,
  organizationId: string | null,
  parts: readonly OrganizationRole[],
): Promise<string[]> {
  if (organizationId === null) return []
  const ofOrganization = sql`select id, organization_part from resource_groups where organization_id = ${organizationId}::uuid`
  await sql`insert into resource_group_members (resource_type, resource_id, group_id)
    select ${type}, ${id}::uuid, g.id from (${ofOrganization}) g where g.organization_part = any(${[...parts]}::text[]) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ group_id: string }>`
    delete from resource_group_members m using (${ofOrganization}) g where m.resource_type = ${type} and m.resource_id = ${id}::uuid
      and m.group_id = g.id and not g.organization_part = any(${[...parts]}::text[]) returning m.group_id`.execute(tx)
  return rows.map((row) => row.group_id)
}
