import { sql } from 'kysely'
import { dayPlus } from '@wheelhouse/contract/calendar-days.ts'
import type { ChartFigures, ChartId, Compare, Figures, Tile } from '@wheelhouse/contract/dashboards/charts.ts'
import { hintOf } from '../../authz/visible.ts'
import { firmwareChart, locationCharts, maintenanceChart, offlineChart, overstayChart } from './bars.ts'
import { occupancyChart, weekChart } from './occupancy.ts'
import { daysBetween, firstDays, periodBefore, stepOf } from './periods.ts'
import { heldCharts, placeCte } from './scope.ts'
import type { FiguresScope } from './scope.ts'
import { commandCharts, peopleChart, revenueCharts, rideCharts, sessionCharts, uptimeChart } from './series.ts'

type Reader = Pick<FiguresScope, 'db' | 'clock' | 'config' | 'person'>
export interface Asked {
  dashboard_id: string
  from: string
  to: string
  compare: Compare
}

/** What figures are read for: which dashboard, for whom, and which days beside which others. */
export async function scopeOf(
  reader: Reader,
  { dashboard_id, from, to, compare }: Asked,
  { isPublic = false } = {},
): Promise<FiguresScope> {
  const { db, clock, config, person } = reader
  const step = stepOf({ from, to })
  const points = firstDays({ from, to }, step).length
  const earlier = periodBefore({ from, to }, step, compare)
  const hint = await hintOf(reader, 'location', 'GET', 'location')
  return { db, clock, config, person, hint, dashboard_id, from, to, step, points, earlier, isPublic }
}

/**
 * The figures of the charts of a dashboard, over the locations that its reader may see at this moment. Tiles may still be on
 * their way: rights are read beside them.
 */
export async function figuresOf(
  scope: FiguresScope,
  tiles: readonly Tile[] | Promise<readonly Tile[]>,
): Promise<Figures> {
  const { clock, from, to, step, earlier } = scope
  const [known, held] = await Promise.all([tiles, heldCharts(scope)])
  const wanted = known.map(({ chart }) => chart)
  const [shown, hidden] = [wanted.filter((chart) => held.has(chart)), wanted.filter((chart) => !held.has(chart))]
  // A connection for one short statement.
  const [charts, locations] = await Promise.all([readCharts(scope, new Set(shown)), countPlaces(scope)])
  return {
    at: clock.now().toISOString(),
    from,
    to,
    days: firstDays({ from, to }, step),
    step,
    days_earlier: earlier && daysBetween(earlier.from, from),
    locations,
    charts: [...charts, ...hidden.map((chart): ChartFigures => ({ kind: 'hidden', chart }))],
  }
}

/** Two at a time, beside the count of the places: a dashboard on a wall must not take all connections. */
async function readCharts(scope: FiguresScope, wanted: ReadonlySet<ChartId>): Promise<ChartFigures[]> {
  const only = (chart: ChartId, read: (scope: FiguresScope) => Promise<ChartFigures[]>) => async () =>
    wanted.has(chart) ? read(scope) : []
  const reads: (() => Promise<ChartFigures[]>)[] = [
    () => sessionCharts(scope, wanted),
    only('people', peopleChart),
    only('revenue', revenueCharts),
    only('uptime', uptimeChart),
    async () => (wanted.has('commands') || wanted.has('latency') ? commandCharts(scope) : []),
    async () => (wanted.has('rides') || wanted.has('ride_distance') ? rideCharts(scope) : []),
    only('occupancy', occupancyChart),
    only('occupancy_week', weekChart),
    () => locationCharts(scope, wanted),
    only('overstays', overstayChart),
    only('maintenance', maintenanceChart),
    only('offline_devices', offlineChart),
    only('firmware', firmwareChart),
  ]
  const charts = await twoAtATime(reads)
  return charts.flat().filter(({ chart }) => wanted.has(chart))
}

/** What all of them read, in their order. After a failure none begins. */
export async function twoAtATime<T>(reads: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  // Both take the next one from here.
  const waiting = reads.entries()
  let hasFailed = false
  const work = async (): Promise<void> => {
    for (const [nth, read] of waiting) {
      if (hasFailed) return
      try {
        results[nth] = await read()
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all([work(), work()])
  return results
}

async function countPlaces(scope: FiguresScope): Promise<number> {
  const { rows } = await sql<{
    places: number
  }>`with ${placeCte(scope, {})} select count(*)::int as places from place`.execute(scope.db)
  return rows[0]?.places ?? 0
}

/** The last day that is over at every place of the dashboard, and in UTC, by which readers count. */
export async function lastWholeDay({ db, clock, person }: Reader, dashboard_id: string): Promise<string> {
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const { rows } = await sql<{ day: string }>`with ${placeCte({ person, hint: null, dashboard_id }, {})}
    select (least(min((${now} at time zone p.time_zone)::date), (${now} at time zone 'UTC')::date) - 1)::text as day from place p`.execute(
    db,
  )
  return rows[0]?.day ?? dayPlus(clock.now().toISOString().slice(0, 10), -1)
}
