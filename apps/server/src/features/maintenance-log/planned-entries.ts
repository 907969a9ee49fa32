import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { LogPriority, LogResource, LogType } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/context.ts'
import { systemActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { dueBy, workingHoursAt } from './due-times.ts'
import { recordEntry } from './entry-events.ts'
import type { LockedEntry } from './entry-events.ts'
import { isOpen } from './open-entries.ts'

type Target = LockedEntry['targets'][number]

/** An entry that no person makes. */
export interface PlannedEntry {
  plan_id: string
  /** The name of the plan, which the event gives as the reason. */
  plan: string
  location_id: string
  device: Target | null
  description: string
  type: LogType
  priority: LogPriority
  resource: LogResource
}

const atOnce = 500

/** Writes the entries with their targets and events; returns their ids in the order of the input. */
export async function insertPlannedEntries(
  { config }: { config: Config },
  tx: Tx,
  journal: Journal,
  planned: readonly PlannedEntry[],
): Promise<string[]> {
  const hours = await workingHoursAt(
    tx,
    planned.map(({ location_id }) => location_id),
  )
  const at = journal.at.toISOString()
  const rows = planned.map(({ device: _, plan: _plan, ...one }) => ({
    id: uuidv7(),
    ...one,
    status: 'new',
    status_at: at,
    due_at: dueBy(config, hours.get(one.location_id) ?? null, one.priority, journal.at),
    created_at: at,
    updated_at: at,
  }))
  const numbers = new Map<string, number>()
  for (let from = 0; from < rows.length; from += atOnce) {
    const made = await tx
      .insertInto('maintenance_log_entries')
      .values(rows.slice(from, from + atOnce))
      .returning(['id', 'number'])
      .execute()
    for (const { id, number } of made) numbers.set(id, number)
  }
  const targets = rows.flatMap(({ id }, index) => {
    const device = planned[index]?.device
    return device ? [{ entry_id: id, device_id: device.id }] : []
  })
  if (targets.length > 0) await tx.insertInto('maintenance_log_targets').values(targets).execute()
  for (const [index, { id, location_id, description, priority, type, due_at }] of rows.entries()) {
    const { device = null, plan = null } = planned[index] ?? {}
    const entry = { id, number: numbers.get(id) ?? 0, location_id, targets: device ? [device] : [] }
    const after = { description, type, priority, status: 'new', due_at }
    recordEntry(journal, systemActor, entry, { verb: 'created', after, reason: plan })
  }
  return rows.map(({ id }) => id)
}

interface Ended {
  id: string
  number: number
  location_id: string
  status: string
  targets: Target[]
}

/** Locked, so that a person who starts work in this moment is either seen or waits. */
async function lockOpen(tx: Tx, ids: readonly string[]): Promise<Ended[]> {
  const { rows } = await sql<Ended>`select e.id, e.number, e.location_id, e.status,
      (select coalesce(json_agg(json_build_object('id', d.id, 'type', d.type, 'number', d.number)), '[]'::json)
        from maintenance_log_targets t join devices d on d.id = t.device_id where t.entry_id = e.id) as targets
    from maintenance_log_entries e where e.id = any(${[...ids]}::uuid[]) and ${isOpen} order by e.id for update of e`.execute(
    tx,
  )
  return rows
}

/**
 * What made these entries is over. Where nobody has begun, there is nothing left to do and the entry is resolved. Work that is
 * under way stays with its person, who reads in a comment that the cause ended.
 */
export async function endPlannedEntries(
  tx: Tx,
  journal: Journal,
  ids: readonly string[],
  resolution: string,
): Promise<void> {
  const entries = await lockOpen(tx, ids)
  const at = journal.at.toISOString()
  const untouched = entries.filter(({ status }) => status === 'new' || status === 'assigned')
  const begun = entries.filter((entry) => !untouched.includes(entry))
  if (untouched.length > 0)
    await tx
      .updateTable('maintenance_log_entries')
      .set((row) => ({
        status: 'resolved',
        status_at: at,
        resolution,
        resolved_at: at,
        updated_at: at,
        version: row('version', '+', 1),
      }))
      .where(
        'id',
        'in',
        untouched.map(({ id }) => id),
      )
      .execute()
  for (const { status, ...entry } of untouched)
    recordEntry(journal, systemActor, entry, {
      verb: 'resolved',
      before: { status },
      after: { status: 'resolved', resolution },
      reason: resolution,
    })
  if (begun.length > 0)
    await tx
      .insertInto('maintenance_log_comments')
      .values(
        begun.map(({ id }) => ({ id: uuidv7(), entry_id: id, text: resolution, created_by: null, created_at: at })),
      )
      .execute()
  for (const { status: _, ...entry } of begun)
    recordEntry(journal, systemActor, entry, { verb: 'commented', after: { comment: resolution } })
}
