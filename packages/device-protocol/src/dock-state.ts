import type { DockState } from './events.ts'
import { acceptSeq } from './seq.ts'

/**
 * The believed state of a dock. Heartbeats share the counter but not this `seq`: a heartbeat that overtakes an event
 * must not make the event old.
 */
export interface DockRecord {
  /** Of the last applied dock_state event; 0 before the first. */
  seq: number
  at: string
  state: DockState
  /** When it entered this state; a confirmation does not change it. */
  since: string
}

export interface DockStateChange {
  seq: number
  at: string
  state: DockState
}

export type DockOutcome =
  /** The state changed. */
  | 'changed'
  /** Newer, with the same state: only the counter advanced. */
  | 'confirmed'
  /** Late, out of order or a duplicate: kept in the history without changing the state. */
  | 'old'
  /** Its counter leaps too far: refused and counted. */
  | 'jump'

export interface AppliedDockState {
  record: DockRecord
  outcome: DockOutcome
}

const isLater = (change: DockStateChange, record: DockRecord): boolean => Date.parse(change.at) > Date.parse(record.at)

/** Compares `seq`, then `at`. In any order and however often events arrive, the one with the highest (seq, at) wins. */
export function applyDockState(record: DockRecord | null, change: DockStateChange): AppliedDockState {
  if (record === null) return { record: { ...change, since: change.at }, outcome: 'changed' }
  const verdict = acceptSeq(record.seq, change.seq)
  if (verdict === 'jump') return { record, outcome: 'jump' }
  if (verdict === 'older' || (verdict === 'duplicate' && !isLater(change, record))) return { record, outcome: 'old' }
  if (change.state === record.state)
    return { record: { ...record, seq: change.seq, at: change.at }, outcome: 'confirmed' }
  return { record: { ...change, since: change.at }, outcome: 'changed' }
}

/** States that a lock passes through; remaining in one is an alarm after a while. */
export const interimDockStates: readonly DockState[] = ['allocated', 'locking', 'unlocking']
/** A bike is in it, or is being put in or taken out. A door is inverted: locked means available. */
export const isTaken = (state: DockState): boolean => state === 'locking' || state === 'locked' || state === 'unlocking'
