import { sql } from 'kysely'
import { clockOffMs, clockToleranceMs } from '@wheelhouse/device-protocol/messages.ts'
import type { Heartbeat } from '@wheelhouse/device-protocol/messages.ts'
import { maxSeqJump } from '@wheelhouse/device-protocol/seq.ts'
import type { Change } from '@wheelhouse/contract/events.ts'
import { announce } from '../platform/bus.ts'
import type { Config } from '../platform/config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from '../http/context.ts'
import type { Counting } from './counts.ts'
import { isDatabaseAway } from './database-away.ts'

export interface HeartbeatDeps {
  db: Db
  clock: Clock
  config: Config
  counting: Counting
  log: Log
}

/** A row of the batch, as PostgreSQL reads it. */
interface Beat extends Omit<Heartbeat, 'at' | 'wifi' | 'temperature_c'> {
  controller_id: string
  hardware_id: string
  received_at: string
  clock_off_s: number | null
  wifi_ssid: string | null
  wifi_rssi_dbm: number | null
  temperature_c: number | null
}

const rowsAtMost = 500
const everyMs = 250
/** While the database is away the newest beat of each hardware waits, of so many at most. */
const waitingAtMost = 50_000

export interface Heartbeats {
  add(controllerId: string, hardwareId: string, beat: Heartbeat): void
  close(): Promise<void>
}

/** Gathers heartbeats and writes them in batches: every 250 ms, or at once when 500 wait. Of one hardware the newest counts. */
export function openHeartbeats(deps: HeartbeatDeps): Heartbeats {
  const { counts, drop } = deps.counting
  const waiting = new Map<string, Beat>()
  let writing: Promise<void> | undefined
  const timer = setInterval(() => void flush(), everyMs)

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, rowsAtMost)
      for (const { hardware_id } of batch) waiting.delete(hardware_id)
      try {
        await writeBatch(deps, batch)
      } catch (error) {
        if (counts.waits_for_database++ % 20 === 0) deps.log.warn({ err: error }, 'heartbeats wait for the database')
        for (const beat of batch) if (!waiting.has(beat.hardware_id)) waiting.set(beat.hardware_id, beat)
        break
      }
      if (waiting.size < rowsAtMost) break
    }
    counts.heartbeats_waiting = waiting.size
  }

  function flush(): Promise<void> {
    writing ??= writeAll().finally(() => (writing = undefined))
    return writing
  }

  return {
    add(controllerId, hardwareId, beat) {
      const known = waiting.get(hardwareId)
      if (known && known.seq >= beat.seq) return
      if (!known && waiting.size >= waitingAtMost) return drop('dropped_overflow', { topic: 'heartbeat', hardware_id: hardwareId })
      waiting.set(hardwareId, asRow(controllerId, hardwareId, beat, deps.clock.now()))
      if (waiting.size >= rowsAtMost) void flush()
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

function asRow(controllerId: string, hardwareId: string, { at, wifi, temperature_c, ...beat }: Heartbeat, receivedAt: Date): Beat {
  const off = clockOffMs(at, receivedAt)
  return {
    ...beat,
    controller_id: controllerId,
    hardware_id: hardwareId,
    received_at: receivedAt.toISOString(),
    // Within five minutes a clock is right.
    clock_off_s: Math.abs(off) > clockToleranceMs ? Math.max(-maxInt, Math.min(maxInt, Math.round(off / 1000))) : null,
    wifi_ssid: wifi?.ssid ?? null,
    wifi_rssi_dbm: wifi?.rssi_dbm ?? null,
    temperature_c: temperature_c ?? null,
  }
}
const maxInt = 2 ** 31 - 1

/** One bad row must not cost the others theirs: a batch that PostgreSQL refuses is halved until the bad one stands alone. */
async function writeBatch(deps: HeartbeatDeps, batch: Beat[]): Promise<void> {
  try {
    await write(deps, batch)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const [first] = batch
    if (batch.length === 1 && first)
      return deps.counting.drop('dropped_unstorable', { topic: 'heartbeat', hardware_id: first.hardware_id, detail: String(error) })
    const middle = Math.ceil(batch.length / 2)
    await writeBatch(deps, batch.slice(0, middle))
    await writeBatch(deps, batch.slice(middle))
  }
}

interface Written {
  written: number
  unknown: string[]
  foreign: string[]
  leaps: string[]
  returned: { id: string; location_id: string }[]
}

async function write({ db, config, counting }: HeartbeatDeps, batch: Beat[]): Promise<void> {
  const result = await db.transaction().execute(async (tx) => {
    const { rows } = await upsert(JSON.stringify(batch), config.heartbeat.late_factor).execute(tx)
    const [written] = rows as [Written]
    await announce(tx, { kind: 'changes', changes: changesOf(written.returned) })
    return written
  })
  counting.counts.heartbeats_written += result.written
  const named = (ids: string[]) => ({ topic: 'heartbeat', hardware_id: ids[0] })
  if (result.unknown.length > 0) counting.drop('dropped_unknown_hardware', named(result.unknown), result.unknown.length)
  if (result.foreign.length > 0) counting.drop('dropped_foreign_hardware', named(result.foreign), result.foreign.length)
  if (result.leaps.length > 0) counting.drop('dropped_seq_leap', named(result.leaps), result.leaps.length)
}

function changesOf(devices: Written['returned']): Change[] {
  const locations = new Set(devices.map((device) => device.location_id))
  return [
    ...devices.map(({ id, location_id }): Change => ({ type: 'device', id, location_id })),
    ...[...locations].map((id): Change => ({ type: 'location', id, location_id: id })),
  ]
}

/**
 * One statement a batch, whatever its size. Screens hear of a beat only when it ends a silence: of the hardware itself,
 * or of the controller that speaks for it. The shortest interval is asked first: most beats need no look at their device.
 */
const upsert = (beats: string, lateFactor: number) => sql<Written>`
  with beat as materialized (
    select * from json_to_recordset(${beats}::json) as b(controller_id text, hardware_id text, seq bigint, received_at timestamptz, clock_off_s int, uptime_s bigint,
      firmware_name text, firmware_version text, pcb_version text, protocol_version text, rssi_dbm smallint, wifi_ssid text, wifi_rssi_dbm smallint,
      supply_mv int, temperature_c real, config_hash text)),
  placed as materialized (
    select b.*, h.controller_id as its_controller, s.last_heartbeat_at as last_at,
      greatest(s.seq, s.dock_state_seq) > 0 and b.seq - greatest(s.seq, s.dock_state_seq) > ${maxSeqJump}::bigint as is_leap
    from beat b left join hardware h on h.hardware_id = b.hardware_id left join hardware_state s on s.hardware_id = b.hardware_id),
  written as (
    insert into hardware_state as s (hardware_id, seq, last_heartbeat_at, rssi_dbm, wifi_ssid, wifi_rssi_dbm, supply_mv, temperature_c, uptime_s, clock_off_s,
      firmware_name, firmware_version, pcb_version, protocol_version, config_hash)
    select hardware_id, seq, received_at, rssi_dbm, wifi_ssid, wifi_rssi_dbm, supply_mv, temperature_c, uptime_s, clock_off_s,
      firmware_name, firmware_version, pcb_version, protocol_version, config_hash
    from placed where its_controller = controller_id and is_leap is not true order by hardware_id
    on conflict (hardware_id) do update set seq = excluded.seq, last_heartbeat_at = excluded.last_heartbeat_at, rssi_dbm = excluded.rssi_dbm,
      wifi_ssid = excluded.wifi_ssid, wifi_rssi_dbm = excluded.wifi_rssi_dbm, supply_mv = excluded.supply_mv, temperature_c = excluded.temperature_c,
      uptime_s = excluded.uptime_s, clock_off_s = excluded.clock_off_s, firmware_name = excluded.firmware_name, firmware_version = excluded.firmware_version,
      pcb_version = excluded.pcb_version, protocol_version = excluded.protocol_version, config_hash = excluded.config_hash
    where s.seq < excluded.seq
    returning s.hardware_id, s.last_heartbeat_at),
  silent as (
    select w.hardware_id from written w join placed p using (hardware_id)
    left join devices d on d.hardware_id = w.hardware_id left join locations l on l.id = d.location_id
    where (p.last_at is null or extract(epoch from w.last_heartbeat_at - p.last_at) > ${lateFactor}::float8 * heartbeat_interval_s('none'))
      and (p.last_at is null or extract(epoch from w.last_heartbeat_at - p.last_at) > ${lateFactor}::float8 * heartbeat_interval_s(coalesce(l.power_save, 'none')))),
  returned as (
    select d.id, d.location_id from devices d where d.hardware_id in (
      select hardware_id from silent union select c.hardware_id from hardware c where c.controller_id in (select hardware_id from silent)))
  select (select count(*) from written) as written,
    array(select hardware_id from placed where its_controller is null) as unknown,
    array(select hardware_id from placed where its_controller <> controller_id) as foreign,
    array(select hardware_id from placed where its_controller = controller_id and is_leap) as leaps,
    (select coalesce(json_agg(r), '[]') from returned r) as returned`
