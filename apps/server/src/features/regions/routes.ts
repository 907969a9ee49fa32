import {
  createRegion as create,
  exportRegions,
  getRegion,
  listRegionEvents,
  listRegions,
  updateRegion as update,
} from '@wheelhouse/contract/regions/regions.ts'
import { serveExport } from '../../lists/export.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveEvents } from '../events/serve-events.ts'
import { regionCells } from './export.ts'
import { regionById, regionPage } from './queries.ts'
import { createRegion, updateRegion } from './regions.ts'

export function regionRoutes(on: On): void {
  serve(on, listRegions, (input, ctx) => regionPage(ctx, input))
  serveExport(on, exportRegions, regionPage, regionCells)
  serve(on, getRegion, ({ params }, ctx) => regionById(ctx.db, params.region_id))
  serveEvents(on, listRegionEvents)
  serve(on, create, ({ body }, ctx) => createRegion(ctx, body))
  serve(on, update, ({ params, body, version }, ctx) => updateRegion(ctx, params.region_id, body, version))
}
