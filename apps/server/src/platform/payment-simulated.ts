import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import * as z from 'zod'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Clock } from './clock.ts'
import type { Db } from './context.ts'
import { PaymentError } from './payment-provider.ts'
import type {
  CancelAnswer,
  ChargeAnswer,
  ChargeAsk,
  Movement,
  PaymentProvider,
  RefundAnswer,
} from './payment-provider.ts'
import { stored } from './stored.ts'

interface Behaviour {
  result: 'paid' | 'failed' | 'needs_approval'
  word: string | null
  /** A later attempt of the same payment succeeds. */
  isBetterLater?: true
  approval?: 'failed'
  refund?: 'refund_failed'
  /** Before so many seconds it is pending, or not answered at all. */
  answers_after_s?: number
  isSilent?: true
}

/** The last digits of a card decide how it behaves; any other card pays at once. */
export const simulatedCards: Readonly<Record<string, Behaviour>> = {
  '0002': { result: 'failed', word: 'card_declined' },
  '9995': { result: 'failed', word: 'insufficient_funds', isBetterLater: true },
  '3155': { result: 'needs_approval', word: 'authentication_required' },
  '3178': { result: 'needs_approval', word: 'authentication_required', approval: 'failed' },
  '5126': { result: 'paid', word: null, refund: 'refund_failed' },
  '0077': { result: 'paid', word: null, answers_after_s: 120 },
  '0119': { result: 'paid', word: null, answers_after_s: 60, isSilent: true },
}
const usual: Behaviour = { result: 'paid', word: null }
const behaviourOf = (card: string): Behaviour => simulatedCards[card.slice(-4)] ?? usual

/** The results that a booked charge and a booked refund can have. */
const Charged = z.enum(['paid', 'failed', 'needs_approval'])
const Refunded = z.enum(['refunded', 'refund_failed'])

interface Booked {
  reference: string
  card: string
  result: string
  provider_result: string | null
  is_answered: boolean
  is_cancelled: boolean
}

const isCancelled = sql<boolean>`exists (select 1 from simulated_movements c
  where c.reference = m.reference and c.kind = 'cancel' and c.created_at < m.answers_at)`
/** A refund is named by its key. */
const referenceOf = sql<string>`case when m.kind = 'refund' then 're_' || m.key else m.reference end`

/**
 * An imaginary provider with a separate book, so that it answers late, gives the same answer under the same key, and can be
 * compared with day by day.
 */
// oxlint-disable-next-line max-lines-per-function -- it makes the functions of one provider, each of them short
export function simulatedPayments(db: Db, clock: Clock): PaymentProvider {
  const now = (): string => clock.now().toISOString()

  async function book(
    ask: Omit<ChargeAsk, 'method'>,
    kind: 'charge' | 'refund' | 'cancel',
    card: string,
    outcome: { result: string; word: string | null; afterS?: number | undefined },
  ): Promise<Booked> {
    const reference = ask.reference ?? `sim_${ask.payment_id.replaceAll('-', '')}`
    const answersAt = new Date(clock.now().getTime() + (outcome.afterS ?? 0) * 1000).toISOString()
    await sql`insert into simulated_movements (key, kind, reference, payment_id, amount_minor, currency, card, result, provider_result, answers_at, created_at)
      values (${ask.key}, ${kind}, ${reference}, ${ask.payment_id}, ${ask.amount_minor}, ${ask.currency}, ${card}, ${outcome.result}, ${outcome.word},
        ${answersAt}, ${now()}) on conflict (key) do nothing`.execute(db)
    const { rows } =
      await sql<Booked>`select m.reference, m.card, m.result, m.provider_result, m.answers_at <= ${now()}::timestamptz as is_answered,
        ${isCancelled} as is_cancelled from simulated_movements m where m.key = ${ask.key}`.execute(db)
    return certain(rows[0])
  }

  const answerOf = ({ reference, card, result, provider_result, is_answered, is_cancelled }: Booked): ChargeAnswer => {
    if (is_cancelled) return { state: 'cancelled', result: 'canceled', reference }
    if (!is_answered && behaviourOf(card).isSilent) throw new PaymentError('no_answer')
    if (!is_answered) return { state: 'pending', result: 'processing', reference }
    return { state: stored(Charged, result), result: provider_result, reference }
  }

  const paidBefore = async (reference: string | null): Promise<boolean> => {
    const { rows } = await sql<{ is_paid: boolean }>`select exists (select 1 from simulated_movements
      where reference = ${reference} and kind = 'charge' and result = 'paid' and answers_at <= ${now()}::timestamptz) as is_paid`.execute(
      db,
    )
    return rows[0]?.is_paid === true
  }

  /** What was paid counts before what failed, and the newest before the others. */
  async function bookedCharge(which: RawBuilder<boolean>): Promise<Booked | undefined> {
    const { rows } = await sql<Booked>`select m.reference, m.card, m.result, m.provider_result,
        m.answers_at <= ${now()}::timestamptz as is_answered, ${isCancelled} as is_cancelled
      from simulated_movements m where ${which} and m.kind = 'charge'
      order by m.result = 'paid' desc, m.created_at desc limit 1`.execute(db)
    return rows[0]
  }

  async function moved(which: RawBuilder<boolean>): Promise<Movement[]> {
    const { rows } =
      await sql<Movement>`select m.kind, ${referenceOf} as reference, m.payment_id, m.amount_minor, m.currency,
        m.created_at as at from simulated_movements m
      where ${which} and m.result in ('paid', 'refunded') and m.answers_at <= ${now()}::timestamptz and not ${isCancelled}`.execute(
        db,
      )
    return rows
  }

  async function charge(ask: ChargeAsk): Promise<ChargeAnswer> {
    const { result, word, isBetterLater, answers_after_s } = behaviourOf(ask.method.reference)
    const isBetter = isBetterLater === true && ask.reference !== null
    const outcome = isBetter ? { result: 'paid', word: null } : { result, word, afterS: answers_after_s }
    return answerOf(await book(ask, 'charge', ask.method.reference, outcome))
  }

  return {
    name: 'simulated',
    charge,
    async approve(ask) {
      const hasFailed = behaviourOf(ask.method.reference).approval === 'failed'
      const outcome = hasFailed ? { result: 'failed', word: 'authentication_failed' } : { result: 'paid', word: null }
      return answerOf(await book(ask, 'charge', ask.method.reference, outcome))
    },
    async refund(ask): Promise<RefundAnswer> {
      const { rows } = await sql<{
        card: string
      }>`select card from simulated_movements where reference = ${ask.reference} and kind = 'charge' limit 1`.execute(
        db,
      )
      const card = rows[0]?.card ?? ''
      const hasFailed = behaviourOf(card).refund === 'refund_failed'
      const outcome = hasFailed
        ? { result: 'refund_failed', word: 'charge_disputed' }
        : { result: 'refunded', word: null }
      const { result, provider_result } = await book(ask, 'refund', card, outcome)
      return { state: stored(Refunded, result), result: provider_result, reference: `re_${ask.key}` }
    },
    async cancel(ask): Promise<CancelAnswer> {
      if (await paidBefore(ask.reference)) return { state: 'too_late', result: 'already_paid' }
      await book(ask, 'cancel', '', { result: 'cancelled', word: null })
      return { state: 'cancelled', result: null }
    },
    async status(reference) {
      const booked = await bookedCharge(sql`m.reference = ${reference}`)
      return booked ? answerOf(booked) : { state: 'failed', result: 'unknown_payment', reference }
    },
    async lookUp(paymentId) {
      const booked = await bookedCharge(sql`m.payment_id = ${paymentId}::uuid`)
      return booked ? answerOf(booked) : null
    },
    movements: (from, to) =>
      moved(
        sql`m.created_at >= ${from.toISOString()}::timestamptz and m.created_at < ${to.toISOString()}::timestamptz`,
      ),
    async movement(kind, reference) {
      const [found] = await moved(sql`m.kind = ${kind} and ${referenceOf} = ${reference}`)
      return found ?? null
    },
  }
}
