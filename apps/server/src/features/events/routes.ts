import { listDeviceEvents, listLocationEvents } from '@wheelhouse/contract/events.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { eventsOfDevice, eventsOfLocation } from './queries.ts'

export function eventRoutes(on: On): void {
  serve(on, listLocationEvents, ({ params, query }, ctx) => eventsOfLocation(ctx, params.location_id, query))
  serve(on, listDeviceEvents, ({ params, query }, ctx) => eventsOfDevice(ctx, params.device_id, query))
}
