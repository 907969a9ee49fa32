import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { usersFound } from './find-users.ts'

export function findUserRoutes(on: On): void {
  // The limit slows down anyone who guesses numbers and PINs.
  serve({ ...on, pace: paceOf(on, on.deps.config.searches_per_minute) }, findUsers, ({ body }, ctx) =>
    usersFound(ctx, body),
  )
}
