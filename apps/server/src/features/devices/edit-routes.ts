import {
  confirmQrCode as confirmQrCodeRoute,
  createDevices as createDevicesRoute,
  deleteDevice as deleteDeviceRoute,
  deleteDevices as deleteDevicesRoute,
  generateQrCodes as generateQrCodesRoute,
  getDeviceOrder,
  keepDevice as keepDeviceRoute,
  nextDeviceNumbers,
  setDeviceOrder as setDeviceOrderRoute,
  setQrCode as setQrCodeRoute,
  updateDevice as updateDeviceRoute,
} from '@wheelhouse/contract/devices/device-edit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { createDevices, nextNumbersOf } from './create-devices.ts'
import { updateDevice } from './edit-device.ts'
import { deviceOrderOf, setDeviceOrder } from './device-order.ts'
import { confirmQrCode, generateQrCodes, setQrCode } from './qr-codes.ts'
import { deleteDevice, deleteDevices, keepDevice } from './remove-device.ts'

export function deviceEditRoutes(on: On): void {
  serve(on, getDeviceOrder, ({ params }, ctx) => deviceOrderOf(ctx.db, params.location_id))
  serve(on, setDeviceOrderRoute, ({ params, body, version }, ctx) =>
    setDeviceOrder(ctx, params.location_id, body.rows, version),
  )
  serve(on, nextDeviceNumbers, ({ params, query }, ctx) => nextNumbersOf(ctx.db, params.location_id, query.amount))
  serve(on, createDevicesRoute, ({ params, body }, ctx) => createDevices(ctx, params.location_id, body))
  serve(on, updateDeviceRoute, ({ params, body, version }, ctx) => updateDevice(ctx, params.device_id, body, version))
  serve(on, setQrCodeRoute, ({ params, body, version }, ctx) => setQrCode(ctx, params.device_id, body.qr_code, version))
  serve(on, confirmQrCodeRoute, ({ params, body, version }, ctx) =>
    confirmQrCode(ctx, params.device_id, body.qr_code, version),
  )
  serve(on, generateQrCodesRoute, ({ body }, ctx) =>
    bulk(ctx, generateQrCodes, { ids: body.device_ids }, { replace: body.replace }),
  )
  serve(on, keepDeviceRoute, ({ params, version }, ctx) => keepDevice(ctx, params.device_id, version))
  serve(
    on,
    deleteDeviceRoute,
    async ({ params, version }, ctx) => void (await deleteDevice(ctx, params.device_id, version)),
  )
  serve(on, deleteDevicesRoute, ({ body }, ctx) => bulk(ctx, deleteDevices, { ids: body.device_ids }, undefined))
}
