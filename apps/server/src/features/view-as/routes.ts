import { beginView as begin, endView as end } from '@wheelhouse/contract/view-as/view-as.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { beginView, endView } from './view-as.ts'

export function viewAsRoutes(on: On): void {
  serve(on, begin, ({ body }, ctx) => beginView(ctx, body))
  serve(on, end, async ({ params }, ctx) => void (await endView(ctx, params.view_id)))
}
