import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { trackDays, trackPointsAtMost } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import type { Track } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import type { Ctx } from '../../platform/context.ts'

const dayMs = 86_400_000

interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** Positions of a vehicle between two times; the last 24 hours unless said otherwise. */
export function trackOf(ctx: Ctx, id: string, period: Period): Promise<Track> {
  const to = period.to ? Date.parse(period.to) : ctx.clock.now().getTime()
  const from = period.from ? Date.parse(period.from) : to - dayMs
  if (from >= to) throw new AppError('invalid_query', { field: 'from' }, 'from must be before to')
  if (to - from > (trackDays + 1) * dayMs)
    throw new AppError('invalid_query', { field: 'from' }, `At most ${trackDays} days at once`)
  return trackBetween(ctx, id, new Date(from), new Date(to))
}

/** Of more points than a map can show, every second, third and so on is left out; the first and the last stay. */
export async function trackBetween({ db }: Pick<Ctx, 'db'>, id: string, from: Date, to: Date): Promise<Track> {
  const { rows } = await sql<{ points: Track['points']; total: number }>`
    with found as materialized (select at, latitude, longitude, speed_kmh, battery_percent, row_number() over (order by at) as nth, count(*) over () as total
      from rental_positions where rental_device_id = ${id}::uuid and at >= ${from.toISOString()}::timestamptz and at <= ${to.toISOString()}::timestamptz)
    select coalesce(json_agg(json_build_object('at', ${inMilliseconds(sql`at`)}, 'latitude', latitude, 'longitude', longitude,
        'speed_kmh', round(speed_kmh::numeric, 1)::float8, 'battery_percent', round(battery_percent::numeric, 1)::float8) order by nth), '[]'::json) as points,
      coalesce(max(total), 0)::int as total
    from found where nth = total or (nth - 1) % ceil(total / ${trackPointsAtMost}::float8)::int = 0`.execute(db)
  return rows[0] ?? { points: [], total: 0 }
}

const inMilliseconds = (at: RawBuilder<unknown>) => sql`to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const quarterS = 900
const hourS = 3_600
/** A week in quarters of an hour is as much as a chart of a usual width shows. */
const quartersForDays = 7

/** The lowest charge of each quarter of an hour, for longer periods of each hour. */
export async function batteryOf(
  { db, clock }: Ctx,
  id: string,
  days: number,
): Promise<{ points: { at: string; battery_percent: number }[]; every_s: number }> {
  const every_s = days <= quartersForDays ? quarterS : hourS
  const from = new Date(clock.now().getTime() - days * dayMs).toISOString()
  const { rows } = await sql<{ at: string; battery_percent: number }>`
    select ${inMilliseconds(sql`bucket`)} as at, battery_percent from (
      select date_bin(make_interval(secs => ${every_s}::int), at, '2000-01-01Z') as bucket, round(min(battery_percent)::numeric, 1)::float8 as battery_percent
      from rental_positions where rental_device_id = ${id}::uuid and at >= ${from}::timestamptz and battery_percent is not null group by 1) b
    order by bucket`.execute(db)
  return { points: rows, every_s }
}
