/** The queries that an expert on these tables would write by hand: one for the page and one for its bounded count. */

const groups = (type: string) => `select g.group_id from role_grants g where g.person_id = $1::uuid and g.role_id in
  (select a.role_id from role_actions a where a.resource_type = '${type}' and a.action = 'GET')`

/** The locations whose sessions the person may see. */
const visible = `select distinct m.resource_id from resource_group_members m where m.resource_type = 'location' and m.group_id in (${groups('session')})`

const columns = `s.id, s.location_id, l.code as location_code, l.label as location_label, l.bubble_orange_hours, l.bubble_red_hours, s.device_id, d.number as device_number, s.device_type,
  u.id as user_id, u.name as user_name, case when s.user_id is null or u.id is not null then s.access_key_id end as access_key_id, k.type as key_type,
  s.status, s.how_ended, s.started_at, s.ended_at, s.rating, s.comment`
const money = `s.fee_minor, s.currency, s.payment_state`
const seenMoney = money.replaceAll(/s\.(\w+)/g, 'case when money.is_seen then s.$1 end as $1')
const joins = `join locations l on l.id = s.location_id join devices d on d.id = s.device_id left join access_keys k on k.id = s.access_key_id`
const seesRider = `(select true from resource_group_members m where m.resource_type = 'user' and m.resource_id = u.id and (m.group_id in (${groups('user')})) is true limit 1)`

const seesMoney = `cross join lateral (select exists (select 1 from resource_group_members m
  where m.resource_type = 'location' and m.resource_id = s.location_id and m.group_id in (${groups('payment')})) as is_seen) money`

/** $1 person, $2 from, $3 rows. Walks along time and checks each entry, as the data model says. */
export const permittedPage = `with page as (
    select x.id, x.started_at from (select id, started_at, location_id from parking_sessions where status = 'ended' and started_at >= $2::timestamptz
      order by started_at desc, id desc limit 2000) x where (x.location_id in (${visible})) is true limit $3)
  select ${columns}, ${seenMoney} from page i join parking_sessions s on s.id = i.id ${joins} ${seesMoney} left join users u on u.id = s.user_id and ${seesRider}
  order by i.started_at desc, i.id desc`

export const permittedCount = `select count(*) as total from (select 1 from (${visible}) v cross join lateral (
    select 1 from parking_sessions where location_id = v.resource_id and status = 'ended' and started_at >= $2::timestamptz limit 10001) t limit 10001) x`

/** The same rows without a permission check. $1 from, $2 rows. */
export const barePage = `with page as (
    select id, started_at from parking_sessions where status = 'ended' and started_at >= $1::timestamptz order by started_at desc, id desc limit $2)
  select ${columns}, ${money} from page i join parking_sessions s on s.id = i.id ${joins} left join users u on u.id = s.user_id order by i.started_at desc, i.id desc`

/** The page after a row, without a permission check. $1 time of the row, $2 its id, $3 rows. */
export const bareDeepPage = `with page as (
    select id, started_at from parking_sessions where status = 'ended' and (started_at, id) < ($1::timestamptz, $2::uuid) order by started_at desc, id desc limit $3)
  select ${columns}, ${money} from page i join parking_sessions s on s.id = i.id ${joins} left join users u on u.id = s.user_id order by i.started_at desc, i.id desc`

// The order makes the cached plan use the index on time; without it the plan reads the whole table.
export const bareCount = `select count(*) as total from (
    select 1 from parking_sessions where status = 'ended' and started_at >= $1::timestamptz order by started_at desc, id desc limit 10001) x`
