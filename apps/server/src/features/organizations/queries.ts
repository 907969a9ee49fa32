import { sql } from 'kysely'
import { organizations } from '@wheelhouse/contract/organizations/organization-details.ts'
import type { OrganizationGroup } from '@wheelhouse/contract/organizations/organization-details.ts'
import type { OrganizationRow } from '@wheelhouse/contract/organizations/organizations.ts'
import { visiblePredicate, visibleTo } from '../../authz/visible.ts'
import { instant, int, json, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOfBy, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { Ctx, Db } from '../../platform/context.ts'

export const organizationList = listQuery(organizations, {
  from: () => sql`organizations p`,
  id: sql`p.id`,
  visibleBy: [{ type: 'organization', column: sql`p.id` }],
  columns: ({ visible }) => ({
    id: uuid(sql`p.id`),
    name: text(sql`p.name`),
    phone: word(sql`p.phone`),
    email: word(sql`p.email`),
    link: word(sql`p.link`),
    tags: json<string[]>(sql`p.tags`),
    comment: text(sql`p.comment`),
    // Counts reveal no more than the lists behind them.
    location_count: int(sql`(select count(distinct m.resource_id) from resource_groups g join resource_group_members m
      on m.group_id = g.id and m.resource_type = 'location' and ${visible('location', sql`m.resource_id`)}
      where g.organization_id = p.id and g.organization_part is not null)::int`),
    console_user_count: int(sql`(select count(*) from console_users c
      where c.organization_id = p.id and ${visible('console_user', sql`c.id`)})::int`),
    created_at: instant(sql`p.created_at`),
    updated_at: instant(sql`p.updated_at`),
    version: int(sql`p.version`),
  }),
  filters: () => ({
    q: search(sql`p.name`, sql`p.email`, sql`array_to_string(p.tags, ' ')`),
    tag: anyOfBy((tags) => sql<boolean>`p.tags && ${[...tags]}::text[]`),
    created_at: age(sql`p.created_at`),
  }),
  sorts: () => ({ email: { by: sql`nullif(lower(p.email), '')`, cast: 'text' } }),
})

export async function organizationNames(ctx: Ctx): Promise<OrganizationRow[]> {
  const visible = await visibleTo(ctx, 'organization', 'GET', 'organization')
  const { rows } = await sql<OrganizationRow>`
    select o.id, o.name, o.tags from organizations o where ${visiblePredicate(visible, sql`o.id`)} order by o.name, o.id limit 5000`.execute(
    ctx.db,
  )
  return rows
}

export async function groupsOfOrganization(db: Db, id: string): Promise<OrganizationGroup[]> {
  const { rows } = await sql<OrganizationGroup>`
    select g.id, g.name, g.organization_part as part,
      (select count(*) from resource_group_members m where m.group_id = g.id and m.resource_type = 'location')::int as location_count,
      coalesce((select json_agg(json_build_object('user_id', h.id, 'name', h.name, 'is_disabled', h.is_disabled, 'roles', h.roles) order by h.name)
        from (select c.id, c.name, c.disabled_at is not null as is_disabled, array_agg(r.name order by r.name) as roles
          from role_grants x join console_users c on c.id = x.person_id join roles r on r.id = x.role_id
          where x.group_id = g.id group by c.id limit 500) h), '[]') as people
    from resource_groups g where g.organization_id = ${id}::uuid and g.organization_part is not null
    order by array_position(array['owner', 'operator', 'distributor', 'reseller'], g.organization_part)`.execute(db)
  return rows
}
