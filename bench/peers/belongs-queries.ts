/** The rows that a change of memberships leaves, by one statement each. $1 ids of devices, $2 group, $3 the person. */
const history = (
  changed: string,
  what: string,
) => `insert into events (id, at, actor_kind, actor_id, feature, verb, resource_type, resource_id, visible_through_id, after, correlation_id)
  select uuidv7(), now(), 'person', $3::uuid, 'resource-groups', 'belongs_changed', 'device', c.id, d.location_id, jsonb_build_object('${what}', jsonb_build_array($2)), $2
  from ${changed} c join devices d using (id)`

const insert = `insert into resource_group_members (resource_type, resource_id, group_id, added_at, added_by)
  select 'device', id, $2::uuid, now(), $3::uuid from unnest($1::uuid[]) i(id)`
const remove = `delete from resource_group_members m using unnest($1::uuid[]) i(id)
  where m.resource_type = 'device' and m.resource_id = i.id and m.group_id = $2::uuid`

export const bareChange = {
  into: `with c as (${insert} returning resource_id as id) ${history('c', 'added_ids')}`,
  'out of': `with c as (${remove} returning m.resource_id as id) ${history('c', 'removed_ids')}`,
} as const

/** The memberships alone, without the history that people read later. */
export const membershipsAlone = { into: insert, 'out of': remove } as const
