import { currentOutages, listOutages } from '@wheelhouse/contract/outages.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { outagePage, standingOutages } from './queries.ts'

export function outageRoutes(on: On): void {
  serve(on, listOutages, ({ query }, ctx) => outagePage(ctx, query))
  serve(on, currentOutages, ({ params }, ctx) => standingOutages(ctx.db, params.location_id))
}
