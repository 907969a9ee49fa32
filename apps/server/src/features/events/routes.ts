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

const locationEventList = pageSource(locationEvents, (ctx, { params, query }, isCounted) =>
  eventsOfLocation(ctx, params.location_id, query, isCounted),
)
const deviceEventList = pageSource(deviceEvents, (ctx, { params, query }, isCounted) =>
  eventsOfThing(ctx, deviceResource(params), query, isCounted),
)

export function eventRoutes(on: On): void {
  serveList(on, locationEvents, locationEventList, { cells })
  serveList(on, deviceEvents, deviceEventList, { cells })
  serve(on, listLocationEventPeople, ({ params, query }, ctx) => peopleOfLocation(ctx, params.location_id, query))
  serve(on, listDeviceEventPeople, ({ params, query }, ctx) => peopleOfThing(ctx, deviceResource(params), query))
}
