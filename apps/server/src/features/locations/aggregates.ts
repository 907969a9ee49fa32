import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Ctx } from '../../http/context.ts'
import { deviceHealth, healthJoins } from '../devices/health.ts'

const isDock = sql`d.type in ('dock', 'locker', 'rental_dock')`
const inContact = sql`x.health in ('healthy', 'late')`
/** The overview draws 56 marks at most; one more would only be counted. */
const marksAtMost = 56

/**
 * What a location says of its devices, as a lateral `g` over `l` (values: health, issues and docks of a location).
 * Pending deletions are left out of the health.
 */
export function deviceAggregates(ctx: Pick<Ctx, 'clock' | 'config'>): RawBuilder<unknown> {
  const now = ctx.clock.now().toISOString()
  const stood = sql`extract(epoch from ${now}::timestamptz - x.dock_state_since)`
  return sql`cross join lateral (
    select
      count(*) filter (where x.is_dock) as total_docks,
      count(*) filter (where x.is_dock and x.dock_state = 'unlocked' and ${inContact}) as available_docks,
      count(*) filter (where x.type = 'rental_dock' and x.dock_state = 'locked' and ${inContact}) as available_rentals,
      count(*) filter (where x.dock_state = 'fault' or x.hardware_id is null or x.health in ('offline', 'long_offline') or x.has_alarm) as issues,
      count(*) filter (where x.is_dock and x.dock_state = 'locked' and ${stood} < l.bubble_orange_hours * 3600) as occupied,
      count(*) filter (where x.is_dock and x.dock_state = 'locked' and ${stood} >= l.bubble_orange_hours * 3600 and ${stood} < l.bubble_red_hours * 3600) as occupied_orange,
      count(*) filter (where x.is_dock and x.dock_state = 'locked' and ${stood} >= l.bubble_red_hours * 3600) as occupied_red,
      case
        when count(*) filter (where x.counts) = 0 or bool_and(x.health = 'no_data') filter (where x.counts) then 'unknown'
        when bool_and(${inContact}) filter (where x.counts) then 'online'
        when bool_and(not ${inContact}) filter (where x.counts) then 'offline'
        else 'some_offline' end as health
    from (
      select d.type, d.hardware_id, ${isDock} as is_dock, hs.dock_state, hs.dock_state_since, ${deviceHealth(ctx)} as health,
        d.hardware_id is not null and not d.delete_pending as counts,
        exists (select 1 from alarms a where a.hardware_id = d.hardware_id and a.cleared_at is null) as has_alarm
      from devices d ${healthJoins} where d.location_id = l.id
    ) x
  ) g`
}

/** Marks of the docks overview in physical order, as a JSON array. */
export const dockMarks = (ctx: Pick<Ctx, 'clock' | 'config'>): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('number', m.number, 'dock_state', m.dock_state,
    'dock_state_since', to_char(m.dock_state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'in_contact', m.in_contact)), '[]'::json)
  from (select d.number, coalesce(hs.dock_state, 'unknown') as dock_state, hs.dock_state_since, ${deviceHealth(ctx)} in ('healthy', 'late') as in_contact
    from devices d ${healthJoins} where d.location_id = l.id and ${isDock} order by d.row_number, d.place, d.id limit ${marksAtMost}) m)`
