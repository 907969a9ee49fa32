import * as z from 'zod'
import type { Needs } from '../access.ts'
import { keysOf } from '../certain.ts'
import { dockTypes } from '../devices/devices.ts'
import type { HardwareType } from '../devices/devices.ts'

/** Spec section 9: the channels from which hardware takes its firmware. */
export const firmwareChannels = ['stable', 'testing', 'development', 'fallback'] as const
export const FirmwareChannel = z.enum(firmwareChannels, { error: 'Choose a channel' })
export type FirmwareChannel = z.infer<typeof FirmwareChannel>

/** In this order in every menu. */
export const commandGroups = ['lock', 'booking', 'hardware', 'alarms', 'firmware', 'information'] as const
export type CommandGroup = (typeof commandGroups)[number]

export interface CommandRule {
  label: string
  group: CommandGroup
  /** The rights that the caller must hold on the device of the command (rights: which action guards what). */
  needs: Needs
  device_types: readonly HardwareType[]
  /** What cannot be undone by another click asks for a confirmation that says what will happen. */
  dangerous: boolean
  /** What happens, in one sentence, for the confirmation. */
  effect: string
  /** The person chooses the channel of the firmware. */
  has_channel?: true
  /** The person chooses how long the dock is held. */
  has_hold?: true
}

/** How long a booking holds a dock (values: booking hold). */
export const bookingHold = { min_minutes: 1, max_minutes: 60, usual_minutes: 10 } as const

const anyDevice = ['dock', 'locker', 'door', 'guard', 'controller', 'rental_dock'] as const
const lockable = [...dockTypes, 'door'] as const
const controllers = ['controller'] as const

const setStatus = { device: ['SETSTATUS'] } as const satisfies Needs
const forceStatus = { device: ['FORCESTATUS'] } as const satisfies Needs
const updateHardware = { hardware: ['UPDATE'] } as const satisfies Needs
const readParameters = { hardware: ['GET_PARAMS'] } as const satisfies Needs

/**
 * Every command of spec section 9 that a person can send; names as on the wire. Menus, the bulk dialog, the palette, the
 * API reference and the rules of the server read this table; the device protocol declares arguments and time limits under
 * the same names, and a test keeps the two equal.
 */
export const commandRules = {
  force_unlock: {
    label: 'Force unlock',
    group: 'lock',
    needs: forceStatus,
    device_types: lockable,
    dangerous: true,
    effect: 'The lock opens and its parking session ends. Anyone at the dock can take the bike.',
  },
  force_lock: {
    label: 'Force lock',
    group: 'lock',
    needs: forceStatus,
    device_types: lockable,
    dangerous: true,
    effect: 'Force lock does not physically lock the device',
  },
  temporary_unlock: {
    label: 'Temporary unlock',
    group: 'lock',
    needs: setStatus,
    device_types: lockable,
    dangerous: false,
    effect: 'The lock opens for a few seconds (10 s by default) and locks again. The parking session continues.',
  },
  unlock: {
    label: 'Unlock',
    group: 'lock',
    needs: setStatus,
    device_types: lockable,
    dangerous: false,
    effect: 'The lock opens if it is locked and free to open. The parking session of a bike in it ends.',
  },
  lock: {
    label: 'Lock',
    group: 'lock',
    needs: setStatus,
    device_types: lockable,
    dangerous: false,
    effect: 'The lock closes if it is open.',
  },
  book: {
    label: 'Book',
    group: 'booking',
    needs: setStatus,
    device_types: dockTypes,
    dangerous: false,
    has_hold: true,
    effect: 'The dock is held for the chosen time; riders see it as booked.',
  },
  cancel_booking: {
    label: 'Cancel booking',
    group: 'booking',
    needs: setStatus,
    device_types: dockTypes,
    dangerous: false,
    effect: 'The booking ends and the dock is free again.',
  },
  force_cancel_booking: {
    label: 'Force cancel booking',
    group: 'booking',
    needs: forceStatus,
    device_types: dockTypes,
    dangerous: true,
    effect: 'The booking ends whatever the dock reports. A rider on the way loses the place.',
  },
  identify: {
    label: 'Identify',
    group: 'hardware',
    needs: setStatus,
    device_types: anyDevice,
    dangerous: false,
    effect: 'The light and buzzer run for 10 seconds.',
  },
  take_photo: {
    label: 'Take photo',
    group: 'hardware',
    needs: setStatus,
    device_types: ['guard', 'controller'],
    dangerous: false,
    effect: 'The camera takes a photo of the location. Photos are deleted automatically, and every view is recorded.',
  },
  reboot: {
    label: 'Reboot',
    group: 'hardware',
    needs: updateHardware,
    device_types: anyDevice,
    dangerous: false,
    effect: 'The hardware restarts and does not respond for a few seconds. A controller restarts its children too.',
  },
  power_cycle_children: {
    label: 'Power cycle children',
    group: 'hardware',
    needs: updateHardware,
    device_types: controllers,
    dangerous: true,
    effect: 'The controller switches the power of all its children off and on. None responds until it has started.',
  },
  sync_device_session: {
    label: 'Sync device session',
    group: 'hardware',
    needs: setStatus,
    device_types: anyDevice,
    dangerous: false,
    effect: 'The hardware receives the key of its open parking session again. The lock does not move.',
  },
  switch_to_wifi: {
    label: 'Switch to Wi-Fi',
    group: 'hardware',
    needs: updateHardware,
    device_types: controllers,
    dangerous: false,
    effect: 'The controller leaves the mobile network and connects through the Wi-Fi of its configuration.',
  },
  disable_alarm: {
    label: 'Disable alarms for 2 hours',
    group: 'alarms',
    needs: updateHardware,
    device_types: anyDevice,
    dangerous: false,
    effect: 'The hardware raises no alarm for 2 hours; after that its alarms work again without a command.',
  },
  enable_alarm: {
    label: 'Enable alarms',
    group: 'alarms',
    needs: updateHardware,
    device_types: anyDevice,
    dangerous: false,
    effect: 'The alarms of the hardware work again immediately.',
  },
  firmware_update: {
    label: 'Firmware update',
    group: 'firmware',
    needs: updateHardware,
    device_types: anyDevice,
    dangerous: true,
    effect: 'The hardware installs the newest firmware of the channel and restarts. It does not respond until then.',
    has_channel: true,
  },
  firmware_update_children: {
    label: 'Firmware update of children',
    group: 'firmware',
    needs: updateHardware,
    device_types: controllers,
    dangerous: true,
    effect: 'All children of the controller install the newest firmware of the channel and restart.',
    has_channel: true,
  },
  get_paramsys_info: {
    label: 'Get paramsys info',
    group: 'information',
    needs: readParameters,
    device_types: anyDevice,
    dangerous: false,
    effect: 'The hardware reports its configuration, which is then shown under Config.',
  },
  get_system_version: {
    label: 'Get system version',
    group: 'information',
    needs: readParameters,
    device_types: anyDevice,
    dangerous: false,
    effect: 'The hardware reports its firmware, PCB and protocol version.',
  },
} as const satisfies Record<string, CommandRule>

export type CommandName = keyof typeof commandRules
export const commandNames = keysOf(commandRules)
export const CommandName = z.enum(commandNames, {
  error: ({ input }) => (input === undefined ? 'Command is required' : 'Command: there is no such command'),
})
export const commandRule = (name: CommandName): CommandRule => commandRules[name]
