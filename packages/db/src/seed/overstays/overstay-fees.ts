import { accountsOf } from '@wheelhouse/contract/payments/payment-states.ts'
import type { AttemptKind, EntryKind } from '@wheelhouse/contract/payments/payment-states.ts'
import type { Insertable } from 'kysely'
import type {
  PaymentAttemptsTable,
  PaymentEntriesTable,
  PaymentsTable,
  SimulatedMovementsTable,
} from '../../tables.gen.ts'
import type { Chance } from '../chance.ts'
import type { Session } from '../sessions.ts'
import { iso } from '../times.ts'

export interface FeeRows {
  payments: Insertable<PaymentsTable>[]
  attempts: Insertable<PaymentAttemptsTable>[]
  entries: Insertable<PaymentEntriesTable>[]
  movements: Insertable<SimulatedMovementsTable>[]
}

export interface Actor {
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
}
export const system: Actor = { actor_kind: 'system', actor_id: null, actor_name: null }

interface Fee {
  amount_minor: number
  currency: string
}

const answerMs = 3_000
const card = '4242'
const referenceOf = (paymentId: string): string => `sim_${paymentId.replaceAll('-', '')}`

/** A fee that was charged to the card of the rider. */
export function addFee(
  rows: FeeRows,
  chance: Chance,
  { session, fee, at }: { session: Session; fee: Fee; at: number },
) {
  const id = chance.id(at)
  rows.payments.push({
    id,
    type: 'penalty',
    parking_session_id: session.id,
    charge_key: `overstay ${session.id}`,
    user_id: session.rider.id,
    visible_through_type: 'location',
    visible_through_id: session.device.place.id,
    amount_minor: fee.amount_minor,
    currency: fee.currency,
    state: 'paid',
    provider: 'simulated',
    reference: referenceOf(id),
    method: `Visa ${card}`,
    reason: null,
    created_at: iso(at),
    updated_at: iso(at + answerMs),
    version: 3,
  })
  addEntry(rows, chance, { payment_id: id, number: 1, kind: 'owed', at, attempt_id: null, fee })
  const reason = 'Parked beyond the limit of the location'
  addAttempt(rows, chance, { payment_id: id, number: 1, kind: 'charge', at, reason, actor: system, fee })
  return id
}

/** The whole fee went back. */
export function addWaiver(
  rows: FeeRows,
  chance: Chance,
  { paymentId, at, reason, actor }: { paymentId: string; at: number; reason: string; actor: Actor },
): void {
  const payment = rows.payments.find(({ id }) => id === paymentId)
  if (!payment) return
  const fee = { amount_minor: payment.amount_minor, currency: payment.currency }
  addAttempt(rows, chance, { payment_id: paymentId, number: 2, kind: 'refund', at, reason, actor, fee })
  Object.assign(payment, { state: 'refunded', reason, updated_at: iso(at + answerMs), version: 5 })
}

interface Asked {
  payment_id: string
  number: number
  kind: AttemptKind
  at: number
  reason: string
  actor: Actor
  fee: Fee
}

/** What was asked of the provider, its movement in the provider's book, and the answer. */
function addAttempt(rows: FeeRows, chance: Chance, { payment_id, number, kind, at, reason, actor, fee }: Asked): void {
  const id = chance.id(at)
  const { amount_minor, currency } = fee
  const isRefund = kind === 'refund'
  rows.attempts.push({ id, payment_id, number, kind, amount_minor, reason, ...actor, created_at: iso(at) })
  rows.movements.push({
    key: id,
    kind,
    reference: referenceOf(payment_id),
    payment_id,
    amount_minor,
    currency,
    card: `card_${card}`,
    result: isRefund ? 'refunded' : 'paid',
    provider_result: null,
    answers_at: iso(at + answerMs),
    created_at: iso(at),
  })
  const answer = { payment_id, at: at + answerMs, attempt_id: id, fee }
  if (isRefund) addEntry(rows, chance, { ...answer, number: 3, kind: 'refunded', reference: `re_${id}` })
  else addEntry(rows, chance, { ...answer, number: 2, kind: 'paid', reference: referenceOf(payment_id) })
}

interface Answered {
  payment_id: string
  number: number
  kind: EntryKind
  at: number
  attempt_id: string | null
  reference?: string
  fee: Fee
}

function addEntry(rows: FeeRows, chance: Chance, entry: Answered): void {
  const { payment_id, number, kind, at, attempt_id, reference = null, fee } = entry
  const moved = accountsOf[kind]
  rows.entries.push({
    id: chance.id(at),
    payment_id,
    number,
    attempt_id,
    kind,
    amount_minor: fee.amount_minor,
    debit: moved?.debit ?? null,
    credit: moved?.credit ?? null,
    provider_result: null,
    reference,
    at: iso(at),
  })
}
