import {
  assignHardware as assignHardwareRoute,
  assignManyHardware as assignManyHardwareRoute,
  getHardware,
  removeHardware as removeHardwareRoute,
  swapHardware as swapHardwareRoute,
  unassignedHardware,
} from '@wheelhouse/contract/hardware/hardware.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { assignHardware, assignManyHardware, removeHardware, swapHardware } from './assignment.ts'
import { hardwareById, stockList } from './queries.ts'

export function hardwareRoutes(on: On): void {
  serveList(on, unassignedHardware, stockList)
  serve(on, getHardware, ({ params }, ctx) => hardwareById(ctx, params.hardware_id))
  serve(on, assignHardwareRoute, ({ params, body, version }, ctx) =>
    assignHardware(ctx, params.device_id, body, version),
  )
  serve(on, assignManyHardwareRoute, ({ params, body }, ctx) => assignManyHardware(ctx, params.location_id, body))
  serve(on, swapHardwareRoute, ({ params, body, version }, ctx) =>
    swapHardware(ctx, params.device_id, body.with_device_id, { of: version, other: body.with_device_version }),
  )
  serve(
    on,
    removeHardwareRoute,
    async ({ params, version }, ctx) => void (await removeHardware(ctx, params.device_id, params.hardware_id, version)),
  )
}
