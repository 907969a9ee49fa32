import { IconBulb, IconCamera, IconClockPlay, IconLock, IconLockOpen, IconReload } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { commandNames, commandRule, sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import type { Command, CommandName } from '@wheelhouse/contract/commands/commands.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { can } from '../../session/can.ts'
import { deviceWithin } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'

interface Look {
  icon: TablerIcon
  /** Opens the dialog; it never sends. */
  letter: string
  group: 'lock' | 'hardware'
}

const looks: Record<CommandName, Look> = {
  force_unlock: { icon: IconLockOpen, letter: 'U', group: 'lock' },
  force_lock: { icon: IconLock, letter: 'L', group: 'lock' },
  temporary_unlock: { icon: IconClockPlay, letter: 'T', group: 'lock' },
  identify: { icon: IconBulb, letter: 'I', group: 'hardware' },
  take_photo: { icon: IconCamera, letter: 'P', group: 'hardware' },
  reboot: { icon: IconReload, letter: 'R', group: 'hardware' },
}

export interface Offer extends Look {
  name: CommandName
  label: string
  /** Why it cannot be sent now. */
  reason?: string
}

export const isCommandName = (name: string): name is CommandName => (commandNames as readonly string[]).includes(name)

/** A newer server may know more commands than this build. */
export const commandLabel = (name: string): string => t(isCommandName(name) ? commandRule(name).label : worded(name))
const worded = (name: string): string => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
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
      return { ...looks[name], name, label: commandLabel(name), ...(reason === undefined ? {} : { reason }) }
    })
}

/** A lock that is open needs no timed opening. A lock without contact may have closed since, so it is still offered. */
function whyNot({ hardware_id, dock_state, heartbeat_health }: Asked, name: CommandName): string | undefined {
  if (hardware_id === null) return t('No hardware is assigned to this device')
  const isInContact = heartbeat_health === 'healthy' || heartbeat_health === 'late'
  return name === 'temporary_unlock' && dock_state === 'unlocked' && isInContact
    ? t('The lock is already open')
    : undefined
}

/** "dock 07", within a sentence. */
export const targetName = (type: string | null, number: number | null): string =>
  number === null ? t('hardware') : deviceWithin({ type: type ?? 'device', number })

/** "Temporary unlock, dock 07". */
export const commandTitle = (command: Pick<Command, 'name' | 'device_type' | 'device_number'>): string =>
  `${commandLabel(command.name)}, ${targetName(command.device_type, command.device_number)}`

export const reasonLabels: Record<string, string> = {
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
export const reasonWord = (reason: string): string => t(reasonLabels[reason] ?? reason.replaceAll('_', ' '))
