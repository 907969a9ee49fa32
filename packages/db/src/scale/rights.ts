import type pg from 'pg'
import { certain } from '@wheelhouse/contract/certain.ts'
import { chanceOf } from '../seed/chance.ts'
import { insertRows } from '../seed/insert-rows.ts'
import { defaultRoles } from '../seed/roles.ts'
import type { RoleName } from '../seed/roles.ts'
import { chance, id7, oneOf, pastDays, pick } from './chance-in-sql.ts'
import type { Run } from './chance-in-sql.ts'
import type { Sizes } from './sizes.ts'
import { views } from './views.ts'

const parts = ['owner', 'operator', 'distributor', 'reseller']
const dayMs = 86_400_000

export interface Place {
  run: Run
  client: pg.PoolClient
  sizes: Sizes
  installationKey: string
  /** Current time in milliseconds. */
  now: number
}

/** Roles, organizations with their four groups, districts, and the groups of the known people. */
export async function makeGroups({ run, client, sizes, now }: Place): Promise<void> {
  await makeRoles(client, now)
  const born = now - (pastDays + 1) * dayMs
  await run(`create temp table scale_organizations on commit drop as
    select n::int, ${id7('organization', `${born} + n`)} as id from generate_series(0, ${sizes.organizations - 1}) n`)
  await run(`insert into organizations (id, name, phone, email, link, tags, created_at)
    select id, 'Organization ' || lpad((n + 1)::text, 3, '0'), '+37260' || lpad(n::text, 5, '0'), 'office' || n || '@scale.test', 'https://organization-' || n || '.scale.test',
      array['scale'], pg_temp.at(${born}) from scale_organizations`)
  // Numbered consecutively: everything, the groups of organizations, districts, the personal groups of the known
  // people.
  await run(`create temp table scale_groups (n int primary key, id uuid, kind text, key text) on commit drop`)
  await run(`insert into scale_groups select row_number() over () - 1, ${id7('group', `${born} + row_number() over ()`, 'row_number() over ()')}, kind, key from (
    select 'everything' as kind, '' as key
    union all select part, o.n::text from scale_organizations o cross join unnest(array['${parts.join(`', '`)}']) part
    union all select 'district', d::text from generate_series(0, ${sizes.districts - 1}) d
    union all select 'view', v from unnest(array['${views.map(({ key }) => key).join(`', '`)}']) v) g`)
  await run(`insert into resource_groups (id, name, description, type, covers_everything, organization_id, organization_part, created_at)
    select g.id, case kind when 'everything' then 'Everything' when 'district' then 'District ' || key when 'view' then 'View ' || key
        else 'Organization ' || lpad((key::int + 1)::text, 3, '0') || ': ' || kind end,
      'Made for measuring, in great numbers.', case when kind = 'view' or kind = 'district' then 'public' else 'system' end, kind = 'everything',
      o.id, case when o.id is not null then kind end, pg_temp.at(${born})
    from scale_groups g left join scale_organizations o on kind = any(array['${parts.join(`', '`)}']) and o.n::text = g.key`)
  await run(`insert into resource_group_members select 'organization', o.id, g.id from scale_organizations o
    join scale_groups g on g.kind = any(array['${parts.join(`', '`)}']) and g.key = o.n::text`)
}

async function makeRoles(client: pg.PoolClient, now: number): Promise<void> {
  const seeded = chanceOf('scale roles')
  const rows = defaultRoles.map(({ name, category, description }) => ({
    id: seeded.id(now - (pastDays + 1) * dayMs),
    name: certain(name),
    category,
    description,
  }))
  const actions = defaultRoles.flatMap(({ rights }, index) =>
    Object.entries(rights).flatMap(([resource_type, granted]) =>
      granted.map((action) => ({ role_id: certain(rows[index]?.id), resource_type, action: certain(action) })),
    ),
  )
  await insertRows(client, 'roles', rows)
  await insertRows(client, 'role_actions', actions)
}

const ofCrowd: readonly RoleName[] = ['Viewer', 'Manager', 'First-line support', 'Technician']

/** The known people with their grants, and many others with grants across the groups. */
export async function makePeople({ run, sizes, now }: Place): Promise<void> {
  const born = now - pastDays * dayMs
  const names = views.map(({ key, name }) => `('${key}', '${name}')`).join(', ')
  await run(`create temp table scale_people on commit drop as
    select (row_number() over ())::int as n, key, name, ${id7('person', `${born} + row_number() over ()`, 'row_number() over ()')} as id from (
      select * from (values ${names}) v(key, name)
      union all select 'person' || p, 'Person ' || p from generate_series(1, ${sizes.people}) p) x`)
  await run(`insert into console_users (id, email, name, organization_id, created_at)
    select p.id, p.key || '@scale.test', p.name, o.id, pg_temp.at(${born}) from scale_people p
    join scale_organizations o on o.n = p.n % ${sizes.organizations}`)
  await run(`insert into resource_group_members select 'console_user', p.id, g.id from scale_people p
    join scale_groups g on g.kind = 'owner' and g.key = (p.n % ${sizes.organizations})::text`)
  const grant = (
    person: string,
    group: string,
    role: RoleName,
  ) => `insert into role_grants select p.id, g.id, r.id from scale_people p
    join scale_groups g on ${group} join roles r on r.name = '${role}' where ${person}`
  await run(grant(`p.key = 'everything'`, `g.kind = 'everything'`, 'Superadmin'))
  await run(grant(`p.key = 'wide'`, `g.kind = 'district'`, 'First-line support'))
  const own = views.flatMap(({ key, sees }) => (sees === null ? [] : [`'${key}'`]))
  await run(grant(`p.key in (${own.join(', ')})`, `g.kind = 'view' and g.key = p.key`, 'First-line support'))
  await makeCrowdsGrants(run, sizes)
}

async function makeCrowdsGrants(run: Run, { organizations, districts, grants_each: each }: Sizes): Promise<void> {
  const groups = organizations * parts.length + districts
  // On average the requested number: from 1 to twice that, less one.
  const most = `1 + ${pick('grant_count', `${Math.max(1, Math.round(2 * each - 1))}`, 'p.n')}`
  await run(`insert into role_grants select p.id, g.id, r.id from scale_people p cross join lateral generate_series(1, ${most}) k
    join scale_groups g on g.n = 1 + ${pick('grant_group', groups, 'p.n::bigint * 1000 + k')}
    join roles r on r.name = ${oneOf('grant_role', ofCrowd, 'p.n::bigint * 1000 + k')}
    where p.key like 'person%' on conflict do nothing`)
}

/** Locations of the known people and of the districts; locations and riders of organizations. */
export async function makeMembers({ run, sizes }: Place): Promise<void> {
  for (const { key, sees, riders } of views) {
    const group = `(select id from scale_groups where kind = 'view' and key = '${key}')`
    if (sees)
      await run(`insert into resource_group_members select 'location', id, ${group} from scale_locations where ${sees}`)
    await run(`insert into resource_group_members select 'user', id, ${group} from scale_riders where ${riders}`)
  }
  await run(`insert into resource_group_members select 'location', l.id, g.id from scale_locations l
    cross join lateral unnest(array[l.owner, l.operator, l.distributor, 0], array['${parts.join(`', '`)}']) o(n, part)
    join scale_groups g on g.kind = o.part and g.key = o.n::text`)
  await run(`insert into resource_group_members select distinct 'location', l.id, g.id from scale_locations l cross join generate_series(0, 1) k
    join scale_groups g on g.kind = 'district' and g.key = ${pick('district', sizes.districts, 'l.n::bigint * 2 + k')}::text
    where ${chance('district', '-1 - l.n')} < 0.66`)
  await run(`insert into resource_group_members select 'user', r.id, g.id from scale_riders r join scale_groups g
    on (g.kind = 'operator' or g.kind = 'distributor' and r.n % 2 = 0) and g.key = (r.n % ${sizes.organizations})::text`)
}
