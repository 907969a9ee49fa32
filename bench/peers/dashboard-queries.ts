/**
 * Twelve charts of a year as one would write them by hand, without rights of any kind but whose places they are. All are counted from
 * the rows themselves (parking sessions, devices, commands), except revenue: the filled database has figures of money and no
 * payments, so that it is added up from the figures of each day. $1 is the person; the other parameters are named below.
 */
const sees = (isEverything: boolean, column: string): string =>
  isEverything
    ? `$1::uuid is not null`
    : `${column} in (select m.resource_id from role_grants g join resource_group_members m using (group_id) where g.person_id = $1 and m.resource_type = 'location')`

/** No zone is further from UTC than 14 hours. */
const around = (column: string): string =>
  `${column} >= $2::timestamptz - interval '14 hours' and ${column} < $3::timestamptz + interval '38 hours'`
const onDays = (column: string): string =>
  `${around(column)} and (${column} at time zone l.time_zone)::date between $2::date and $3::date`
const tookPlace = `x.status <> 'booked' and x.how_ended is distinct from 'cancelled'`
const begun = `${onDays('x.started_at')} and ${tookPlace}`
const monthOf = (column: string): string => `date_trunc('month', ${column} at time zone l.time_zone)`
const written = `to_char(month, 'YYYY-MM') as month`
const perMonth = `group by grouping sets ((month), ())`

/** Sessions, mean duration and ratings by month and in all. */
const sessions = (isEverything: boolean): string => `
  with s as (select ${monthOf('x.started_at')} as month, case when x.status = 'ended' then extract(epoch from x.ended_at - x.started_at) end as seconds, x.rating
    from locations l join parking_sessions x on x.location_id = l.id where ${begun} and ${sees(isEverything, 'l.id')})
  select ${written}, count(*)::int as sessions, (avg(seconds) / 60)::float8 as duration, avg(rating)::float8 as ratings from s ${perMonth}`

/** Distinct riders of all locations that the person sees, by month and in all. */
export const peopleByMonth = (isEverything: boolean): string => `
  with s as (select ${monthOf('x.started_at')} as month, x.user_id
    from locations l join parking_sessions x on x.location_id = l.id where ${begun} and x.user_id is not null and ${sees(isEverything, 'l.id')})
  select ${written}, count(distinct user_id)::int as people from s ${perMonth}`

/** The sessions of each place, the busiest first. */
const places = (isEverything: boolean): string => `
  select l.label, coalesce(s.sessions, 0)::int as sessions from locations l left join (
      select l.id, count(*) as sessions from locations l join parking_sessions x on x.location_id = l.id where ${begun} and ${sees(isEverything, 'l.id')} group by l.id) s using (id)
  where ${sees(isEverything, 'l.id')} order by 2 desc, 1`

/**
 * How long docks were taken, by month and by hour of the week, beside how long they could have been: a place counts on the days on
 * which one of its docks was taken. All places are in one time zone, and no stay that ended took longer than a day.
 */
const occupancy = (isEverything: boolean): string => `
  with stay as (select l.id, l.time_zone, x.started_at, coalesce(x.ended_at, $4::timestamptz) as ended_at
      from locations l join parking_sessions x on x.location_id = l.id
      where x.started_at >= $2::timestamptz - interval '38 hours' and x.started_at < $3::timestamptz + interval '38 hours' and ${tookPlace}
        and x.device_type in ('dock', 'locker', 'rental_dock') and ${sees(isEverything, 'l.id')}),
    hour as (select y.id, h at time zone y.time_zone as shown, extract(epoch from least(y.ended_at, h + interval '1 hour') - greatest(y.started_at, h))::float8 as seconds
      from stay y cross join lateral generate_series(date_trunc('hour', y.started_at), y.ended_at, interval '1 hour') h where h < y.ended_at offset 0),
    taken as materialized (select id, shown, sum(seconds) as seconds from hour where shown >= $2::date and shown < $3::date + 1 group by 1, 2),
    dock as (select location_id as id, count(*) as docks from devices
      where deleted_at is null and type in ('dock', 'locker', 'rental_dock') and ${sees(isEverything, 'location_id')} group by 1),
    day as materialized (select day, sum(docks) as docks from (select distinct id, shown::date as day from taken) u join dock using (id) group by 1),
    capacity as materialized (select shown, (count(*) * 3600 * d.docks)::float8 as seconds
      from (select h at time zone (select time_zone from locations limit 1) as shown
        from generate_series($2::timestamptz - interval '14 hours', $3::timestamptz + interval '38 hours', interval '1 hour') h) c join day d on d.day = shown::date
      group by shown, d.docks),
    used as materialized (select shown, sum(seconds) as seconds from taken group by 1)
  select to_char(date_trunc('month', c.shown), 'YYYY-MM') as month, null::int as weekday, null::int as hour, sum(u.seconds) as taken_s, sum(c.seconds) as dock_s
    from capacity c left join used u using (shown) group by 1
  union all select null, extract(isodow from c.shown)::int, extract(hour from c.shown)::int, coalesce(sum(u.seconds), 0), sum(c.seconds)
    from capacity c left join used u using (shown) group by 2, 3`

const contactSince = `$2::timestamptz - make_interval(secs => least(greatest(10 * heartbeat_interval_s(l.power_save), 600), 86400))`

/** How many docks are taken at this moment. */
const taken = (isEverything: boolean): string => `
  select count(*) filter (where hs.dock_state = 'locked' and hs.last_heartbeat_at >= ${contactSince} and cs.last_heartbeat_at >= ${contactSince})::int as taken, count(*)::int as docks
  from locations l join devices d on d.location_id = l.id left join hardware h on h.hardware_id = d.hardware_id
  left join hardware_state hs on hs.hardware_id = d.hardware_id left join hardware_state cs on cs.hardware_id = h.controller_id
  where d.deleted_at is null and d.type in ('dock', 'locker', 'rental_dock') and ${sees(isEverything, 'l.id')}`

const openFor = (hours: number): string => `x.started_at <= $2::timestamptz - interval '${hours} hours'`

/** Open sessions of one day, of three and of seven. */
const overstays = (isEverything: boolean): string => `
  select count(*) filter (where not ${openFor(72)})::int as days_1, count(*) filter (where ${openFor(72)} and not ${openFor(168)})::int as days_3,
    count(*) filter (where ${openFor(168)})::int as days_7
  from parking_sessions x where x.status <> 'ended' and ${openFor(24)} and ${sees(isEverything, 'x.location_id')}`

/** The share of commands that succeeded, and within how many milliseconds 95 of 100 of these were answered. */
const commands = (isEverything: boolean): string => `
  with c as (select ${monthOf('x.created_at')} as month, x.status, extract(epoch from x.ended_at - x.created_at) * 1000 as ms
    from locations l join commands x on x.location_id = l.id where ${onDays('x.created_at')} and ${sees(isEverything, 'l.id')})
  select ${written}, count(*)::int as sent, (100.0 * count(*) filter (where status = 'success') / nullif(count(*), 0))::float8 as commands,
    percentile_cont(0.95) within group (order by ms::float8) filter (where status = 'success') as latency from c ${perMonth}`

/** Of everything there is one row a day. */
const revenue = (isEverything: boolean): string => `
  with f as (select date_trunc('month', period) as month, captured_minor - refunded_minor as net_minor from revenue_figures
    where grain = 'day' and period between $2::date and $3::date and currency = 'EUR' and ${sees(isEverything, 'scope_id')}
      ${isEverything ? `and scope_id = '00000000-0000-0000-0000-000000000000'` : ''})
  select ${written}, sum(net_minor)::int8 as revenue from f ${perMonth}`

type Parameter = 'from' | 'to' | 'now'
const days: readonly Parameter[] = ['from', 'to']

/** The slowest first: side by side, the others are done while it lasts. `takes` names the parameters after $1. */
export const dashboardByHand = {
  occupancy: { text: occupancy, takes: [...days, 'now'] },
  people: { text: peopleByMonth, takes: days },
  sessions: { text: sessions, takes: days },
  places: { text: places, takes: days },
  commands: { text: commands, takes: days },
  overstays: { text: overstays, takes: ['now'] },
  taken: { text: taken, takes: ['now'] },
  revenue: { text: revenue, takes: days },
} as const satisfies Record<string, { text: (isEverything: boolean) => string; takes: readonly Parameter[] }>
