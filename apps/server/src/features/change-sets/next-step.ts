import type { ChangeSetStatus, HaltReason } from '@wheelhouse/contract/change-sets/change-sets.ts'

/** How far a change set is, counted from its devices. */
export interface Tally {
  /** Devices of the waves that began, without those that were left out or whose failure a person accepted. */
  begun: number
  failed: number
  /** Failed devices that took the change and did not come back healthy. */
  unhealthy: number
  under_way: number
  waiting_in_wave: number
  waiting: number
  rollback_waiting: number
  rollback_under_way: number
}

export interface Standing {
  status: ChangeSetStatus
  wave: number | null
  wave_ended_at: string | null
  pause_s: number
  max_failed_percent: number
}

export type Step =
  | { kind: 'wait' }
  | { kind: 'halt'; reason: HaltReason }
  | { kind: 'end_wave' }
  | { kind: 'begin_wave' }
  | { kind: 'send' }
  | { kind: 'send_back' }
  | { kind: 'end'; status: 'completed' | 'stopped' | 'rolled_back' }

const wait: Step = { kind: 'wait' }

/** What the server does next with a change set. It depends on these numbers alone, so a process that starts again goes on. */
export function nextStep(standing: Standing, tally: Tally, now: Date): Step {
  if (standing.status === 'running') return nextInRun(standing, tally, now)
  if (standing.status === 'stopping') return tally.under_way > 0 ? wait : { kind: 'end', status: 'stopped' }
  if (standing.status !== 'rolling_back') return wait
  if (tally.rollback_waiting > 0) return { kind: 'send_back' }
  return tally.rollback_under_way + tally.under_way > 0 ? wait : { kind: 'end', status: 'rolled_back' }
}

/** Failures are looked at before anything more is sent. */
function nextInRun(standing: Standing, tally: Tally, now: Date): Step {
  if (tally.unhealthy > 0) return { kind: 'halt', reason: 'not_healthy' }
  if (tally.failed * 100 > standing.max_failed_percent * tally.begun) return { kind: 'halt', reason: 'too_many_failed' }
  if (standing.wave === null) return { kind: 'begin_wave' }
  if (tally.waiting_in_wave > 0) return { kind: 'send' }
  if (tally.under_way > 0) return wait
  if (tally.waiting === 0) return { kind: 'end', status: 'completed' }
  if (standing.wave_ended_at === null) return { kind: 'end_wave' }
  const pauseEnds = Date.parse(standing.wave_ended_at) + standing.pause_s * 1000
  return now.getTime() >= pauseEnds ? { kind: 'begin_wave' } : wait
}
