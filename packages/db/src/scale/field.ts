import { chance, id7, oneOf, pastDays, pick } from './chance-in-sql.ts'
import type { Place } from './rights.ts'

const dayMs = 86_400_000
const tags = [
  'transit',
  'covered',
  'campus',
  'retail',
  'municipal',
  'residents',
  'seaside',
  'culture',
  'workplace',
  'e_charging',
]
const cities = ['Tallinn', 'Tartu', 'Oslo', 'Bergen', 'Helsinki', 'Riga', 'Vilnius', 'Stockholm', 'Malmö', 'Aarhus']

/**
 * Location n with its docks: the busiest come first and are the largest, with 4 to 150 devices each and 20 on average.
 */
export async function makeLocations({ run, sizes, now }: Place): Promise<void> {
  const born = now - pastDays * dayMs
  const organization = (salt: string) => pick(salt, sizes.organizations)
  await run(`create temp table scale_locations on commit drop as
    select n, ${id7('location', `${born} + n`)} as id, docks, (sum(docks) over (order by n) - docks)::int as first, owner, operator, distributor, is_open from (
      select n::int, (4 + 145 * power(1 - n::float8 / ${sizes.locations}, 8.7))::int as docks, ${organization('owner')} as owner, ${organization('operator')} as operator,
        ${organization('distributor')} as distributor, ${chance('status')} < 0.93 as is_open from generate_series(0, ${sizes.locations - 1}) n) x`)
  const city = pick('city', cities.length)
  // A prime scatters codes and names, so that the order of a list is unrelated to size.
  await run(`insert into locations (id, code, label, address, city, country, type, generation, status, power_save, latitude, longitude, time_zone, icon_type,
      public_tags, support_phone, support_email, hidden_admin_description, owner_id, operator_id, distributor_id, reseller_id, created_at, updated_at, launched_at)
    select l.id, 100000 + (n * 7919 % ${sizes.locations}) * 173, 'Station ' || lpad((n * 7919 % ${sizes.locations})::text, 4, '0') || ' ' || ${oneOf('name', cities)}, 'Street ' || ${pick('surname', 900)} || ', ' || n,
      (array['${cities.join(`', '`)}'])[${city} + 1], 'EE', 'bike_docks', 'G3', case when is_open then 'launched' else ${oneOf('alarm', ['in_house', 'installed', 'maintenance'])} end,
      case when ${chance('power')} < 0.05 then 'remote_wakeup' else 'none' end, 54 + 9 * ${chance('city')}, 8 + 20 * ${chance('name')}, 'Europe/Tallinn', 'bike',
      array[${oneOf('tag', tags)}, 'country_' || ${city}], '+3726001720', 'help@scale.test', 'Made for measuring.',
      o.o_id, p.p_id, d.d_id, z.z_id, pg_temp.at(${born}), pg_temp.at(${born}), pg_temp.at(${born + dayMs})
    from scale_locations l join scale_organizations o(o_n, o_id) on o_n = l.owner join scale_organizations p(p_n, p_id) on p_n = l.operator
    join scale_organizations d(d_n, d_id) on d_n = l.distributor join scale_organizations z(z_n, z_id) on z_n = 0 order by l.n`)
  await run('create unique index on scale_locations (n); analyze scale_locations')
}

/**
 * A controller per location and its docks, all with hardware. Device numbers are consecutive: dock k of a location is
 * `first + k`.
 */
export async function makeDevices({ run, now }: Place): Promise<void> {
  const born = now - (pastDays - 1) * dayMs
  const id = id7('device', `${born} + n % 86400000`)
  await run(`create temp table scale_devices on commit drop as
    select n, ${id} as id, place, number, 'dock' as type, pg_temp.hardware_id(n, 1001) as hardware_id, ${chance('open')} as luck from (
      select (l.first + k)::bigint as n, l.n as place, k + 1 as number from scale_locations l cross join lateral generate_series(0, l.docks - 1) k) x`)
  // Controllers are numbered from a million.
  await run(`insert into scale_devices select n, ${id}, place, 1, 'controller', pg_temp.hardware_id(n, 1001), 1 from (
      select 1000000 + n::bigint as n, n as place from scale_locations) x`)
  await run('create unique index on scale_devices (n); analyze scale_devices')
  // No secret is known for this hash: a benchmark writes other secrets for the controllers that it simulates.
  await run(`insert into controllers (hardware_id, mesh_id, secret_hash, is_online, online_at, created_at)
    select hardware_id, upper(lpad(to_hex(n), 8, '0')), md5(random()::text), true, pg_temp.at(${now}), pg_temp.at(${born}) from scale_devices where type = 'controller'`)
  await run(`insert into hardware (hardware_id, controller_id, type, mac_address, created_at)
    select d.hardware_id, c.hardware_id, d.type, '', pg_temp.at(${born}) from scale_devices d join scale_devices c on c.n = 1000000 + d.place`)
  await run(`insert into devices (id, location_id, number, type, row_label, row_number, place, hardware_id, qr_code, created_at)
    select d.id, l.id, d.number, d.type, '', 1 + d.number / 40, d.number, d.hardware_id, null, pg_temp.at(${born}) from scale_devices d join scale_locations l on l.n = d.place order by d.n`)
}

/**
 * A lock is locked where a session is open (see history.ts). Three of every hundred locations have been silent for two
 * days.
 */
export async function makeStates({ run, now }: Place): Promise<void> {
  const beat = `case when ${chance('silent', 'place')} < 0.03 then ${now} - 172800000 else ${now} - floor(60000 * ${chance('beat', 'd.n')})::bigint end`
  await run(`insert into hardware_state (hardware_id, seq, last_heartbeat_at, rssi_dbm, supply_mv, temperature_c, uptime_s, dock_state, dock_state_since,
      firmware_name, firmware_version, pcb_version, protocol_version, config_hash)
    select d.hardware_id, 1, pg_temp.at(${beat}), -50 - ${pick('beat', 40, 'd.n')}, 11800 + ${pick('state', 500, 'd.n')}, 15, 86400,
      case when type <> 'dock' then 'unknown' when luck < ${openShare} and l.is_open and not (l.n % 10 = 7) then 'locked' when luck > 0.995 then 'fault' else 'unlocked' end,
      case when type = 'dock' then pg_temp.at(${openedAt(now)}) end, 'dock', '3.2.1', 'C', '1', '0123456789abcdef'
    from scale_devices d join scale_locations l on l.n = d.place order by d.n`)
}

/** The share of docks of an open location in use that have a bike now. */
export const openShare = 0.2
/** When dock n last changed: within four days, mostly recently. */
export const openedAt = (now: number): string =>
  `${now} - 60000 - floor(345600000 * power(pg_temp.chance(d.n, 2001), 3))::bigint`

export async function makeAlarms({ run, now }: Place): Promise<void> {
  await run(`insert into alarms (id, hardware_id, device_id, location_id, reason, raised_at)
    select ${id7('alarm', `${now} - 3600000`, 'd.n')}, d.hardware_id, d.id, l.id, 'lock_jam', pg_temp.at(${now} - 3600000)
    from scale_devices d join scale_locations l on l.n = d.place where d.type = 'dock' and d.luck > 0.9975`)
}
