import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Heartbeat } from '@wheelhouse/device-protocol/messages.ts'
import { maxSeqJump } from '@wheelhouse/device-protocol/seq.ts'
import type { Tx } from '../../platform/context.ts'
import type { Config } from '../../platform/config.ts'
import {
  bucketBefore,
  bucketColumns,
  bucketOf,
  bucketUpdate,
  bucketValues,
  endedBuckets,
  keptContact,
  onlineHere,
  writeEndedBuckets,
} from './roll-up.ts'

/** A row of the batch, as PostgreSQL reads it. */
export interface Beat extends Omit<Heartbeat, 'at' | 'wifi' | 'temperature_c' | 'position'> {
  controller_id: string
  hardware_id: string
  received_at: string
  clock_off_s: number | null
  wifi_ssid: string | null
  wifi_rssi_dbm: number | null
  temperature_c: number | null
}

/** What became of a batch. */
export interface WrittenBeats {
  written: number
  unknown: string[]
  foreign: string[]
  leaps: string[]
  returned: { id: string; location_id: string }[]
}

/**
 * Writes the newest beat of each hardware; older ones, unknown hardware and another controller's are left out and named. At most
 * one beat of each hardware from each controller.
 */
export async function writeBeats(tx: Tx, batch: Beat[], heartbeat: Config['heartbeat']): Promise<WrittenBeats> {
  const { rows } = await upsert(JSON.stringify(batch), heartbeat).execute(tx)
  const { ended, ...written } = certain(rows[0])
  await writeEndedBuckets(tx, ended)
  return written
}

/** Moves when it says something new of what it is. */
const describedAt = sql`case when (s.firmware_name, s.firmware_version, s.pcb_version, s.protocol_version, s.config_hash) is distinct from
  (excluded.firmware_name, excluded.firmware_version, excluded.pcb_version, excluded.protocol_version, excluded.config_hash)
  then excluded.last_heartbeat_at else s.described_at end`

/**
 * One statement a batch, whatever its size. Screens hear of a beat only when it ends a silence: of the hardware itself,
 * or of the controller that speaks for it. The shortest interval is asked first: most beats need no look at their device.
 * `is_own` is a column because PostgreSQL expects one row of a comparison, and would join a batch of beats row by row.
 */
const upsert = (beats: string, heartbeat: Config['heartbeat']) => sql<WrittenBeats & { ended: unknown[] }>`
  with beat as materialized (
    select * from json_to_recordset(${beats}::json) as b(controller_id text, hardware_id text, seq bigint, received_at timestamptz, clock_off_s int, uptime_s bigint,
      firmware_name text, firmware_version text, pcb_version text, protocol_version text, rssi_dbm smallint, wifi_ssid text, wifi_rssi_dbm smallint,
      supply_mv int, temperature_c real, config_hash text)),
  compared as materialized (
    select b.*, ${bucketOf(sql`b.received_at`)} as bucket, h.controller_id = b.controller_id as is_own, s.last_heartbeat_at as last_at,
      ${keptContact(heartbeat, sql`b.hardware_id`, sql`s.last_heartbeat_at`, sql`b.received_at`)} as is_contact,
      ${bucketBefore},
      greatest(s.seq, s.dock_state_seq) > 0 and b.seq - greatest(s.seq, s.dock_state_seq) > ${maxSeqJump}::bigint as is_leap
    from beat b left join hardware h on h.hardware_id = b.hardware_id left join hardware_state s on s.hardware_id = b.hardware_id),
  -- At most one of each hardware: the one of the controller that speaks for it.
  placed as not materialized (select * from compared where is_own and is_leap is not true),
  written as (
    insert into hardware_state as s (hardware_id, seq, last_heartbeat_at, rssi_dbm, wifi_ssid, wifi_rssi_dbm, supply_mv, temperature_c, uptime_s, clock_off_s,
      firmware_name, firmware_version, pcb_version, protocol_version, config_hash, described_at, ${bucketColumns})
    select hardware_id, seq, received_at, rssi_dbm, wifi_ssid, wifi_rssi_dbm, supply_mv, temperature_c, uptime_s, clock_off_s,
      firmware_name, firmware_version, pcb_version, protocol_version, config_hash, received_at,
      bucket, 1, ${onlineHere(sql`is_contact`, sql`last_at`, sql`bucket`, sql`received_at`)}, ${bucketValues}
    from placed order by hardware_id
    on conflict (hardware_id) do update set seq = excluded.seq, last_heartbeat_at = excluded.last_heartbeat_at, rssi_dbm = excluded.rssi_dbm,
      wifi_ssid = excluded.wifi_ssid, wifi_rssi_dbm = excluded.wifi_rssi_dbm, supply_mv = excluded.supply_mv, temperature_c = excluded.temperature_c,
      uptime_s = excluded.uptime_s, clock_off_s = excluded.clock_off_s, firmware_name = excluded.firmware_name, firmware_version = excluded.firmware_version,
      pcb_version = excluded.pcb_version, protocol_version = excluded.protocol_version, config_hash = excluded.config_hash,
      described_at = ${describedAt}, ${bucketUpdate}
    where s.seq < excluded.seq
    returning s.hardware_id, s.last_heartbeat_at, s.bucket_from),
  ${endedBuckets},
  silent as (
    select w.hardware_id from written w join placed p using (hardware_id)
    left join devices d on d.hardware_id = w.hardware_id left join locations l on l.id = d.location_id
    where (p.last_at is null or extract(epoch from w.last_heartbeat_at - p.last_at) > ${heartbeat.late_factor}::float8 * heartbeat_interval_s('none'))
      and (p.last_at is null or extract(epoch from w.last_heartbeat_at - p.last_at) > ${heartbeat.late_factor}::float8 * heartbeat_interval_s(coalesce(l.power_save, 'none')))),
  returned as (
    select d.id, d.location_id from devices d where d.hardware_id in (
      select hardware_id from silent union select c.hardware_id from hardware c where c.controller_id in (select hardware_id from silent)))
  select (select count(*) from written) as written,
    array(select hardware_id from compared where is_own is null) as unknown,
    array(select hardware_id from compared where not is_own) as foreign,
    array(select hardware_id from compared where is_own and is_leap) as leaps,
    (select coalesce(json_agg(r), '[]') from returned r) as returned,
    (select coalesce(json_agg(e), '[]') from ended e) as ended`
