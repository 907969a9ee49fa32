import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { rightsHeldOn, typesHeldOn } from '@wheelhouse/contract/permissions/inspector.ts'
import type {
  inspectPerson,
  InspectedType,
  Inspection,
  listGrantors,
  listHolders,
  Right,
  RightHolder,
} from '@wheelhouse/contract/permissions/inspector.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { QueryOf, ReplyOf } from '@wheelhouse/contract/route.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { roleIsVisible } from '../../authz/grants.ts'
import { groupsCovering, holdsOn, mayLookInto, readAction } from '../../authz/rights.ts'
import type { Resource } from '../../authz/rights.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { typeOf } from './queries.ts'

interface Named {
  name: string
  code: string | null
}

/** What a resource of each type is called. */
const names: Record<InspectedType, RawBuilder<unknown>> = {
  location: sql`select id, label as name, code from locations`,
  device: sql`select d.id, initcap(replace(d.type, '_', ' ')) || ' ' || lpad(d.number::text, 2, '0') as name, l.code from devices d join locations l on l.id = d.location_id`,
  organization: sql`select id, name, null as code from organizations`,
  console_user: sql`select id, name, null as code from console_users`,
  point_of_interest: sql`select id, label as name, null as code from points_of_interest`,
  user: sql`select id, name, null as code from users`,
  resource_group: sql`select id, name, null as code from resource_groups`,
}

/** Every right that exists on such a resource, with the roles that contain it. */
const rightsOf = (
  type: InspectedType,
) => sql`select a.resource_type, a.action, r.id as role_id, r.name as role_name, r.category, r.organization_id
  from role_actions a join roles r on r.id = a.role_id
  where a.resource_type = any(${typesHeldOn[type]}::text[])
    or (a.resource_type, a.action) in (${sql.join(rightsHeldOn(type).map((one) => sql`(${one.type}, ${one.action})`))})`

const orderOf = (type: InspectedType): string[] => [...typesHeldOn[type], ...rightsHeldOn(type).map((one) => one.type)]

interface RightRow extends Right {
  roles: string[]
  role_ids: string[]
}
type GrantRow = Omit<Inspection['grants'][number], 'gives'>

/** Spec section 6. The groups of the resource and the rights in them are those that enforcement itself reads (`rights.ts`). */
export async function inspect(
  ctx: Ctx,
  personId: string,
  { resource_type: type, resource_id: id }: QueryOf<typeof inspectPerson>,
): Promise<Inspection> {
  const resource = { type, id }
  await requirePermission(ctx, { resource_group: ['GETBELONGS'] }, resource)
  const person = await personOf(ctx, personId)
  const [named, isVisible, rights, grants] = await Promise.all([
    nameOf(ctx, resource),
    isVisibleTo(ctx, personId, resource),
    rightRows(ctx, type),
    grantRows(ctx, personId, resource),
  ])
  const effective = grants.filter(({ belongs }) => belongs !== null)
  return {
    person,
    resource: { ...resource, ...named },
    is_visible: isVisible,
    rights: rights.map(({ role_ids, ...right }) => ({
      ...right,
      is_allowed: !person.is_disabled && isVisible && effective.some(({ role_id }) => role_ids.includes(role_id)),
    })),
    grants: grants.map((grant) => ({
      ...grant,
      gives: rights.flatMap(({ role_ids }, place) =>
        grant.belongs !== null && role_ids.includes(grant.role_id) ? [place] : [],
      ),
    })),
  }
}

async function personOf(ctx: Ctx, id: string): Promise<Inspection['person']> {
  const { rows } = await sql<Inspection['person']>`
    select id, name, email, disabled_at is not null as is_disabled from console_users where id = ${id}::uuid`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

async function nameOf(ctx: Ctx, { type, id }: { type: InspectedType; id: string }): Promise<Named> {
  const { rows } = await sql<Named>`select name, code from (${names[type]}) n where id = ${id}::uuid`.execute(ctx.db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

async function isVisibleTo(ctx: Ctx, personId: string, resource: Resource): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${holdsOn(sql`${personId}::uuid`, resource.type, readAction(resource.type), resource)} as is`.execute(ctx.db)
  return rows[0]?.is === true
}

async function rightRows(ctx: Ctx, type: InspectedType): Promise<RightRow[]> {
  const shown = roleIsVisible(ctx.person.id, sql`x.organization_id`, sql`x.role_id`)
  const { rows } = await sql<RightRow>`
    select x.resource_type as type, x.action, array_agg(x.role_id) as role_ids,
      coalesce(array_agg(x.role_name order by x.role_name) filter (where x.category is distinct from 'SYSTEM_INTERNAL' and ${shown}), '{}') as roles
    from (${rightsOf(type)}) x group by x.resource_type, x.action
    order by array_position(${orderOf(type)}::text[], x.resource_type), x.action`.execute(ctx.db)
  return rows
}

/** Each role that the person holds, and why its group contains the resource, if it does. */
async function grantRows(
  ctx: Ctx,
  personId: string,
  resource: { type: InspectedType; id: string },
): Promise<GrantRow[]> {
  const reader = sql<string>`${ctx.person.id}::uuid`
  const isOwn = sql<boolean>`${reader} = g.person_id`
  const { rows } = await sql<GrantRow>`
    select r.id as role_id, r.name as role_name, r.category, rg.id as resource_group_id, rg.type as resource_group_type,
      case when ${isOwn} or ${mayLookInto(reader, sql`rg.id`)} then rg.name end as resource_group_name,
      case when rg.covers_everything then 'everything'
        when (rg.id in (${groupsCovering(resource)})) is not true then null
        when ${resource.type} = 'resource_group' then 'itself'
        when m.group_id is null then 'location'
        when rg.organization_part is not null then 'organization' else 'added' end as belongs,
      case when not rg.covers_everything then rg.organization_part end as organization_part,
      m.added_at, a.name as added_by_name
    from role_grants g join roles r on r.id = g.role_id join resource_groups rg on rg.id = g.group_id
      left join resource_group_members m on m.group_id = rg.id and m.resource_type = ${resource.type} and m.resource_id = ${resource.id}::uuid
      left join console_users a on a.id = m.added_by
    where g.person_id = ${personId}::uuid
    order by (rg.covers_everything or (rg.id in (${groupsCovering(resource)})) is true) desc, r.name, rg.name limit 500`.execute(
    ctx.db,
  )
  return rows
}

/** The groups of the resource in which a person holds the right, as a set of `person_id` and `group_id`. */
const heldIn = (right: Right) => sql`select g.person_id, g.group_id, g.role_id from role_grants g
  join role_actions a on a.role_id = g.role_id and a.resource_type = ${right.type} and a.action = ${right.action}`

/** Who can do A on R. Only people who see the resource at all can do anything to it. */
export async function holders(
  ctx: Ctx,
  id: string,
  right: QueryOf<typeof listHolders>,
): Promise<ReplyOf<typeof listHolders>> {
  const type = await typeOf(ctx.db, id)
  if (!type) throw new AppError('not_found')
  const resource = { type, id }
  await requirePermission(ctx, { resource_group: ['GETBELONGS'] }, resource)
  const reader = sql<string>`${ctx.person.id}::uuid`
  const { rows } = await sql<RightHolder & { is_shown: boolean }>`
    with covering as materialized (select distinct c.id from (${groupsCovering(resource)}) c)
    select p.id as user_id, p.name, p.email, o.name as organization_name, p.kind,
      ${rowIsVisible(ctx, 'console_user', 'GET', 'console_user', sql`p.id`)} as is_shown,
      json_agg(json_build_object('role_name', r.name,
        'resource_group_name', case when ${mayLookInto(reader, sql`rg.id`)} then rg.name end) order by rg.name, r.name) as through
    from (${heldIn(right)}) h join covering c on c.id = h.group_id join resource_groups rg on rg.id = h.group_id
      join roles r on r.id = h.role_id join console_users p on p.id = h.person_id and p.disabled_at is null
      left join organizations o on o.id = p.organization_id
    where exists (select 1 from (${heldIn({ type, action: readAction(type) })}) s join covering v on v.id = s.group_id where s.person_id = p.id)
    group by p.id, o.id order by p.name, p.id limit 2000`.execute(ctx.db)
  const items = rows.filter(({ is_shown }) => is_shown).map(({ is_shown: _, ...holder }) => holder)
  return { items, hidden: rows.length - items.length }
}

/**
 * Who could give the person this right: people who hold MODIFYROLES over the person and in a group of the resource, and there
 * every action of a role that contains it (nobody grants what they do not hold). The smallest such role is named. A service
 * account is nobody who could be asked.
 */
export async function grantors(
  ctx: Ctx,
  personId: string,
  { resource_type, resource_id, type, action }: QueryOf<typeof listGrantors>,
): Promise<ReplyOf<typeof listGrantors>> {
  const resource = { type: resource_type, id: resource_id }
  await requirePermission(ctx, { resource_group: ['GETBELONGS'] }, resource)
  const target: Resource = { type: 'console_user', id: personId }
  const reader = sql<string>`${ctx.person.id}::uuid`
  const { rows } = await sql<ReplyOf<typeof listGrantors>[number]>`
    with covering as materialized (select distinct c.id from (${groupsCovering(resource)}) c),
    over_person as materialized (select distinct h.person_id from (${heldIn({ type: 'console_user', action: 'MODIFYROLES' })}) h
      where h.group_id in (${groupsCovering(target)})),
    candidates as materialized (select distinct h.person_id, c.id as group_id
      from (${heldIn({ type: 'console_user', action: 'MODIFYROLES' })}) h join resource_groups held on held.id = h.group_id
        join covering c on held.covers_everything or c.id = h.group_id
      where h.person_id in (select person_id from over_person) and h.person_id <> ${personId}::uuid),
    sizes as materialized (select role_id, count(*) as actions from role_actions group by role_id)
    select distinct on (p.name, p.id) p.id as user_id, p.name, p.email, role.name as role_name,
      case when ${mayLookInto(reader, sql`rg.id`)} then rg.name end as resource_group_name
    from candidates k join console_users p on p.id = k.person_id and p.disabled_at is null and p.kind = 'person'
      join resource_groups rg on rg.id = k.group_id
      cross join lateral (select r.name from roles r join sizes z on z.role_id = r.id
        where r.category is distinct from 'SYSTEM_INTERNAL' and ${roleIsVisible(ctx.person.id, sql`r.organization_id`, sql`r.id`)}
          and exists (select 1 from role_actions a where a.role_id = r.id and a.resource_type = ${type} and a.action = ${action})
          and not exists (select 1 from role_actions a where a.role_id = r.id and not exists (
            select 1 from role_grants g join role_actions held on held.role_id = g.role_id join resource_groups e on e.id = g.group_id
            where g.person_id = k.person_id and (e.covers_everything or g.group_id = k.group_id)
              and held.resource_type = a.resource_type and held.action = a.action))
        order by z.actions, r.name limit 1) role
    where ${rowIsVisible(ctx, 'console_user', 'GET', 'console_user', sql`p.id`)}
    order by p.name, p.id, rg.covers_everything, rg.name limit 50`.execute(ctx.db)
  return rows
}
