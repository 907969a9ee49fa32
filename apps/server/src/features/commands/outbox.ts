import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { withJournal, openJournal } from '../../journal/journal.ts'
import { publishCommand } from './issue.ts'
import { vehicleColumns, vehicleJoin } from './vehicle-rows.ts'
import type { SentToVehicle } from './vehicle-rows.ts'

/** A command that waits to be published, and who speaks for its hardware. */
export interface WaitingCommand {
  id: string
  hardware_id: string
  controller_id: string
  name: string
  args: Record<string, unknown>
  actor_kind: string
  device_id: string | null
  created_at: string
  deadline_at: string
}

const batch = 500

/** After a message from sleeping hardware it listens for so long. */
const awakeS = 60

/**
 * Hardware that sleeps until a local event or its next heartbeat would lose what is sent to it in between: its commands
 * wait here. Expects `l`, the location of the command, and `hs`, the state of its hardware.
 */
export const waitsForWake = sql<boolean>`(l.power_save = 'local_wakeup' and hs.last_heartbeat_at is not null)`
const isAwake = (at: string) => sql`hs.last_heartbeat_at >= ${at}::timestamptz - make_interval(secs => ${awakeS}::int)`

/**
 * Takes commands that have not expired, all or those of these ids, to publish them now. From here on none of them can be
 * cancelled. A controller whose secret was revoked gets none: another client may be connected with its id. One that was
 * taken before and is not marked as sent is taken again: the process that had it may have died.
 */
export async function claimCommands(db: Db, now: Date, ids: readonly string[] | null): Promise<WaitingCommand[]> {
  const these = ids ? sql`c.id = any(${[...ids]}::uuid[])` : sql`true`
  const at = now.toISOString()
  const { rows } = await sql<WaitingCommand>`
    with ready as (select c.id, h.controller_id from commands c join hardware h on h.hardware_id = c.hardware_id
      join controllers k on k.hardware_id = h.controller_id and k.secret_hash is not null
      left join locations l on l.id = c.location_id left join hardware_state hs on hs.hardware_id = c.hardware_id
      where c.status = 'in_progress' and c.deadline_at > ${at}::timestamptz and c.step = 'not_sent' and ${these}
        and (${waitsForWake} is not true or ${isAwake(at)}) order by c.id limit ${batch} for update of c skip locked)
    update commands c set claimed_at = coalesce(c.claimed_at, ${at}::timestamptz) from ready r where r.id = c.id
    returning c.id, c.hardware_id, r.controller_id, c.name, c.args, c.actor_kind, c.device_id, c.created_at, c.deadline_at`.execute(
    db,
  )
  return rows.toSorted((a, b) => a.id.localeCompare(b.id))
}

/**
 * Marks commands that the broker has accepted. The device may already have answered, so a later step or an end is kept.
 */
export async function markSent(db: Db, ids: readonly string[], now: Date): Promise<void> {
  const journal = openJournal(now)
  await withJournal(db, journal, async (tx) => {
    const { rows } = await sql<{ id: string; location_id: string | null; requested_by: string | null } & SentToVehicle>`
      with c as (update commands set step = case when step = 'not_sent' and status = 'in_progress' then 'sent' else step end, sent_at = ${now.toISOString()}::timestamptz
        where id = any(${[...ids]}::uuid[]) and sent_at is null returning id, location_id, requested_by, rental_device_id)
      select c.*, ${vehicleColumns} from c ${vehicleJoin}`.execute(tx)
    for (const command of rows) publishCommand(journal, command)
  })
}
