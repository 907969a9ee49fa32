import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../platform/context.ts'
import { claimCte } from './claims.ts'
import type { Claim } from './claims.ts'
import { latencyBoundsMs } from './latencies.ts'

/** Entries are found by day and then by place: a payment may be refunded months after it was made. */
export async function countRevenueDays(tx: Tx, claims: readonly Claim[], now: Date): Promise<void> {
  await sql`with ${claimCte(claims, now)}
    delete from revenue_figures f using claim c where f.scope_id = c.place_id and f.grain = 'day' and f.period = c.day`.execute(
    tx,
  )
  await sql`with ${claimCte(claims, now)},
    entry as (
      select p.visible_through_id as place_id, e.at, e.kind, e.amount_minor, p.currency, d.day
      from (select day, min(begins) as begins, max(ends) as ends from claim group by day) d
      join payment_entries e on e.at >= d.begins and e.at < d.ends and e.kind in ('paid', 'approved', 'refunded') join payments p on p.id = e.payment_id)
    insert into revenue_figures (scope_id, grain, period, currency, payments, captured_minor, refunds, refunded_minor)
    select c.place_id, 'day', c.day, e.currency, count(*) filter (where e.kind <> 'refunded'), coalesce(sum(e.amount_minor) filter (where e.kind <> 'refunded'), 0)::bigint,
      count(*) filter (where e.kind = 'refunded'), coalesce(sum(e.amount_minor) filter (where e.kind = 'refunded'), 0)::bigint
    from entry e join claim c on c.place_id = e.place_id and c.day = e.day and e.at >= c.begins and e.at < c.ends group by 1, 2, 3, 4`.execute(
    tx,
  )
}

/** A location is in service while it is launched; while it is in maintenance its silence is nobody's outage. */
export const inService = sql<boolean>`(status in ('launched', 'launched_offline'))`
const secondsOf = (ranges: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) from unnest(${ranges}) r)`
const none = sql`'{}'::tstzmultirange`

/**
 * `watch`: when a place was in service and in maintenance on a claimed day. Without devices nothing could be online there: no such
 * time is time in service.
 */
const watchCte = sql`
  equipped as materialized (
    select d.location_id as place_id, range_agg(tstzrange(d.created_at, greatest(d.created_at, coalesce(d.deleted_at, 'infinity')))) as spans
    from devices d where d.location_id in (select place_id from claim) group by 1),
  status_span as (
    select c.place_id, c.day, c.begins, c.ends, c.until, coalesce(range_agg(span) filter (where ${inService}), ${none}) as service,
      coalesce(range_agg(span) filter (where status = 'maintenance'), ${none}) as maintenance
    from claim c join location_status_periods p on p.location_id = c.place_id and p.from_at < c.until and coalesce(p.to_at, 'infinity') > c.begins
    cross join lateral (select tstzrange(greatest(p.from_at, c.begins), least(coalesce(p.to_at, 'infinity'), c.until)) as span) s
    where ${inService} or status = 'maintenance' group by 1, 2, 3, 4, 5),
  watch as materialized (
    select s.place_id, s.day, s.begins, s.ends, s.until, s.service * coalesce(e.spans, ${none}) as service, s.maintenance
    from status_span s left join equipped e using (place_id)),
  silence as materialized (
    select w.place_id, w.day, o.device_id, o.hardware_id is null as is_whole, tstzrange(greatest(o.began_at, w.begins), least(coalesce(o.ended_at, w.until), w.until)) as span
    from watch w join outages o on o.location_id = w.place_id and o.began_at < w.until and coalesce(o.ended_at, 'infinity') > w.begins)`

export async function countUptimeDays(tx: Tx, claims: readonly Claim[], now: Date): Promise<void> {
  const claim = claimCte(claims, now)
  await sql`with ${claim} delete from uptime_figures f using claim c where f.scope_id = c.place_id and f.grain = 'day' and f.period = c.day`.execute(
    tx,
  )
  await sql`with ${claim} delete from device_downtimes f using claim c where f.location_id = c.place_id and f.day = c.day`.execute(
    tx,
  )
  await sql`with ${claim}, ${watchCte},
    silent as (select place_id, day, coalesce(range_agg(span) filter (where is_whole), ${none}) as dark, coalesce(range_agg(span) filter (where not is_whole), ${none}) as partly
      from silence group by 1, 2),
    incident as (
      select w.place_id, w.day, count(*) filter (where o.began_at >= w.begins and o.began_at < w.until) as begun,
        count(*) filter (where ${recoveredOn}) as recovered, round(sum(extract(epoch from o.ended_at - o.began_at)) filter (where ${recoveredOn}))::bigint as repair_s
      from watch w join outages o on o.location_id = w.place_id and o.folded_into is null and o.began_at < w.until and coalesce(o.ended_at, 'infinity') >= w.begins
      where exists (select from location_status_periods where location_id = o.location_id and ${inService} and from_at <= o.began_at and coalesce(to_at, 'infinity') > o.began_at)
        and exists (select from devices d where d.location_id = o.location_id and d.created_at <= o.began_at and coalesce(d.deleted_at, 'infinity') > o.began_at)
      group by 1, 2),
    lasting as (
      select w.place_id, w.day, w.until, round(${secondsOf(sql`w.service`)})::bigint as service_s, round(${secondsOf(sql`w.maintenance`)})::bigint as maintenance_s,
        round(${secondsOf(sql`w.service * coalesce(s.dark, ${none})`)})::bigint as offline_s,
        round(${secondsOf(sql`w.service * (coalesce(s.partly, ${none}) - coalesce(s.dark, ${none}))`)})::bigint as partly_s
      from watch w left join silent s using (place_id, day))
    insert into uptime_figures (scope_id, grain, period, online_s, partly_s, offline_s, maintenance_s, incidents, recovered, repair_s, counted_until)
    select l.place_id, 'day', l.day, greatest(0, l.service_s - l.offline_s - l.partly_s), l.partly_s, l.offline_s, l.maintenance_s,
      coalesce(i.begun, 0), coalesce(i.recovered, 0), coalesce(i.repair_s, 0), l.until
    from lasting l left join incident i using (place_id, day)
    where l.service_s + l.maintenance_s + coalesce(i.begun, 0) + coalesce(i.recovered, 0) > 0`.execute(tx)
  await sql`with ${claim}, ${watchCte}
    insert into device_downtimes (location_id, day, device_id, offline_s)
    select * from (select s.place_id, s.day, s.device_id, round(${secondsOf(sql`w.service * range_agg(s.span)`)})::bigint as offline_s
      from silence s join watch w using (place_id, day) where s.device_id is not null group by s.place_id, s.day, s.device_id, w.service) d where offline_s > 0`.execute(
    tx,
  )
}
const recoveredOn = sql`o.clearing = 'recovered' and o.ended_at >= w.begins and o.ended_at < w.ends`

const latency = sql`extract(epoch from s.ended_at - s.created_at) * 1000`
const bounds = sql`array[${sql.join(latencyBoundsMs.map((bound) => sql.lit(bound)))}]::numeric[]`
// A bound belongs to the bucket below it.
const bucket = sql`(case when s.status = 'success' then width_bucket(-(${latency}), (select array_agg(-b order by b desc) from unnest(${bounds}) b)) end)`
const latencies = sql`array[${sql.join(
  [...latencyBoundsMs, Infinity].map(
    (_, index) => sql`count(*) filter (where bucket = ${sql.lit(latencyBoundsMs.length - index)})`,
  ),
)}]::bigint[]`

export async function countCommandDays(tx: Tx, claims: readonly Claim[], now: Date): Promise<void> {
  await sql`with ${claimCte(claims, now)}
    delete from command_figures f using claim c where f.scope_id = c.place_id and f.grain = 'day' and f.period = c.day`.execute(
    tx,
  )
  await sql`with ${claimCte(claims, now)}
    insert into command_figures (scope_id, grain, period, commands, succeeded, failed, unhandled, timed_out, latencies)
    select place_id, 'day', day, count(*), count(*) filter (where status = 'success'), count(*) filter (where status = 'failed'),
      count(*) filter (where status = 'unhandled'), count(*) filter (where status = 'hardware_timeout'), ${latencies}
    from (select c.place_id, c.day, s.status, ${bucket} as bucket from claim c
      join commands s on s.location_id = c.place_id and s.created_at >= c.begins and s.created_at < c.ends) k
    group by place_id, day`.execute(tx)
}
