import type { Pool } from '@wheelhouse/db/database.ts'

const batch = 500

/** A rider presents a card and locks, presents it again and leaves. */
export const eventsOfParking = 4

const insert = `with e as (select * from json_to_recordset($1::json) as b(hardware_id text, event_id text, received_at timestamptz, seq bigint, state text)),
  moved as (update hardware_state s set dock_state = e.state, dock_state_since = e.received_at, dock_state_seq = e.seq
    from e where e.state is not null and s.hardware_id = e.hardware_id and s.dock_state_seq < e.seq)
  insert into device_events (hardware_id, event_id, received_at) select hardware_id, event_id, received_at from e on conflict do nothing`

/**
 * Events per second, one transaction per batch, each with its state: no broker, no session, no history, no
 * announcement.
 */
export async function bulkEvents(pool: Pool, hardware: readonly string[], seq: number): Promise<number> {
  const began = performance.now()
  let written = 0
  for (const step of [0, 1, 2, 3])
    for (let from = 0; from < hardware.length; from += batch) {
      const received_at = new Date().toISOString()
      const state = [null, 'locked', null, 'unlocked'][step]
      const rows = hardware
        .slice(from, from + batch)
        .map((hardware_id) => ({ hardware_id, event_id: `p${seq + step}`, received_at, seq: seq + step, state }))
      written += (await pool.query({ name: 'bulk events', text: insert, values: [JSON.stringify(rows)] })).rowCount ?? 0
    }
  return (written * 1000) / (performance.now() - began)
}
