import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import type { PaymentType } from '@wheelhouse/contract/payments/payment-states.ts'
import type { Tx } from '../../platform/context.ts'
import { systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { addAttempt, addEntry, lockPayment } from './locked-payment.ts'
import type { PaymentRow } from './locked-payment.ts'

/** What is charged: exactly one of the three. */
export type ChargedFor = { parking_session_id: string } | { rental_session_id: string } | { subscription_id: string }

export interface Charge {
  type: PaymentType
  of: ChargedFor
  /** Names what is charged, such as `session <id>` or `subscription <id> 2026-02-01`: the same key is charged once, ever. */
  key: string
  user_id: string
  /** The location, fleet or subscription through which the payment is seen. */
  visible_through: { type: Extract<ResourceType, 'location' | 'rental_fleet' | 'subscription'>; id: string }
  amount_minor: number
  currency: string
  reason?: string
  actor?: Actor
}

/**
 * Owes and charges in the caller's transaction. The provider is asked after the commit, by the job of the caller
 * (`askForPayment`) or within a minute by the sweep. A key that was charged before charges nothing and returns its payment.
 */
export async function charge(tx: Tx, journal: Journal, wanted: Charge): Promise<string> {
  const { amount_minor, reason = '', actor = systemActor } = wanted
  const created = await insertPayment(tx, journal, wanted)
  if (created === null) return paymentOfKey(tx, wanted.key)
  const payment = await lockPayment(tx, created)
  await addEntry(tx, journal, payment, { attempt_id: null, kind: 'owed', amount_minor })
  await addAttempt(tx, journal, payment, { kind: 'charge', amount_minor, reason, actor })
  return created
}

/** Lets a debt go whose charge failed: nothing was taken, so there is nothing to ask of the provider. */
export const forgive = (tx: Tx, journal: Journal, payment: PaymentRow): Promise<void> =>
  addEntry(tx, journal, payment, { attempt_id: null, kind: 'cancelled', amount_minor: payment.amount_minor })

async function insertPayment(tx: Tx, journal: Journal, wanted: Charge): Promise<string | null> {
  const { type, of, key, user_id, visible_through, amount_minor, currency } = wanted
  const ids = { parking_session_id: null, rental_session_id: null, subscription_id: null, ...of }
  const now = journal.at.toISOString()
  const { rows } = await sql<{ id: string }>`
    insert into payments (id, type, parking_session_id, rental_session_id, subscription_id, charge_key, user_id, visible_through_type,
      visible_through_id, amount_minor, currency, state, created_at, updated_at)
    values (${uuidv7()}, ${type}, ${ids.parking_session_id}, ${ids.rental_session_id}, ${ids.subscription_id}, ${key}, ${user_id},
      ${visible_through.type}, ${visible_through.id}, ${amount_minor}, ${currency}, 'not_charged', ${now}, ${now})
    on conflict (charge_key) do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

async function paymentOfKey(tx: Tx, key: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from payments where charge_key = ${key}`.execute(tx)
  return rows[0]?.id ?? ''
}
