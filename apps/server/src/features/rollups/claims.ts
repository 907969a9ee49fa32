import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '../../platform/context.ts'

export const families = ['parking', 'rental', 'revenue', 'uptime', 'commands'] as const
export type Family = (typeof families)[number]

/** A local day of a place that has to be counted again. `until`: as of then; null: as of now. */
export interface Claim {
  place_id: string
  day: string
  until: string | null
}
export type Claims = ReadonlyMap<Family, Claim[]>

/** All zeroes: the level above all places. */
export const everything = '00000000-0000-0000-0000-000000000000'

/** The calendar of a place; payments of subscriptions belong to no place and follow UTC. */
const zoneOf = (place: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select time_zone from locations where id = ${place}), (select time_zone from rental_fleets where id = ${place}), 'UTC')`

/** `claim`: each claimed day with the instants at which it begins and ends, and until when it is counted. */
export const claimCte = (claims: readonly Claim[], now: Date): RawBuilder<unknown> => sql`
  claim as materialized (
    select place_id, day, zone, begins, ends, greatest(begins, least(ends, coalesce(until, ${now.toISOString()}::timestamptz))) as until
    from (select c.place_id, c.day, c.until, z.zone, c.day::timestamp at time zone z.zone as begins, (c.day + 1)::timestamp at time zone z.zone as ends
      from json_to_recordset(${JSON.stringify(claims)}::json) as c(place_id uuid, day date, until timestamptz)
      join (select place_id, ${zoneOf(sql`place_id`)} as zone
        from (select distinct place_id from json_to_recordset(${JSON.stringify(claims)}::json) as p(place_id uuid)) p) z using (place_id)) days)`

/** So many days are counted in one transaction; a mark of a longer range is cut. */
const daysAtOnce = 5_000
const marksAtOnce = 2_000

/**
 * Takes the oldest marks. They are deleted by a statement before those that count, so that what commits in between has left
 * another mark.
 */
export async function takeMarks(tx: Tx, now: Date): Promise<Claims> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ family: Family; place_id: string; day: string }>`
    with oldest as (select id, sum(days) over (order by id) as days_so_far, days from (
        select id, (extract(epoch from coalesce(to_at, ${at}) - from_at) / 86400)::int + 2 as days from rollup_marks order by id limit ${marksAtOnce}) m),
      taken as (delete from rollup_marks where id in (select id from oldest where days_so_far - days < ${daysAtOnce}) returning *),
      place as materialized (select place_id, ${zoneOf(sql`place_id`)} as zone from (select distinct place_id from taken) p),
      span as (select t.family, t.place_id, (t.from_at at time zone p.zone)::date as first_day,
        (greatest(t.from_at, coalesce(t.to_at, ${at})) at time zone p.zone)::date as last_day from taken t join place p using (place_id)),
      kept as (insert into rollup_marks (family, place_id, from_at, to_at)
        select s.family, s.place_id, (s.first_day + ${daysAtOnce}::int)::timestamp at time zone p.zone, s.last_day::timestamp at time zone p.zone
        from span s join place p using (place_id) where s.last_day - s.first_day >= ${daysAtOnce}::int)
    select distinct family, place_id, day::date::text as day from span
    cross join lateral generate_series(first_day, least(last_day, first_day + ${daysAtOnce}::int - 1), interval '1 day') day
    order by family, place_id, day`.execute(tx)
  const claims = Map.groupBy(rows, ({ family }) => family)
  return new Map(
    [...claims].map(([family, days]) => [family, days.map(({ place_id, day }) => ({ place_id, day, until: null }))]),
  )
}

/** What goes on without anybody writing a row: the hours of open sessions and the uptime of places in service. */
export async function markOngoing(db: Db, now: Date): Promise<void> {
  const since = sql`${new Date(now.getTime() - 25 * 3_600_000).toISOString()}::timestamptz`
  await sql`insert into rollup_marks (family, place_id, from_at)
    select 'uptime', location_id, ${since} from location_status_periods where to_at is null and status in ('launched', 'launched_offline', 'maintenance')
    union all select distinct 'parking', location_id, ${since} from parking_sessions where status <> 'ended'`.execute(
    db,
  )
}

/** Replaces all marks by one for each place and family, over its rows and over what was counted of it. */
export async function markEverything(db: Db, now: Date): Promise<void> {
  const places = (family: Family, rows: RawBuilder<unknown>, figures: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select ${family}, place_id, min(first_at), greatest(max(last_at), ${now.toISOString()}::timestamptz) from (
      ${rows} union all (select scope_id, min(period)::timestamptz - interval '1 day', max(period)::timestamptz + interval '1 day' from ${figures}
        where grain = 'day' and scope_id <> ${everything}::uuid group by scope_id)) as r (place_id, first_at, last_at) group by place_id`
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`delete from rollup_marks`.execute(tx)
    await sql`insert into rollup_marks (family, place_id, from_at, to_at)
      ${places('parking', sql`select location_id, min(started_at), max(started_at) from parking_sessions group by location_id`, sql`(select * from session_figures where kind = 'parking') f`)}
      union all ${places('rental', sql`select fleet_id, min(started_at), max(started_at) from rental_sessions group by fleet_id`, sql`(select * from session_figures where kind = 'rental') f`)}
      union all ${places('revenue', sql`select p.visible_through_id, min(e.at), max(e.at) from payment_entries e join payments p on p.id = e.payment_id group by p.visible_through_id`, sql`revenue_figures`)}
      union all ${places('uptime', sql`select location_id, min(from_at), max(from_at) from location_status_periods group by location_id`, sql`uptime_figures`)}
      union all ${places('commands', sql`select location_id, min(created_at), max(created_at) from commands where location_id is not null group by location_id`, sql`command_figures`)}`.execute(
      tx,
    )
  })
}
