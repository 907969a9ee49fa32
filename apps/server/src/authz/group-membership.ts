import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { OrganizationRole } from '@wheelhouse/contract/locations/locations.ts'
import type { Db, Tx } from '../platform/context.ts'
import type { Resource } from './rights.ts'

/** Adds each resource to each group; a membership that exists already stays as it is. `added`: by a person, by hand. */
export async function addMembers(
  tx: Tx,
  type: ResourceType,
  ids: string[],
  groupIds: string[],
  added?: { at: Date; by: string },
): Promise<void> {
  if (ids.length === 0 || groupIds.length === 0) return
  await sql`insert into resource_group_members (resource_type, resource_id, group_id, added_at, added_by)
    select ${type}, i.id, g.id, ${added?.at.toISOString() ?? null}::timestamptz, ${added?.by ?? null}::uuid
    from unnest(${ids}::uuid[]) i(id) cross join unnest(${groupIds}::uuid[]) g(id) on conflict do nothing`.execute(tx)
}

/** Removes each resource from each group. */
export async function removeMembers(tx: Tx, type: ResourceType, ids: string[], groupIds: string[]): Promise<void> {
  if (ids.length === 0 || groupIds.length === 0) return
  await sql`delete from resource_group_members where resource_type = ${type}
    and resource_id = any(${ids}::uuid[]) and group_id = any(${groupIds}::uuid[])`.execute(tx)
}

/**
 * Riders join the groups of the operator and the distributor of each location, so that those who help them find them
 * (rights: model). `users` and `locations` select one id each.
 */
export async function joinLocationGroups(
  tx: Tx,
  users: RawBuilder<unknown>,
  locations: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into resource_group_members (resource_type, resource_id, group_id)
    select 'user', u.id, g.id from (${users}) u(id) cross join (
      select distinct g.id from resource_groups g join locations l on (g.organization_id, g.organization_part)
        in ((l.operator_id, 'operator'), (l.distributor_id, 'distributor')) where l.id in (${locations})) g
    on conflict do nothing`.execute(tx)
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

/** A rider joins the operator and distributor groups of a location with the first session there (rights: model). */
export const joinRider = (tx: Tx, userId: string, locationId: string): Promise<void> =>
  joinRiders(tx, [{ user_id: userId, location_id: locationId }])

export async function joinRiders(tx: Tx, rides: readonly { user_id: string; location_id: string }[]): Promise<void> {
  if (rides.length === 0) return
  await sql`insert into resource_group_members (resource_type, resource_id, group_id)
    select distinct 'user', r.user_id, g.id from json_to_recordset(${JSON.stringify(rides)}::json) as r(user_id uuid, location_id uuid)
    join locations l on l.id = r.location_id
    join resource_groups g on g.organization_part in ('operator', 'distributor')
      and g.organization_id = case g.organization_part when 'operator' then l.operator_id else l.distributor_id end
    order by 2, 3 on conflict do nothing`.execute(tx)
}

/**
 * Removes riders from the operator and distributor groups where no session and no subscription of theirs lasted until `since` and
 * they are on no allowlist. Looks at so many riders after `after`, in the order of their ids; returns the last one, or null when there are no more.
 */
export async function leaveRiders(db: Db, since: Date, after: string, atMost: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with batch as (select distinct resource_id from resource_group_members
        where resource_type = 'user' and resource_id > ${after}::uuid order by resource_id limit ${atMost}),
      gone as (delete from resource_group_members m using batch b, resource_groups g
        where m.resource_type = 'user' and m.resource_id = b.resource_id and g.id = m.group_id
          and g.organization_part in ('operator', 'distributor') and not exists (
            select 1 from parking_sessions s join locations l on l.id = s.location_id
            where s.user_id = m.resource_id and (coalesce(s.ended_at, s.started_at) >= ${since.toISOString()}::timestamptz or s.status <> 'ended')
              and case g.organization_part when 'operator' then l.operator_id else l.distributor_id end = g.organization_id)
          and not exists (
            select 1 from allowlist_entities e join allowlist_targets t on t.allowlist_id = e.allowlist_id
              left join devices d on d.id = t.device_id join locations l on l.id = coalesce(t.location_id, d.location_id)
            where e.user_id = m.resource_id
              and case g.organization_part when 'operator' then l.operator_id else l.distributor_id end = g.organization_id)
          and not exists (
            select 1 from subscribers s join subscription_targets t on t.subscription_id = s.subscription_id
              left join devices d on d.id = t.device_id join locations l on l.id = coalesce(t.location_id, d.location_id)
            where s.user_id = m.resource_id and (s.holds_place or s.updated_at >= ${since.toISOString()}::timestamptz)
              and case g.organization_part when 'operator' then l.operator_id else l.distributor_id end = g.organization_id))
    select (select resource_id::text from batch order by resource_id desc limit 1) as last`.execute(db)
  return rows[0]?.last ?? null
}
