import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../platform/context.ts'
import { claimCte } from './claims.ts'
import type { Claim } from './claims.ts'
import { hoursOfDay } from './local-hours.ts'

export type SessionKind = 'parking' | 'rental'

interface Source {
  table: RawBuilder<unknown>
  place: RawBuilder<unknown>
  distance: RawBuilder<unknown>
}
const sources: Record<SessionKind, Source> = {
  parking: { table: sql`parking_sessions`, place: sql`s.location_id`, distance: sql`null::bigint` },
  rental: { table: sql`rental_sessions`, place: sql`s.fleet_id`, distance: sql`s.distance_m` },
}

/** Of parking and rental sessions: a booking that has not begun, or never did, took no place. */
export const tookPlace = sql`(status <> 'booked' and how_ended is distinct from 'cancelled')`
const hasEnded = sql`(${tookPlace} and s.status = 'ended')`
const lasted = sql`extract(epoch from s.ended_at - s.started_at)`

export async function countSessionDays(tx: Tx, kind: SessionKind, claims: readonly Claim[], now: Date): Promise<void> {
  const { table, place, distance } = sources[kind]
  await sql`with ${claimCte(claims, now)}
    delete from session_figures f using claim c where f.scope_id = c.place_id and f.kind = ${kind} and f.grain = 'day' and f.period = c.day`.execute(
    tx,
  )
  await sql`with ${claimCte(claims, now)}
    insert into session_figures (scope_id, kind, grain, period, currency, sessions, ended, forced, cancelled, seconds, fee_minor, distance_m, ratings, rating_sum)
    select c.place_id, ${kind}, 'day', c.day, coalesce(s.currency::text, 'XXX'), count(*) filter (where ${tookPlace}), count(*) filter (where ${hasEnded}),
      count(*) filter (where s.how_ended = 'forced'), count(*) filter (where s.how_ended = 'cancelled'),
      coalesce(round(sum(${lasted}) filter (where ${hasEnded})), 0)::bigint, coalesce(sum(s.fee_minor) filter (where ${tookPlace}), 0)::bigint,
      coalesce(sum(${distance}) filter (where ${tookPlace}), 0)::bigint, count(s.rating) filter (where ${tookPlace}), coalesce(sum(s.rating) filter (where ${tookPlace}), 0)::bigint
    from claim c join ${table} s on ${place} = c.place_id and s.started_at >= c.begins and s.started_at < c.ends
    where s.status <> 'booked' group by c.place_id, c.day, coalesce(s.currency::text, 'XXX')`.execute(tx)
}

/** Distinct riders of a place by its days, or by the months of these days. */
export async function countPeople(
  tx: Tx,
  kind: SessionKind,
  grain: 'day' | 'month',
  claims: readonly Claim[],
  now: Date,
): Promise<void> {
  const { table, place } = sources[kind]
  const periods = sql`${claimCte(claims, now)}, span as materialized (
    select distinct place_id, period, period::timestamp at time zone zone as begins, (period + ${grain === 'day' ? sql`interval '1 day'` : sql`interval '1 month'`}) at time zone zone as ends
    from (select place_id, zone, ${grain === 'day' ? sql`day` : sql`date_trunc('month', day)::date`} as period from claim) p)`
  await sql`with ${periods}
    delete from people_figures f using span c where f.scope_id = c.place_id and f.kind = ${kind} and f.grain = ${grain} and f.period = c.period`.execute(
    tx,
  )
  await sql`with ${periods}
    insert into people_figures (scope_id, kind, grain, period, people)
    select c.place_id, ${kind}, ${grain}, c.period, count(distinct s.user_id)
    from span c join ${table} s on ${place} = c.place_id and s.started_at >= c.begins and s.started_at < c.ends
    where ${tookPlace} and s.user_id is not null group by c.place_id, c.period`.execute(tx)
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const startsByHour = sql`array[${sql.join(hours.map((hour) => sql`count(*) filter (where hour = ${sql.lit(hour)})`))}]::bigint[]`

const inDock = sql`(${tookPlace} and s.device_type in ('dock', 'locker', 'rental_dock'))`
/** `hours`: of each claimed day. */
const hoursCte = sql`hours as materialized (select c.place_id, c.day, h.hour, h.begins, h.ends
  from claim c cross join lateral ${hoursOfDay({ day: sql`c.day`, zone: sql`c.zone`, ends: sql`c.ends` })} h)`
const withinHour = sql`greatest(0, extract(epoch from least(t.to_at, h.ends) - greatest(t.from_at, h.begins)))`

/** How full the docks of locations were, by hour; what touches the day counts, whenever it began. */
export async function countUsageDays(tx: Tx, claims: readonly Claim[], now: Date): Promise<void> {
  await sql`with ${claimCte(claims, now)}
    delete from usage_figures f using claim c where f.scope_id = c.place_id and f.grain = 'day' and f.period = c.day`.execute(
    tx,
  )
  const touches = sql`${inDock} and coalesce(s.ended_at, c.until) > c.begins`
  const stay = sql`c.place_id, c.day, greatest(s.started_at, c.begins) as from_at, least(coalesce(s.ended_at, c.until), c.until) as to_at`
  await sql`with ${claimCte(claims, now)}, ${hoursCte},
    touching as (
      select ${stay} from claim c join parking_sessions s on s.location_id = c.place_id
        and s.started_at >= c.begins - interval '24 hours' and s.started_at < c.until where ${touches}
      union all
      select ${stay} from claim c join parking_sessions s on s.location_id = c.place_id and s.started_at < c.begins - interval '24 hours'
        and (s.status <> 'ended' or s.ended_at - s.started_at > interval '24 hours') where ${touches}),
    taken as (
      select place_id, day, sum(seconds) as seconds, array_agg(round(seconds)::bigint order by hour) as by_hour from (
        select t.place_id, t.day, h.hour, sum(${withinHour}) as seconds from touching t join hours h using (place_id, day) group by 1, 2, 3) u
      group by 1, 2),
    begun as (
      select place_id, day, ${startsByHour} as by_hour, round(percentile_cont(0.5) within group (order by seconds))::bigint as median_s from (
        select c.place_id, c.day, extract(hour from s.started_at at time zone c.zone) as hour, ${lasted} as seconds
        from claim c join parking_sessions s on s.location_id = c.place_id and s.started_at >= c.begins and s.started_at < c.ends where ${tookPlace}) b
      group by 1, 2)
    insert into usage_figures (scope_id, grain, period, occupied_s, median_s, starts_by_hour, occupied_s_by_hour, counted_until)
    select c.place_id, 'day', c.day, coalesce(round(t.seconds), 0)::bigint, b.median_s, coalesce(b.by_hour, array_fill(0::bigint, array[24])),
      coalesce(t.by_hour, array_fill(0::bigint, array[24])), c.until
    from claim c left join taken t using (place_id, day) left join begun b using (place_id, day) where t.day is not null or b.day is not null`.execute(
    tx,
  )
}
