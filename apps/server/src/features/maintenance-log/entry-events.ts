import { sql } from 'kysely'
import { logEntryName } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogPriority, LogStatus, LogType } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Tx } from '../../platform/context.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import type { EntryRef } from './queries.ts'

/** An entry as its verbs find it, locked for the transaction. */
export interface LockedEntry {
  id: string
  number: number
  location_id: string
  description: string
  type: LogType
  priority: LogPriority
  resource: string
  status: LogStatus
  reason: string
  resolution: string
  old_firmware_version: string
  new_firmware_version: string
  time_spent_minutes: number
  cost: number | null
  currency: string | null
  due_at: string
  is_due_chosen: boolean
  assignee_id: string | null
  assignee: string | null
  resolved_by: string | null
  created_at: string
  version: number
  targets: { id: string; type: string; number: number }[]
}

/** `locationId` null: the caller checks the right on the entry's own location. */
export async function lockEntry(tx: Tx, id: string, locationId: string | null): Promise<LockedEntry> {
  const { rows } = await sql<LockedEntry>`
    select e.id, e.number, e.location_id, e.description, e.type, e.priority, e.resource, e.status, e.reason, e.resolution,
      e.old_firmware_version, e.new_firmware_version, e.time_spent_minutes, e.cost, e.currency, e.due_at, e.is_due_chosen,
      e.assignee_id, (select u.name from console_users u where u.id = e.assignee_id) as assignee, e.resolved_by, e.created_at, e.version,
      (select coalesce(json_agg(json_build_object('id', d.id, 'type', d.type, 'number', d.number) order by d.type, d.number), '[]'::json)
        from maintenance_log_targets t join devices d on d.id = t.device_id where t.entry_id = e.id) as targets
    from maintenance_log_entries e
    where e.id = ${id}::uuid and (${locationId}::uuid is null or e.location_id = ${locationId}::uuid) for update of e`.execute(
    tx,
  )
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

export const lockRef = (tx: Tx, { location_id, log_entry_id }: EntryRef): Promise<LockedEntry> =>
  lockEntry(tx, log_entry_id, location_id)

const namesOf = (targets: LockedEntry['targets']): string =>
  targets.length === 0 ? 'Whole location' : targets.map(deviceName).join(', ')

/** What an event says of an entry: people and devices by their names, since ids mean nothing to its reader. */
export const factsOf = ({
  targets,
  id: _,
  number: _number,
  location_id: _place,
  assignee_id: _who,
  ...rest
}: LockedEntry) => {
  const { version: _version, created_at: _created, resolved_by: _resolver, is_due_chosen: _chosen, ...facts } = rest
  return { ...facts, targets: namesOf(targets) }
}

/** The fields in which the entry differs; null where nothing changed. */
export const entryChanges = (before: LockedEntry, after: LockedEntry) =>
  changedFields(
    { ...factsOf(before), assignee_id: before.assignee_id },
    { ...factsOf(after), assignee_id: after.assignee_id },
  )

type Fields = EventDetails<'maintenance-log'>['before']
const withoutIds = (fields: Fields): Fields => {
  if (!fields) return fields
  const { assignee_id: _, ...rest }: Record<string, unknown> = fields
  return rest
}

type RecordedEntry = Pick<LockedEntry, 'id' | 'number' | 'location_id'> &
  Partial<Pick<LockedEntry, 'targets' | 'assignee_id'>>

/** To the inbox of the person who got the work from someone else, or whose work is overdue. */
function notifyAssignee(
  journal: Journal,
  actor: Actor,
  { id, assignee_id: person_id }: RecordedEntry,
  { verb, after }: EventDetails<'maintenance-log'>,
): void {
  if (!person_id) return
  const isNew = verb === 'created' || (after !== null && after !== undefined && 'assignee_id' in after)
  if (isNew && person_id !== actor.id) journal.notices.push({ person_id, kind: 'entry_assigned', resource_id: id })
  if (verb === 'overdue') journal.notices.push({ person_id, kind: 'entry_overdue', resource_id: id })
}

/** Records the event in the history of the location, and in that of the device where there is only one. */
export function recordEntry(
  journal: Journal,
  actor: Actor,
  entry: RecordedEntry,
  details: EventDetails<'maintenance-log'>,
): void {
  const { id, number, location_id, targets = [] } = entry
  notifyAssignee(journal, actor, entry, details)
  addAuditRecord(journal, {
    actor,
    feature: 'maintenance-log',
    resource_type: 'log_entry',
    resource_id: id,
    resource_name: logEntryName(number),
    visible_through_id: location_id,
    device_id: targets.length === 1 ? (targets[0]?.id ?? null) : null,
    ...details,
    before: withoutIds(details.before),
    after: withoutIds(details.after),
  })
  publishChange(journal, 'log_entry', id, location_id)
}
