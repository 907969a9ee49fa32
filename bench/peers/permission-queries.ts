/** Whether this person may see this location. $1 person, $2 location. */
export const bareCheck = `select exists (select 1 from role_grants g join role_actions a on a.role_id = g.role_id and a.resource_type = 'location' and a.action = 'GET'
    where g.person_id = $1::uuid and g.group_id in (
      select group_id from resource_group_members where resource_type = 'location' and resource_id = $2::uuid
      union all select id from resource_groups where covers_everything)) as is_allowed`

/** All rights of a person. An expert would select the distinct roles first. $1 person. */
export const permissionMap = `select resource_type, array_agg(distinct action order by action) as actions from role_actions
  where role_id in (select distinct role_id from role_grants where person_id = $1::uuid) group by resource_type order by resource_type`
