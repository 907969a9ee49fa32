import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { entriesOf } from '@wheelhouse/contract/certain.ts'
import { offlineClasses } from '@wheelhouse/contract/hardware/offline-classes.ts'
import type { Ctx } from '../../platform/context.ts'

type Moment = Pick<Ctx, 'clock' | 'config'>
type Heartbeat = Ctx['config']['heartbeat']

/**
 * Health of a device in SQL, computed when read, never stored (data model, section 6). A child is never better than its
 * controller, and health only falls with age: so it is the health of the older of the two contacts. Expects the aliases
 * `l` (location), `hs` (its hardware's state) and `cs` (the state of the controller that speaks for it).
 */
export function deviceHealth({ clock, config }: Moment): RawBuilder<string> {
  const { late_factor, long_offline_s } = config.heartbeat
  const late = sql`least(${late_factor}::float8 * heartbeat_interval_s(l.power_save), ${offlineAfterS(config.heartbeat)})`
  return sql<string>`case when ${neverSeen} then 'no_data'
    when ${lastContact} >= ${before(clock, late)} then 'healthy'
    when ${lastContact} >= ${contactSince({ clock, config })} then 'late'
    when ${lastContact} > ${before(clock, sql`${long_offline_s}::float8`)} then 'offline' else 'long_offline' end`
}

/** Until when a contact may lie back for a device to be in contact: healthy or late. The same for all devices of a location. */
export const contactSince = ({ clock, config }: Moment): RawBuilder<unknown> =>
  contactSinceAt(clock.now().toISOString(), config.heartbeat)

/** The same for a time that may be a mark (decision 55). */
export const contactSinceAt = (now: string, heartbeat: Heartbeat): RawBuilder<unknown> =>
  beforeThat(now, offlineAfterS(heartbeat))

/** Comparisons of times alone: the totals ask it of every device. */
export const inContact = (since: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(hs.last_heartbeat_at >= ${since} and cs.last_heartbeat_at >= ${since}) is true`

/** The class of `offlineClasses` of a device; null where it is in contact or was never seen. Expects what `deviceHealth` does. */
export function offlineFor(moment: Moment): RawBuilder<string> {
  const classes = entriesOf(offlineClasses).map(([name, { below }]) =>
    below === null
      ? sql`else ${sql.lit(name)}`
      : sql`when ${lastContact} > ${before(moment.clock, sql`${below * 3_600}::float8`)} then ${sql.lit(name)}`,
  )
  return sql<string>`case when ${inContact(contactSince(moment))} or ${neverSeen} then null ${sql.join(classes, sql` `)} end`
}

export const neverSeen = sql<boolean>`(hs.last_heartbeat_at is null or cs.last_heartbeat_at is null)`

const lastContact = sql`least(hs.last_heartbeat_at, cs.last_heartbeat_at)`

const before = (clock: Ctx['clock'], seconds: RawBuilder<unknown>) => beforeThat(clock.now().toISOString(), seconds)
const beforeThat = (at: string, seconds: RawBuilder<unknown>) =>
  sql`${at}::timestamptz - make_interval(secs => ${seconds})`

const offlineAfterS = ({ offline_factor, offline_floor_s, long_offline_s }: Heartbeat) =>
  sql`least(greatest(${offline_factor}::float8 * heartbeat_interval_s(l.power_save), ${offline_floor_s}::float8), ${long_offline_s}::float8)`

/** Joins that `deviceHealth` needs, from the device `d`. */
export const healthJoins = sql`left join hardware h on h.hardware_id = d.hardware_id
  left join hardware_state hs on hs.hardware_id = d.hardware_id
  left join hardware_state cs on cs.hardware_id = h.controller_id`
