import { sql } from 'kysely'
import { chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartFigures, ChartId } from '@wheelhouse/contract/dashboards/charts.ts'
import { deviceAggregates } from '../locations/aggregates.ts'
import { inPeriods, isNow, placeCte, pointsOf, share, slotOf, sumOf } from './scope.ts'
import type { FiguresScope, Slot } from './scope.ts'

interface Used extends Slot {
  occupied_s: number
  dock_s: number
}
interface Cell {
  weekday: number
  hour: number
  occupied_s: number
  dock_s: number
}

/** The docks that are there now: how many there were on a past day is not kept. */
const docks = sql`dock as materialized (select d.location_id, count(*) as docks from devices d join place p on p.id = d.location_id
  where d.deleted_at is null and d.type in ('dock', 'locker', 'rental_dock') group by d.location_id)`

/** How full the places were: each day, and now. A day in progress is no whole day and is left out. */
export async function occupancyChart(scope: FiguresScope): Promise<ChartFigures[]> {
  const day = sql`f.period`
  const { rows } = await sql<Used>`with ${placeCte(scope, chartRules.occupancy.needs)}, ${docks}
    select ${isNow(day, scope)} as is_now, ${slotOf(day, scope)} as slot, sum(f.occupied_s)::int8 as occupied_s, sum(k.docks * 86400)::int8 as dock_s
    from place p join dock k on k.location_id = p.id join usage_figures f on f.scope_id = p.id and f.grain = 'day' and ${inPeriods(day, scope)}
    where ${isOver(scope)} group by 1, 2`.execute(scope.db)
  const of = (row: Used) => share(Math.min(row.occupied_s, row.dock_s), row.dock_s)
  const whole = (isCurrent: boolean) =>
    share(
      sumOf(rows, isCurrent, (row) => Math.min(row.occupied_s, row.dock_s)),
      sumOf(rows, isCurrent, (row) => row.dock_s),
    )
  return [
    {
      kind: 'series',
      chart: 'occupancy',
      unit: 'percent',
      currency: null,
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

/** How full the places are by hour and weekday, on the clock of each place. */
export async function weekChart(scope: FiguresScope): Promise<ChartFigures[]> {
  const day = sql`f.period`
  const { rows } = await sql<
    Cell & { is_now: boolean }
  >`with ${placeCte(scope, chartRules.occupancy_week.needs)}, ${docks}
    select ${isNow(day, scope)} as is_now, extract(isodow from f.period)::int as weekday, (h.nth - 1)::int as hour,
      sum(h.seconds)::int8 as occupied_s, sum(k.docks * 3600)::int8 as dock_s
    from place p join dock k on k.location_id = p.id join usage_figures f on f.scope_id = p.id and f.grain = 'day' and ${inPeriods(day, scope)}
    cross join lateral unnest(f.occupied_s_by_hour) with ordinality as h(seconds, nth)
    where ${isOver(scope)} group by 1, 2, 3`.execute(scope.db)
  const values = Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (__, hour) => {
      const cell = rows.find((row) => row.is_now && row.weekday === weekday + 1 && row.hour === hour)
      return cell ? share(Math.min(cell.occupied_s, cell.dock_s), cell.dock_s) : null
    }),
  )
  const whole = (isCurrent: boolean) => {
    const own = rows.filter((row) => row.is_now === isCurrent).map((row) => ({ ...row, slot: 0 }))
    return share(
      sumOf(own, isCurrent, (row) => row.occupied_s),
      sumOf(own, isCurrent, (row) => row.dock_s),
    )
  }
  const chart: ChartId = 'occupancy_week'
  const headline = { value: whole(true), previous: scope.earlier === null ? null : whole(false) }
  return [{ kind: 'week', chart, unit: 'percent', currency: null, values, headline }]
}
