import {
  disableUser as disable,
  enableUser as enable,
  getUser,
  listUserEvents,
  revealPersonalData,
} from '@wheelhouse/contract/users/users.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveEvents } from '../events/serve-events.ts'
import { readUser } from './read-user.ts'
import { disableUser, enableUser, revealUser } from './users.ts'

/** A person reads one after the other; a program that collects personal data does not. */
const revealsAMinute = 30

export function userRoutes(on: On): void {
  serve(on, getUser, ({ params }, ctx) => readUser(ctx, params.user_id))
  serveEvents(on, listUserEvents)
  serve({ ...on, pace: paceOf(on, revealsAMinute) }, revealPersonalData, ({ params }, ctx) =>
    revealUser(ctx, params.user_id),
  )
  serve(on, disable, ({ params, body, version }, ctx) => disableUser(ctx, params.user_id, body.reason, version))
  serve(on, enable, ({ params, version }, ctx) => enableUser(ctx, params.user_id, version))
}
