import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { RentalState } from '@wheelhouse/contract/rentals/rentals.ts'
import type { Ctx } from '../../platform/context.ts'

type Moment = Pick<Ctx, 'clock' | 'config'>

/** Joins of what is known of a vehicle `v`: its hot row and its hardware. */
export const vehicleJoins = sql`left join rental_device_states st on st.rental_device_id = v.id
  left join hardware_state hs on hs.hardware_id = v.hardware_id`

/** A position is a contact, too. */
export const lastSeenAt = sql`greatest(hs.last_heartbeat_at, st.position_at)`

const instantOf = ({ clock }: Moment): RawBuilder<unknown> => sql`${clock.now().toISOString()}::timestamptz`

/**
 * Values: a vehicle that waits for riders and has been silent for a day is missing; one that never reported is unknown. A reserved
 * vehicle waits for one rider: it stays reserved, so that its rent can be ended.
 */
export const stateOf = (moment: Moment): RawBuilder<RentalState> => sql<RentalState>`case
  when ${lastSeenAt} is null then 'unknown'
  when v.state = 'available' and ${lastSeenAt} <= ${instantOf(moment)} - make_interval(secs => ${moment.config.heartbeat.long_offline_s}::float8)
    then 'missing' else v.state end`

/** Values: a vehicle is expected to report each minute on a ride and each quarter of an hour while it is parked. */
export const healthOf = (moment: Moment): RawBuilder<string> => {
  const { late_factor, offline_factor, offline_floor_s, long_offline_s } = moment.config.heartbeat
  return sql<string>`heartbeat_health(${lastSeenAt}, case v.state when 'on_trip' then 60 else 900 end, ${late_factor}::float8, ${offline_factor}::float8,
    ${offline_floor_s}::float8, ${long_offline_s}::float8, ${instantOf(moment)})`
}
