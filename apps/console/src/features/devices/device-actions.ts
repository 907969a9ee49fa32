import {
  IconFolders,
  IconPencil,
  IconPlugConnected,
  IconPlugConnectedX,
  IconQrcode,
  IconReplace,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { deleteDevice, keepDevice, setQrCode, updateDevice } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { assignHardware, removeHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { can } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { isObsolete } from '../locations/location-labels.ts'
import { useUser } from '../../stores/user-store.ts'

export const deviceActions = ['hardware', 'qr', 'edit', 'groups', 'remove_hardware', 'keep', 'delete'] as const
export type DeviceAction = (typeof deviceActions)[number]

export interface DeviceActionOffer {
  name: DeviceAction
  label: string
  /** On a tile of the phone. */
  short: string
  icon: TablerIcon
  /** Opens the dialog; it never does anything by itself. */
  letter?: string
  isDanger?: boolean
  /** Why not now. */
  reason?: string
}

/** The call that a dialog would make. People without its permission are not offered the dialog. */
const routeOf: Record<DeviceAction, Pick<Route, 'access'>> = {
  hardware: assignHardware,
  qr: setQrCode,
  edit: updateDevice,
  groups: changeBelongs,
  remove_hardware: removeHardware,
  keep: keepDevice,
  delete: deleteDevice,
}

type Asked = Pick<Device, 'hardware_id' | 'delete_pending' | 'session'>

const looks = (device: Asked): Record<DeviceAction, Omit<DeviceActionOffer, 'name' | 'reason'>> => ({
  hardware:
    device.hardware_id === null
      ? { label: t('Assign hardware'), short: t('Assign'), icon: IconPlugConnected, letter: 'A' }
      : { label: t('Swap hardware'), short: t('Swap'), icon: IconReplace, letter: 'S' },
  qr: { label: t('QR code'), short: t('QR code'), icon: IconQrcode, letter: 'Q' },
  edit: { label: t('Alias and comment'), short: t('Comment'), icon: IconPencil, letter: 'C' },
  groups: { label: t('Resource groups'), short: t('Groups'), icon: IconFolders },
  remove_hardware: { label: t('Remove hardware'), short: t('Remove'), icon: IconPlugConnectedX, isDanger: true },
  keep: { label: t('Cancel deletion'), short: t('Keep'), icon: IconRestore, letter: 'K' },
  delete: { label: t('Delete device'), short: t('Delete'), icon: IconTrash, isDanger: true },
})

/** What there is to do, by what the device is; what cannot be done now says why. */
function reasonOf(name: DeviceAction, { delete_pending, session }: Asked): string | undefined {
  if (name === 'delete' && session !== null) return t('A session is open in this device; end it first')
  if ((name === 'hardware' || name === 'remove_hardware') && delete_pending) return t('This device is being deleted')
  return undefined
}

function isThere(name: DeviceAction, { hardware_id, delete_pending }: Asked): boolean {
  if (name === 'keep') return delete_pending
  if (name === 'delete') return !delete_pending
  return name !== 'remove_hardware' || hardware_id !== null
}

export const mayDo = (map: PermissionMap | null, name: DeviceAction): boolean => {
  const { access } = routeOf[name]
  return !isNeeds(access) || can(map, access)
}

/** At an obsolete location what is there may go: codes are cleared for where the docks move to, hardware goes back into stock. */
const setsUp: readonly DeviceAction[] = ['hardware', 'edit']

/** What a person may do to the devices of a location at all; the server decides row by row. */
export const actionsAt = (location: Pick<Location, 'status'>, map: PermissionMap | null): readonly DeviceAction[] =>
  deviceActions.filter((name) => mayDo(map, name) && !(isObsolete(location) && setsUp.includes(name)))

export const useDeviceActions = (location: Pick<Location, 'status'>): readonly DeviceAction[] =>
  actionsAt(
    location,
    useUser(({ userPermissions }) => userPermissions),
  )

export function actionsFor(device: Asked, allowed: readonly DeviceAction[]): DeviceActionOffer[] {
  const look = looks(device)
  return allowed
    .filter((name) => isThere(name, device))
    .map((name) => {
      const reason = reasonOf(name, device)
      return { name, ...look[name], ...(reason === undefined ? {} : { reason }) }
    })
}
