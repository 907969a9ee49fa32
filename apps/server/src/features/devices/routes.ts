import { exportLocationDevices, getDevice, listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { serveExport } from '../../lists/export.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { deviceCells, deviceRowsOf } from './export.ts'
import { deviceById, devicesOf } from './queries.ts'

export function deviceRoutes(on: On): void {
  serve(on, listLocationDevices, ({ params }, ctx) => devicesOf(ctx, params.location_id))
  serveExport(on, exportLocationDevices, deviceRowsOf, deviceCells)
  serve(on, getDevice, async ({ params }, ctx) => {
    const device = await deviceById(ctx, params.device_id)
    if (!device) throw new AppError('not_found')
    return device
  })
}
