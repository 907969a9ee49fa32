import type { AuditEvent, EventQuery } from '@wheelhouse/contract/events.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../../http/context.ts'
import type { Page } from '../../http/list-walk.ts'
import { serve } from '../../http/serve.ts'
import type { Handler, On } from '../../http/serve.ts'
import { eventsOfThing } from './queries.ts'

/** `GET <thing>/events` of a contract's `eventsOf`: the thing is the one that the route names in `on`. */
export function serveEvents<R extends Route>(on: On, route: R): void {
  const [param] = Object.values(route.on ?? {})
  if (!param) throw new Error(`${route.path} names no thing`)
  const handler = ({ params, query }: { params: Record<string, string>; query: EventQuery }, ctx: Ctx): Promise<Page<AuditEvent>> =>
    eventsOfThing(ctx, params[param] as string, query)
  serve(on, route, handler as unknown as Handler<R>)
}
