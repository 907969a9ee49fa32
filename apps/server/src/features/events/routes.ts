import type { AuditEvent, EventQuery } from '@wheelhouse/contract/events/events.ts'
import {
  deviceEvents,
  listDeviceEventPeople,
  listLocationEventPeople,
  locationEvents,
} from '@wheelhouse/contract/events/events.ts'
import { pageSource } from '../../lists/list-source.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import type { Resource } from '../../authz/rights.ts'
import { auditCells as cells } from './serve-audit.ts'
import { eventsOfLocation, eventsOfThing, peopleOfLocation, peopleOfThing } from './queries.ts'

const deviceResource = ({ device_id: id }: { device_id: string }): Resource => ({ type: 'device', id })

const locationEventList = pageSource<AuditEvent>(locationEvents, (ctx, { params, query }, isCounted) =>
  eventsOfLocation(ctx, locationEvents.params.parse(params).location_id, query as EventQuery, isCounted),
)
const deviceEventList = pageSource<AuditEvent>(deviceEvents, (ctx, { params, query }, isCounted) =>
  eventsOfThing(ctx, deviceResource(deviceEvents.params.parse(params)), query as EventQuery, isCounted),
)

export function eventRoutes(on: On): void {
  serveList(on, locationEvents, locationEventList, { cells })
  serveList(on, deviceEvents, deviceEventList, { cells })
  serve(on, listLocationEventPeople, ({ params, query }, ctx) => peopleOfLocation(ctx, params.location_id, query))
  serve(on, listDeviceEventPeople, ({ params, query }, ctx) => peopleOfThing(ctx, deviceResource(params), query))
}
