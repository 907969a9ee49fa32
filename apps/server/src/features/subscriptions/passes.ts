import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/**
 * Whether a pass of the rider covers a parking session: it counts at the location or the device, was valid when the session
 * began, and was not revoked since. It need not be valid at the end: who parks with a valid pass is not charged for leaving late,
 * also where the pass was paid for again after a gap by then.
 */
export async function isCoveredByPass(db: Db, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from parking_sessions p join subscribers s on s.user_id = p.user_id
      join subscription_targets t on t.subscription_id = s.subscription_id
        and (t.location_id = p.location_id or t.device_id = p.device_id)
    where p.id = ${sessionId}::uuid and s.status <> 'cancelled'
      and ((s.anchor_at <= p.started_at and s.expires_at > p.started_at) or s.past_periods @> p.started_at)
    limit 1`.execute(db)
  return rows.length > 0
}
