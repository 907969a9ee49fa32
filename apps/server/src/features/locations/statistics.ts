import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { LocationStatistics } from '@wheelhouse/contract/locations/location-statistics.ts'
import type { Ctx } from '../../platform/context.ts'

interface DayRow {
  date: string
  sessions: number
  minutes: number | null
  ended: number
  previous_date: string
  previous_sessions: number
  previous_minutes: number | null
  previous_ended: number
}

/** Days of the location's own time zone, today the last of them, each beside the same weekday whole weeks earlier. */
export async function statisticsOf(ctx: Ctx, locationId: string, count: number): Promise<LocationStatistics> {
  const location = await ctx.db
    .selectFrom('locations')
    .select('time_zone')
    .where('id', '=', locationId)
    .executeTakeFirst()
  if (!location) throw new AppError('not_found')
  const weeks = Math.ceil(count / 7)
  const rows = await daysOf(ctx, locationId, location.time_zone, count, weeks)
  return {
    time_zone: location.time_zone,
    today: rows.at(-1)?.date ?? '',
    days: rows.map(({ date, sessions, minutes, ended, previous_date, previous_sessions }) => ({
      date,
      sessions,
      mean_minutes: mean(minutes, ended),
      previous_date,
      previous_sessions,
    })),
    weeks_earlier: weeks,
    sessions: sum(rows, (row) => row.sessions),
    mean_minutes: mean(
      sum(rows, (row) => row.minutes ?? 0),
      sum(rows, (row) => row.ended),
    ),
    previous_sessions: sum(rows, (row) => row.previous_sessions),
    previous_mean_minutes: mean(
      sum(rows, (row) => row.previous_minutes ?? 0),
      sum(rows, (row) => row.previous_ended),
    ),
  }
}

const sum = (rows: DayRow[], of: (row: DayRow) => number): number => rows.reduce((total, row) => total + of(row), 0)
const mean = (minutes: number | null, ended: number): number | null =>
  ended === 0 || minutes === null ? null : minutes / ended

/** One range of the index (location_id, started_at), read once; a day begins at the location's midnight, summer time or not. */
async function daysOf(ctx: Ctx, locationId: string, zone: string, count: number, weeks: number): Promise<DayRow[]> {
  const before = weeks * 7
  const { rows } = await sql<DayRow>`
    with today as (select (${ctx.clock.now().toISOString()}::timestamptz at time zone ${zone})::date as day),
    tally as (
      select (s.started_at at time zone ${zone})::date as day, count(*) as sessions, count(s.ended_at) as ended,
        (sum(extract(epoch from s.ended_at - s.started_at)) / 60)::float8 as minutes
      from parking_sessions s
      where s.location_id = ${locationId}::uuid and s.status <> 'booked' and s.how_ended is distinct from 'cancelled'
        and s.started_at >= ((select day from today) - ${count - 1 + before}::int)::timestamp at time zone ${zone}
        and s.started_at < ((select day from today) + 1)::timestamp at time zone ${zone}
      group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(t.sessions, 0) as sessions, t.minutes, coalesce(t.ended, 0) as ended,
      to_char(d.day - ${before}::int, 'YYYY-MM-DD') as previous_date, coalesce(p.sessions, 0) as previous_sessions,
      p.minutes as previous_minutes, coalesce(p.ended, 0) as previous_ended
    from (select (select day from today) - n as day from generate_series(0, ${count - 1}::int) n) d
    left join tally t on t.day = d.day left join tally p on p.day = d.day - ${before}::int
    order by d.day`.execute(ctx.db)
  return rows
}
