import { sql } from 'kysely'
import { chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartFigures, ChartId } from '@wheelhouse/contract/dashboards/charts.ts'
import { deviceAggregates } from '../hardware-state/aggregates.ts'
import { dayEnds, hoursOfDay, secondsOfDay } from '../rollups/local-hours.ts'
import { daysIn, figuresIn, isNow, placeCte, pointsOf, share, slotOf } from './scope.ts'
import type { FiguresScope, Slot } from './scope.ts'

interface Taken {
  occupied_s: number
  dock_s: number
  /** How many hours the seconds are of: of a dock that is always taken, each hour has 3,600. Clocks that are changed add or take one. */
  hours: number
}
type Used = Taken & Slot
interface Cell extends Taken {
  is_now: boolean
  /** On how many days the clock showed this hour. */
  days: number
  weekday: number
  hour: number
}

/**
 * On a public link five bicycles are behind an occupancy. Of 20 docks one bicycle is half of the ten percent to which it is
 * rounded, so nobody sees it come or go.
 */
const [publicDocks, publicTaken] = [20, 5]
const isEnough = ({ isPublic }: FiguresScope, { occupied_s, dock_s, hours }: Taken): boolean =>
  !isPublic || (dock_s >= publicDocks * hours * 3_600 && occupied_s >= publicTaken * hours * 3_600)

const shareOf = (scope: FiguresScope, taken: Taken): number | null =>
  isEnough(scope, taken) ? share(Math.min(taken.occupied_s, taken.dock_s), taken.dock_s) : null

/** Of a period: each of its days or hours is full at most. */
function wholeShare(scope: FiguresScope, rows: readonly (Taken & { is_now: boolean })[], isCurrent: boolean) {
  const whole = { occupied_s: 0, dock_s: 0, hours: 0 }
  for (const { occupied_s, dock_s, hours } of rows.filter(({ is_now }) => is_now === isCurrent)) {
    whole.occupied_s += Math.min(occupied_s, dock_s)
    whole.dock_s += dock_s
    whole.hours += hours
  }
  return shareOf(scope, whole)
}

/** The docks that are there now: how many there were on a past day is not kept. */
const docks = sql`dock as materialized (select d.location_id, count(*) as docks from devices d join place p on p.id = d.location_id
  where d.deleted_at is null and d.type in ('dock', 'locker', 'rental_dock') group by d.location_id)`

const day = sql`period`

/** `(select period, …)`: what was taken at place `p`, day by day. Place after place, so that few places read no days of the others. */
const usageOf = (scope: FiguresScope, column: 'occupied_s' | 'occupied_s_by_hour') =>
  figuresIn(scope, { table: 'usage_figures', columns: [column], id: sql`p.id`, and: sql`true`, byMonth: false })

/** `zone_day as (…)`: how long each day is in each zone of the places. */
const zoneDays = (scope: FiguresScope) => sql`zone_day as materialized (
  select z.time_zone, d.day, ${secondsOfDay(sql`d.day`, sql`z.time_zone`)} as seconds
  from (select distinct time_zone from place) z cross join ${daysIn(scope)} d)`

/** How full the places were: each day, and now. A day in progress is no whole day and is left out. */
export async function occupancyChart(scope: FiguresScope): Promise<ChartFigures[]> {
  const { rows } = await sql<Used>`with ${placeCte(scope, chartRules.occupancy.needs)}, ${docks}, ${zoneDays(scope)},
    zone_used as (select p.time_zone, f.period, sum(f.occupied_s) as occupied_s, sum(k.docks) as docks
      from place p join dock k on k.location_id = p.id cross join lateral ${usageOf(scope, 'occupied_s')} f
      where ${isOver(scope)} group by 1, 2),
    used as (select u.period, sum(u.occupied_s) as occupied_s, sum(u.docks * z.seconds) as dock_s, max(z.seconds) as seconds
      from zone_used u join zone_day z on z.time_zone = u.time_zone and z.day = u.period group by 1)
    select ${isNow(day, scope)} as is_now, ${slotOf(day, scope)} as slot, sum(occupied_s)::int8 as occupied_s,
      sum(dock_s)::int8 as dock_s, sum(seconds)::float8 / 3600 as hours from used group by 1, 2`.execute(scope.db)
  const of = (row: Used) => shareOf(scope, row)
  const whole = (isCurrent: boolean) => wholeShare(scope, rows, isCurrent)
  return [
    {
      kind: 'series',
      chart: 'occupancy',
      unit: 'percent',
      currency: null,
      rounded_to: null,
      values: pointsOf(rows, scope, true, of),
      previous: scope.earlier === null ? [] : pointsOf(rows, scope, false, of),
      now: await occupiedNow(scope),
      headline: { value: whole(true), previous: scope.earlier === null ? null : whole(false) },
    },
  ]
}

const isOver = ({ clock }: FiguresScope) =>
  sql`f.period < (${clock.now().toISOString()}::timestamptz at time zone p.time_zone)::date`

async function occupiedNow(scope: FiguresScope): Promise<number | null> {
  const { rows } = await sql<{ taken: number; docks: number }>`with ${placeCte(scope, chartRules.occupancy.needs)}
    select coalesce(sum(g.occupied + g.occupied_orange + g.occupied_red), 0)::int as taken, coalesce(sum(g.total_docks), 0)::int as docks
    from place p join locations l on l.id = p.id ${deviceAggregates(scope, 0)}`.execute(scope.db)
  return share(rows[0]?.taken ?? null, rows[0]?.docks ?? null)
}

/** On a public link an hour of the week stands for at least so many days: one by itself is a moment of these bicycles. */
const publicDays = 4

/** `changed_hour as (…)`: the hours of the days on which a clock is changed. */
const changedHours = sql`changed_hour as materialized (
  select z.time_zone, z.day, h.hour, extract(epoch from h.ends - h.begins)::int as seconds from zone_day z
  cross join lateral ${hoursOfDay({ day: sql`z.day`, zone: sql`z.time_zone`, ends: dayEnds(sql`z.day`, sql`z.time_zone`) })} h where z.seconds <> 86400)`

/** Summed in place: a row an hour of each day and place would be 24 times as many to group. */
const secondsByHour = sql.join(
  Array.from({ length: 24 }, (_, hour) => sql`sum(f.occupied_s_by_hour[${sql.lit(hour + 1)}])`),
)

/** How full the places are by hour and weekday, on the clock of each place. */
export async function weekChart(scope: FiguresScope): Promise<ChartFigures[]> {
  const { rows } =
    await sql<Cell>`with ${placeCte(scope, chartRules.occupancy_week.needs)}, ${docks}, ${zoneDays(scope)}, ${changedHours},
    zone_day_used as (select p.time_zone, f.period, array[${secondsByHour}]::int8[] as seconds, sum(k.docks)::int8 as docks
      from place p join dock k on k.location_id = p.id cross join lateral ${usageOf(scope, 'occupied_s_by_hour')} f
      where ${isOver(scope)} group by 1, 2),
    zone_used as (select u.time_zone, u.period, (h.nth - 1)::int as hour, h.seconds as occupied_s, u.docks
      from zone_day_used u cross join lateral unnest(u.seconds) with ordinality as h(seconds, nth)),
    used as (select u.period, u.hour, sum(u.occupied_s) as occupied_s, sum(u.docks * coalesce(c.seconds, 3600)) as dock_s,
        max(coalesce(c.seconds, 3600)) as seconds
      from zone_used u left join changed_hour c on c.time_zone = u.time_zone and c.day = u.period and c.hour = u.hour group by 1, 2)
    select ${isNow(day, scope)} as is_now, extract(isodow from period)::int as weekday, hour, sum(occupied_s)::int8 as occupied_s,
      sum(dock_s)::int8 as dock_s, sum(seconds)::float8 / 3600 as hours, (count(*) filter (where seconds > 0))::int as days
    from used group by 1, 2, 3`.execute(scope.db)
  const isTold = ({ days }: Cell) => !scope.isPublic || days >= publicDays
  const values = Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (__, hour) => {
      const cell = rows.find((row) => row.is_now && row.weekday === weekday + 1 && row.hour === hour)
      return cell && isTold(cell) ? shareOf(scope, cell) : null
    }),
  )
  const chart: ChartId = 'occupancy_week'
  const whole = (isCurrent: boolean) => wholeShare(scope, rows, isCurrent)
  const headline = { value: whole(true), previous: scope.earlier === null ? null : whole(false) }
  return [{ kind: 'week', chart, unit: 'percent', currency: null, rounded_to: null, values, headline }]
}
