import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/context.ts'

/** Returns whether this event of the hardware arrives for the first time, so that a repeated event changes nothing. */
export async function isFirstTime(tx: Tx, hardwareId: string, eventId: string, at: Date): Promise<boolean> {
  const { rows } =
    await sql`insert into device_events (hardware_id, event_id, received_at) values (${hardwareId}, ${eventId}, ${at.toISOString()})
    on conflict do nothing returning event_id`.execute(tx)
  return rows.length > 0
}

/** The same of one event each of several pieces of hardware: those whose event is new. */
export async function seenFirst(
  tx: Tx,
  events: readonly { hardware_id: string; event_id: string }[],
  at: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ hardware_id: string }>`insert into device_events (hardware_id, event_id, received_at)
    select hardware_id, event_id, ${at.toISOString()}::timestamptz from unnest(${events.map((one) => one.hardware_id)}::text[], ${events.map((one) => one.event_id)}::text[])
      e(hardware_id, event_id)
    on conflict do nothing returning hardware_id`.execute(tx)
  return new Set(rows.map(({ hardware_id }) => hardware_id))
}

/** How long an event is remembered, and how late it may come. */
export const eventsKeptMs = 30 * 86_400_000
const batch = 5_000

/** Seen event ids are kept 30 days; older ones go in small batches. Returns how many went. */
export async function forgetOldDeviceEvents(db: Db, now: Date, isWanted: () => boolean = () => true): Promise<number> {
  const before = new Date(now.getTime() - eventsKeptMs).toISOString()
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
