import { acceptSeq, maxSeqJump } from '@wheelhouse/device-protocol/seq.ts'
import { applyDockState, interimDockStates } from '@wheelhouse/device-protocol/dock-state.ts'
import type { DockOutcome } from '@wheelhouse/device-protocol/dock-state.ts'
import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import type { Tx } from '../../platform/context.ts'
import { clearAlarm } from '../alarms/alarms.ts'
import { commandBehind } from '../commands/command-attribution.ts'
import type { Cause } from '../commands/command-attribution.ts'
import { hardwareActor } from '../../journal/audit.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { confirmDockState, setDockState } from '../hardware-state/states.ts'
import type { LockedState } from '../hardware-state/states.ts'
import { settleSession } from '../parking-sessions/parking-sessions.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'

/** Heartbeats and events share one counter: a leap is measured from the highest of both. */
export const leapsTooFar = (state: LockedState, seq: number): boolean =>
  acceptSeq(Math.max(state.seq, state.dock_state_seq), seq) === 'jump'

/**
 * When something happened, in server time: the device's own word when it came late, never a time to come, and the
 * time of receipt when its clock is known to be wrong.
 */
export const believedAt = (state: LockedState, at: string, receivedAt: Date): Date =>
  state.clock_off_s !== null || Date.parse(at) > receivedAt.getTime() ? receivedAt : new Date(at)

export interface DockStateEvent {
  seq: number
  at: string
  state: DockState
  command_id?: string | undefined
}

/**
 * Applies what a device says of its lock. An older event than the one that set the state is kept in history and moves
 * nothing; the same state again only moves the counter.
 */
export async function applyDockStateEvent(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  state: LockedState,
  event: DockStateEvent,
): Promise<DockOutcome> {
  const since = believedAt(state, event.at, journal.at).toISOString()
  // Reboots without a lock's word move the shared counter further than one leap; the event itself is no leap then.
  const known = {
    seq: Math.max(state.dock_state_seq, event.seq - maxSeqJump),
    at: state.dock_state_since ?? event.at,
    state: state.dock_state,
    since,
  }
  const { outcome } = applyDockState(state.dock_state_seq === 0 ? null : known, {
    seq: event.seq,
    at: event.at,
    state: event.state,
  })
  const isSame = state.dock_state === event.state && state.dock_state_since !== null
  if (outcome === 'old')
    noteOfDevice(journal, hardware.device, {
      ...says(hardware, null),
      before: null,
      after: { dock_state: event.state, is_late: true },
    })
  if (outcome === 'old' || outcome === 'jump') return outcome
  if (outcome === 'confirmed' || isSame) {
    await confirmDockState(tx, hardware.hardware_id, event.seq)
    // The first word of a lock whose state was known from elsewhere: the session in it may not be.
    if (outcome === 'changed' && hardware.device)
      await settleSession(tx, journal, {
        hardware,
        device: hardware.device,
        to: event.state,
        seq: event.seq,
        cause: null,
      })
    return 'confirmed'
  }
  await setDockState(tx, hardware.hardware_id, event.state, since, event.seq)
  await recordMove(tx, journal, hardware, state, event)
  return 'changed'
}

async function recordMove(
  tx: Tx,
  journal: Journal,
  hardware: PlacedHardware,
  state: LockedState,
  event: DockStateEvent,
): Promise<void> {
  const { device } = hardware
  if (interimDockStates.includes(state.dock_state))
    await clearAlarm(tx, journal, hardware, 'interim_state_timeout', journal.at)
  if (!device) return
  const cause = await commandBehind(tx, {
    hardware_id: hardware.hardware_id,
    command_id: event.command_id,
    left: state,
    at: journal.at,
  })
  const words = {
    before: { dock_state: state.dock_state },
    after: { dock_state: event.state, ...(cause ? { command: cause.name } : {}) },
  }
  noteOfDevice(journal, device, { ...says(hardware, cause), ...words })
  publishChange(journal, 'device', device.id, device.location_id)
  publishChange(journal, 'location', device.location_id, device.location_id)
  await settleSession(tx, journal, { hardware, device, to: event.state, seq: event.seq, cause })
}

const says = (hardware: PlacedHardware, cause: Cause | null) =>
  ({ actor: cause?.actor ?? hardwareActor(hardware.hardware_id), feature: 'devices', verb: 'dock_state' }) as const
