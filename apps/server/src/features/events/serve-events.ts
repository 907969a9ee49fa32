import { certain, entriesOf } from '@wheelhouse/contract/certain.ts'
import type * as z from 'zod'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { AuditEvent, EventQuery } from '@wheelhouse/contract/events/events.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Page } from '../../lists/list-pages.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { eventsOfThing } from './queries.ts'

type Params = Record<string, string>

/** A thing that is no resource itself and follows the one in `on`: a fee of a location. */
interface Follower {
  /** The parameter that names it. */
  param: string
  /** Throws `not_found` unless it belongs to the one in the address. */
  find: (ctx: Ctx, params: Params) => Promise<unknown>
}

/** `GET <thing>/events` of a contract's `eventsOf`: the thing is the one that the route names in `on`, or what follows it. */
type EventsRoute = Route & {
  access: Needs
  params: z.ZodType<Params>
  query: z.ZodType<EventQuery>
  reply: z.ZodType<Page<AuditEvent>>
}

export function serveEvents(on: On, route: EventsRoute, follower?: Follower): void {
  const [named] = entriesOf(route.on ?? {})
  if (!named) throw new Error(`${route.path} names no thing`)
  const [type, param] = named
  serve(on, route, async ({ params, query }, ctx) => {
    await follower?.find(ctx, params)
    return eventsOfThing(ctx, { type, id: certain(params[param]) }, query, true, follower && params[follower.param])
  })
}
