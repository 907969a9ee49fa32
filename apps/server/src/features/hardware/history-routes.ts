import {
  deviceHeartbeatHistory,
  exportTechnicalTable,
  hardwareHeartbeatHistory,
  locationHardware,
  locationOnline,
  locationReadings,
} from '@wheelhouse/contract/hardware/hardware-history.ts'
import { serveExport } from '../../lists/export.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { requireHardwareVisible } from '../../authz/authorize.ts'
import { technicalCells, technicalTable } from './history-export.ts'
import { deviceHistory, hardwareHistory, onlineOf } from './history-queries.ts'
import { hardwareOf, readingsOf } from './technical.ts'

export function hardwareHistoryRoutes(on: On): void {
  serve(on, deviceHeartbeatHistory, ({ params, query }, ctx) => deviceHistory(ctx, params.device_id, query))
  serve(on, hardwareHeartbeatHistory, async ({ params, query }, ctx) => {
    await requireHardwareVisible(ctx, params.hardware_id)
    return hardwareHistory(ctx, params.hardware_id, query)
  })
  serve(on, locationOnline, ({ params, query }, ctx) => onlineOf(ctx, params.location_id, query))
  serve(on, locationHardware, ({ params }, ctx) => hardwareOf(ctx, params.location_id))
  serve(on, locationReadings, ({ params }, ctx) => readingsOf(ctx, params.location_id))
  serveExport(on, exportTechnicalTable, technicalTable, technicalCells)
}
