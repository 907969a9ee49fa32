import { AppError } from '@wheelhouse/contract/errors.ts'
import { locationPoints } from '@wheelhouse/contract/locations/location-points.ts'
import { locationStatistics } from '@wheelhouse/contract/locations/location-statistics.ts'
import { locationUptime } from '@wheelhouse/contract/locations/location-uptime.ts'
import {
  getLocation,
  listLocationPrivateTags,
  listLocationTags,
  locations,
  locationTotals,
} from '@wheelhouse/contract/locations/locations.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serve, serveText } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { locationById } from './one-location.ts'
import { pointsText } from './points.ts'
import { locationDetailCells } from './export.ts'
import { locationList, privateTagsInUse, tagsInUse, totalsOf } from './queries.ts'
import { statisticsOf } from './statistics.ts'
import { uptimeOf } from './uptime.ts'

export function locationRoutes(on: On): void {
  serveList(on, locations, locationList, { selects: 'location', details: locationDetailCells })
  serve(on, locationTotals, ({ query }, ctx) => totalsOf(ctx, query))
  serveText(on, locationPoints, (ctx, request) => pointsText(ctx, request, request.query))
  serve(on, listLocationTags, (_input, ctx) => tagsInUse(ctx))
  serve(on, listLocationPrivateTags, (_input, ctx) => privateTagsInUse(ctx))
  serve(on, getLocation, async ({ params }, ctx) => {
    const location = await locationById(ctx, params.location_id)
    if (!location) throw new AppError('not_found')
    return location
  })
  serve(on, locationStatistics, ({ params, query }, ctx) => statisticsOf(ctx, params.location_id, query.days))
  serve(on, locationUptime, ({ params }, ctx) => uptimeOf(ctx, params.location_id))
}
