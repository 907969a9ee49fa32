import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from './ids.ts'
import { defaultRoles } from './seed/roles.ts'
import { inTransaction } from './transaction.ts'

const groups = [
  { name: 'Everything', description: 'Whatever is belongs to it. For staff of the provider.', covers_everything: true },
  { name: 'Stock', description: 'Hardware that is assigned to no device.', covers_everything: false },
]

/**
 * The basis of every installation: the default roles with their rights and the two groups that belong to no
 * organization. It runs at each start: rights that a new version adds or removes are applied to existing roles. What
 * the installation itself removed from a default role stays removed, and what it added, like its grants, stays.
 */
export const layFoundation = (pool: Pool): Promise<void> =>
  inTransaction(pool, async (client) => {
    // Two servers of one database may start at the same time.
    await client.query(`select pg_advisory_xact_lock(hashtext('wheelhouse foundation'))`)
    await recordRoles(client)
    await recordRights(client)
    await layGroups(client)
  })

/** Creates a role that is not recorded yet; of a recorded one only the descriptions follow the version. */
async function recordRoles(client: PoolClient): Promise<void> {
  const roles = defaultRoles.map(({ name, category, description }) => ({ id: uuidv7(), name, category, description }))
  await client.query(
    `with wanted as (select id, name, category, description from json_populate_recordset(null::roles, $1)),
     new as (insert into foundation_laid (role, resource_type, action) select name, '', '' from wanted on conflict do nothing returning role),
     words as (update roles r set category = w.category, description = w.description from wanted w where w.name = r.name
       and (r.category, r.description) is distinct from (w.category, w.description))
     insert into roles (id, name, category, description) select id, name, category, description from wanted
       where name in (select role from new) on conflict (name) do nothing`,
    [JSON.stringify(roles)],
  )
}

async function recordRights(client: PoolClient): Promise<void> {
  const rights = defaultRoles.flatMap((role) =>
    Object.entries(role.rights).flatMap(([resource_type, granted]) =>
      granted.map((action) => ({ role: role.name, resource_type, action })),
    ),
  )
  await removeUnrecordedRights(client, rights)
  await client.query(
    `with wanted as (select role, resource_type, action from json_to_recordset($1) as w(role text, resource_type text, action text)),
     new as (insert into foundation_laid (role, resource_type, action) select role, resource_type, action from wanted
       on conflict do nothing returning role, resource_type, action),
     dropped as (delete from foundation_laid l where l.resource_type <> '' and l.role = any($2)
       and not exists (select 1 from wanted w where (w.role, w.resource_type, w.action) = (l.role, l.resource_type, l.action))
       returning role, resource_type, action),
     gone as (delete from role_actions a using roles r, dropped d where r.id = a.role_id and r.name = d.role
       and (a.resource_type, a.action) = (d.resource_type, d.action))
     insert into role_actions (role_id, resource_type, action) select r.id, n.resource_type, n.action from new n join roles r on r.name = n.role
       on conflict do nothing`,
    [JSON.stringify(rights), defaultRoles.map(({ name }) => name)],
  )
}

/**
 * Before default rights were recorded, each start removed rights that the version did not give. This does so once more
 * and never again.
 */
async function removeUnrecordedRights(client: PoolClient, rights: object[]): Promise<void> {
  await client.query(
    `delete from role_actions a using roles r where r.id = a.role_id and r.name = any($2)
       and not exists (select 1 from foundation_laid where resource_type <> '')
       and not exists (select 1 from json_to_recordset($1) as w(role text, resource_type text, action text)
         where (w.role, w.resource_type, w.action) = (r.name, a.resource_type, a.action))`,
    [JSON.stringify(rights), defaultRoles.map(({ name }) => name)],
  )
}

async function layGroups(client: PoolClient): Promise<void> {
  await client.query(
    `insert into resource_groups (id, name, description, type, covers_everything, created_at)
     select w.id, w.name, w.description, 'system', w.covers_everything, now()
     from json_to_recordset($1) as w(id uuid, name text, description text, covers_everything boolean)
     where not exists (select 1 from resource_groups g where g.type = 'system' and g.organization_id is null
       and (g.name = w.name or (g.covers_everything and w.covers_everything)))`,
    [JSON.stringify(groups.map((group) => ({ id: uuidv7(), ...group })))],
  )
}
