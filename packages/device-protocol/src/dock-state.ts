import type { DockState } from './events.ts'
import { acceptSeq } from './seq.ts'

/** What is believed of a dock. Heartbeats share the counter but not this `seq`: a heartbeat that overtakes an event must not make the event old. */
export interface DockRecord {
  /** Of the last dock_state event that was applied; 0 before the first. */
  seq: number
  at: string
  state: DockState
  /** Since when it is in this state; a confirmation does not move it. */
  since: string
}

export interface DockStateChange {
  seq: number
  at: string
  state: DockState
}

export type DockOutcome =
  /** The state is another one now. */
  | 'changed'
  /** Newer, with the state that was known: only the counter moved. */
  | 'confirmed'
  /** Late, out of order or a copy: kept in history, moves nothing. */
  | 'old'
  /** Its counter leaps too far: refused and counted. */
  | 'jump'

export interface AppliedDockState {
  record: DockRecord
  outcome: DockOutcome
}

const isLater = (change: DockStateChange, record: DockRecord): boolean => Date.parse(change.at) > Date.parse(record.at)

/** Compares `seq`, then `at`. Whatever the order and however often events come, the one with the highest (seq, at) stands at the end. */
export function applyDockState(record: DockRecord | null, change: DockStateChange): AppliedDockState {
  if (record === null) return { record: { ...change, since: change.at }, outcome: 'changed' }
  const verdict = acceptSeq(record.seq, change.seq)
  if (verdict === 'jump') return { record, outcome: 'jump' }
  if (verdict === 'older' || (verdict === 'duplicate' && !isLater(change, record))) return { record, outcome: 'old' }
  if (change.state === record.state)
    return { record: { ...record, seq: change.seq, at: change.at }, outcome: 'confirmed' }
  return { record: { ...change, since: change.at }, outcome: 'changed' }
}

/** States that a lock passes through; one that stays there longer than 60 s is an alarm. */
export const interimDockStates: readonly DockState[] = ['allocated', 'locking', 'unlocking']
export const interimAlarmAfterMs = 60_000
/** Something stands in it, or is being put in or taken out. A door is inverted: locked means available. */
export const isTaken = (state: DockState): boolean => state === 'locking' || state === 'locked' || state === 'unlocking'
