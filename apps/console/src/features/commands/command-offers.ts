import {
  IconBell,
  IconBellOff,
  IconBookmark,
  IconBookmarkOff,
  IconBulb,
  IconCamera,
  IconClockPlay,
  IconCpu,
  IconCpu2,
  IconInfoSquare,
  IconKey,
  IconListDetails,
  IconLock,
  IconLockCheck,
  IconLockOpen,
  IconLockOpen2,
  IconPlugConnectedX,
  IconReload,
  IconWifi,
  IconX,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { bookingHold, commandNames, commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { commandWord } from '@wheelhouse/contract/commands/command-words.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { CommandReason } from '@wheelhouse/contract/commands/command-bodies.ts'
import type { CommandGroup, CommandName, CommandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { can } from '../../session/can.ts'
import { deviceWithin } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'

interface Look {
  icon: TablerIcon
  /** Opens the dialog; it never sends. */
  letter?: string
  /** In the short menu: what people send every day. The others are one step further. */
  isUsual?: true
  /** On a tile, where the label would take two lines. */
  short?: string
}

const looks: Record<CommandName, Look> = {
  force_unlock: { icon: IconLockOpen, letter: 'U', isUsual: true },
  force_lock: { icon: IconLock, letter: 'L', isUsual: true },
  temporary_unlock: { icon: IconClockPlay, letter: 'T', isUsual: true, short: t('Unlock briefly') },
  unlock: { icon: IconLockOpen2 },
  lock: { icon: IconLockCheck },
  book: { icon: IconBookmark },
  cancel_booking: { icon: IconBookmarkOff },
  force_cancel_booking: { icon: IconX },
  identify: { icon: IconBulb, letter: 'I', isUsual: true },
  take_photo: { icon: IconCamera, letter: 'P', isUsual: true, short: t('Photo') },
  reboot: { icon: IconReload, letter: 'R', isUsual: true },
  power_cycle_children: { icon: IconPlugConnectedX },
  sync_device_session: { icon: IconKey },
  switch_to_wifi: { icon: IconWifi },
  disable_alarm: { icon: IconBellOff },
  enable_alarm: { icon: IconBell },
  firmware_update: { icon: IconCpu },
  firmware_update_children: { icon: IconCpu2 },
  get_paramsys_info: { icon: IconListDetails },
  get_system_version: { icon: IconInfoSquare },
}

export interface Offer extends Look {
  name: CommandName
  group: CommandGroup
  label: string
  /** Why it cannot be sent now. */
  reason?: string
}

export const isCommandName = (name: string): name is CommandName => isOneOf(commandNames, name)

/** The same command with the same words, asked once more. What the server sends by itself, nobody can send. */
export const againOf = <D>(
  { name, reason, comment }: Pick<Command, 'name' | 'reason' | 'comment'>,
  device: D | undefined,
) =>
  device === undefined || !isCommandName(name)
    ? null
    : { device, name, reason: reason ?? undefined, comment: comment ?? undefined }

/** A newer server may know more commands than this build. */
export const commandLabel = (name: string): string => t(commandWord(name))
export const commandIcon = (name: CommandName): TablerIcon => looks[name].icon

/** What a person may send at all, wherever it is: the call's own access and the command's. */
const mayBeSent = (map: PermissionMap | null, name: CommandName): boolean =>
  can(map, commandRule(name).needs) && (!isNeeds(sendCommand.access) || can(map, sendCommand.access))

export function useSendable(): readonly CommandName[] {
  const map = useUser((state) => state.userPermissions)
  return commandNames.filter((name) => mayBeSent(map, name))
}

type Asked = Pick<Device, 'type' | 'hardware_id' | 'dock_state' | 'heartbeat_health'>

/** What is offered for one device: by permission and by its type. What it cannot take now says why. */
export function offersFor(device: Asked, sendable: readonly CommandName[]): Offer[] {
  return sendable
    .filter((name) => commandRule(name).device_types.includes(device.type))
    .map((name) => {
      const reason = whyNot(device, name)
      return {
        ...looks[name],
        group: commandRule(name).group,
        name,
        label: commandLabel(name),
        ...(reason === undefined ? {} : { reason }),
      }
    })
}

const needsLocked: readonly CommandName[] = ['temporary_unlock', 'unlock']
const needsBooking: readonly CommandName[] = ['cancel_booking', 'force_cancel_booking']

/** What the state of the lock rules out. A lock without contact may have moved since, so everything is still offered. */
function whyNot({ hardware_id, dock_state, heartbeat_health }: Asked, name: CommandName): string | undefined {
  if (hardware_id === null) return t('No hardware is assigned to this device')
  if (heartbeat_health !== 'healthy' && heartbeat_health !== 'late') return undefined
  if (dock_state === 'unlocked' && needsLocked.includes(name)) return t('The lock is already open')
  if (dock_state === 'locked' && name === 'lock') return t('The lock is already closed')
  if (dock_state !== 'unlocked' && name === 'book') return t('The dock is not free')
  return dock_state !== 'booked' && needsBooking.includes(name) ? t('The dock is not booked') : undefined
}

/** "dock 07", within a sentence. */
export const targetName = (type: string | null, number: number | null): string =>
  number === null ? t('hardware') : deviceWithin({ type: type ?? 'device', number })

/** "Temporary unlock, dock 07". */
export const commandTitle = (command: Pick<Command, 'name' | 'device_type' | 'device_number'>): string =>
  `${commandLabel(command.name)}, ${targetName(command.device_type, command.device_number)}`

export const reasonLabels: Record<CommandReason, string> = {
  unknown: 'Unknown',
  mechanical: 'Mechanical',
  firmware: 'Firmware',
  rfid: 'RFID',
  app: 'App',
  user_error: 'User error',
  locked_empty: 'Locked empty',
  maintenance: 'Maintenance',
  testing: 'Testing',
  other: 'Other',
}
const wordsOfReasons: Readonly<Record<string, string>> = reasonLabels
export const reasonWord = (reason: string): string => t(wordsOfReasons[reason] ?? reason.replaceAll('_', ' '))

/** What a person chose in the question; `minutes` as typed. */
export interface ChosenArgs {
  channel: string | null
  minutes: string
}

export const usualMinutes = String(bookingHold.usual_minutes)

/** What goes with a command. A time that is no number is left to the contract, which refuses it in words. */
export function argsOf(rule: CommandRule | null, { channel, minutes }: ChosenArgs): Record<string, unknown> {
  if (rule?.has_channel === true) return channel === null || channel === '' ? {} : { channel }
  if (rule?.has_hold === true) return { hold_s: minutes.trim() === '' ? Number.NaN : Number(minutes) * 60 }
  return {}
}
