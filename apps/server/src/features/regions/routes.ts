import {
  createRegion as create,
  getRegion,
  listRegionEvents,
  regions,
  updateRegion as update,
} from '@wheelhouse/contract/regions/regions.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveEvents } from '../events/serve-events.ts'
import { serveList } from '../../lists/serve-list.ts'
import { regionList } from './queries.ts'
import { createRegion, updateRegion } from './regions.ts'

export function regionRoutes(on: On): void {
  serveList(on, regions, regionList)
  serve(on, getRegion, ({ params }, ctx) => regionList.get(ctx, params.region_id))
  serveEvents(on, listRegionEvents)
  serve(on, create, ({ body }, ctx) => createRegion(ctx, body))
  serve(on, update, ({ params, body, version }, ctx) => updateRegion(ctx, params.region_id, body, version))
}
