import { AppError } from '@wheelhouse/contract/errors.ts'
import { getLocation, listLocations, listLocationTags, locationTotals } from '@wheelhouse/contract/locations.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { locationById, locationPage, tagsInUse, totalsOf } from './queries.ts'

export function locationRoutes(on: On): void {
  serve(on, listLocations, ({ query }, ctx) => locationPage(ctx, query))
  serve(on, locationTotals, ({ query }, ctx) => totalsOf(ctx, query))
  serve(on, listLocationTags, (_input, ctx) => tagsInUse(ctx))
  serve(on, getLocation, async ({ params }, ctx) => {
    const location = await locationById(ctx, params.location_id)
    if (!location) throw new AppError('not_found')
    return location
  })
}
