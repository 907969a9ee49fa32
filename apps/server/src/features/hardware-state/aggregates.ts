import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { contactSince, healthJoins, inContact, neverSeen } from './health.ts'
import { idleWords } from './idle-words.ts'

type Moment = Pick<Ctx, 'clock' | 'config'>

const isDock = sql`d.type in ('dock', 'locker', 'rental_dock')`
/** The overview draws 56 marks at most; one more would only be counted. */
const marksAtMost = 56

/** Up to so many visible locations each is looked up by its index; beyond, one pass over all devices is less work. */
export const eachAtMost = 1_000

/**
 * What a location says of its devices, as `g` beside `l` (values: health, issues and docks of a location). `hint` is how
 * many locations the asker sees, null for all: it chooses the path and changes no result.
 */
export const deviceAggregates = (ctx: Moment, hint: number | null): RawBuilder<unknown> =>
  hint !== null && hint <= eachAtMost ? aggregatesOfEach(ctx) : aggregatesOfAll(ctx)

/** Location by location. */
const aggregatesOfEach = (ctx: Moment) => sql`cross join lateral (
  select ${tallies} from (select ${facts(each(ctx))}, ${issueOf(sql`l.status`, contactSince(ctx), hasAlarm)} from devices d ${healthJoins} where d.location_id = l.id and d.deleted_at is null) x) g`

/** The same with the marks of the docks overview in physical order, as a JSON array: for the rows of a page. */
export const aggregatesWithMarks = (ctx: Moment): RawBuilder<unknown> => sql`cross join lateral (
  select ${tallies}, coalesce(json_agg(json_build_object('number', x.number, 'dock_state', coalesce(x.dock_state, 'unknown'), 'dock_state_since',
    to_char(x.dock_state_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'in_contact', x.in_contact) order by x.nth)
    filter (where x.is_dock and x.nth <= ${marksAtMost}), '[]'::json) as docks
  from (select ${facts(each(ctx))}, ${issueOf(sql`l.status`, contactSince(ctx), hasAlarm)}, d.number,
      count(*) filter (where ${isDock}) over (order by d.row_number, d.place, d.id rows unbounded preceding) as nth
    from devices d ${healthJoins} where d.location_id = l.id and d.deleted_at is null) x) g`

/**
 * All locations in one pass: few controllers speak for many devices, so their state is read once, and what depends on
 * the location alone is computed once a location.
 */
const aggregatesOfAll = (ctx: Moment) => sql`join (
  select x.location_id, ${tallies} from (
    select l.id as location_id, ${facts(once)}, ${issueOf(sql`l.status`, once.contactSince, inAlarm)}
    from (select l.id, l.status, ${contactSince(ctx)} as contact_since, ${hoursAgo(ctx, sql`l.bubble_orange_hours`)} as orange_before,
      ${hoursAgo(ctx, sql`l.bubble_red_hours`)} as red_before from locations l offset 0) l
    left join devices d on d.location_id = l.id and d.deleted_at is null left join hardware h on h.hardware_id = d.hardware_id
    left join hardware_state hs on hs.hardware_id = d.hardware_id
    left join (select c.hardware_id, s.last_heartbeat_at from controllers c join hardware_state s on s.hardware_id = c.hardware_id) cs
      on cs.hardware_id = h.controller_id offset 0
  ) x group by x.location_id) g on g.location_id = l.id`

/** Null where all is well, or where nothing is expected to work. The order is that of `deviceIssueKinds`. */
const issueOf = (status: RawBuilder<unknown>, since: RawBuilder<unknown>, alarm: RawBuilder<unknown>) => sql`case
  when d.id is null or ${status} in (${idleWords}) then null
  when hs.dock_state = 'fault' then 'fault'
  when ${alarm} then 'alarm'
  when not (${inContact(since)} or ${neverSeen}) then 'offline'
  when d.hardware_id is null then 'no_hardware' end as issue`

const inAlarm = sql`(d.hardware_id in (select hardware_id from alarms where cleared_at is null)) is true`
const hasAlarm = sql`exists (select 1 from alarms a where a.hardware_id = d.hardware_id and a.cleared_at is null)`

/** Bounds that depend on the location: expressions over `l`. */
interface Bounds {
  contactSince: RawBuilder<unknown>
  orange: RawBuilder<unknown>
  red: RawBuilder<unknown>
}

const hoursAgo = ({ clock }: Moment, hours: RawBuilder<unknown>) =>
  sql`${clock.now().toISOString()}::timestamptz - make_interval(hours => ${hours})`
const each = (ctx: Moment): Bounds => ({
  contactSince: contactSince(ctx),
  orange: hoursAgo(ctx, sql`l.bubble_orange_hours`),
  red: hoursAgo(ctx, sql`l.bubble_red_hours`),
})
const once: Bounds = { contactSince: sql`l.contact_since`, orange: sql`l.orange_before`, red: sql`l.red_before` }

/** One row a device; of a location without devices, at most one whose `is_device` is false. */
const facts = ({
  contactSince: since,
  orange,
  red,
}: Bounds) => sql`d.id is not null as is_device, d.type, d.hardware_id, ${isDock} as is_dock,
  hs.dock_state, hs.dock_state_since,
  ${isDock} and hs.dock_state = 'locked' and ${inContact(since)} as is_taken, ${orange} as orange_before, ${red} as red_before, ${inContact(since)} as in_contact, ${neverSeen} as never_seen,
  d.hardware_id is not null and not d.delete_pending as counts`

// Pending deletions are left out of the health. A dock without contact is drawn as such, so it counts as neither free nor
// occupied: the totals and the bubbles of a row say the same.
const tallies = sql`
  count(*) filter (where x.is_dock) as total_docks,
  count(*) filter (where x.is_dock and x.dock_state = 'unlocked' and x.in_contact) as available_docks,
  count(*) filter (where x.type = 'rental_dock' and x.dock_state = 'locked' and x.in_contact) as available_rentals,
  count(x.issue) as issues,
  count(*) filter (where x.issue = 'fault') as issue_fault,
  count(*) filter (where x.issue = 'alarm') as issue_alarm,
  count(*) filter (where x.issue = 'offline') as issue_offline,
  count(*) filter (where x.issue = 'no_hardware') as issue_no_hardware,
  count(*) filter (where x.is_taken and x.dock_state_since > x.orange_before) as occupied,
  count(*) filter (where x.is_taken and x.dock_state_since <= x.orange_before and x.dock_state_since > x.red_before) as occupied_orange,
  count(*) filter (where x.is_taken and x.dock_state_since <= x.red_before) as occupied_red,
  case when bool_and(x.never_seen) filter (where x.counts) is not false then 'unknown'
    when bool_and(x.in_contact) filter (where x.counts) then 'online'
    when bool_and(not x.in_contact) filter (where x.counts) then 'offline'
    else 'some_offline' end as health`
