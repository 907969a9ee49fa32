import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { AttemptKind, EntryKind } from '@wheelhouse/contract/payments/payment-states.ts'
import type { Db } from '../../platform/context.ts'
import { PaymentError } from '../../platform/payment-provider.ts'
import type { ChargeAnswer, PayingMethod, PaymentProvider } from '../../platform/payment-provider.ts'
import { isWaiting } from './locked-payment.ts'

/** An attempt that the provider has not ended. */
export interface Waiting {
  id: string
  kind: AttemptKind
  amount_minor: number
  /** The provider's name of what it has taken and not ended yet. */
  taken_as: string | null
  /** When the provider first did not answer. */
  silent_since: string | null
  created_at: string
}

/** How an attempt ended, as an entry records it; no kind: the provider has not said yet. */
export interface Landed {
  kind: EntryKind | null
  result: string | null
  reference: string | null
}

export async function waitingAttempts(db: Db, paymentId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`select a.id, a.kind, a.amount_minor, a.created_at, r.reference as taken_as,
      (select min(e.at) from payment_entries e where e.attempt_id = a.id and e.kind = 'no_answer') as silent_since
    from payment_attempts a left join payment_attempt_references r on r.attempt_id = a.id
    where a.payment_id = ${paymentId}::uuid and ${isWaiting} order by a.number`.execute(db)
  return rows
}

interface Facts {
  payment_id: string
  currency: string
  reference: string | null
  /** A charge of the payment has not ended. */
  is_charging: boolean
  method: PayingMethod | null
  label: string
}

export async function factsOf(db: Db, provider: string, paymentId: string): Promise<Facts> {
  const { rows } = await sql<Omit<Facts, 'method'> & { customer_reference: string | null; token: string | null }>`
    select p.id as payment_id, p.currency, p.reference, m.customer_reference, m.reference as token,
      coalesce(m.brand || ' ' || m.last_digits, '') as label,
      exists (select 1 from payment_attempts a where a.payment_id = p.id and a.kind in ('charge', 'retry', 'approval')
        and ${isWaiting}) as is_charging
    from payments p left join payment_methods m on m.user_id = p.user_id and m.provider = ${provider} and m.removed_at is null
    where p.id = ${paymentId}::uuid`.execute(db)
  const { customer_reference, token, ...facts } = certain(rows[0])
  return {
    ...facts,
    method: token === null ? null : { customer_reference: customer_reference ?? '', reference: token },
  }
}

const entryOf = { paid: 'paid', failed: 'failed', needs_approval: 'needs_approval', cancelled: 'failed' } as const

/** Providers remember a key for a day at least; an hour of it is for clocks that differ and requests that take long. */
const keyForgottenAfterMs = 23 * 3_600_000
/** Providers find a charge by our id a minute after it was made; until then that they find none says nothing. */
const foundAfterMs = 10 * 60_000

interface Asking {
  provider: PaymentProvider
  facts: Facts
  attempt: Waiting
  now: Date
}

/** Asks the provider, and says what to write down. No answer is thrown as `PaymentError`. */
export async function answerTo(asking: Asking): Promise<Landed> {
  const { provider, facts, attempt } = asking
  const { kind, taken_as } = attempt
  const { reference } = facts
  if (kind === 'refund') {
    const answer = await provider.refund({ ...askOf(asking), refund_reference: taken_as })
    return { ...answer, kind: answer.state === 'pending' ? null : answer.state }
  }
  if (kind === 'cancellation') {
    // The provider never made what should be cancelled, and nothing can make it any more.
    if (reference === null && !facts.is_charging) return { kind: 'cancelled', result: null, reference }
    const { state, result } = await provider.cancel(askOf(asking))
    return { kind: state === 'cancelled' ? 'cancelled' : 'not_cancelled', result, reference }
  }
  const answer = await chargeAnswer(asking)
  if (answer === null) return { kind: 'failed', result: 'no_payment_method', reference }
  const { state, result } = answer
  const named = answer.reference === '' ? reference : answer.reference
  if (state === 'pending') return { kind: null, result, reference: named }
  const entry = entryOf[state]
  return { kind: entry === 'paid' && kind === 'approval' ? 'approved' : entry, result, reference: named }
}

const askOf = ({ facts, attempt, now }: Asking) => {
  const { payment_id, currency, reference } = facts
  const { id: key, amount_minor, created_at } = attempt
  const isKeyForgotten = now.getTime() - Date.parse(created_at) >= keyForgottenAfterMs
  return { key, payment_id, amount_minor, currency, reference, isKeyForgotten }
}

/** Null: there is nothing to charge with, and nothing was charged. */
async function chargeAnswer(asking: Asking): Promise<ChargeAnswer | null> {
  const { provider, facts, attempt, now } = asking
  const { method, reference, payment_id } = facts
  // The first charge is what made the reference.
  const taken = attempt.taken_as ?? (attempt.kind === 'charge' ? reference : null)
  if (taken !== null) return provider.status(taken)
  if (method) return provider[attempt.kind === 'approval' ? 'approve' : 'charge']({ ...askOf(asking), method })
  if (attempt.silent_since === null) return null
  // It was asked while there was a method, so it may have been charged.
  const found = reference === null ? await provider.lookUp(payment_id) : await provider.status(reference)
  if (found === null && now.getTime() - Date.parse(attempt.silent_since) < foundAfterMs)
    throw new PaymentError('no_answer')
  return found
}
