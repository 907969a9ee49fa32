import type { ResourceType } from '@wheelhouse/contract/access.ts'
import type { AuditEvent, EventQuery } from '@wheelhouse/contract/events/events.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Page } from '../../lists/list-pages.ts'
import { serve } from '../../http/serve.ts'
import type { Handler, On } from '../../http/serve.ts'
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
export function serveEvents<R extends Route>(on: On, route: R, follower?: Follower): void {
  const [named] = Object.entries(route.on ?? {})
  if (!named) throw new Error(`${route.path} names no thing`)
  const [type, param] = named as [ResourceType, string]
  const handler = async (
    { params, query }: { params: Params; query: EventQuery },
    ctx: Ctx,
  ): Promise<Page<AuditEvent>> => {
    await follower?.find(ctx, params)
    return eventsOfThing(ctx, { type, id: params[param] as string }, query, true, follower && params[follower.param])
  }
  serve(on, route, handler as unknown as Handler<R>)
}
