import { sql } from 'kysely'
import { deviceAggregates } from '../hardware-state/aggregates.ts'
import { holdsAt, inPlaces, onDays, organizationName, rounded, time } from './row-source.ts'
import type { RowScope, RowSource } from './row-source.ts'

const seesMoney = { type: 'payment', action: 'GET' } as const
const devicesOf = (type: string) =>
  sql`(select count(*) from devices d where d.location_id = l.id and d.type = ${sql.lit(type)} and d.deleted_at is null)::int`
const place = { location_code: sql`l.code`, location_label: sql`l.label` }
const organizations = {
  owner: organizationName(sql`l.owner_id`),
  operator: organizationName(sql`l.operator_id`),
  distributor: organizationName(sql`l.distributor_id`),
  reseller: organizationName(sql`l.reseller_id`),
}

export const locationsLaunched: RowSource<'locations_launched'> = {
  right: { type: 'location', action: 'GET' },
  columns: () => ({
    ...place,
    type: sql`l.type`,
    generation: sql`l.generation`,
    ...organizations,
    created_at: time(sql`l.created_at`),
    launched_at: time(sql`l.launched_at`),
    days_to_launch: rounded(sql`extract(epoch from l.launched_at - l.created_at) / 86400`),
    docks: devicesOf('dock'),
    lockers: devicesOf('locker'),
    doors: devicesOf('door'),
    guards: devicesOf('guard'),
    controllers: devicesOf('controller'),
    rental_docks: devicesOf('rental_dock'),
    status: sql`l.status`,
  }),
  from: (scope) => sql`locations l where ${inPlaces(sql`l.id`, scope)} and ${onDays(sql`l.launched_at`, scope)}`,
  order: sql`l.launched_at, l.id`,
  category: sql`to_char(l.launched_at at time zone l.time_zone, 'YYYY-MM')`,
  values: sql`json_build_object('Locations', 1)`,
}

/** Each location on each day that has figures: the rollups have them, and the nightly check keeps these equal to the sessions. */
const usageDays = (scope: RowScope) => sql`(
  select coalesce(u.scope_id, s.scope_id, r.scope_id) as place_id, coalesce(u.period, s.period, r.period) as day, coalesce(r.nth, 1) as nth,
    s.sessions, s.seconds, s.ended, u.occupied_s, u.median_s, u.starts_by_hour, r.currency, r.revenue_minor
  from (select scope_id, period, sum(sessions) as sessions, sum(seconds) as seconds, sum(ended) as ended from session_figures
      where kind = 'parking' and ${figuresOf(scope)} group by 1, 2) s
  full join (select * from usage_figures where ${figuresOf(scope)}) u on u.scope_id = s.scope_id and u.period = s.period
  full join (select scope_id, period, currency, captured_minor - refunded_minor as revenue_minor,
      row_number() over (partition by scope_id, period order by captured_minor desc, currency) as nth from revenue_figures where ${figuresOf(scope)}) r
    on r.scope_id = coalesce(u.scope_id, s.scope_id) and r.period = coalesce(u.period, s.period))`
const figuresOf = (scope: RowScope) =>
  sql`grain = 'day' and ${inPlaces(sql`scope_id`, scope)} and period between ${scope.from_day}::date and ${scope.to_day}::date`

/** Docks that existed on that day, and how long the day was: 23 or 25 hours when the clocks change. */
const docksThen = sql`cross join lateral (select (x.day::timestamp at time zone l.time_zone) as begins, ((x.day + 1)::timestamp at time zone l.time_zone) as ends) b
  cross join lateral (select count(*) as docks from devices d where d.location_id = l.id and d.type in ('dock', 'locker', 'rental_dock')
    and d.created_at < b.ends and (d.deleted_at is null or d.deleted_at > b.begins)) k`
/** A second currency has a row for its money alone, so that no other figure is counted twice. */
const once = (value: ReturnType<typeof sql>) => sql`case when x.nth = 1 then ${value} end`
const peak = sql`(select hour - 1 from unnest(x.starts_by_hour) with ordinality as h(starts, hour) where starts > 0 order by starts desc, hour limit 1)`

export const locationUsage: RowSource<'location_usage'> = {
  right: { type: 'location', action: 'GETSTATISTICS' },
  moreRights: [seesMoney],
  columns: (scope) => ({
    ...place,
    day: sql`x.day::text`,
    sessions: once(sql`coalesce(x.sessions, 0)`),
    unique_people: once(sql`coalesce((select f.people from people_figures f
      where f.scope_id = l.id and f.kind = 'parking' and f.grain = 'day' and f.period = x.day), 0)`),
    occupied_dock_hours: once(rounded(sql`coalesce(x.occupied_s, 0) / 3600.0`, 2)),
    occupancy_percent: once(
      rounded(sql`100.0 * coalesce(x.occupied_s, 0) / nullif(k.docks * extract(epoch from b.ends - b.begins), 0)`),
    ),
    turnover_per_dock: once(rounded(sql`coalesce(x.sessions, 0)::numeric / nullif(k.docks, 0)`, 2)),
    mean_minutes: once(rounded(sql`x.seconds / 60.0 / nullif(x.ended, 0)`)),
    median_minutes: once(rounded(sql`x.median_s / 60.0`)),
    peak_hour: once(peak),
    revenue: sql`case when ${holdsAt(scope, seesMoney)} then x.revenue_minor end`,
    currency: sql`case when ${holdsAt(scope, seesMoney)} then x.currency end`,
  }),
  from: (scope) =>
    sql`${usageDays(scope)} x join locations l on l.id = x.place_id ${docksThen} where x.nth = 1 or x.revenue_minor is not null`,
  order: sql`l.code, x.day, x.nth`,
  category: sql`x.day::text`,
  values: sql`json_build_object('Occupied dock-hours', case when x.nth = 1 then coalesce(x.occupied_s, 0) / 3600.0 else 0 end)`,
}

const inMinutes = (seconds: ReturnType<typeof sql>) => rounded(sql`${seconds} / 60.0`)

export const locationUptime: RowSource<'location_uptime'> = {
  right: { type: 'location', action: 'GETSTATISTICS' },
  columns: () => ({
    ...place,
    day: sql`x.period::text`,
    online_minutes: inMinutes(sql`x.online_s`),
    partly_online_minutes: inMinutes(sql`x.partly_s`),
    offline_minutes: inMinutes(sql`x.offline_s`),
    maintenance_minutes: inMinutes(sql`x.maintenance_s`),
    incidents: sql`x.incidents`,
    mtbf_minutes: inMinutes(sql`(x.online_s + x.partly_s) / nullif(x.incidents, 0)`),
    mttr_minutes: inMinutes(sql`x.repair_s / nullif(x.recovered, 0)`),
    worst_device: sql`w.name`,
    worst_device_offline_minutes: inMinutes(sql`w.offline_s`),
  }),
  from: (scope) => sql`uptime_figures x join locations l on l.id = x.scope_id
    left join lateral (select v.type || ' ' || v.number as name, t.offline_s from device_downtimes t join devices v on v.id = t.device_id
      where t.location_id = x.scope_id and t.day = x.period order by t.offline_s desc, v.id limit 1) w on true
    where x.grain = 'day' and ${inPlaces(sql`x.scope_id`, scope)} and x.period between ${scope.from_day}::date and ${scope.to_day}::date`,
  order: sql`l.code, x.period`,
  category: sql`x.period::text`,
  values: sql`json_build_object('Online', x.online_s / 60.0, 'Partly online', x.partly_s / 60.0, 'Offline', x.offline_s / 60.0, 'Maintenance', x.maintenance_s / 60.0)`,
}

const yesNo = (value: ReturnType<typeof sql>) => sql`case when ${value} then 'yes' else 'no' end`

const levels = ['GET_PRIVATE_TAGS', 'GET_PARTNER_FIELDS', 'GET_RESTRICTED_FIELDS', 'GET_SUPERADMIN_FIELDS'] as const

/** What app users read now, of each location: of those that have begun and not ended the latest beginning. */
const currentMessages = (
  scope: RowScope,
) => sql`select distinct on (location_id) location_id, text from maintenance_messages
  where ${inPlaces(sql`location_id`, scope)} and starts_at <= ${scope.now.toISOString()}::timestamptz
    and (ends_at is null or ends_at > ${scope.now.toISOString()}::timestamptz)
  order by location_id, starts_at desc, id desc`

/** Every field that the maker may read; one without its level stays empty (rights: field levels). */
export const locationsMetadata: RowSource<'locations_metadata'> = {
  right: { type: 'location', action: 'GET' },
  moreRights: levels.map((action) => ({ type: 'location', action })),
  columns: (scope) => {
    const leveled = (action: (typeof levels)[number], value: ReturnType<typeof sql>) =>
      sql`case when ${holdsAt(scope, { type: 'location', action })} then ${value} end`
    return {
      ...place,
      address: sql`l.address`,
      city: sql`l.city`,
      district: sql`l.district`,
      state: sql`l.state`,
      country: sql`l.country`,
      type: sql`l.type`,
      generation: sql`l.generation`,
      icon_type: sql`l.icon_type`,
      status: sql`l.status`,
      health: sql`g.health`,
      use_case: sql`l.use_case`,
      latitude: sql`l.latitude`,
      longitude: sql`l.longitude`,
      time_zone: sql`l.time_zone`,
      ...organizations,
      public_tags: sql`array_to_string(l.public_tags, ', ')`,
      private_tags: leveled('GET_PRIVATE_TAGS', sql`array_to_string(l.private_tags, ', ')`),
      is_free: yesNo(sql`l.is_free`),
      has_booking: yesNo(sql`l.has_booking`),
      has_app_parking: yesNo(sql`l.has_app_parking`),
      has_rfid_parking: yesNo(sql`l.has_rfid_parking`),
      has_e_charging: yesNo(sql`l.has_e_charging`),
      is_publicly_visible: yesNo(sql`l.is_publicly_visible`),
      free_parking_hours: sql`l.free_parking_hours::float8`,
      free_parking_summary: sql`l.free_parking_summary`,
      free_parking_details: sql`l.free_parking_details`,
      bubble_orange_hours: sql`l.bubble_orange_hours`,
      bubble_red_hours: sql`l.bubble_red_hours`,
      overstay_limit_h: sql`l.overstay_limit_h`,
      maintenance_message: sql`mm.text`,
      support_phone: leveled('GET_PARTNER_FIELDS', sql`l.support_phone`),
      support_email: leveled('GET_PARTNER_FIELDS', sql`l.support_email`),
      terms_url: leveled('GET_PARTNER_FIELDS', sql`l.terms_url`),
      power_save: leveled('GET_RESTRICTED_FIELDS', sql`l.power_save`),
      has_camera: leveled('GET_RESTRICTED_FIELDS', yesNo(sql`l.has_camera`)),
      has_auto_restarts: leveled('GET_RESTRICTED_FIELDS', yesNo(sql`l.has_auto_restarts`)),
      hidden_admin_description: leveled('GET_SUPERADMIN_FIELDS', sql`l.hidden_admin_description`),
      restricted_description: leveled('GET_RESTRICTED_FIELDS', sql`l.restricted_description`),
      created_at: time(sql`l.created_at`),
      installed_at: time(sql`l.installed_at`),
      launched_at: time(sql`l.launched_at`),
      updated_at: time(sql`l.updated_at`),
    }
  },
  from: (scope) => sql`locations l left join (${currentMessages(scope)}) mm on mm.location_id = l.id
    ${deviceAggregates(scope.moment, scope.placeIds.length)} where ${inPlaces(sql`l.id`, scope)}`,
  order: sql`l.code`,
  category: sql`l.status`,
  values: sql`json_build_object('Locations', 1)`,
}
