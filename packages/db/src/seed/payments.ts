import { certain } from '@wheelhouse/contract/certain.ts'
import { accountsOf } from '@wheelhouse/contract/payments/payment-states.ts'
import type { AttemptKind, EntryKind } from '@wheelhouse/contract/payments/payment-states.ts'
import type { Insertable } from 'kysely'
import type {
  ParkingSessionsTable,
  PaymentAttemptsTable,
  PaymentDifferencesTable,
  PaymentEntriesTable,
  PaymentMethodsTable,
  PaymentsTable,
  SimulatedMovementsTable,
} from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import { dayMs, hourMs, iso, minuteMs } from './times.ts'

interface Step {
  kind: AttemptKind
  ended: EntryKind | null
  result?: string
  /** After the session ended. */
  afterMs: number
  reason?: string
}

const second = 1000
const declined: Step = { kind: 'charge', ended: 'failed', result: 'insufficient_funds', afterMs: 4 * second }
const asks: Step = { kind: 'charge', ended: 'needs_approval', result: 'authentication_required', afterMs: 4 * second }
const paid: Step = { kind: 'charge', ended: 'paid', afterMs: 3 * second }
const refund = (ended: EntryKind, afterMs: number, reason: string, result?: string): Step => ({
  kind: 'refund',
  ended,
  afterMs,
  reason,
  ...(result === undefined ? {} : { result }),
})

/** How a payment reached the state that its session has. */
const stories: Partial<Record<string, (chance: Chance) => readonly Step[]>> = {
  paid: () => [paid],
  pending: () => [{ kind: 'charge', ended: null, afterMs: 4 * second }],
  failed: (chance) =>
    chance.is(0.5)
      ? [declined]
      : [declined, { ...declined, kind: 'retry', afterMs: 26 * hourMs, reason: 'The rider asked us to try again' }],
  needs_approval: () => [asks],
  approved: () => [
    asks,
    { kind: 'approval', ended: 'approved', afterMs: 20 * hourMs, reason: 'The rider agreed by phone' },
  ],
  refunded: () => [paid, refund('refunded', 30 * hourMs, 'Dock was faulty, the whole fee goes back')],
  refund_failed: () => [
    paid,
    refund('refund_failed', 30 * hourMs, 'The bike could not be taken out in time', 'charge_disputed'),
  ],
  cancelled: () => [
    asks,
    { kind: 'cancellation', ended: 'cancelled', afterMs: 44 * hourMs, reason: 'Fault of the station, nothing is owed' },
  ],
}

/** The simulated provider goes by the last digits (payment-simulated.ts): what happens next fits what happened last. */
const cardOfState: Partial<Record<string, readonly [brand: string, digits: string]>> = {
  failed: ['Visa', '9995'],
  needs_approval: ['Mastercard', '3155'],
  refund_failed: ['Visa', '5126'],
  pending: ['Bank debit', '0077'],
}
const usualCards = [
  ['Visa', '4242'],
  ['Mastercard', '4444'],
  ['Visa', '1881'],
  ['Maestro', '7710'],
] as const

interface Person {
  id: string
  name: string
}

interface Rows {
  payments: Insertable<PaymentsTable>[]
  attempts: Insertable<PaymentAttemptsTable>[]
  entries: Insertable<PaymentEntriesTable>[]
  methods: Insertable<PaymentMethodsTable>[]
  movements: Insertable<SimulatedMovementsTable>[]
  differences: Insertable<PaymentDifferencesTable>[]
}

/** The provider's book goes back so far. */
const bookDays = 40

/** What a payment says of its session. */
export type PaidSession = Pick<
  Insertable<ParkingSessionsTable>,
  'id' | 'location_id' | 'user_id' | 'started_at' | 'ended_at' | 'fee_minor' | 'currency' | 'payment_state'
>

/** One payment for each session with a fee, in the state that the session has, with the attempts that led to it. */
export function makePayments(now: number, sessions: readonly PaidSession[], support: Person): Rows {
  const chance = chanceOf('payments')
  const rows: Rows = { payments: [], attempts: [], entries: [], methods: [], movements: [], differences: [] }
  const cards = new Map<string, readonly [string, string]>()
  for (const session of sessions) {
    if (Number(session.fee_minor) === 0 || !session.ended_at) continue
    const card = cardOfState[certain(session.payment_state)] ?? chance.pick(usualCards)
    cards.set(certain(session.user_id), card)
    addPayment(rows, { now, session, support, card, chance })
  }
  for (const [user_id, [brand, last_digits]] of cards)
    rows.methods.push({
      id: chance.id(now - 100 * dayMs),
      user_id,
      provider: 'simulated',
      reference: `card_${last_digits}`,
      brand,
      last_digits,
      created_at: iso(now - 100 * dayMs),
      removed_at: null,
    })
  rows.differences.push(...differencesIn(now, rows, chance))
  return rows
}

interface Context {
  now: number
  session: PaidSession
  support: Person
  card: readonly [brand: string, digits: string]
  chance: Chance
}

function addPayment(rows: Rows, context: Context): void {
  const { now, session, chance, card } = context
  const at = Date.parse(certain(session.ended_at))
  const id = chance.id(at)
  const reference = `sim_${id.replaceAll('-', '')}`
  const steps = stories[certain(session.payment_state)]?.(chance) ?? []
  const last = steps.at(-1)
  const isOpen = last?.ended === null
  addEntry(rows, context, id, { attempt_id: null, kind: 'owed', at, result: null, reference: null })
  for (const step of steps) addStep(rows, context, { id, reference, at }, step)
  rows.payments.push({
    id,
    type: 'session',
    parking_session_id: session.id,
    charge_key: `session ${session.id}`,
    user_id: session.user_id ?? null,
    visible_through_type: 'location',
    visible_through_id: session.location_id,
    amount_minor: certain(session.fee_minor),
    currency: certain(session.currency),
    state: certain(session.payment_state),
    provider: 'simulated',
    reference,
    method: card.join(' '),
    provider_result: last?.result ?? null,
    reason: last?.reason ?? null,
    due_at: isOpen ? iso(now + 6 * hourMs) : null,
    created_at: iso(at),
    updated_at: iso(Math.min(now - minuteMs, at + (last?.afterMs ?? 0))),
    version: 1 + steps.length,
  })
}

interface Of {
  id: string
  reference: string
  at: number
}

function addStep(rows: Rows, context: Context, { id, reference, at }: Of, step: Step): void {
  const { now, session, support, chance, card } = context
  const { kind, ended, result = null, reason = '' } = step
  const asked = Math.min(now - 2 * minuteMs, at + step.afterMs - second)
  const answered = Math.min(now - minuteMs, at + step.afterMs)
  const attempt_id = chance.id(asked)
  const byPerson = kind !== 'charge'
  const before = rows.attempts.at(-1)
  const number = before?.payment_id === id ? Number(before.number) + 1 : 1
  rows.attempts.push({
    id: attempt_id,
    payment_id: id,
    number,
    kind,
    amount_minor: certain(session.fee_minor),
    reason,
    actor_kind: byPerson ? 'person' : 'system',
    actor_id: byPerson ? support.id : null,
    actor_name: byPerson ? support.name : null,
    created_at: iso(asked),
  })
  const own = kind === 'refund' ? `re_${attempt_id}` : reference
  if (ended !== null) addEntry(rows, context, id, { attempt_id, kind: ended, at: answered, result, reference: own })
  const isBooked = asked > now - bookDays * dayMs || ended === null
  if (isBooked && (ended === null || ended === 'paid' || ended === 'approved' || ended === 'refunded'))
    rows.movements.push({
      key: attempt_id,
      kind: kind === 'refund' ? 'refund' : 'charge',
      reference,
      payment_id: id,
      amount_minor: certain(session.fee_minor),
      currency: certain(session.currency),
      card: `card_${card[1]}`,
      result: ended === 'refunded' ? 'refunded' : 'paid',
      provider_result: null,
      // A bank debit takes days.
      answers_at: ended === null ? iso(now + 30 * dayMs) : iso(answered),
      created_at: iso(asked),
    })
}

interface Entry {
  attempt_id: string | null
  kind: EntryKind
  at: number
  result: string | null
  reference: string | null
}

function addEntry(rows: Rows, { session, chance }: Context, payment_id: string, entry: Entry): void {
  const { attempt_id, kind, at, result, reference } = entry
  const moved = accountsOf[kind]
  rows.entries.push({
    id: chance.id(at),
    payment_id,
    number: numberOf(rows, payment_id),
    attempt_id,
    kind,
    amount_minor: certain(session.fee_minor),
    debit: moved?.debit ?? null,
    credit: moved?.credit ?? null,
    provider_result: result,
    reference,
    at: iso(at),
  })
}

/** The entries of a payment are made one after the other. */
function numberOf({ entries }: Rows, paymentId: string): number {
  const last = entries.at(-1)
  return last?.payment_id === paymentId ? Number(last.number) + 1 : 1
}

/** What the comparison found: one that was resolved, and one of yesterday that someone has to look into. */
function differencesIn(now: number, { payments }: Rows, chance: Chance): Insertable<PaymentDifferencesTable>[] {
  const found = payments.filter(({ state }) => state === 'paid').slice(-40)
  return [
    { payment: found[3], kind: 'amount_differs', days: 1, off: -100, resolved: false },
    { payment: found[7], kind: 'missing_there', days: 5, off: 0, resolved: true },
  ].flatMap(({ payment, kind, days, off, resolved }) => {
    if (!payment) return []
    const at = now - days * dayMs + 3 * hourMs
    const amount = Number(payment.amount_minor)
    return {
      id: chance.id(at),
      provider: 'simulated',
      day: iso(at - dayMs).slice(0, 10),
      kind,
      movement: 'charge',
      reference: certain(payment.reference),
      payment_id: payment.id,
      ours_minor: amount,
      theirs_minor: kind === 'missing_there' ? null : amount + off,
      currency: payment.currency,
      found_at: iso(at),
      resolved_at: resolved ? iso(at + dayMs) : null,
    }
  })
}
