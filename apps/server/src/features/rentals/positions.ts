import { sql } from 'kysely'
import { maxSeqJump } from '@wheelhouse/device-protocol/seq.ts'
import type { Tx } from '../../platform/context.ts'

/** One position as a vehicle sent it; `at` in server time. */
export interface ReportedPosition {
  controller_id: string
  hardware_id: string
  seq: number
  at: string
  latitude: number
  longitude: number
  speed_kmh: number | null
  battery_percent: number | null
}

export interface WrittenPositions {
  written: number
  /** The vehicles whose newest position is among them. */
  moved: { id: string; fleet_id: string }[]
}

/** Nearer than this it has not moved: a parked receiver wanders by some metres. */
const stillWithinM = 30
const metresADegree = 111_320

const metresFrom = sql`${metresADegree}::float8 * sqrt(power(excluded.latitude - s.still_latitude, 2)
  + power((excluded.longitude - s.still_longitude) * cos(radians(excluded.latitude)), 2))`
/** A position too long ago, a first one, and one far from the last place. */
const hasMoved = sql`(s.still_latitude is null or ${metresFrom} > ${stillWithinM}::float8)`

/** A leap is measured as for heartbeats and events, which share the counter. */
const isNoLeap = sql`p.seq - coalesce(nullif(greatest(hs.seq, hs.dock_state_seq), 0), p.seq) <= ${maxSeqJump}::bigint`
/** A place that a message with a leaping counter has set would stay for ever. */
const isLeftByLeap = sql`s.position_seq - excluded.position_seq > ${maxSeqJump}::bigint`
/** The same of the battery, which positions and charge events report by one counter. */
const isNewerBattery = sql`(s.battery_seq < excluded.battery_seq or s.battery_seq - excluded.battery_seq > ${maxSeqJump}::bigint)`
const isBatteryMoved = sql`(excluded.battery_percent is not null and ${isNewerBattery})`

/**
 * One statement a batch: every position is kept for the track, and the newest of each vehicle becomes where it is. Positions
 * of unknown hardware, of hardware that another controller speaks for, and of a counter that leaps too far are left out.
 */
export async function writePositions(tx: Tx, batch: readonly ReportedPosition[]): Promise<WrittenPositions> {
  const { rows } = await sql<WrittenPositions>`
    with given as materialized (
      select v.id, v.fleet_id, p.seq, p.at, p.latitude, p.longitude, p.speed_kmh, p.battery_percent
      from json_to_recordset(${JSON.stringify(batch)}::json) as p(controller_id text, hardware_id text, seq bigint, at timestamptz(3), latitude float8, longitude float8,
        speed_kmh real, battery_percent real)
      join hardware h on h.hardware_id = p.hardware_id and h.controller_id = p.controller_id join rental_devices v on v.hardware_id = p.hardware_id
      left join hardware_state hs on hs.hardware_id = p.hardware_id
      where ${isNoLeap}),
    kept as (insert into rental_positions (rental_device_id, at, latitude, longitude, speed_kmh, battery_percent)
      select distinct on (id, at) id, at, latitude, longitude, speed_kmh, battery_percent from given order by id, at, seq desc
      on conflict do nothing returning 1),
    newest as (select distinct on (id) * from given order by id, seq desc),
    hot as (insert into rental_device_states as s (rental_device_id, latitude, longitude, speed_kmh, battery_percent, battery_seq, position_at, position_seq, moved_at, still_latitude, still_longitude)
      select id, latitude, longitude, speed_kmh, battery_percent, case when battery_percent is null then 0 else seq end, at, seq, at, latitude, longitude from newest order by id
      on conflict (rental_device_id) do update set latitude = excluded.latitude, longitude = excluded.longitude, speed_kmh = excluded.speed_kmh,
        battery_percent = case when ${isBatteryMoved} then excluded.battery_percent else s.battery_percent end,
        battery_seq = case when ${isBatteryMoved} then excluded.battery_seq else s.battery_seq end, position_at = excluded.position_at, position_seq = excluded.position_seq,
        moved_at = case when ${hasMoved} then excluded.position_at else s.moved_at end,
        still_latitude = case when ${hasMoved} then excluded.latitude else s.still_latitude end,
        still_longitude = case when ${hasMoved} then excluded.longitude else s.still_longitude end,
        location_id = case when ${hasMoved} then null else s.location_id end
      where s.position_seq < excluded.position_seq or ${isLeftByLeap} returning s.rental_device_id)
    select (select count(*) from kept)::int as written,
      (select coalesce(json_agg(json_build_object('id', n.id, 'fleet_id', n.fleet_id)), '[]'::json) from newest n join hot on hot.rental_device_id = n.id) as moved`.execute(
    tx,
  )
  return rows[0] ?? { written: 0, moved: [] }
}

/** Where a vehicle is now, as its last position said. */
export interface VehiclePlace {
  latitude: number
  longitude: number
}

export async function placeOf(tx: Tx, id: string): Promise<VehiclePlace | null> {
  const row = await tx
    .selectFrom('rental_device_states')
    .select(['latitude', 'longitude'])
    .where('rental_device_id', '=', id)
    .executeTakeFirst()
  if (!row || row.latitude === null || row.longitude === null) return null
  return { latitude: row.latitude, longitude: row.longitude }
}

/** Where a ride left it; null while it is away. */
export async function setLocation(tx: Tx, id: string, locationId: string | null): Promise<void> {
  await sql`insert into rental_device_states as s (rental_device_id, location_id) values (${id}, ${locationId})
    on conflict (rental_device_id) do update set location_id = excluded.location_id`.execute(tx)
}

/** False: a later message has reported it. */
export async function setBattery(
  tx: Tx,
  id: string,
  { battery_percent, seq }: { battery_percent: number; seq: number },
): Promise<boolean> {
  const { rows } = await sql`insert into rental_device_states as s (rental_device_id, battery_percent, battery_seq)
    values (${id}, ${battery_percent}, ${seq}) on conflict (rental_device_id) do update set battery_percent = excluded.battery_percent,
      battery_seq = excluded.battery_seq where ${isNewerBattery} returning 1`.execute(tx)
  return rows.length > 0
}
