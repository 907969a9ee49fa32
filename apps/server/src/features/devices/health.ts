import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Ctx } from '../../http/context.ts'

/**
 * Health of a device in SQL, computed when read, never stored (data model, section 6). Expects the aliases `l` (location),
 * `hs` (its hardware's state) and `cs` (the state of the controller that speaks for it).
 */
export function deviceHealth({ clock, config }: Pick<Ctx, 'clock' | 'config'>): RawBuilder<string> {
  const { late_factor, offline_factor, offline_floor_s, long_offline_s } = config.heartbeat
  const now = clock.now().toISOString()
  const of = (lastAt: RawBuilder<unknown>) =>
    sql<string>`heartbeat_health(${lastAt}, heartbeat_interval_s(l.power_save), ${late_factor}::float8, ${offline_factor}::float8,
      ${offline_floor_s}::float8, ${long_offline_s}::float8, ${now}::timestamptz)`
  return sql<string>`worse_health(${of(sql`hs.last_heartbeat_at`)}, ${of(sql`cs.last_heartbeat_at`)})`
}

/** Joins that `deviceHealth` needs, from the device `d`. */
export const healthJoins = sql`left join hardware h on h.hardware_id = d.hardware_id
  left join hardware_state hs on hs.hardware_id = d.hardware_id
  left join hardware_state cs on cs.hardware_id = h.controller_id`
