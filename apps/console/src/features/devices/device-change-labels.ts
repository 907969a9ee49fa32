import { deviceFieldLabels, plainDeviceFields } from '@wheelhouse/contract/devices/device-fields.ts'
import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { call } from '../../api/api.ts'
import type { ShownField } from '../../forms/changed-meanwhile.tsx'
import { fieldText } from '../../i18n/field-values.tsx'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'

/** What people write of a device: by these someone who asks about it sees that another was faster. */
export const deviceFieldsShown: readonly ShownField<Device>[] = [
  ...plainDeviceFields.map((name) => ({
    label: deviceFieldLabels[name],
    of: (device: Device) => fieldText(device[name]),
  })),
  { label: deviceFieldLabels.qr_code, of: ({ qr_code }) => qr_code },
  { label: deviceFieldLabels.hardware_id, of: ({ hardware_id }) => hardware_id && hardwareId(hardware_id) },
  { label: 'Deletion', of: ({ delete_pending }) => (delete_pending ? t('pending') : null) },
]

export const freshDevice = ({ id }: Pick<Device, 'id'>): Promise<Device> =>
  call(getDevice, { params: { device_id: id } })
