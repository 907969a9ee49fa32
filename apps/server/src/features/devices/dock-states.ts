import { certain } from '@wheelhouse/contract/certain.ts'
import { acceptSeq, maxSeqJump } from '@wheelhouse/device-protocol/seq.ts'
import { applyDockState, interimDockStates } from '@wheelhouse/device-protocol/dock-state.ts'
import type { DockOutcome } from '@wheelhouse/device-protocol/dock-state.ts'
import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import type { Tx } from '../../platform/context.ts'
import { clearAlarm } from '../alarms/alarms.ts'
import { causesBehind } from '../commands/command-attribution.ts'
import type { Cause } from '../commands/command-attribution.ts'
import { hardwareActor } from '../../journal/audit.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { eventsKeptMs } from '../hardware-state/seen-events.ts'
import { setDockStates } from '../hardware-state/states.ts'
import type { DockMove, LockedState } from '../hardware-state/states.ts'
import { settleSessions } from '../parking-sessions/parking-sessions.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'

/** Heartbeats and events share one counter: a leap is measured from the highest of both. */
export const leapsTooFar = (state: LockedState, seq: number): boolean =>
  acceptSeq(Math.max(state.seq, state.dock_state_seq), seq) === 'jump'

/**
 * When something happened, in server time: the device's own word when it came late, never a time to come, and the time of
 * receipt when its clock is known to be wrong. Before the first heartbeat after a start that is not known yet: a time from
 * which no event can be on its way any more is wrong, too.
 */
export function believedAt(state: Pick<LockedState, 'clock_off_s'>, at: string, receivedAt: Date): Date {
  const lateMs = receivedAt.getTime() - Date.parse(at)
  return state.clock_off_s !== null || lateMs < 0 || lateMs > eventsKeptMs ? receivedAt : new Date(at)
}

export interface DockStateEvent {
  seq: number
  at: string
  state: DockState
  command_id?: string | undefined
}

/** What a lock says of itself, one of each lock at a time. */
export interface ToldDockState {
  journal: Journal
  hardware: PlacedHardware
  state: LockedState
  event: DockStateEvent
}

/**
 * Applies what devices say of their locks. An older event than the one that set the state is kept in history and moves
 * nothing; the same state again only moves the counter.
 */
export async function applyDockStates(tx: Tx, at: Date, told: readonly ToldDockState[]): Promise<DockOutcome[]> {
  const outcomes = told.map(outcomeOf)
  const moves: DockMove[] = []
  const moved: ToldDockState[] = []
  const firstWords: ToldDockState[] = []
  for (const [nth, one] of told.entries()) {
    const { hardware, state, event, journal } = one
    const outcome = certain(outcomes[nth])
    if (outcome === 'old')
      noteOfDevice(journal, hardware.device, {
        ...says(hardware, null),
        before: null,
        after: { dock_state: event.state, is_late: true },
      })
    if (outcome === 'old' || outcome === 'jump') continue
    const isSame = state.dock_state === event.state && state.dock_state_since !== null
    const isMove = outcome === 'changed' && !isSame
    const since = isMove ? sinceOf(one) : state.dock_state_since
    const to = isMove ? event.state : state.dock_state
    const received_at = isMove ? journal.at.toISOString() : null
    moves.push({ hardware_id: hardware.hardware_id, state: to, since, received_at, seq: event.seq })
    if (isMove) moved.push(one)
    // The first word of a lock whose state was known from elsewhere: the session in it may not be.
    else if (outcome === 'changed') firstWords.push(one)
  }
  await setDockStates(tx, moves)
  const causes = await recordMoves(tx, at, moved)
  await settleSessions(
    tx,
    at,
    [...moved, ...firstWords].flatMap(({ journal, hardware, event: { state: to, seq } }) => {
      const cause = causes.get(hardware.hardware_id) ?? null
      return hardware.device ? [{ journal, hardware, device: hardware.device, to, seq, cause }] : []
    }),
  )
  return outcomes.map((outcome, nth) => (moved.includes(certain(told[nth])) ? 'changed' : stillSame(outcome)))
}

const stillSame = (outcome: DockOutcome): DockOutcome => (outcome === 'changed' ? 'confirmed' : outcome)

/** A state never begins before the one that it follows, whatever the clock of the lock is. */
function sinceOf({ state, event, journal }: ToldDockState): string {
  const since = believedAt(state, event.at, journal.at).toISOString()
  return state.dock_state_since !== null && state.dock_state_since > since ? state.dock_state_since : since
}

function outcomeOf(told: ToldDockState): DockOutcome {
  const { state, event } = told
  // Reboots without a lock's word move the shared counter further than one leap; the event itself is no leap then.
  const known = {
    seq: Math.max(state.dock_state_seq, event.seq - maxSeqJump),
    at: state.dock_state_since ?? event.at,
    state: state.dock_state,
    since: sinceOf(told),
  }
  return applyDockState(state.dock_state_seq === 0 ? null : known, {
    seq: event.seq,
    at: event.at,
    state: event.state,
  }).outcome
}

/** Returns the commands behind the moves, by hardware. */
async function recordMoves(tx: Tx, at: Date, moved: readonly ToldDockState[]): Promise<Map<string, Cause>> {
  for (const { journal, hardware, state, event } of moved)
    if (interimDockStates.includes(state.dock_state))
      await clearAlarm(tx, journal, hardware, 'interim_state_timeout', { at, seq: event.seq })
  const built = moved.flatMap(({ hardware, ...one }) =>
    hardware.device ? [{ ...one, hardware, device: hardware.device }] : [],
  )
  const left = built.map(({ hardware: { hardware_id }, event: { command_id }, state: { dock_state_since } }) => ({
    hardware_id,
    command_id,
    dock_state_since,
  }))
  const causes = await causesBehind(tx, left, at)
  for (const { journal, hardware, device, state, event } of built) {
    const cause = causes.get(hardware.hardware_id) ?? null
    const before = { dock_state: state.dock_state }
    const after = { dock_state: event.state, ...(cause ? { command: cause.name } : {}) }
    noteOfDevice(journal, device, { ...says(hardware, cause), before, after })
    publishChange(journal, 'device', device.id, device.location_id)
    publishChange(journal, 'location', device.location_id, device.location_id)
  }
  return causes
}

const says = (hardware: PlacedHardware, cause: Cause | null) =>
  ({ actor: cause?.actor ?? hardwareActor(hardware.hardware_id), feature: 'devices', verb: 'dock_state' }) as const
