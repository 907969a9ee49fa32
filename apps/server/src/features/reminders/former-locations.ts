import { sql } from 'kysely'
import type { Journal } from '../../journal/journal.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import type { FormerParts } from '../lock-targets/former-parts.ts'
import { recordReminder } from './reminder-groups.ts'

interface Shortened {
  group_id: string
  group_name: string
  /** Those that are left. */
  locations: number
}

/** Reminders of organizations that left a location write to nobody there any more. One without a location writes to nobody. */
export async function removeLocationOfFormer(ctx: Ctx, tx: Tx, journal: Journal, former: FormerParts): Promise<void> {
  const { location_id, organization_ids } = former
  const left = await sql<{ config_id: string }>`with held as materialized (
      select c.id from reminder_configs c join reminder_groups g on g.id = c.group_id
        join reminder_config_locations x on x.config_id = c.id and x.location_id = ${location_id}::uuid
      where g.organization_id = any(${[...organization_ids]}::uuid[]) order by c.id for update of c)
    delete from reminder_config_locations x using held h
    where x.config_id = h.id and x.location_id = ${location_id}::uuid returning x.config_id`.execute(tx)
  if (left.rows.length === 0) return
  const { rows } = await sql<Shortened>`update reminder_configs c
    set updated_at = ${journal.at.toISOString()}::timestamptz, version = c.version + 1
    from reminder_groups g where g.id = c.group_id and c.id = any(${left.rows.map((row) => row.config_id)}::uuid[])
    returning g.id as group_id, g.name as group_name,
      (select count(*)::int from reminder_config_locations x where x.config_id = c.id) as locations`.execute(tx)
  for (const { group_id, group_name, locations } of rows)
    recordReminder(
      ctx,
      journal,
      { id: group_id, name: group_name },
      { verb: 'updated', before: { locations: locations + 1 }, after: { locations } },
    )
}
