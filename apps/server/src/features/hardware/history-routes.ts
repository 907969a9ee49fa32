import {
  deviceHeartbeatHistory,
  exportTechnicalTable,
  hardwareHeartbeatHistory,
  locationHardware,
  locationOnline,
  locationReadings,
} from '@wheelhouse/contract/hardware/hardware-history.ts'
import { serveExport } from '../../lists/export.ts'
import { serve, serveText } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { requireHardwareVisible } from '../../authz/authorize.ts'
import { technicalCells, technicalTable } from './history-export.ts'
import { onlineOf } from './history-queries.ts'
import { historyText } from './history-text.ts'
import { hardwareOf, readingsOf } from './technical.ts'

export function hardwareHistoryRoutes(on: On): void {
  serveText(on, deviceHeartbeatHistory, (ctx, request) => historyText(ctx, request, 'device'))
  serveText(on, hardwareHeartbeatHistory, async (ctx, request) => {
    const text = await historyText(ctx, request, 'hardware')
    await requireHardwareVisible(ctx, request.params.hardware_id)
    return text
  })
  serve(on, locationOnline, ({ params, query }, ctx) => onlineOf(ctx, params.location_id, query))
  serve(on, locationHardware, ({ params }, ctx) => hardwareOf(ctx, params.location_id))
  serve(on, locationReadings, ({ params }, ctx) => readingsOf(ctx, params.location_id))
  serveExport(on, exportTechnicalTable, technicalTable, technicalCells)
}
