import {
  assignHardware as assignHardwareRoute,
  assignManyHardware as assignManyHardwareRoute,
  exportUnassignedHardware,
  getHardware,
  listUnassignedHardware,
  removeHardware as removeHardwareRoute,
  swapHardware as swapHardwareRoute,
} from '@wheelhouse/contract/hardware/hardware.ts'
import { serveExport } from '../../lists/export.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { assignHardware, assignManyHardware, removeHardware, swapHardware } from './assignment.ts'
import { hardwareCells } from './export.ts'
import { hardwareById, unassignedPage } from './queries.ts'

export function hardwareRoutes(on: On): void {
  serve(on, listUnassignedHardware, (input, ctx) => unassignedPage(ctx, input))
  serveExport(on, exportUnassignedHardware, unassignedPage, hardwareCells)
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
