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

/** A lock that left a state; one of each hardware at a time. */
export interface LeftState {
  hardware_id: string
  /** As the device says; devices that do not say it are judged by time. */
  command_id: string | undefined
  dock_state_since: string | null
}

interface Row {
  hardware_id: string
  id: string
  name: string
  actor_kind: 'person' | 'system' | 'service'
  requested_by: string | null
  requested_by_name: string | null
  comment: string | null
}

const columns = sql`c.hardware_id, c.id, c.name, c.actor_kind, c.requested_by, p.name as requested_by_name, c.comment`
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** By hardware. Only commands to this very hardware count, whatever id a device names. */
export async function causesBehind(tx: Tx, changes: readonly LeftState[], at: Date): Promise<Map<string, Cause>> {
  const told = changes.filter(({ command_id }) => command_id !== undefined && uuid.test(command_id))
  const untold = changes.filter(({ command_id }) => command_id === undefined)
  const rows = [...(await named(tx, told, at)), ...(await byTime(tx, untold, at))]
  return new Map(rows.map((row) => [row.hardware_id, causeOf(row)]))
}

/** A device that was cut off tells of it late, but not days later: an old command's id is nobody's word. */
const namedWithinMs = 86_400_000

async function named(tx: Tx, changes: readonly LeftState[], at: Date): Promise<Row[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<Row>`
    select ${columns} from json_to_recordset(${JSON.stringify(changes)}::json) as m(hardware_id text, command_id uuid)
    join commands c on c.id = m.command_id and c.hardware_id = m.hardware_id left join console_users p on p.id = c.requested_by
    where c.status not in ('failed', 'unhandled') and c.created_at >= ${new Date(at.getTime() - namedWithinMs).toISOString()}::timestamptz`.execute(
    tx,
  )
  return rows
}

/** Given before the change, within its time limit, and after the state that it ended began: one command explains one change. */
async function byTime(tx: Tx, changes: readonly LeftState[], at: Date): Promise<Row[]> {
  if (changes.length === 0) return []
  const now = at.toISOString()
  const { rows } = await sql<Row>`
    select ${columns} from json_to_recordset(${JSON.stringify(changes)}::json) as m(hardware_id text, dock_state_since timestamptz)
    cross join lateral (
      select * from (select * from commands where hardware_id = m.hardware_id order by id desc limit 10) last
      where last.name in ('force_unlock', 'temporary_unlock') and last.status in ('in_progress', 'success')
        and coalesce(last.sent_at, last.created_at) <= ${now}::timestamptz and last.deadline_at >= ${now}::timestamptz
        and last.created_at >= coalesce(m.dock_state_since, '-infinity')
      order by last.id desc limit 1) c
    left join console_users p on p.id = c.requested_by`.execute(tx)
  return rows
}

function causeOf(row: Row): Cause {
  const { id, name, actor_kind, requested_by, requested_by_name, comment } = row
  return { id, name, comment, actor: { kind: actor_kind, id: requested_by, name: requested_by_name } }
}
