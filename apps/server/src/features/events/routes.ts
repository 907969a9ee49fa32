import type { EventQuery } from '@wheelhouse/contract/events.ts'
import { exportDeviceEvents, exportLocationEvents, listDeviceEvents, listLocationEvents } from '@wheelhouse/contract/events.ts'
import type { Ctx } from '../../http/context.ts'
import { serveExport } from '../../http/export.ts'
import type { ListInput } from '../../http/list-walk.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { eventCells } from './export.ts'
import { eventsOfThing, eventsOfLocation } from './queries.ts'

export function eventRoutes(on: On): void {
  serve(on, listLocationEvents, ({ params, query }, ctx) => eventsOfLocation(ctx, params.location_id, query))
  serveExport(
    on,
    exportLocationEvents,
    (ctx: Ctx, { params, query }: ListInput<{ location_id: string }, EventQuery>, isCounted) =>
      eventsOfLocation(ctx, params.location_id, query, isCounted),
    eventCells,
  )
  serve(on, listDeviceEvents, ({ params, query }, ctx) => eventsOfThing(ctx, params.device_id, query))
  serveExport(
    on,
    exportDeviceEvents,
    (ctx: Ctx, { params, query }: ListInput<{ device_id: string }, EventQuery>, isCounted) =>
      eventsOfThing(ctx, params.device_id, query, isCounted),
    eventCells,
  )
}
