import { currentOutages, exportOutages, listOutages } from '@wheelhouse/contract/outages/outages.ts'
import { serveExport } from '../../lists/export.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { outageCells } from './export.ts'
import { outagePage, standingOutages } from './queries.ts'

export function outageRoutes(on: On): void {
  serve(on, listOutages, (input, ctx) => outagePage(ctx, input))
  serveExport(on, exportOutages, outagePage, outageCells)
  serve(on, currentOutages, ({ params }, ctx) => standingOutages(ctx.db, params.location_id))
}
