import { accountsOf } from '@wheelhouse/contract/payments/payment-states.ts'
import type { AttemptKind, EntryKind } from '@wheelhouse/contract/payments/payment-states.ts'
import type { Insertable } from 'kysely'
import type {
  PaymentAttemptsTable,
  PaymentEntriesTable,
  PaymentsTable,
  SimulatedMovementsTable,
} from '../tables.gen.ts'
import type { Chance } from './chance.ts'
import { dayMs, hourMs, iso } from './times.ts'

export interface PassPayments {
  payments: Insertable<PaymentsTable>[]
  attempts: Insertable<PaymentAttemptsTable>[]
  entries: Insertable<PaymentEntriesTable>[]
  movements: Insertable<SimulatedMovementsTable>[]
}
export const noPayments = (): PassPayments => ({ payments: [], attempts: [], entries: [], movements: [] })

export type ChargeEnd = 'paid' | 'failed' | 'needs_approval' | 'pending'

interface PassCharge {
  now: number
  subscription_id: string
  subscriber_id: string
  user_id: string
  cycle: number
  at: number
  amount_minor: number
  currency: string
  end: ChargeEnd
  leadMs: number
}

const results: Record<ChargeEnd, string | null> = {
  paid: null,
  failed: 'insufficient_funds',
  needs_approval: 'authentication_required',
  pending: null,
}
const second = 1_000
/** The provider's book goes back so far. */
const bookDays = 40

/** The charge of one period, with its three retries where it failed. Returns the id of the payment. */
export function addPassPayment(rows: PassPayments, chance: Chance, charge: PassCharge): string {
  const { now, at, end, leadMs, amount_minor, currency } = charge
  const id = chance.id(at)
  const reference = `sim_${id.replaceAll('-', '')}`
  // Pauses of an eighth, a quarter and a half of the time before the end.
  const times = end === 'failed' ? [0, 1 / 8, 3 / 8, 7 / 8].map((part) => at + part * leadMs) : [at]
  addEntry(rows, chance, charge, { payment_id: id, number: 1, attempt_id: null, kind: 'owed', at, reference: null })
  for (const [index, asked] of times.entries()) {
    const kind: AttemptKind = index === 0 ? 'charge' : 'retry'
    const attempt_id = addAttempt(rows, chance, charge, { payment_id: id, number: index + 1, kind, at: asked })
    if (end !== 'pending')
      addEntry(rows, chance, charge, {
        payment_id: id,
        number: index + 2,
        attempt_id,
        kind: end,
        at: asked + 3 * second,
        reference,
      })
    const isBooked = end === 'pending' || (end === 'paid' && asked > now - bookDays * dayMs)
    if (isBooked)
      rows.movements.push({
        key: attempt_id,
        kind: 'charge',
        reference,
        payment_id: id,
        amount_minor,
        currency,
        card: end === 'pending' ? 'card_0077' : 'card_4242',
        result: 'paid',
        provider_result: null,
        answers_at: iso(end === 'pending' ? now + 30 * dayMs : asked + 3 * second),
        created_at: iso(asked),
      })
  }
  rows.payments.push(paymentOf(charge, id, reference, times.at(-1) ?? at))
  return id
}

function paymentOf(charge: PassCharge, id: string, reference: string, last: number): Insertable<PaymentsTable> {
  const { now, subscription_id, subscriber_id, user_id, cycle, at, amount_minor, currency, end } = charge
  return {
    id,
    type: 'subscription',
    subscription_id,
    charge_key: `subscription ${subscriber_id} ${cycle}`,
    user_id,
    visible_through_type: 'subscription',
    visible_through_id: subscription_id,
    amount_minor,
    currency,
    state: end,
    provider: 'simulated',
    reference,
    method: end === 'pending' ? 'Bank debit 0077' : 'Visa 4242',
    provider_result: results[end],
    reason: end === 'failed' ? 'Automatic retry' : null,
    due_at: end === 'pending' ? iso(now + 6 * hourMs) : null,
    created_at: iso(at),
    updated_at: iso(last + 3 * second),
    version: 2,
  }
}

interface Attempt {
  payment_id: string
  number: number
  kind: AttemptKind
  at: number
}

function addAttempt(rows: PassPayments, chance: Chance, charge: PassCharge, attempt: Attempt): string {
  const { payment_id, number, kind, at } = attempt
  const id = chance.id(at)
  rows.attempts.push({
    id,
    payment_id,
    number,
    kind,
    amount_minor: charge.amount_minor,
    reason: kind === 'retry' ? 'Automatic retry' : '',
    actor_kind: 'system',
    actor_id: null,
    actor_name: null,
    created_at: iso(at),
  })
  return id
}

interface Entry {
  payment_id: string
  number: number
  attempt_id: string | null
  kind: EntryKind
  at: number
  reference: string | null
}

function addEntry(rows: PassPayments, chance: Chance, charge: PassCharge, entry: Entry): void {
  const { at, kind, ...rest } = entry
  const moved = accountsOf[kind]
  rows.entries.push({
    id: chance.id(at),
    ...rest,
    kind,
    amount_minor: charge.amount_minor,
    debit: moved?.debit ?? null,
    credit: moved?.credit ?? null,
    provider_result: kind === 'owed' ? null : results[charge.end],
    at: iso(at),
  })
}
