import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from './ids.ts'
import { defaultRoles } from './seed/roles.ts'

const groups = [
  { name: 'Everything', description: 'Whatever is belongs to it. For staff of the provider.', covers_everything: true },
  { name: 'Stock', description: 'Hardware that is assigned to no device.', covers_everything: false },
]

/**
 * What every installation stands on: the default roles with their rights and the two groups that no organization has.
 * Laid again at each start, so that a new version's rights reach the roles that are there; grants stay.
 */
export async function layFoundation(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Two servers of one database may start at once.
    await client.query(`select pg_advisory_xact_lock(hashtext('wheelhouse foundation'))`)
    await layRoles(client)
    await layRights(client)
    await layGroups(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function layRoles(client: PoolClient): Promise<void> {
  const roles = defaultRoles.map(({ name, category, description }) => ({ id: uuidv7(), name, category, description }))
  await client.query(
    `insert into roles (id, name, category, description) select id, name, category, description from json_populate_recordset(null::roles, $1)
     on conflict (name) do update set category = excluded.category, description = excluded.description
     where (roles.category, roles.description) is distinct from (excluded.category, excluded.description)`,
    [JSON.stringify(roles)],
  )
}

async function layRights(client: PoolClient): Promise<void> {
  const rights = defaultRoles.flatMap((role) =>
    Object.entries(role.rights).flatMap(([resource_type, granted]) =>
      granted.map((action) => ({ role: role.name, resource_type, action })),
    ),
  )
  await client.query(
    `with wanted as (select r.id as role_id, w.resource_type, w.action
       from json_to_recordset($1) as w(role text, resource_type text, action text) join roles r on r.name = w.role),
     gone as (delete from role_actions a using roles r where r.id = a.role_id and r.name = any($2)
       and not exists (select 1 from wanted w where (w.role_id, w.resource_type, w.action) = (a.role_id, a.resource_type, a.action)))
     insert into role_actions (role_id, resource_type, action) select role_id, resource_type, action from wanted on conflict do nothing`,
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
