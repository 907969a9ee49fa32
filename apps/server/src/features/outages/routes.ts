import { currentOutages, outages } from '@wheelhouse/contract/outages/outages.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { currentOutagesOf, outageList } from './queries.ts'

export function outageRoutes(on: On): void {
  serveList(on, outages, outageList)
  serve(on, currentOutages, ({ params }, ctx) => currentOutagesOf(ctx, params.location_id))
}
