import {
  checkPublicArea,
  createPublicArea,
  deletePublicArea,
  getPublicArea,
  listPublicAreaEvents,
  publicAreas,
  updatePublicArea,
} from '@wheelhouse/contract/public-areas/public-areas.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { checkNow } from './checks.ts'
import { feedRoutes } from './feed-routes.ts'
import { createArea, deleteArea, updateArea } from './public-areas.ts'
import { areaDetails, areaList } from './queries.ts'

/** Per person: each reads all feeds of an area. */
const checksAMinute = 12

export function publicAreaRoutes(on: On): void {
  serveList(on, publicAreas, areaList)
  serve(on, getPublicArea, ({ params }, ctx) => areaDetails(ctx, params.public_area_id))
  serveEvents(on, listPublicAreaEvents)
  serve(on, createPublicArea, ({ body }, ctx) => createArea(ctx, body))
  serve(on, updatePublicArea, ({ params, body, version }, ctx) => updateArea(ctx, params.public_area_id, body, version))
  serve(
    on,
    deletePublicArea,
    async ({ params, version }, ctx) => void (await deleteArea(ctx, params.public_area_id, version)),
  )
  serve({ ...on, pace: paceOf(on, checksAMinute) }, checkPublicArea, ({ params }, ctx) =>
    checkNow(ctx, params.public_area_id),
  )
  feedRoutes(on)
}
