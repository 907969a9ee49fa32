/**
 * The query that an expert on these tables would write by hand, without permission checks. $1 is now. The filled database has no
 * maintenance log, so that no log entry counts among the issues.
 */

const joins = `left join hardware h on h.hardware_id = d.hardware_id left join hardware_state hs on hs.hardware_id = d.hardware_id
  left join hardware_state cs on cs.hardware_id = h.controller_id`
const interval = `(case l.power_save when 'none' then 60 when 'remote_wakeup' then 300 else 900 end)`
const contactSince = `$1::timestamptz - make_interval(secs => least(greatest(10 * ${interval}, 600), 86400))`
const isDock = `d.type in ('dock', 'locker', 'rental_dock')`
const inContact = `(hs.last_heartbeat_at >= ${contactSince} and cs.last_heartbeat_at >= ${contactSince}) is true`
const neverSeen = `(hs.last_heartbeat_at is null or cs.last_heartbeat_at is null)`
const isAtWork = `l.status not in ('in_house', 'in_delivery', 'obsolete')`
const issue = `case when d.id is null or not ${isAtWork} then null when hs.dock_state = 'fault' then 'fault'
  when d.hardware_id in (select hardware_id from alarms where cleared_at is null) then 'alarm'
  when not (${inContact} or ${neverSeen}) then 'offline' when d.hardware_id is null then 'no_hardware' end`

/** One row per device. */
const facts = `l.id as location_id, d.id is not null as is_device, d.type, d.number, d.row_number, d.place, d.id as device_id, d.hardware_id, ${isDock} as is_dock, hs.dock_state, hs.dock_state_since,
  ${isDock} and hs.dock_state = 'locked' and ${inContact} as is_taken, $1::timestamptz - make_interval(hours => l.bubble_orange_hours) as orange_before,
  $1::timestamptz - make_interval(hours => l.bubble_red_hours) as red_before,
  ${inContact} as in_contact, ${neverSeen} as never_seen, d.hardware_id is not null and not d.delete_pending as counts, ${issue} as issue`

const tallies = `count(*) filter (where is_dock) as total_docks, count(*) filter (where is_dock and dock_state = 'unlocked' and in_contact) as available_docks,
  count(*) filter (where type = 'rental_dock' and dock_state = 'locked' and in_contact) as available_rentals,
  count(issue) as issues, json_build_object('fault', count(*) filter (where issue = 'fault'), 'alarm', count(*) filter (where issue = 'alarm'),
    'offline', count(*) filter (where issue = 'offline'), 'no_hardware', count(*) filter (where issue = 'no_hardware'), 'log_entry', 0) as issue_kinds,
  count(*) filter (where is_taken and dock_state_since > orange_before) as occupied,
  count(*) filter (where is_taken and dock_state_since <= orange_before and dock_state_since > red_before) as occupied_orange,
  count(*) filter (where is_taken and dock_state_since <= red_before) as occupied_red,
  case when bool_and(never_seen) filter (where counts) is not false then 'unknown' when bool_and(in_contact) filter (where counts) then 'online'
    when bool_and(not in_contact) filter (where counts) then 'offline' else 'some_offline' end as health`

const everyDevice = `select ${facts} from locations l left join devices d on d.location_id = l.id ${joins}`

/** Counts and markers of the devices of one location, in one pass. */
const ofEach = `cross join lateral (select ${tallies}, coalesce(json_agg(json_build_object('number', number, 'dock_state', coalesce(dock_state, 'unknown'), 'dock_state_since',
    to_char(dock_state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'in_contact', in_contact) order by nth) filter (where is_dock and nth <= 56), '[]'::json) as docks
  from (select ${facts}, count(*) filter (where ${isDock}) over (order by d.row_number, d.place, d.id rows unbounded preceding) as nth
    from devices d ${joins} where d.location_id = l.id) x) g`

const names = `ow.name as owner_name, op.name as operator_name, di.name as distributor_name, re.name as reseller_name`
const organizations = `left join organizations ow on ow.id = l.owner_id left join organizations op on op.id = l.operator_id
  left join organizations di on di.id = l.distributor_id left join organizations re on re.id = l.reseller_id`
const columns = `l.id, l.code, l.label, l.address, l.latitude, l.longitude, l.status, l.type, g.health, g.issues, g.issue_kinds, l.bubble_orange_hours, l.bubble_red_hours, g.total_docks, g.available_docks, g.available_rentals,
  g.docks, l.public_tags as tags, l.owner_id, l.operator_id, l.distributor_id, l.reseller_id, ${names}, l.created_at, l.launched_at`

const plain = (
  by: string,
): string => `with page as materialized (select l.id, ${by} as v, count(*) over () as total from locations l order by 2, 1 limit $2)
  select p.total, ${columns} from page p join locations l on l.id = p.id ${organizations} ${ofEach} order by p.v, p.id`

const byAggregate = (
  column: string,
): string => `with each as materialized (select location_id, ${tallies} from (${everyDevice}) x group by location_id),
  page as materialized (select location_id as id, ${column} as v, count(*) over () as total from each order by 2, 1 limit $2)
  select p.total, ${columns} from page p join locations l on l.id = p.id ${organizations} ${ofEach} order by p.v, p.id`

const pages: Record<string, string> = {
  code: plain('l.code'),
  owner_name: plain('(select o.name collate "und-x-icu" from organizations o where o.id = l.owner_id)'),
  issues: byAggregate('issues'),
}

/** $2 is the number of rows. */
export function locationPage(sort: string): string {
  const text = pages[sort]
  if (!text) throw new Error(`There is no query for ${sort}`)
  return text
}

const sums = [
  'issues',
  'total_docks',
  'available_docks',
  'occupied',
  'occupied_orange',
  'occupied_red',
  'available_rentals',
]
export const locationTotals = `select count(*) as locations, count(*) filter (where health = 'online') as online, ${sums.map((sum) => `sum(${sum})::int as ${sum}`).join(', ')}
  from (select location_id, ${tallies} from (${everyDevice}) x group by location_id) g`

/** What the page of one location shows, without permission checks. $1 is the location. */
export const oneLocation = `select id, code, label, address, status, type, created_at, launched_at from locations where id = $1::uuid`
export const devicesOfLocation = `select d.id, d.number, d.type, d.alias, d.hardware_id, coalesce(hs.dock_state, 'unknown') as dock_state, hs.dock_state_since,
    hs.last_heartbeat_at, hs.rssi_dbm, hs.firmware_version
  from devices d left join hardware_state hs on hs.hardware_id = d.hardware_id
  where d.location_id = $1::uuid and d.deleted_at is null order by d.row_number, d.place, d.type, d.number, d.id`

/** All places of a status, or of any, with what a map needs of them. */
export const placesOfStatus = `select id, code, label, latitude, longitude, status from locations
  where latitude is not null and ($1::text is null or status = $1) order by code`
