import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import { nextLogStatuses } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogBulkEdit, LogEntryDetails, LogStatusMove } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Resource } from '../../authz/rights.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { dueAfterEdit, dueBy, hoursAt } from './due-times.ts'
import { assertAssignee, assertChangeable, finishEdit, reasonsOf, statusAfterAssigning } from './entries.ts'
import { entryChanges, lockEntry, lockRef, recordEntry } from './entry-events.ts'
import type { LockedEntry } from './entry-events.ts'
import { entryById } from './queries.ts'
import type { EntryRef } from './queries.ts'

export function moveEntry(ctx: Ctx, ref: EntryRef, move: LogStatusMove, version: number): Promise<LogEntryDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockRef(tx, ref)
    await moveLocked(ctx, tx, journal, before, move, version)
    return entryById(inside, ref)
  })
}

async function moveLocked(
  ctx: Ctx,
  tx: Tx,
  journal: Journal,
  before: LockedEntry,
  move: LogStatusMove,
  version?: number,
): Promise<void> {
  const { status } = move
  if (!nextLogStatuses[before.status].includes(status))
    throw new AppError('log_status_not_next', { from: before.status, to: status })
  if (status === 'verified' && before.resolved_by === ctx.person.id) throw new AppError('verify_own_work')
  assertVersion(before.version, version)
  const at = journal.at.toISOString()
  const due =
    before.status === 'resolved' ? dueAgain(ctx, await hoursAt(tx, before.location_id), before, journal.at) : {}
  await tx
    .updateTable('maintenance_log_entries')
    .set((row) => ({
      ...changesOf(ctx, before, move, { at, due }),
      status,
      status_at: at,
      time_spent_minutes: row('time_spent_minutes', '+', move.add_minutes),
      updated_at: at,
      version: row('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .execute()
  const after = await lockEntry(tx, before.id, null)
  recordEntry(journal, personActor(ctx), after, {
    verb: verbOf(before.status, status),
    ...entryChanges(before, after),
    reason: move.reason || move.resolution || null,
  })
}

/** What a move changes besides the status. */
function changesOf(
  ctx: Ctx,
  before: LockedEntry,
  { status, ...given }: LogStatusMove,
  { at, due }: { at: string; due: DueAgain },
) {
  const person = ctx.person.id
  switch (status) {
    case 'resolved':
      return { ...reasonsOf(status, given), resolved_by: person, resolved_at: at }
    // The resolution is what was verified.
    case 'verified':
      return { verified_by: person }
    case 'new':
      return { ...reasonsOf(status, given), assignee_id: null }
    case 'assigned':
      return { ...reasonsOf(status, given), assignee_id: before.assignee_id ?? person }
    case 'in_progress':
      return {
        ...reasonsOf(status, given),
        assignee_id: before.assignee_id ?? person,
        ...(before.status === 'resolved' ? { resolved_by: null, resolved_at: null, ...due } : {}),
      }
    case 'blocked':
    case 'cancelled':
      return reasonsOf(status, given)
  }
}

type DueAgain = { due_at?: string; overdue_told_at?: null }

/** After a reopening the time allowed begins again, unless a person chose the due time. */
const dueAgain = (
  { config }: Ctx,
  hours: Awaited<ReturnType<typeof hoursAt>>,
  { is_due_chosen, priority }: LockedEntry,
  now: Date,
): DueAgain => (is_due_chosen ? {} : { due_at: dueBy(config, hours, priority, now), overdue_told_at: null })

const verbs: Record<LogStatus, EventVerb<'maintenance-log'>> = {
  new: 'unassigned',
  assigned: 'assigned',
  in_progress: 'started',
  blocked: 'blocked',
  resolved: 'resolved',
  verified: 'verified',
  cancelled: 'cancelled',
}
const verbOf = (from: LogStatus, to: LogStatus): EventVerb<'maintenance-log'> =>
  from === 'resolved' && to === 'in_progress' ? 'reopened' : verbs[to]

/** An entry follows its location: the right is held there. */
async function placeOfEntry({ db }: Pick<Ctx, 'db'>, id: string): Promise<Resource> {
  const { rows } = await sql<{
    location_id: string
  }>`select location_id from maintenance_log_entries where id = ${id}::uuid`.execute(db)
  if (!rows[0]) throw new AppError('not_found')
  return { type: 'location', id: rows[0].location_id }
}

const needs = { location: ['GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'] } as const

export const moveEntries = bulkAction<Omit<LogStatusMove, 'add_minutes'>>({
  name: 'maintenance-log.move',
  title: 'Move log entries',
  type: 'location',
  resourceOf: placeOfEntry,
  needs,
  each: (ctx, id, move) =>
    write(ctx, async (tx, journal) => {
      const before = await lockEntry(tx, id, null)
      // What is there already needs no move.
      if (before.status !== move.status) await moveLocked(ctx, tx, journal, before, { ...move, add_minutes: 0 })
      return null
    }),
})

export const editEntries = bulkAction<LogBulkEdit>({
  name: 'maintenance-log.edit',
  title: 'Edit log entries',
  type: 'location',
  resourceOf: placeOfEntry,
  needs,
  each: editEntry,
})

function editEntry(ctx: Ctx, id: string, edit: LogBulkEdit): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const before = await lockEntry(tx, id, null)
    assertChangeable(before)
    const { assignee_id, due_at, ...plain } = edit
    const priority = plain.priority ?? before.priority
    if (assignee_id !== undefined) await assertAssignee(tx, assignee_id, before.location_id, before.assignee_id)
    const isDueChosen = due_at === undefined ? before.is_due_chosen : due_at !== null
    const chosen = isDueChosen ? (due_at ?? before.due_at) : null
    await tx
      .updateTable('maintenance_log_entries')
      .set({
        priority,
        resource: plain.resource ?? before.resource,
        is_due_chosen: isDueChosen,
        due_at: await dueAfterEdit(tx, ctx, before, { due_at: chosen, priority }),
        ...(assignee_id === undefined ? {} : { assignee_id, ...statusAfterAssigning(before, assignee_id, journal.at) }),
      })
      .where('id', '=', id)
      .execute()
    await finishEdit(ctx, tx, journal, before)
    return null
  })
}
