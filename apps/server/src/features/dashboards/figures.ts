import { sql } from 'kysely'
import { chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartFigures, ChartId, Compare, Figures, Tile } from '@wheelhouse/contract/dashboards/charts.ts'
import { firmwareChart, locationCharts, maintenanceChart, offlineChart, overstayChart } from './bars.ts'
import { occupancyChart, weekChart } from './occupancy.ts'
import { daysBetween, firstDays, periodBefore, stepOf } from './periods.ts'
import { heldNeeds, placeCte } from './scope.ts'
import type { FiguresScope } from './scope.ts'
import { commandCharts, peopleChart, revenueCharts, rideCharts, sessionCharts, uptimeChart } from './series.ts'

type Reader = Pick<FiguresScope, 'db' | 'clock' | 'config' | 'person'>
export interface Asked {
  dashboard_id: string
  tiles: readonly Tile[]
  from: string
  to: string
  compare: Compare
}

/** The figures of the charts of a dashboard, over the locations that its reader may see at this moment. */
export async function figuresOf(reader: Reader, { tiles, from, to, compare, dashboard_id }: Asked): Promise<Figures> {
  const step = stepOf({ from, to })
  const days = firstDays({ from, to }, step)
  const earlier = periodBefore({ from, to }, step, compare)
  const { db, clock, config, person } = reader
  const scope: FiguresScope = { db, clock, config, person, dashboard_id, from, to, step, points: days.length, earlier }
  const wanted = tiles.map(({ chart }) => chart)
  const held = await heldNeeds(
    scope,
    wanted.map((chart) => chartRules[chart].needs),
  )
  const [shown, hidden] = [wanted.filter((_, index) => held[index]), wanted.filter((_, index) => !held[index])]
  // A second connection for one short statement: the charts themselves go one after the other.
  const [charts, locations] = await Promise.all([readCharts(scope, new Set(shown)), countPlaces(scope)])
  return {
    at: clock.now().toISOString(),
    from,
    to,
    days,
    step,
    days_earlier: earlier && daysBetween(earlier.from, from),
    locations,
    charts: [...charts, ...hidden.map((chart): ChartFigures => ({ kind: 'hidden', chart }))],
  }
}

/** One at a time: a dashboard on a wall must not take all connections. */
async function readCharts(scope: FiguresScope, wanted: ReadonlySet<ChartId>): Promise<ChartFigures[]> {
  const only = (chart: ChartId, read: (scope: FiguresScope) => Promise<ChartFigures[]>) =>
    wanted.has(chart) ? read(scope) : Promise.resolve([])
  const charts = [
    ...(await sessionCharts(scope, wanted)),
    ...(await only('people', peopleChart)),
    ...(await only('revenue', revenueCharts)),
    ...(await only('uptime', uptimeChart)),
    ...(wanted.has('commands') || wanted.has('latency') ? await commandCharts(scope) : []),
    ...(wanted.has('rides') || wanted.has('ride_distance') ? await rideCharts(scope) : []),
    ...(await only('occupancy', occupancyChart)),
    ...(await only('occupancy_week', weekChart)),
    ...(await locationCharts(scope, wanted)),
    ...(await only('overstays', overstayChart)),
    ...(await only('maintenance', maintenanceChart)),
    ...(await only('offline_devices', offlineChart)),
    ...(await only('firmware', firmwareChart)),
  ]
  return charts.filter(({ chart }) => wanted.has(chart))
}

async function countPlaces(scope: FiguresScope): Promise<number> {
  const { rows } = await sql<{
    places: number
  }>`with ${placeCte(scope, {})} select count(*)::int as places from place`.execute(scope.db)
  return rows[0]?.places ?? 0
}
