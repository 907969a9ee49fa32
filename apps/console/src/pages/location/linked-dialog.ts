import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { otherReasons, stuckUserReasons } from '@wheelhouse/contract/commands/command-bodies.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { CommandAsked } from '../../features/commands/command-dialog.tsx'
import { isCommandName } from '../../features/commands/command-offers.ts'
import type { DeviceAction } from '../../features/devices/device-actions.ts'
import type { LocationSearch } from './location-search.ts'
import type { DeviceAsked } from './device-dialogs.tsx'

type Asked = Pick<LocationSearch, 'ask' | 'reason'>

const reasons: readonly string[] = [...stuckUserReasons, ...otherReasons]

/** The command that a link asks about: `?device=…&ask=force_unlock&reason=app`. Sending still takes a click. */
export function linkedCommand(
  { ask, reason }: Asked,
  device: Device | undefined,
  sendable: readonly CommandName[],
): CommandAsked | null {
  if (ask === undefined || device === undefined || !isCommandName(ask) || !sendable.includes(ask)) return null
  return { device, name: ask, ...(reason !== undefined && reasons.includes(reason) ? { reason } : {}) }
}

interface Allowed {
  /** What this person may change at a device. */
  actions: readonly DeviceAction[]
  mayCreate: boolean
  mayPrint: boolean
}

/** The dialog that a link opens over the devices: `?ask=add_devices`, `?device=…&ask=qr`. */
export function linkedDialog(
  { ask }: Asked,
  device: Device | undefined,
  devices: readonly Device[],
  { actions, mayCreate, mayPrint }: Allowed,
): DeviceAsked | null {
  const action = actions.find((name) => name === ask)
  if (device !== undefined && action !== undefined) return { action, id: device.id }
  if (ask === 'print' && mayPrint && devices.length > 0) return { action: 'print', devices }
  return ask === 'add_devices' && mayCreate ? { action: 'new' } : null
}
