import { listNotices, readNotices as read } from '@wheelhouse/contract/inbox/inbox.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { readNotices } from './inbox.ts'
import { noticesOf } from './queries.ts'

export function inboxRoutes(on: On): void {
  serve(on, listNotices, (_input, ctx) => noticesOf(ctx))
  serve(on, read, async ({ body }, ctx) => void (await readNotices(ctx, body.ids)))
}
