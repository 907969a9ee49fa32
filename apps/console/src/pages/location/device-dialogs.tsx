import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { DeviceAction } from '../../features/devices/device-actions.ts'
import { DeleteDeviceDialog, KeepDeviceDialog } from '../../features/devices/delete-device-dialog.tsx'
import type { ManyAsked } from '../../features/devices/devices-bulk-bar.tsx'
import { EditDeviceDialog } from '../../features/devices/edit-device-dialog.tsx'
import { NewDevicesDialog } from '../../features/devices/new-devices-dialog.tsx'
import { deviceName } from '../../features/devices/device-labels.ts'
import { AssignManyDialog } from '../../features/hardware/assign-many-dialog.tsx'
import { HardwareDialog, RemoveHardwareDialog } from '../../features/hardware/hardware-dialog.tsx'
import { PrintLabelsDialog } from '../../features/qr-sheets/print-labels-dialog.tsx'
import { GroupsDialog } from '../../features/resource-groups/groups-dialog.tsx'
import { t } from '../../i18n/i18n.ts'
import { QrPanel } from '../../features/qr-sheets/qr-panel.tsx'

/** What someone is about to do: to one device, to some, or to the location. */
export type DeviceAsked = { action: DeviceAction; id: string } | ManyAsked | { action: 'new' }

interface DeviceDialogsProps {
  asked: DeviceAsked
  location: Location
  devices: readonly Device[]
  onClose: () => void
  onMade: (made: readonly Device[]) => void
}

/** One at a time. The device is the one of the list, so that it stays up to date while its dialog is open. */
export function DeviceDialogs({ asked, location, devices, onClose, onMade }: DeviceDialogsProps) {
  if (asked.action === 'new')
    return <NewDevicesDialog opened locationId={location.id} devices={devices} onDone={onMade} onClose={onClose} />
  if (asked.action === 'print')
    return <PrintLabelsDialog locationId={location.id} code={location.code} devices={asked.devices} onClose={onClose} />
  if (asked.action === 'assign_many')
    return <AssignManyDialog locationId={location.id} devices={asked.devices} onClose={onClose} />
  const device = devices.find(({ id }) => id === asked.id)
  if (device === undefined) return null
  switch (asked.action) {
    case 'edit':
      return <EditDeviceDialog device={device} onClose={onClose} />
    case 'qr':
      return <QrPanel device={device} onClose={onClose} />
    case 'hardware':
      return <HardwareDialog device={device} devices={devices} onClose={onClose} />
    case 'groups':
      return (
        <GroupsDialog
          type="device"
          id={device.id}
          title={t('Resource groups of {{device}}', { device: deviceName(device) })}
          onClose={onClose}
        />
      )
    case 'remove_hardware':
      return <RemoveHardwareDialog device={device} onClose={onClose} />
    case 'keep':
      return <KeepDeviceDialog device={device} onClose={onClose} />
    case 'delete':
      return <DeleteDeviceDialog device={device} onClose={onClose} />
  }
}
