import { getOverview, getOverviewTrends } from '@wheelhouse/contract/overview/overview.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { overviewOf, trendsOf } from './overview.ts'

export function overviewRoutes(on: On): void {
  serve(on, getOverview, (_, ctx) => overviewOf(ctx))
  serve(on, getOverviewTrends, ({ query }, ctx) => trendsOf(ctx, query))
}
