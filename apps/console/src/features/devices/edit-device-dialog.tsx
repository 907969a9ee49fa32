import { IconPencil } from '@tabler/icons-react'
import { updateDevice } from '@wheelhouse/contract/devices/device-edit.ts'
import { plainDeviceFields } from '@wheelhouse/contract/devices/device-fields.ts'
import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { DeviceControls } from './device-controls.tsx'
import { deviceName } from './device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

interface EditDeviceDialogProps {
  device: Device
  onClose: () => void
}

/** What a device is called besides its number, and what is to be known of it. */
export function EditDeviceDialog({ device, onClose }: EditDeviceDialogProps) {
  const params = { device_id: device.id }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('{{device}} of {{code}}', { device: deviceName(device), code: device.location_code })}
      icon={IconPencil}
    >
      <ContractForm
        route={updateDevice}
        params={params}
        defaults={valuesIn(device, plainDeviceFields)}
        version={device.version}
        fresh={() => call(getDevice, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <DeviceControls />
      </ContractForm>
    </Dialog>
  )
}
