import { clockOffMs, clockToleranceMs } from '@wheelhouse/device-protocol/messages.ts'
import type { Heartbeat } from '@wheelhouse/device-protocol/messages.ts'
import { announce } from '../platform/bus.ts'
import type { ChangeMessage } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import { writePositions } from '../features/rentals/positions.ts'
import type { ReportedPosition } from '../features/rentals/positions.ts'
import type { Counting } from './counts.ts'
import { openBatches, rowsAtMost, waitingAtMost, writeInHalves } from './row-batches.ts'

export interface PositionDeps {
  db: Db
  clock: Clock
  counting: Counting
  log: Log
}

export interface Positions {
  add(controllerId: string, hardwareId: string, heartbeat: Heartbeat): void
  close(): Promise<void>
}

/** Collects the positions in heartbeats and writes them in batches, as heartbeats are; but each one is kept, for the track. */
export function openPositions(deps: PositionDeps): Positions {
  const { counts, drop } = deps.counting
  const waiting: ReportedPosition[] = []
  const batches = openBatches(writeAll)

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, rowsAtMost)
      try {
        await writeInHalves(batch, (rows) => write(deps, rows), drop)
      } catch (error) {
        if (counts.waits_for_database++ % 20 === 0)
          deps.log.warn({ err: error }, 'positions are waiting for the database')
        waiting.unshift(...batch)
        break
      }
      if (waiting.length < rowsAtMost) break
    }
    counts.positions_waiting = waiting.length
  }

  return {
    add(controllerId, hardwareId, heartbeat) {
      const row = asRow(controllerId, hardwareId, heartbeat, deps.clock.now())
      if (!row) return
      if (waiting.length >= waitingAtMost)
        return drop('dropped_overflow', { topic: 'heartbeat', hardware_id: hardwareId, detail: 'position' })
      waiting.push(row)
      if (waiting.length >= rowsAtMost) batches.flush()
    },
    close: batches.close,
  }
}

/** The vehicle's own time, unless it lies ahead or its clock is more than five minutes off. */
function asRow(
  controller_id: string,
  hardware_id: string,
  { seq, at, position }: Heartbeat,
  receivedAt: Date,
): ReportedPosition | null {
  if (!position) return null
  const off = clockOffMs(at, receivedAt)
  const isBelieved = off <= 0 && off >= -clockToleranceMs
  return {
    controller_id,
    hardware_id,
    seq,
    at: isBelieved ? new Date(at).toISOString() : receivedAt.toISOString(),
    latitude: position.latitude,
    longitude: position.longitude,
    speed_kmh: position.speed_kmh ?? null,
    battery_percent: position.battery_percent ?? null,
  }
}

async function write({ db, counting }: PositionDeps, batch: ReportedPosition[]): Promise<void> {
  const written = await db.transaction().execute(async (tx) => {
    const result = await writePositions(tx, batch)
    const changes = result.moved.map(({ id, fleet_id }): ChangeMessage => ({
      type: 'rental_device',
      id,
      location_id: null,
      through: { type: 'rental_fleet', id: fleet_id },
    }))
    await announce(tx, { kind: 'changes', changes })
    return result.written
  })
  counting.counts.positions_written += written
}
