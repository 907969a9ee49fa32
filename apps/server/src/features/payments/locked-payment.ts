import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { amountText } from '@wheelhouse/contract/currencies.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import { accountsOf, stateOf } from '@wheelhouse/contract/payments/payment-states.ts'
import type { AttemptKind, EntryKind, HistoryEntry, PaymentNow } from '@wheelhouse/contract/payments/payment-states.ts'
import type { Tx } from '../../platform/context.ts'
import { systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ResourceType } from '@wheelhouse/contract/access.ts'

export interface PaymentRow extends PaymentNow {
  id: string
  currency: string
  user_id: string | null
  provider: string
  reference: string | null
  parking_session_id: string | null
  visible_through_type: ResourceType
  visible_through_id: string
  version: number
}

/** The payment, held until the end of the transaction: attempts and entries are written one after the other. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const { rows } = await sql<Omit<PaymentRow, 'waiting'>>`
    select id, state, amount_minor, captured_minor, refunding_minor, refunded_minor, currency, user_id, provider, reference,
      parking_session_id, visible_through_type, visible_through_id, version from payments where id = ${id}::uuid for update`.execute(
    tx,
  )
  if (!rows[0]) throw new AppError('not_found')
  return { ...rows[0], waiting: await waitingKinds(tx, id) }
}

/** An attempt waits until an entry ends it. */
export const isWaiting = sql<boolean>`not exists (select 1 from payment_entries e where e.attempt_id = a.id and e.kind <> 'no_answer')`

async function waitingKinds(tx: Tx, id: string): Promise<AttemptKind[]> {
  const { rows } = await sql<{ kind: AttemptKind }>`
    select a.kind from payment_attempts a where a.payment_id = ${id}::uuid and ${isWaiting} order by a.number`.execute(
    tx,
  )
  return rows.map(({ kind }) => kind)
}

export interface NewAttempt {
  kind: AttemptKind
  amount_minor: number
  reason: string
  actor: Actor
}

const verbOfAttempt: Record<AttemptKind, EventVerb<'payments'>> = {
  charge: 'charge_requested',
  retry: 'retry_requested',
  approval: 'approval_requested',
  refund: 'refund_requested',
  cancellation: 'cancellation_requested',
}

/** Writes down what is asked of the provider, which is asked after the commit. */
export async function addAttempt(tx: Tx, journal: Journal, payment: PaymentRow, attempt: NewAttempt): Promise<string> {
  const { kind, amount_minor, reason, actor } = attempt
  const id = uuidv7()
  const at = journal.at.toISOString()
  await sql`insert into payment_attempts (id, payment_id, number, kind, amount_minor, reason, actor_kind, actor_id, actor_name, created_at)
    select ${id}, ${payment.id}, coalesce(max(number), 0) + 1, ${kind}, ${amount_minor}, ${reason}, ${actor.kind}, ${actor.id}, ${actor.name}, ${at}
    from payment_attempts where payment_id = ${payment.id}::uuid`.execute(tx)
  await refreshPayment(tx, journal, payment.id, { reason: reason === '' ? null : reason, isDue: true })
  recordEvent(journal, payment, { verb: verbOfAttempt[kind], amount_minor, reason, actor })
  return id
}

export interface NewEntry {
  attempt_id: string | null
  kind: EntryKind
  amount_minor: number
  provider_result?: string | null
  reference?: string | null
}

/** Writes an entry of the journal; the database moves its amount, and the state follows from all entries. */
export async function addEntry(tx: Tx, journal: Journal, payment: PaymentRow, entry: NewEntry): Promise<void> {
  const { attempt_id, kind, amount_minor, provider_result = null, reference = null } = entry
  const moved = accountsOf[kind]
  await sql`insert into payment_entries (id, payment_id, number, attempt_id, kind, amount_minor, debit, credit, provider_result, reference, at)
    select ${uuidv7()}, ${payment.id}, coalesce(max(number), 0) + 1, ${attempt_id}, ${kind}, ${amount_minor}, ${moved?.debit ?? null}, ${moved?.credit ?? null},
      ${provider_result}, ${reference}, ${journal.at.toISOString()} from payment_entries where payment_id = ${payment.id}::uuid`.execute(
    tx,
  )
  await refreshPayment(tx, journal, payment.id, { provider_result })
  if (kind !== 'owed')
    recordEvent(journal, payment, { verb: kind, amount_minor, reason: provider_result ?? '', actor: systemActor })
}

interface Refresh {
  reason?: string | null
  provider_result?: string | null
  isDue?: true
}

/** Works the state out of the entries. */
async function refreshPayment(tx: Tx, journal: Journal, id: string, { reason, provider_result, isDue }: Refresh) {
  const { rows } = await sql<HistoryEntry>`
    select kind, amount_minor from payment_entries where payment_id = ${id}::uuid order by number`.execute(tx)
  const state = stateOf(rows, await waitingKinds(tx, id))
  const now = journal.at.toISOString()
  await sql`update payments set state = ${state}, updated_at = ${now}::timestamptz, version = version + 1,
    reason = coalesce(${reason ?? null}, reason),
    provider_result = ${provider_result === undefined ? sql`provider_result` : provider_result},
    due_at = ${isDue ? sql`${now}::timestamptz` : sql`due_at`}, tries = ${isDue ? sql`0` : sql`tries`}
    where id = ${id}::uuid`.execute(tx)
}

interface Happened {
  verb: EventVerb<'payments'>
  amount_minor: number
  reason: string
  actor: Actor
}

/** Records the event where the session was, and notifies those who may see payments there; the session itself shows its state. */
function recordEvent(journal: Journal, payment: PaymentRow, { verb, amount_minor, reason, actor }: Happened): void {
  const { id, currency, visible_through_type: type, visible_through_id, parking_session_id } = payment
  addAuditRecord(journal, {
    actor,
    feature: 'payments',
    verb,
    resource_type: 'payment',
    resource_id: id,
    resource_name: `${amountText(amount_minor, currency)} ${currency}`,
    visible_through_id,
    visible_through_type: type,
    after: { amount_minor, currency },
    reason: reason === '' ? null : reason,
  })
  const location = type === 'location' ? visible_through_id : null
  publishChange(journal, 'payment', id, location, location ? {} : { through: { type, id: visible_through_id } })
  if (parking_session_id) publishChange(journal, 'session', parking_session_id, location)
}
