import { sql } from 'kysely'
import type { Change } from '@wheelhouse/contract/events.ts'
import { deviceHealth, healthJoins } from '../features/devices/health.ts'
import type { Db } from '../http/context.ts'
import { announce } from '../platform/bus.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'

export interface Repeating {
  stop(): Promise<void>
}

/** Runs again and again, never twice at once; a failure is logged and the next round tries anew. */
export function repeat(everyMs: number, what: string, log: Log, work: () => Promise<unknown>): Repeating {
  let running: Promise<void> | undefined
  const round = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, what }, 'upkeep failed, trying again')
    }
    running = undefined
  }
  const timer = setInterval(() => void (running ??= round()), everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

const devicesNamedAtMost = 2_000

/** Health changes by time alone: tells of devices whose class is another one now than it was then. */
export async function announceFadedHealth(db: Db, config: Config, then: Date, now: Date): Promise<number> {
  const at = (time: Date) => deviceHealth({ clock: { now: () => time }, config })
  const { rows } = await sql<{ id: string; location_id: string }>`
    select d.id, d.location_id from devices d join locations l on l.id = d.location_id ${healthJoins}
    where d.hardware_id is not null and ${at(then)} <> ${at(now)} limit ${devicesNamedAtMost}`.execute(db)
  const places = [...new Set(rows.map((row) => row.location_id))]
  const devices = rows.map(({ id, location_id }): Change => ({ type: 'device', id, location_id }))
  await announce(db, { kind: 'changes', changes: [...devices, ...places.map((id): Change => ({ type: 'location', id, location_id: id }))] })
  return rows.length
}

const keptMs = 30 * 86_400_000
const batch = 5_000

/** Seen event ids are kept 30 days; older ones go in small batches. Returns how many went. */
export async function forgetOldDeviceEvents(db: Db, now: Date, isWanted: () => boolean = () => true): Promise<number> {
  const before = new Date(now.getTime() - keptMs).toISOString()
  let gone = 0
  for (let last = batch; last === batch && isWanted(); gone += last) {
    const { rows } = await sql`
      delete from device_events where ctid = any(array(select ctid from device_events where received_at < ${before}::timestamptz limit ${batch})) returning 1`.execute(
      db,
    )
    last = rows.length
  }
  return gone
}
