import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { call } from '../../api/api.ts'
import type { ShownField } from '../../forms/changed-meanwhile.tsx'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'

/** What people write of a device: by these someone who asks about it sees that another was faster. */
export const deviceFields: readonly ShownField<Device>[] = [
  { label: 'Alias', of: ({ alias }) => alias },
  { label: 'Comment', of: ({ comment }) => comment },
  { label: 'QR code', of: ({ qr_code }) => qr_code },
  { label: 'Hardware ID', of: ({ hardware_id }) => hardware_id && hardwareId(hardware_id) },
  { label: 'Deletion', of: ({ delete_pending }) => (delete_pending ? t('pending') : null) },
]

export const freshDevice = ({ id }: Pick<Device, 'id'>): Promise<Device> =>
  call(getDevice, { params: { device_id: id } })
