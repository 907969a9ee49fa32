import type { AlarmReason, DockState, HardwareType, KeyScanData } from '@wheelhouse/device-protocol/events.ts'
import type { ParameterValue } from '@wheelhouse/device-protocol/canonical-json.ts'
import type { ResponseMessage } from '@wheelhouse/device-protocol/messages.ts'
import { seqOf } from '@wheelhouse/device-protocol/seq.ts'
import type * as z from 'zod'
import type { Stand } from '../city/city.ts'
import { verdictOf } from './access-list.ts'
import type { ArrivingList } from './access-list.ts'
import { clockOffMs, isHalfDead } from './faults.ts'
import type { Behaviour, InstalledController, InstalledHardware } from '../platform/fleet-file.ts'
import type { FleetMemory, StoredAccessList, VehicleMemory } from '../platform/fleet-state.ts'

/** A key that is held to a reader. */
export type KeyScan = Pick<z.infer<typeof KeyScanData>, 'key' | 'key_type'>

/** One piece of hardware at run time: what it keeps over a power cut, and what it is doing. */
export interface Hardware extends Stand {
  readonly type: HardwareType
  readonly installed: InstalledHardware
  readonly behaviour: Behaviour
  since: string
  /** The key that booked it, which alone may use it; null where it is not booked, or was booked without a key. */
  bookedBy: string | null
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
  /** Which keys open it; null as long as the server sent no list. */
  accessList: StoredAccessList | null
  arrivingList: ArrivingList | null
  rssi_dbm: number
  supply_mv: number
  /** Parameters that differ from those it was delivered with. */
  params: Record<string, ParameterValue>
  firmware_version: string
  otp_secret: string | null
  otp_used: number[]
  /** In milliseconds since the epoch; 0: its alarms work. */
  alarms_off_until: number
  /** Alarms that it has raised and not cleared. */
  readonly alarms: Set<AlarmReason>
  /** Of a rental vehicle: what it keeps besides. */
  vehicle?: VehicleMemory
}

type AlarmReason = z.infer<typeof AlarmReason>

const lockTypes: readonly HardwareType[] = ['dock', 'locker', 'rental_dock', 'door']
export const hasLock = ({ type }: { type: HardwareType }): boolean => lockTypes.includes(type)
export const isStand = ({ type }: { type: HardwareType }): boolean =>
  type === 'dock' || type === 'locker' || type === 'rental_dock'

/**
 * Where a lock comes to rest after a power cut in the middle of a movement: locked if it holds a bike. A door rests
 * locked.
 */
function restingState(type: HardwareType, state: DockState, key: string | null): DockState {
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
    bookedBy: null,
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
    accessList: remembered?.access_list ?? null,
    arrivingList: null,
    rssi_dbm: installed.rssi_dbm ?? -65,
    supply_mv: installed.supply_mv ?? 5_000,
    params: remembered?.params ?? {},
    firmware_version: remembered?.firmware_version ?? installed.firmware_version,
    otp_secret: remembered?.otp_secret ?? null,
    otp_used: remembered?.otp_used ?? [],
    alarms_off_until: remembered?.alarms_off_until ?? 0,
    alarms: new Set(),
    admits: (rfid) => verdictOf(hardware.accessList, { key: rfid, key_type: 'rfid' }, ownTime(hardware)) !== 'refused',
    isFree: () => isLineUp() && !hardware.isDown && !hardware.isDead && hardware.tasks === 0,
  }
  return hardware
}

/** By the hardware's own clock, which may be wrong. */
export const ownTime = ({ behaviour }: Pick<Hardware, 'behaviour'>): Date =>
  new Date(Date.now() + clockOffMs(behaviour))

export const nextSeq = (hardware: Hardware): number => seqOf(hardware.boot_count, ++hardware.sent)

/** Starts a new boot, which moves the counter into a new range. */
export function boot(hardware: Hardware, memory: FleetMemory): void {
  hardware.boot_count++
  hardware.sent = 0
  hardware.booted_at = Date.now()
  remember(hardware, memory)
}

/** What is not said keeps what is remembered: the mesh of a piece is written where it changes. */
export function remember(hardware: Hardware, memory: FleetMemory): void {
  const { boot_count, state, key, since, params, firmware_version, otp_secret, otp_used, alarms_off_until } = hardware
  memory.keep(hardware.hardware_id, {
    ...memory.of(hardware.hardware_id),
    boot_count,
    state,
    key,
    since,
    params,
    firmware_version,
    otp_used,
    alarms_off_until,
    ...(otp_secret === null ? {} : { otp_secret }),
    ...(hardware.vehicle ? { vehicle: hardware.vehicle } : {}),
    access_list: hardware.accessList,
  })
}

/** Queues work behind what the hardware is doing: a lock moves in one direction at a time. */
export function inTurn(hardware: Hardware, work: () => Promise<void>): Promise<void> {
  hardware.tasks++
  hardware.lastTask = hardware.lastTask.then(work).finally(() => {
    hardware.tasks--
  })
  return hardware.lastTask
}
