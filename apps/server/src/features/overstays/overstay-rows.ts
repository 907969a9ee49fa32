import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { OverstaysTable } from '@wheelhouse/db/tables.gen.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { OverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import { dayMs, hourMs, stepAfter, waitBefore } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { OverstayAction, OverstayNow, OverstayStep } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { Tx } from '../../platform/context.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { rulesOfLocation } from './rules.ts'

/** An overstay as its verbs find it, locked for the transaction, with its session and the rules of its region. */
export interface LockedOverstay extends OverstayNow {
  id: string
  location_id: string
  location_label: string
  location_address: string
  time_zone: string
  device_id: string
  device_type: string
  device_number: number
  user_id: string | null
  session_status: string
  how_ended: string | null
  due_at: string | null
  keep_until: string | null
  log_entry_id: string | null
  fee_minor: number | null
  currency: string | null
  payment_id: string | null
  is_paused: boolean
  rules: OverstayRules | null
  version: number
}

/** True where the region or the location is switched off, or the limit was raised since. */
export const isPaused = (now: string) =>
  sql<boolean>`(z.is_enabled is not true or l.overstay_limit_h is null
    or s.started_at > ${now}::timestamptz - make_interval(hours => l.overstay_limit_h))`

/**
 * The session is locked as well, so that it cannot end between the look at it and the step. With `skipsLocked` an overstay or a
 * session that another process works on is left to the next minute.
 */
async function lockRow(tx: Tx, id: string, now: string, skipsLocked: boolean): Promise<LockedOverstay | undefined> {
  const skip = skipsLocked ? sql`skip locked` : sql``
  const { rows } = await sql<LockedOverstay>`
    select o.session_id as id, o.location_id, l.label as location_label, l.address as location_address, l.time_zone,
      s.device_id, s.device_type, d.number as device_number, s.user_id, s.status as session_status, s.how_ended,
      o.step, o.state, o.skipped_step, o.fee_status, o.due_at, o.keep_until, o.log_entry_id, o.fee_minor, o.currency, o.payment_id,
      ${isPaused(now)} as is_paused, o.version,
      case when z.region_id is not null then to_jsonb(z) - 'region_id' - 'updated_at' end as rules
    from overstays o join parking_sessions s on s.id = o.session_id join devices d on d.id = s.device_id
      join locations l on l.id = o.location_id left join ${rulesOfLocation} on true
    where o.session_id = ${id}::uuid for update of o ${skip} for share of s ${skip}`.execute(tx)
  return rows[0]
}

export const lockDue = (tx: Tx, id: string, now: string): Promise<LockedOverstay | undefined> =>
  lockRow(tx, id, now, true)

export async function lockOverstay(tx: Tx, id: string, now: string): Promise<LockedOverstay> {
  const row = await lockRow(tx, id, now, false)
  if (!row) throw new AppError('not_found')
  return row
}

/** The transaction in which an overstay changes, and who changes it. */
export interface Change {
  tx: Tx
  journal: Journal
  actor: Actor
}

interface What {
  action: OverstayAction
  /** The step that it is about; without one the present step. */
  step?: OverstayStep | null
  reason?: string
  set?: Updateable<OverstaysTable>
}

/** Writes the row of the history, the new state and the event together. */
export async function changeOverstay({ tx, journal, actor }: Change, row: LockedOverstay, what: What): Promise<void> {
  const { action, step = row.step, reason = '', set = {} } = what
  const at = journal.at.toISOString()
  await addRecord({ tx, journal, actor }, row.id, { action, step, reason, due_at: set.due_at ?? null })
  await tx
    .updateTable('overstays')
    .set((of) => ({ skipped_step: null, ...set, updated_at: at, version: of('version', '+', 1) }))
    .where('session_id', '=', row.id)
    .execute()
  recordEvent(journal, actor, row, { verb: action, after: step === null ? null : { step }, reason: reason || null })
}

interface NewRecord {
  action: OverstayAction
  step: OverstayStep | null
  reason: string
  due_at: string | null
}

export async function addRecord({ tx, journal, actor }: Change, id: string, record: NewRecord): Promise<void> {
  const { action, step, reason, due_at } = record
  await sql`insert into overstay_records (id, session_id, number, step, action, at, actor_kind, actor_id, actor_name, reason, due_at)
    select ${uuidv7()}, ${id}::uuid, coalesce(max(number), 0) + 1, ${step}, ${action}, ${journal.at.toISOString()}::timestamptz,
      ${actor.kind}, ${actor.id}::uuid, ${actor.name}, ${reason}, ${due_at}::timestamptz
    from overstay_records where session_id = ${id}::uuid`.execute(tx)
}

type Placed = Pick<LockedOverstay, 'id' | 'location_id' | 'device_id' | 'device_type' | 'device_number'>

export function recordEvent(
  journal: Journal,
  actor: Actor,
  { id, location_id, device_id, device_type: type, device_number: number }: Placed,
  what: { verb: OverstayAction; after: Record<string, unknown> | null; reason: string | null },
): void {
  addAuditRecord(journal, {
    actor,
    feature: 'overstays',
    resource_type: 'session',
    resource_id: id,
    resource_name: deviceName({ type, number }),
    visible_through_id: location_id,
    device_id,
    ...what,
  })
  publishChange(journal, 'overstay', id, location_id)
}

/** What follows a step that is over, counted from `from`: a late step makes the next one later and never sooner. */
export function planAfter(rules: OverstayRules, step: OverstayStep | null, from: number): Updateable<OverstaysTable> {
  const next = stepAfter(rules, step)
  if (next === null) return { step, state: 'idle', due_at: null }
  const wait = waitBefore(rules, next) ?? 0
  return { step: next, state: 'planned', due_at: new Date(from + wait * hourMs).toISOString() }
}

/** A removed bicycle waits for its owner as long as the region says. */
export const storageFrom = (rules: Pick<OverstayRules, 'storage_days'>, from: number): Updateable<OverstaysTable> => ({
  step: 'release',
  state: 'pending',
  due_at: null,
  keep_until: new Date(from + rules.storage_days * dayMs).toISOString(),
})
