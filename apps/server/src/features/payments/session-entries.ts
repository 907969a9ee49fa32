import { sql } from 'kysely'
import type { TimelineEntry } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { Ctx } from '../../platform/context.ts'

const entriesAtMost = 200

/**
 * What was asked of the provider for a stay or a ride and what it answered, for the story of the session. It is read from the
 * journal of the payments, which is complete also where no events were kept.
 */
export async function paymentEntriesOf(ctx: Ctx, sessionId: string): Promise<TimelineEntry[]> {
  const { rows } = await sql<TimelineEntry>`
    select x.id, x.at, 'payment' as kind, x.verb, x.actor_kind, x.actor_name, x.detail, null as status from payments p cross join lateral (
      select a.id, a.created_at as at, a.kind || '_requested' as verb, a.actor_kind, a.actor_name, nullif(a.reason, '') as detail
        from payment_attempts a where a.payment_id = p.id and a.kind <> 'charge'
      union all select e.id, e.at, e.kind, 'system', null, e.provider_result from payment_entries e
        where e.payment_id = p.id and e.kind <> 'owed') x
    where p.parking_session_id = ${sessionId}::uuid or p.rental_session_id = ${sessionId}::uuid order by x.at desc limit ${entriesAtMost}`.execute(
    ctx.db,
  )
  return rows
}
