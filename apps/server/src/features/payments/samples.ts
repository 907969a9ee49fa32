import { uuidv7 } from 'uuidv7'
import { accountsOf } from '@wheelhouse/contract/payments/payment-states.ts'
import type { AttemptKind, EntryKind, PaymentState } from '@wheelhouse/contract/payments/payment-states.ts'
import {
  approvePayment,
  cancelPayment,
  getPaymentTotals,
  listPaymentDifferences,
  listPayments,
  refundPayment,
  retryPayment,
  stripeWebhook,
} from '@wheelhouse/contract/payments/payments.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

interface Made {
  location_id: string
  session_id?: string
  user_id?: string
  amount_minor?: number
  currency?: string
}

/** How a payment reached a state: its attempts, each with the entry that ended it. */
const histories: Partial<Record<PaymentState, readonly [AttemptKind, EntryKind][]>> = {
  paid: [['charge', 'paid']],
  failed: [['charge', 'failed']],
  needs_approval: [['charge', 'needs_approval']],
}

/** A payment with the history of its state, as the verbs would have written it. */
export async function makePayment(w: TestApp, state: PaymentState, made: Made): Promise<string> {
  const [id, now] = [uuidv7(), w.clock.now().toISOString()]
  const { location_id, session_id = uuidv7(), user_id = null, amount_minor = 840, currency = 'EUR' } = made
  await w.db
    .insertInto('payments')
    .values({
      id,
      type: 'session',
      parking_session_id: session_id,
      charge_key: `session ${session_id}`,
      user_id,
      visible_through_type: 'location',
      visible_through_id: location_id,
      amount_minor,
      currency,
      state,
      provider: 'simulated',
      reference: `sim_${id.replaceAll('-', '')}`,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const entry = (number: number, attempt_id: string | null, kind: EntryKind) =>
    w.db
      .insertInto('payment_entries')
      .values({ id: uuidv7(), payment_id: id, number, attempt_id, kind, amount_minor, ...accountsOf[kind], at: now })
      .execute()
  await entry(1, null, 'owed')
  for (const [index, [kind, ended]] of (histories[state] ?? []).entries()) {
    const attempt_id = uuidv7()
    await w.db
      .insertInto('payment_attempts')
      .values({
        id: attempt_id,
        payment_id: id,
        number: index + 1,
        kind,
        amount_minor,
        actor_kind: 'system',
        created_at: now,
      })
      .execute()
    await entry(index + 2, attempt_id, ended)
  }
  return id
}

/** What the comparison found about a payment. */
export async function makeDifference(w: TestApp, payment_id: string): Promise<void> {
  const id = uuidv7()
  await w.db
    .insertInto('payment_differences')
    .values({
      id,
      provider: 'simulated',
      day: '2026-06-14',
      kind: 'missing_there',
      movement: 'charge',
      reference: `sim_${id}`,
      payment_id,
      ours_minor: 840,
      currency: 'EUR',
      found_at: w.clock.now().toISOString(),
    })
    .execute()
}

const reason = 'Tried by the access sweep'
const rows = {
  type: 'payment',
  action: 'GET',
  rows: `select id, array[visible_through_type || ' ' || visible_through_id] as through from payments`,
} as const

export const samples: FeatureSamples = {
  things: async (w, { location_id }) => {
    const payment_id = await makePayment(w, 'paid', { location_id })
    await makeDifference(w, payment_id)
    return { payment_id }
  },
  routes: async (w, { location_id }) => {
    const special = async (state: PaymentState) => ({
      params: { payment_id: await makePayment(w, state, { location_id }) },
      body: { reason },
    })
    return [
      sample(refundPayment, { body: { amount_minor: 100, reason } }),
      sample(retryPayment, await special('failed')),
      sample(approvePayment, await special('needs_approval')),
      sample(cancelPayment, await special('needs_approval')),
      sample(stripeWebhook, { isPublic: true, isUnkeyed: true }),
      sample(getPaymentTotals, { hasNoRows: true }),
    ]
  },
  lists: [
    listSample(listPayments, rows),
    listSample(listPaymentDifferences, {
      type: 'payment',
      action: 'GET',
      rows: `select x.id, array[p.visible_through_type || ' ' || p.visible_through_id] as through
        from payment_differences x join payments p on p.id = x.payment_id`,
    }),
  ],
}
