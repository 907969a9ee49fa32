import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import { caseName, notesAtMost } from '@wheelhouse/contract/support/support-cases.ts'
import type {
  CaseStatus,
  NewSupportCase,
  SupportCaseBody,
  SupportCaseDetails,
} from '@wheelhouse/contract/support/support-cases.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { assertVersion } from '../../http/versions.ts'
import { changedFields, publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { addUserRecord, lockLivingUser } from '../users/users.ts'
import { caseById } from './case-queries.ts'
import type { CaseRef } from './case-queries.ts'

interface LockedCase {
  id: string
  number: number
  status: CaseStatus
  user_id: string
  location_id: string | null
  device_id: string | null
  session_id: string | null
  log_entry_id: string | null
  subject: string
  reason: string | null
  version: number
}

interface Place {
  location_id: string | null
  device_id: string | null
  session_id: string | null
}

export function createCase(ctx: Ctx, user_id: string, body: NewSupportCase): Promise<SupportCaseDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const { note, subject, reason } = body
    await lockLivingUser(tx, user_id)
    const place = await placeOf(inside, tx, body)
    const id = uuidv7()
    const at = journal.at.toISOString()
    const row = await tx
      .insertInto('support_cases')
      .values({ id, user_id, ...place, subject, reason, created_by: ctx.person.id, created_at: at, updated_at: at })
      .returning('number')
      .executeTakeFirstOrThrow()
    if (note !== null) await insertNote(tx, ctx, journal, id, note)
    recordCase(ctx, journal, { id, number: row.number, user_id }, 'case_opened')
    return caseById(inside, { rider_id: user_id, case_id: id })
  })
}

/** A device brings its location, and a session its device. Each must be visible to the writer. */
async function placeOf(ctx: Ctx, tx: Tx, given: Partial<Place>): Promise<Place> {
  const session_id = given.session_id ?? null
  if (session_id !== null) await requirePermission(ctx, { session: ['GET'] }, { type: 'session', id: session_id })
  const device_id = given.device_id ?? (session_id === null ? null : await deviceOfSession(tx, session_id))
  if (device_id !== null) {
    await requirePermission(ctx, { device: ['GET'] }, { type: 'device', id: device_id })
    const device = await tx
      .selectFrom('devices')
      .select('location_id')
      .where('id', '=', device_id)
      .executeTakeFirstOrThrow()
    return { location_id: device.location_id, device_id, session_id }
  }
  return { location_id: null, device_id, session_id }
}

async function deviceOfSession(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('parking_sessions').select('device_id').where('id', '=', id).executeTakeFirst()
  return row?.device_id ?? null
}

export function updateCase(
  ctx: Ctx,
  ref: CaseRef,
  body: SupportCaseBody,
  version: number,
): Promise<SupportCaseDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockCase(tx, ref)
    assertVersion(before.version, version)
    // What stays needs no right again: the reader may have lost the sight of it.
    const isMoved = body.device_id !== before.device_id || body.session_id !== before.session_id
    const place = isMoved ? await placeOf(inside, tx, body) : {}
    if (body.log_entry_id !== null && body.log_entry_id !== before.log_entry_id)
      await assertEntry(inside, tx, body.log_entry_id)
    const after = { ...body, ...place }
    const edit = changedFields({ ...before }, after)
    if (!edit) return caseById(inside, ref)
    await tx
      .updateTable('support_cases')
      .set((row) => ({ ...after, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
      .where('id', '=', ref.case_id)
      .execute()
    const isHandedOver = body.log_entry_id !== null && body.log_entry_id !== before.log_entry_id
    recordCase(ctx, journal, before, isHandedOver ? 'case_handed_over' : 'case_changed')
    return caseById(inside, ref)
  })
}

/** The entry exists, and the writer sees the log of its location. */
async function assertEntry(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const entry = await tx
    .selectFrom('maintenance_log_entries')
    .select('location_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!entry) throw new AppError('not_found')
  const needs = { location: ['GET_MAINTENANCE_LOG_ENTRIES'] } as const
  await requirePermission(ctx, needs, { type: 'location', id: entry.location_id })
}

export function setCaseStatus(
  ctx: Ctx,
  ref: CaseRef,
  status: CaseStatus,
  version: number,
): Promise<SupportCaseDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockCase(tx, ref)
    assertVersion(before.version, version)
    if (before.status === status) return caseById(inside, ref)
    const at = journal.at.toISOString()
    const isClosed = status === 'closed'
    await tx
      .updateTable('support_cases')
      .set((row) => ({
        status,
        closed_at: isClosed ? at : null,
        closed_by: isClosed ? ctx.person.id : null,
        updated_at: at,
        version: row('version', '+', 1),
      }))
      .where('id', '=', ref.case_id)
      .execute()
    recordCase(ctx, journal, before, isClosed ? 'case_closed' : 'case_reopened')
    return caseById(inside, ref)
  })
}

/** Notes are only ever added, also to a closed case. They count no version: two people may write at once. */
export function addNote(ctx: Ctx, ref: CaseRef, text: string): Promise<SupportCaseDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockCase(tx, ref)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from support_case_notes where case_id = ${ref.case_id}::uuid`.execute(tx)
    if ((rows[0]?.count ?? 0) >= notesAtMost) throw new AppError('too_many_notes')
    await insertNote(tx, ctx, journal, ref.case_id, text)
    await tx
      .updateTable('support_cases')
      .set({ updated_at: journal.at.toISOString() })
      .where('id', '=', ref.case_id)
      .execute()
    recordCase(ctx, journal, before, 'case_noted')
    return caseById(inside, ref)
  })
}

const insertNote = (tx: Tx, ctx: Ctx, journal: Journal, case_id: string, text: string): Promise<unknown> =>
  tx
    .insertInto('support_case_notes')
    .values({ id: uuidv7(), case_id, text, created_by: ctx.person.id, created_at: journal.at.toISOString() })
    .execute()

/** A case of exactly this user: the right was checked on the user in the address. */
async function lockCase(tx: Tx, { rider_id, case_id }: CaseRef): Promise<LockedCase> {
  const { rows } =
    await sql<LockedCase>`select id, number, status, user_id, location_id, device_id, session_id, log_entry_id,
    subject, reason, version from support_cases where id = ${case_id}::uuid and user_id = ${rider_id}::uuid for update`.execute(
      tx,
    )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return row
}

/** Texts are not repeated in an event, which outlives the erasure of a person. */
function recordCase(
  ctx: Ctx,
  journal: Journal,
  { id, number, user_id }: Pick<LockedCase, 'id' | 'number' | 'user_id'>,
  verb: EventVerb<'support'>,
): void {
  addUserRecord(ctx, journal, { id: user_id, name: caseName(number) }, { feature: 'support', verb })
  publishChange(journal, 'support_case', id, null, { through: { type: 'user', id: user_id } })
}

/** For the erasure of a person: the notes repeat what they said. */
export const eraseCases = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('support_cases').where('user_id', '=', userId).execute()
