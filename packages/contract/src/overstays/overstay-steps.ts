import * as z from 'zod'

/** What happens to a bicycle that is parked beyond the limit of its location, in this order. */
export const overstaySteps = ['reminder', 'notice', 'fee', 'removal', 'release'] as const
export const OverstayStep = z.enum(overstaySteps)
export type OverstayStep = z.infer<typeof OverstayStep>

/**
 * `planned`: the step has not begun. `pending`: it has begun, has not taken effect and can be taken back. `idle`: no step is
 * left before the rider collects the bicycle.
 */
export const overstayStates = ['planned', 'pending', 'idle', 'closed'] as const
export const OverstayState = z.enum(overstayStates)
export type OverstayState = z.infer<typeof OverstayState>

export const overstayOutcomes = ['collected', 'returned', 'handed_over', 'called_off'] as const
export const OverstayOutcome = z.enum(overstayOutcomes)
export type OverstayOutcome = z.infer<typeof OverstayOutcome>

/** What a row of the history says. `done` is the moment at which a step takes effect. */
export const overstayActions = [
  ...(['opened', 'began', 'done', 'skipped', 'postponed', 'undone'] as const),
  ...(['fee_cancelled', 'fee_waived', 'closed'] as const),
] as const
export const OverstayAction = z.enum(overstayActions)
export type OverstayAction = z.infer<typeof OverstayAction>

/** The waiting times of a region. A step whose waiting time is null is left out there. */
export interface OverstayWaits {
  /** After the limit was passed. */
  reminder_after_h: number | null
  /** After the step before. */
  notice_after_h: number | null
  fee_after_h: number | null
  removal_after_h: number | null
  /** How long a reminder or a notice can be stopped before it is sent. */
  hold_minutes: number
  /** How long the rider can object between the announcement of the fee and the charge. */
  objection_h: number
  /** How long a removed bicycle must be kept for its owner. */
  storage_days: number
}

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Hours between the end of the step before and the beginning of this one; null: the region leaves the step out. */
export function waitBefore(waits: OverstayWaits, step: OverstayStep): number | null {
  switch (step) {
    case 'reminder':
      return waits.reminder_after_h
    case 'notice':
      return waits.notice_after_h
    case 'fee':
      return waits.fee_after_h
    case 'removal':
      return waits.removal_after_h
    // It follows a removal that was carried out, at once.
    case 'release':
      return null
  }
}

/** Milliseconds between the beginning of a step and its effect; null: a person carries it out. */
export function holdOf(waits: OverstayWaits, step: OverstayStep): number | null {
  if (step === 'removal' || step === 'release') return null
  return step === 'fee' ? waits.objection_h * hourMs : waits.hold_minutes * minuteMs
}

/** The step that the region takes after this one; null after the last. Before the first step: `null`. */
export function stepAfter(waits: OverstayWaits, step: OverstayStep | null): OverstayStep | null {
  const from = step === null ? 0 : overstaySteps.indexOf(step) + 1
  return overstaySteps.slice(from).find((next) => waitBefore(waits, next) !== null) ?? null
}

/** Where an overstay is now. */
export interface OverstayNow {
  step: OverstayStep | null
  state: OverstayState
  /** The last thing that happened was that a person skipped this step. */
  skipped_step: OverstayStep | null
  fee_status: 'announced' | 'charged' | 'cancelled' | 'waived' | null
}

export const overstayMoves = [
  'skip',
  'postpone',
  'undo',
  'cancel_fee',
  'waive_fee',
  'carry_out',
  'release',
  'call_off',
] as const
export type OverstayMove = (typeof overstayMoves)[number]

/** A fee and a removal need a notice, so a notice can be put off and never left out. */
const skippable: readonly (OverstayStep | null)[] = ['reminder', 'fee', 'removal']

/** Whether a person can do this now: one table for the button, the server and the test. */
export function canMoveOverstay({ step, state, skipped_step, fee_status }: OverstayNow, move: OverstayMove): boolean {
  const isPlanned = state === 'planned'
  const isPending = state === 'pending'
  switch (move) {
    case 'skip':
      return skippable.includes(step) && (isPlanned || (isPending && step !== 'fee'))
    case 'postpone':
      return isPlanned
    case 'undo':
      return isPending ? step !== 'release' : skipped_step !== null && state !== 'closed'
    case 'cancel_fee':
      return isPending && step === 'fee'
    case 'waive_fee':
      return fee_status === 'charged'
    case 'carry_out':
      return isPending && step === 'removal'
    case 'release':
      return isPending && step === 'release'
    case 'call_off':
      return state !== 'closed' && step !== 'release'
  }
}
