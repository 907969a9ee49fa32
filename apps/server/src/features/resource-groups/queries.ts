import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { groupMembers, memberTypes, resourceGroups } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { GroupPerson, ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import type { countGroupMembers } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { holdsInGroup, mayLookInto } from '../../authz/rights.ts'
import { bool, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search, yesNo } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { RowContext } from '../../lists/list-query.ts'
import type { Db } from '../../platform/context.ts'

/** End clients hold a role in the group, so whatever joins it is seen outside of the provider. */
const isPublicFacing = sql<boolean>`exists (select 1 from role_grants g join roles r on r.id = g.role_id
  where g.group_id = p.id and g.view_id is null and r.category = 'END_CLIENT')`
const personCount = sql`(select count(distinct person_id) from role_grants g where g.group_id = p.id and g.view_id is null)::int`
const locationCount = sql`(select count(*) from resource_group_members m where m.group_id = p.id and m.resource_type = 'location')::int`

/** Whom and what a group holds is known to those who may look into it; of another group it is null, in order and filters too. */
const whereOpen = (person: RawBuilder<string>, held: RawBuilder<unknown>) =>
  sql`case when ${mayLookInto(person, sql`p.id`)} then ${held} end`

export const groupList = listQuery(resourceGroups, {
  from: () => sql`resource_groups p left join organizations o on o.id = p.organization_id`,
  id: sql`p.id`,
  // A right on a group is a right held in that very group, not in one that it is a member of.
  visibleBy: [],
  where: ({ person }) => holdsInGroup(person, sql`p.id`, 'resource_group', 'GET'),
  columns: ({ person }) => ({
    id: uuid(sql`p.id`),
    name: text(sql`p.name`),
    description: text(sql`p.description`),
    type: word(sql`p.type`),
    covers_everything: bool(sql`p.covers_everything`),
    organization_id: orNull(uuid(sql`p.organization_id`)),
    organization_name: orNull(text(sql`o.name`)),
    organization_part: orNull(word(sql`p.organization_part`)),
    is_public_facing: orNull(bool(whereOpen(person, isPublicFacing))),
    person_count: orNull(int(whereOpen(person, personCount))),
    location_count: orNull(int(whereOpen(person, locationCount))),
    created_at: instant(sql`p.created_at`),
    version: int(sql`p.version`),
  }),
  filters: ({ person }) => ({
    q: search(sql`p.name`, sql`p.description`),
    type: anyOf(sql`p.type`),
    public_facing: anyOf(whereOpen(person, yesNo(isPublicFacing))),
    organization_id: anyOf(sql`p.organization_id`, 'uuid'),
    created_at: age(sql`p.created_at`),
  }),
})

export const groupById = (ctx: RowContext, id: string): Promise<ResourceGroupRow> => groupList.get(ctx, id)

/** What the members of each type are called; riders are left out, and what nobody can name. */
const members = sql`(
  select m.group_id, m.resource_id, m.resource_type, m.added_at, a.name as added_by_name,
    coalesce(l.label, initcap(replace(d.type, '_', ' ')) || ' ' || lpad(d.number::text, 2, '0'), o.name, c.name, i.label,
      f.name, s.name, w.name, pa.name, rg.name, b.name, r.description) as name,
    coalesce(l.code, dl.code, c.email, '') as code, d.location_id, l.is_publicly_visible as publicly_visible
  from resource_group_members m
    left join console_users a on a.id = m.added_by
    left join locations l on m.resource_type = 'location' and l.id = m.resource_id
    left join devices d on m.resource_type = 'device' and d.id = m.resource_id
    left join locations dl on dl.id = d.location_id
    left join organizations o on m.resource_type = 'organization' and o.id = m.resource_id
    left join console_users c on m.resource_type = 'console_user' and c.id = m.resource_id
    left join points_of_interest i on m.resource_type = 'point_of_interest' and i.id = m.resource_id
    left join rental_fleets f on m.resource_type = 'rental_fleet' and f.id = m.resource_id
    left join subscriptions s on m.resource_type = 'subscription' and s.id = m.resource_id
    left join allowlists w on m.resource_type = 'whitelist' and w.id = m.resource_id
    left join public_areas pa on m.resource_type = 'public_area' and pa.id = m.resource_id
    left join reminder_groups rg on m.resource_type = 'reminders' and rg.id = m.resource_id
    left join dashboards b on m.resource_type = 'dashboards' and b.id = m.resource_id
    left join reports r on m.resource_type = 'report' and r.id = m.resource_id
  where m.resource_type in (${sql.join(memberTypes.map((type) => sql.lit(type)))}))`

export const memberList = listQuery(groupMembers, {
  from: ({ params }) =>
    sql`(select * from ${members} every where every.group_id = ${params.group_id}::uuid and every.name is not null) p`,
  id: sql`p.resource_id`,
  // The route asks GET_RESOURCES of the group, which is the right to see what it holds.
  visibleBy: [],
  columns: () => ({
    id: uuid(sql`p.resource_id`),
    type: word(sql`p.resource_type`),
    name: text(sql`p.name`),
    code: word(sql`p.code`),
    location_id: orNull(uuid(sql`p.location_id`)),
    is_public_facing: orNull(bool(sql`p.publicly_visible`)),
    added_at: orNull(instant(sql`p.added_at`)),
    added_by_name: orNull(text(sql`p.added_by_name`)),
  }),
  filters: () => ({
    q: search(sql`p.name`, sql`p.code`),
    type: anyOf(sql`p.resource_type`),
    public_facing: anyOf(sql`case p.publicly_visible when true then 'yes' when false then 'no' end`),
  }),
})

const countedAtMost = 10_000

/** Index-only, and stops counting at the bound: the group of a large operator has a million riders. */
export async function memberCounts(db: Db, groupId: string): Promise<ReplyOf<typeof countGroupMembers>> {
  const types = [...memberTypes, 'user']
  const { rows } = await sql<{ type: string; count: number }>`
    select t.type, (select count(*) from (select 1 from resource_group_members m
      where m.group_id = ${groupId}::uuid and m.resource_type = t.type limit ${countedAtMost + 1}) s)::int as count
    from unnest(${types}::text[]) with ordinality t(type, place) order by t.place`.execute(db)
  return rows.map(({ type, count }) => ({
    type,
    count: Math.min(count, countedAtMost),
    is_exact: count <= countedAtMost,
  }))
}

export async function peopleOfGroup(db: Db, groupId: string): Promise<GroupPerson[]> {
  const { rows } = await sql<GroupPerson>`
    select p.id as user_id, p.name, p.email, o.name as organization_name, p.disabled_at is not null as is_disabled,
      json_agg(json_build_object('role_id', r.id, 'role_name', r.name) order by r.name) as roles
    from role_grants g join console_users p on p.id = g.person_id join roles r on r.id = g.role_id
      left join organizations o on o.id = p.organization_id
    where g.group_id = ${groupId}::uuid group by p.id, o.id order by p.name, p.id limit 5000`.execute(db)
  return rows
}
