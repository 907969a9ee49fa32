import { getDevice, listLocationDevices } from '@wheelhouse/contract/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { deviceById, devicesOf } from './queries.ts'

export function deviceRoutes(on: On): void {
  serve(on, listLocationDevices, ({ params }, ctx) => devicesOf(ctx, params.location_id))
  serve(on, getDevice, async ({ params }, ctx) => {
    const device = await deviceById(ctx, params.device_id)
    if (!device) throw new AppError('not_found')
    return device
  })
}
