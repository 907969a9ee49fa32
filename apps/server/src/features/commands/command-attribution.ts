import { sql } from 'kysely'
import type { Tx } from '../../platform/context.ts'
import type { Actor } from '../../journal/audit.ts'

/** The command that a device's change came from, and who gave it. */
export interface Cause {
  id: string
  name: string
  actor: Actor
  comment: string | null
}

interface Change {
  hardware_id: string
  /** As the device says; devices that do not say it are judged by time. */
  command_id: string | undefined
  left: { dock_state_since: string | null }
  at: Date
}

interface Row {
  id: string
  name: string
  actor_kind: 'person' | 'system' | 'service'
  requested_by: string | null
  requested_by_name: string | null
  comment: string | null
}

const columns = sql`c.id, c.name, c.actor_kind, c.requested_by, p.name as requested_by_name, c.comment`
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Only commands to this very hardware count, whatever id a device names. */
export async function commandBehind(tx: Tx, change: Change): Promise<Cause | null> {
  if (change.command_id !== undefined)
    return uuid.test(change.command_id) ? causeOf(await named(tx, change, change.command_id)) : null
  return causeOf(await byTime(tx, change))
}

/** A device that was cut off tells of it late, but not days later: an old command's id is nobody's word. */
const namedWithinMs = 86_400_000

async function named(tx: Tx, { hardware_id, at }: Change, commandId: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from commands c left join console_users p on p.id = c.requested_by
    where c.id = ${commandId}::uuid and c.hardware_id = ${hardware_id} and c.status not in ('failed', 'unhandled')
      and c.created_at >= ${new Date(at.getTime() - namedWithinMs).toISOString()}::timestamptz`.execute(tx)
  return rows[0]
}

/** Given before the change, within its time limit, and after the state that it ended began: one command explains one change. */
async function byTime(tx: Tx, { hardware_id, left, at }: Change): Promise<Row | undefined> {
  const now = at.toISOString()
  const { rows } = await sql<Row>`
    select ${columns} from (select * from commands where hardware_id = ${hardware_id} order by id desc limit 10) c
    left join console_users p on p.id = c.requested_by
    where c.name in ('force_unlock', 'temporary_unlock') and c.status in ('in_progress', 'success')
      and coalesce(c.sent_at, c.created_at) <= ${now}::timestamptz and c.deadline_at >= ${now}::timestamptz
      and c.created_at >= coalesce(${left.dock_state_since}::timestamptz, '-infinity')
    order by c.id desc limit 1`.execute(tx)
  return rows[0]
}

function causeOf(row: Row | undefined): Cause | null {
  if (!row) return null
  const { id, name, actor_kind, requested_by, requested_by_name, comment } = row
  return { id, name, comment, actor: { kind: actor_kind, id: requested_by, name: requested_by_name } }
}
