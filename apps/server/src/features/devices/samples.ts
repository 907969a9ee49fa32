import { blankDevice } from '@wheelhouse/contract/devices/device-fields.ts'
import { qrCheckLetter } from '@wheelhouse/contract/deep-link/deep-link.ts'
import {
  confirmQrCode,
  createDevices,
  deleteDevices,
  generateQrCodes,
  keepDevice,
  setDeviceOrder,
  setQrCode,
  updateDevice,
} from '@wheelhouse/contract/devices/device-edit.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

const qr_code = `7Z3KQ9A1B${qrCheckLetter('7Z3KQ9A1B')}`

export const samples: FeatureSamples = {
  routes: async (w, { location_id, device_id, busy_device_id }) => {
    const spare = await w.make.device(location_id)
    return [
      sample(setDeviceOrder, { body: { rows: [{ label: '', device_ids: [device_id, busy_device_id, spare] }] } }),
      sample(createDevices, { body: { type: 'dock', amount: 1 }, isUnversioned: true }),
      sample(updateDevice, { body: blankDevice }),
      sample(deleteDevices, { body: { device_ids: [spare] } }),
      sample(setQrCode, { body: { qr_code } }),
      sample(confirmQrCode, { body: { qr_code }, wrongVersionStatus: 409 }),
      sample(generateQrCodes, { body: { device_ids: [device_id] } }),
      sample(keepDevice, { wrongVersionStatus: 200 }),
    ]
  },
}
