import {
  createFleet as createRoute,
  fleets,
  getFleet,
  listFleetEvents,
  updateFleet as updateRoute,
} from '@wheelhouse/contract/fleets/fleets.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { createFleet, updateFleet } from './fleets.ts'
import { fleetList } from './queries.ts'

export function fleetRoutes(on: On): void {
  serveList(on, fleets, fleetList)
  serve(on, getFleet, ({ params }, ctx) => fleetList.get(ctx, params.fleet_id))
  serveEvents(on, listFleetEvents)
  serve(on, createRoute, ({ body }, ctx) => createFleet(ctx, body))
  serve(on, updateRoute, ({ params, body, version }, ctx) => updateFleet(ctx, params.fleet_id, body, version))
}
