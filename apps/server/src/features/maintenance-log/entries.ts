import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { needsFirmware, reasonOfStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { commentsAtMost } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type {
  LogComment,
  LogEntryBody,
  LogEntryDetails,
  NewLogEntry,
} from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import { dueAfterEdit, dueBy, hoursAt } from './due-times.ts'
import { entryChanges, factsOf, lockEntry, lockRef, recordEntry } from './entry-events.ts'
import type { LockedEntry } from './entry-events.ts'
import { canWorkAt, entryById } from './queries.ts'
import type { EntryRef } from './queries.ts'

export function createEntry(ctx: Ctx, locationId: string, body: NewLogEntry): Promise<LogEntryDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const { target_ids, status: wanted, reason, resolution, due_at, ...fields } = body
    const person = ctx.person.id
    // Who logs work that is under way does it; a new entry with an assignee is assigned.
    const assignee_id = fields.assignee_id ?? (wanted === 'in_progress' ? person : null)
    const status = wanted === 'new' && assignee_id !== null ? 'assigned' : wanted
    await assertAssignee(tx, assignee_id, locationId, null)
    const id = uuidv7()
    const at = journal.at.toISOString()
    const isResolved = status === 'resolved'
    await tx
      .insertInto('maintenance_log_entries')
      .values({
        id,
        location_id: locationId,
        ...fields,
        ...firmwareOf(body),
        currency: fields.cost === null ? null : fields.currency,
        assignee_id,
        status,
        status_at: at,
        ...reasonsOf(status, { reason, resolution }),
        due_at: due_at ?? dueBy(ctx.config, await hoursAt(tx, locationId), fields.priority, journal.at),
        is_due_chosen: due_at !== null,
        created_by: person,
        resolved_by: isResolved ? person : null,
        resolved_at: isResolved ? at : null,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await setTargets(tx, id, locationId, target_ids, [])
    const entry = await lockEntry(tx, id, locationId)
    recordEntry(journal, personActor(ctx), entry, { verb: 'created', after: factsOf(entry) })
    return entryById(inside, { location_id: locationId, log_entry_id: id })
  })
}

/** Versions of firmware mean nothing for other types of work. */
const firmwareOf = (body: LogEntryBody | NewLogEntry) =>
  needsFirmware(body.type)
    ? { old_firmware_version: body.old_firmware_version, new_firmware_version: body.new_firmware_version }
    : { old_firmware_version: '', new_firmware_version: '' }

export const reasonsOf = (status: LogStatus, given: { reason: string; resolution: string }) => ({
  reason: reasonOfStatus[status] === 'reason' ? given.reason : '',
  resolution: reasonOfStatus[status] === 'resolution' ? given.resolution : '',
})

/** A resolved entry can still be corrected; what was verified or cancelled cannot. */
export function assertChangeable({ status }: Pick<LockedEntry, 'status'>): void {
  if (status === 'verified' || status === 'cancelled') throw new AppError('log_entry_closed')
}

export function updateEntry(ctx: Ctx, ref: EntryRef, body: LogEntryBody, version: number): Promise<LogEntryDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockRef(tx, ref)
    assertChangeable(before)
    assertVersion(before.version, version)
    const { target_ids, due_at, ...fields } = body
    await assertAssignee(tx, fields.assignee_id, before.location_id, before.assignee_id)
    await tx
      .updateTable('maintenance_log_entries')
      .set({
        ...fields,
        ...firmwareOf(body),
        currency: fields.cost === null ? null : fields.currency,
        due_at: await dueAfterEdit(tx, ctx, before, { due_at, priority: fields.priority }),
        is_due_chosen: due_at !== null,
        ...statusAfterAssigning(before, fields.assignee_id, journal.at),
      })
      .where('id', '=', before.id)
      .execute()
    await setTargets(
      tx,
      before.id,
      before.location_id,
      target_ids,
      before.targets.map(({ id }) => id),
    )
    await finishEdit(ctx, tx, journal, before)
    return entryById(inside, ref)
  })
}

/** An entry gets its assignee and becomes assigned in one step; without one it is new again. */
export function statusAfterAssigning(before: Pick<LockedEntry, 'status'>, assigneeId: string | null, at: Date) {
  const status = assigneeId === null ? 'new' : 'assigned'
  const other = status === 'new' ? 'assigned' : 'new'
  return before.status === other ? { status, status_at: at.toISOString() } : {}
}

/** Compares with what was there, counts the version and records the event; nothing differs: nothing is recorded. */
export async function finishEdit(
  ctx: Ctx,
  tx: Tx,
  journal: Parameters<typeof recordEntry>[0],
  before: LockedEntry,
): Promise<void> {
  const after = await lockEntry(tx, before.id, null)
  const edit = entryChanges(before, after)
  if (!edit) return
  // A new due time may be missed once more.
  const due = after.due_at === before.due_at ? {} : { overdue_told_at: null }
  await tx
    .updateTable('maintenance_log_entries')
    .set((row) => ({ ...due, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  recordEntry(journal, personActor(ctx), after, { verb: 'updated', ...edit })
}

export async function assertAssignee(
  tx: Tx,
  assigneeId: string | null,
  locationId: string,
  present: string | null,
): Promise<void> {
  if (assigneeId === null || assigneeId === present) return
  if (!(await canWorkAt(tx, assigneeId, locationId)))
    throw new AppError('assignee_without_right', { field: 'assignee_id' })
}

/** A device that was deleted since may stay a target; a new one must be a device of the location. */
async function setTargets(
  tx: Tx,
  entryId: string,
  locationId: string,
  wanted: readonly string[],
  present: readonly string[],
): Promise<void> {
  const ids = [...new Set(wanted)]
  const added = ids.filter((id) => !present.includes(id))
  if (added.length > 0) {
    const { rows } = await sql<{ known: number }>`select count(*) as known from devices
      where id = any(${added}::uuid[]) and location_id = ${locationId}::uuid and deleted_at is null`.execute(tx)
    if (rows[0]?.known !== added.length) throw new AppError('log_target_elsewhere', { field: 'target_ids' })
  }
  await sql`delete from maintenance_log_targets where entry_id = ${entryId}::uuid and device_id <> all(${ids}::uuid[])`.execute(
    tx,
  )
  if (added.length > 0)
    await tx
      .insertInto('maintenance_log_targets')
      .values(added.map((device_id) => ({ entry_id: entryId, device_id })))
      .execute()
}

export function deleteEntry(ctx: Ctx, ref: EntryRef, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const before = await lockRef(tx, ref)
    assertVersion(before.version, version)
    await tx.deleteFrom('maintenance_log_entries').where('id', '=', before.id).execute()
    recordEntry(journal, personActor(ctx), before, { verb: 'deleted', before: factsOf(before) })
    return null
  })
}

export function addComment(ctx: Ctx, ref: EntryRef, text: string): Promise<LogComment> {
  return write(ctx, async (tx, journal) => {
    const entry = await lockRef(tx, ref)
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from maintenance_log_comments where entry_id = ${entry.id}::uuid`.execute(tx)
    if ((rows[0]?.count ?? 0) >= commentsAtMost) throw new AppError('log_comments_full')
    const comment = { id: uuidv7(), text, created_at: journal.at.toISOString() }
    await tx
      .insertInto('maintenance_log_comments')
      .values({ ...comment, entry_id: entry.id, created_by: ctx.person.id })
      .execute()
    recordEntry(journal, personActor(ctx), entry, { verb: 'commented', after: { comment: text } })
    return { ...comment, created_by_name: ctx.person.name }
  })
}
