import * as z from 'zod'
import type { Action } from '../access.ts'

/** Values: payment state. */
export const paymentStates = [
  ...(['not_charged', 'pending', 'paid', 'needs_approval', 'approved'] as const),
  ...(['cancelled', 'failed', 'refunded', 'refund_failed'] as const),
] as const
export const PaymentState = z.enum(paymentStates)
export type PaymentState = z.infer<typeof PaymentState>

/** Spec section 3. */
export const paymentTypes = ['session', 'subscription', 'penalty', 'correction'] as const
export const PaymentType = z.enum(paymentTypes)
export type PaymentType = z.infer<typeof PaymentType>

/** Spec section 4: session payment actions. */
export const paymentActions = ['refund', 'retry', 'approve', 'cancel'] as const
export type PaymentAction = (typeof paymentActions)[number]

export const attemptKinds = ['charge', 'retry', 'approval', 'refund', 'cancellation'] as const
export const AttemptKind = z.enum(attemptKinds)
export type AttemptKind = z.infer<typeof AttemptKind>

export const entryKinds = [
  ...(['owed', 'paid', 'approved', 'failed', 'needs_approval', 'cancelled', 'not_cancelled'] as const),
  ...(['refunded', 'refund_failed', 'no_answer', 'reinstated'] as const),
] as const
export const EntryKind = z.enum(entryKinds)
export type EntryKind = z.infer<typeof EntryKind>

interface Move {
  from: readonly PaymentState[]
  /** On `payment` (rights). */
  needs: Action
  attempt: AttemptKind
  /** It may be asked for while the provider has not answered an earlier attempt. */
  isAllowedWhileWaiting: boolean
}

/** Values: which action leaves which state. One table for the button, the server and the test. */
export const paymentMoves = {
  refund: {
    from: ['paid', 'approved', 'refund_failed'],
    needs: 'REFUND',
    attempt: 'refund',
    isAllowedWhileWaiting: false,
  },
  retry: { from: ['failed'], needs: 'RETRY', attempt: 'retry', isAllowedWhileWaiting: false },
  approve: { from: ['needs_approval'], needs: 'RESOLVE_PAYMENT', attempt: 'approval', isAllowedWhileWaiting: false },
  cancel: {
    from: ['needs_approval', 'pending'],
    needs: 'RESOLVE_PAYMENT',
    attempt: 'cancellation',
    isAllowedWhileWaiting: true,
  },
} as const satisfies Record<PaymentAction, Move>

/** What decides whether an action is possible now. */
export interface PaymentNow {
  state: PaymentState
  amount_minor: number
  captured_minor: number
  refunding_minor: number
  refunded_minor: number
  /** Attempts that the provider has not answered. */
  waiting: readonly AttemptKind[]
}

/** What can still be paid back. */
export const refundableMinor = ({ captured_minor, refunding_minor, refunded_minor }: PaymentNow): number =>
  captured_minor - refunding_minor - refunded_minor

export function canMove(payment: PaymentNow, action: PaymentAction): boolean {
  const move: Move = paymentMoves[action]
  if (!move.from.includes(payment.state)) return false
  if (payment.waiting.includes(move.attempt)) return false
  if (payment.waiting.length > 0 && !move.isAllowedWhileWaiting) return false
  return action !== 'refund' || refundableMinor(payment) > 0
}

/** Accounts of the journal: what riders owe, what the provider holds for us, and what was earned. */
export const accounts = ['rider', 'provider', 'revenue'] as const
export type Account = (typeof accounts)[number]

/** Between which accounts an entry moves its amount; null: it only records what the provider said. */
export const accountsOf: Record<EntryKind, { debit: Account; credit: Account } | null> = {
  owed: { debit: 'rider', credit: 'revenue' },
  paid: { debit: 'provider', credit: 'rider' },
  approved: { debit: 'provider', credit: 'rider' },
  cancelled: { debit: 'revenue', credit: 'rider' },
  refunded: { debit: 'revenue', credit: 'provider' },
  // Paid after all, although it was cancelled: it is owed again.
  reinstated: { debit: 'rider', credit: 'revenue' },
  failed: null,
  needs_approval: null,
  not_cancelled: null,
  refund_failed: null,
  no_answer: null,
}

export interface HistoryEntry {
  kind: EntryKind
  amount_minor: number
}

/** The state that the entries of a payment say, in their order, with the attempts that still wait. */
export function stateOf(entries: readonly HistoryEntry[], waiting: readonly AttemptKind[]): PaymentState {
  const isCaptured = entries.some(({ kind }) => kind === 'paid' || kind === 'approved')
  const state = isCaptured ? stateOfCaptured(entries) : stateOfOwed(entries)
  const isCharging = waiting.some((kind) => kind === 'charge' || kind === 'retry' || kind === 'approval')
  return isCharging && !isCaptured ? 'pending' : state
}

const said: Partial<Record<EntryKind, PaymentState>> = {
  failed: 'failed',
  needs_approval: 'needs_approval',
  cancelled: 'cancelled',
}

const stateOfOwed = (entries: readonly HistoryEntry[]): PaymentState =>
  entries.reduce<PaymentState>((state, { kind }) => said[kind] ?? state, 'not_charged')

function stateOfCaptured(entries: readonly HistoryEntry[]): PaymentState {
  const captured = entries.find(({ kind }) => kind === 'paid' || kind === 'approved')
  const refunds = entries.filter(({ kind }) => kind === 'refunded' || kind === 'refund_failed')
  const refunded = refunds.reduce((sum, one) => sum + (one.kind === 'refunded' ? one.amount_minor : 0), 0)
  if (captured && refunded >= captured.amount_minor) return 'refunded'
  if (refunds.at(-1)?.kind === 'refund_failed') return 'refund_failed'
  return captured?.kind === 'approved' ? 'approved' : 'paid'
}
