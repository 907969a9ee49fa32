import type { DeviceType, DockState } from '@wheelhouse/device-protocol/events.ts'
import type { ResponseMessage } from '@wheelhouse/device-protocol/messages.ts'
import { seqOf } from '@wheelhouse/device-protocol/seq.ts'
import type { Stand } from '../city/city.ts'
import { isHalfDead } from './faults.ts'
import type { Behaviour, InstalledController, InstalledHardware } from '../platform/fleet-file.ts'
import type { FleetMemory } from '../platform/fleet-state.ts'

/** One piece of hardware at run time: what it keeps over a power cut, and what it is doing. */
export interface Hardware extends Stand {
  readonly type: DeviceType
  readonly installed: InstalledHardware
  readonly behaviour: Behaviour
  since: string
  boot_count: number
  booted_at: number
  /** Heartbeats and events since the boot. */
  sent: number
  /** Restarting: it neither sends nor receives. */
  isDown: boolean
  /** It never sends: dead, or in the dead half of a mesh. */
  readonly isDead: boolean
  /** Number of tasks that it is running or has queued; they run one after the other. */
  tasks: number
  lastTask: Promise<void>
  /** Responses to the most recent commands, repeated when a command is delivered again. */
  readonly answers: Map<string, ResponseMessage>
  /** The last few pictures that were announced but not uploaded yet, by id. */
  readonly pictures: Map<string, Buffer>
  rssi_dbm: number
  supply_mv: number
}

const lockTypes: readonly DeviceType[] = ['dock', 'locker', 'rental_dock', 'door']
export const hasLock = ({ type }: { type: DeviceType }): boolean => lockTypes.includes(type)
export const isStand = ({ type }: { type: DeviceType }): boolean =>
  type === 'dock' || type === 'locker' || type === 'rental_dock'

/**
 * Where a lock comes to rest after a power cut in the middle of a movement: locked if it holds a bike. A door rests
 * locked.
 */
function restingState(type: DeviceType, state: DockState, key: string | null): DockState {
  if (state === 'unlocking' || state === 'locking' || state === 'allocated' || state === 'booked')
    return key !== null || type === 'door' ? 'locked' : 'unlocked'
  if (state === 'unknown') return type === 'door' ? 'locked' : 'unlocked'
  return state
}

export function createHardware(
  installed: InstalledHardware,
  controller: InstalledController,
  memory: FleetMemory,
  isLineUp: () => boolean,
): Hardware {
  const remembered = memory.of(installed.hardware_id)
  const { type } = installed
  const state = remembered?.state ?? installed.dock_state ?? (type === 'door' ? 'locked' : 'unlocked')
  const key = remembered ? remembered.key : (installed.key ?? null)
  const behaviour = installed.behaviour === 'normal' ? controller.behaviour : installed.behaviour
  const hardware: Hardware = {
    hardware_id: installed.hardware_id,
    location_code: controller.location_code,
    type,
    installed,
    behaviour,
    state: restingState(type, state, key),
    key,
    since: remembered?.since ?? installed.dock_state_since ?? new Date().toISOString(),
    boot_count: remembered?.boot_count ?? 0,
    booted_at: Date.now(),
    sent: 0,
    isDown: false,
    isDead:
      installed.behaviour === 'offline' || (controller.behaviour === 'half_dead' && isHalfDead(installed, controller)),
    tasks: 0,
    lastTask: Promise.resolve(),
    answers: new Map(),
    pictures: new Map(),
    rssi_dbm: installed.rssi_dbm ?? -65,
    supply_mv: installed.supply_mv ?? 5_000,
    isFree: () => isLineUp() && !hardware.isDown && !hardware.isDead && hardware.tasks === 0,
  }
  return hardware
}

export const nextSeq = (hardware: Hardware): number => seqOf(hardware.boot_count, ++hardware.sent)

/** Starts a new boot, which moves the counter into a new range. */
export function boot(hardware: Hardware, memory: FleetMemory): void {
  hardware.boot_count++
  hardware.sent = 0
  hardware.booted_at = Date.now()
  remember(hardware, memory)
}

export const remember = (hardware: Hardware, memory: FleetMemory): void =>
  memory.keep(hardware.hardware_id, {
    boot_count: hardware.boot_count,
    state: hardware.state,
    key: hardware.key,
    since: hardware.since,
  })

/** Queues work behind what the hardware is doing: a lock moves in one direction at a time. */
export function inTurn(hardware: Hardware, work: () => Promise<void>): Promise<void> {
  hardware.tasks++
  hardware.lastTask = hardware.lastTask.then(work).finally(() => {
    hardware.tasks--
  })
  return hardware.lastTask
}
