import { profile, recordSignIn } from '@wheelhouse/contract/console-users.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { ownRow, recordOwnSignIn } from './console-users.ts'

export function consoleUserRoutes(on: On): void {
  serve(on, profile, (_input, ctx) => ownRow(ctx))
  serve(on, recordSignIn, ({ params }, ctx) => recordOwnSignIn(ctx, params.id))
}
