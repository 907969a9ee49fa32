import { clockOffMs, clockToleranceMs } from '@wheelhouse/device-protocol/messages.ts'
import type { Heartbeat } from '@wheelhouse/device-protocol/messages.ts'
import type { Change } from '@wheelhouse/contract/events/live-changes.ts'
import { announce } from '../platform/bus.ts'
import type { Config } from '../platform/config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { writeBeats } from '../features/hardware-state/heartbeats.ts'
import type { Beat, WrittenBeats } from '../features/hardware-state/heartbeats.ts'
import type { Db } from '../platform/context.ts'
import type { Counting } from './counts.ts'
import { openBatches, rowsAtMost, waitingAtMost, writeInHalves } from './row-batches.ts'

export interface HeartbeatDeps {
  db: Db
  clock: Clock
  config: Config
  counting: Counting
  log: Log
}

export interface Heartbeats {
  add(controllerId: string, hardwareId: string, heartbeat: Heartbeat): void
  close(): Promise<void>
}

/**
 * Collects heartbeats and writes them in batches: every 250 ms, or at once when 500 are waiting. Only the newest of
 * each hardware, from the controller that speaks for it, is written.
 */
export function openHeartbeats(deps: HeartbeatDeps): Heartbeats {
  const { counts, drop } = deps.counting
  // By controller too: one that says something of another's hardware must not displace what that one says.
  const waiting = new Map<string, Beat>()
  const batches = openBatches(writeAll)

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, rowsAtMost)
      for (const beat of batch) waiting.delete(keyOf(beat))
      try {
        await writeInHalves(batch, (rows) => write(deps, rows), drop)
      } catch (error) {
        if (counts.waits_for_database++ % 20 === 0)
          deps.log.warn({ err: error }, 'heartbeats are waiting for the database')
        for (const beat of batch) if (!waiting.has(keyOf(beat))) waiting.set(keyOf(beat), beat)
        break
      }
      if (waiting.size < rowsAtMost) break
    }
    counts.heartbeats_waiting = waiting.size
  }

  return {
    add(controllerId, hardwareId, heartbeat) {
      const key = keyOf({ controller_id: controllerId, hardware_id: hardwareId })
      const queued = waiting.get(key)
      if (queued && queued.seq >= heartbeat.seq) return
      if (!queued && waiting.size >= waitingAtMost)
        return drop('dropped_overflow', { topic: 'heartbeat', hardware_id: hardwareId })
      waiting.set(key, asRow(controllerId, hardwareId, heartbeat, deps.clock.now()))
      if (waiting.size >= rowsAtMost) batches.flush()
    },
    close: batches.close,
  }
}

const keyOf = ({ controller_id, hardware_id }: Pick<Beat, 'controller_id' | 'hardware_id'>): string =>
  `${controller_id} ${hardware_id}`

function asRow(
  controllerId: string,
  hardwareId: string,
  { at, wifi, temperature_c, position: _, ...heartbeat }: Heartbeat,
  receivedAt: Date,
): Beat {
  const off = clockOffMs(at, receivedAt)
  return {
    ...heartbeat,
    controller_id: controllerId,
    hardware_id: hardwareId,
    received_at: receivedAt.toISOString(),
    // A clock within five minutes counts as right.
    clock_off_s: Math.abs(off) > clockToleranceMs ? Math.max(-maxInt, Math.min(maxInt, Math.round(off / 1000))) : null,
    wifi_ssid: wifi?.ssid ?? null,
    wifi_rssi_dbm: wifi?.rssi_dbm ?? null,
    temperature_c: temperature_c ?? null,
  }
}
const maxInt = 2 ** 31 - 1

async function write({ db, config, counting }: HeartbeatDeps, batch: Beat[]): Promise<void> {
  const result = await db.transaction().execute(async (tx) => {
    const written = await writeBeats(tx, batch, config.heartbeat)
    await announce(tx, { kind: 'changes', changes: changesOf(written.returned) })
    return written
  })
  counting.counts.heartbeats_written += result.written
  const sampleOf = (ids: string[]) => ({ topic: 'heartbeat', hardware_id: ids[0] })
  if (result.unknown.length > 0)
    counting.drop('dropped_unknown_hardware', sampleOf(result.unknown), result.unknown.length)
  if (result.foreign.length > 0)
    counting.drop('dropped_foreign_hardware', sampleOf(result.foreign), result.foreign.length)
  if (result.leaps.length > 0) counting.drop('dropped_seq_leap', sampleOf(result.leaps), result.leaps.length)
}

function changesOf(devices: WrittenBeats['returned']): Change[] {
  const locations = new Set(devices.map((device) => device.location_id))
  return [
    ...devices.map(({ id, location_id }): Change => ({ type: 'device', id, location_id })),
    ...[...locations].map((id): Change => ({ type: 'location', id, location_id: id })),
  ]
}
