import type { EventQuery } from '@wheelhouse/contract/events/events.ts'
import {
  exportDeviceEvents,
  exportLocationEvents,
  listDeviceEventPeople,
  listDeviceEvents,
  listLocationEventPeople,
  listLocationEvents,
} from '@wheelhouse/contract/events/events.ts'
import type { Ctx } from '../../platform/context.ts'
import { serveExport } from '../../lists/export.ts'
import type { ListInput } from '../../lists/list-pages.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import type { Resource } from '../../authz/rights.ts'
import { eventCells } from './export.ts'
import { eventsOfLocation, eventsOfThing, peopleOfLocation, peopleOfThing } from './queries.ts'

const deviceIn = (params: { device_id: string }): Resource => ({ type: 'device', id: params.device_id })

export function eventRoutes(on: On): void {
  serve(on, listLocationEvents, ({ params, query }, ctx) => eventsOfLocation(ctx, params.location_id, query))
  serveExport(
    on,
    exportLocationEvents,
    (ctx: Ctx, { params, query }: ListInput<{ location_id: string }, EventQuery>, isCounted) =>
      eventsOfLocation(ctx, params.location_id, query, isCounted),
    eventCells,
  )
  serve(on, listLocationEventPeople, ({ params, query }, ctx) => peopleOfLocation(ctx, params.location_id, query))
  serve(on, listDeviceEvents, ({ params, query }, ctx) => eventsOfThing(ctx, deviceIn(params), query))
  serveExport(
    on,
    exportDeviceEvents,
    (ctx: Ctx, { params, query }: ListInput<{ device_id: string }, EventQuery>, isCounted) =>
      eventsOfThing(ctx, deviceIn(params), query, isCounted),
    eventCells,
  )
  serve(on, listDeviceEventPeople, ({ params, query }, ctx) => peopleOfThing(ctx, deviceIn(params), query))
}
