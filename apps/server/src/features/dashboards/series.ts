import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartFigures, ChartId, SeriesFigures, Unit } from '@wheelhouse/contract/dashboards/charts.ts'
import { uptimeShare } from '../rollups/figures.ts'
import type { UptimeSums } from '../rollups/figures.ts'
import { latencyBoundsMs, latencyPercentile } from '../rollups/latencies.ts'
import { earnerCtes, figuresIn, isNow, pointsOf, share, slotOf, sumOf } from './scope.ts'
import type { Earner, FiguresScope, Slot } from './scope.ts'
import { stayCtes } from './stays.ts'

type Table = 'session_figures' | 'uptime_figures' | 'command_figures' | 'revenue_figures'

interface Summed {
  chart: ChartId
  table: Table
  columns: readonly string[]
  /** What is added up of these columns. */
  sums: RawBuilder<unknown>
  and?: RawBuilder<unknown>
  by?: RawBuilder<unknown>
  /** Whose figures they are; without it those of the locations. */
  of?: Earner
}

/** Sums of the days of a table of figures, a row a point of each period. */
async function summed<Row extends object>(scope: FiguresScope, wanted: Summed): Promise<(Row & Slot)[]> {
  const { chart, table, columns, sums, and = sql`true`, by = sql``, of = 'location' } = wanted
  const day = sql`f.period`
  // A place after the other, each by its key: the plan must not read the days of all places for the sake of a few.
  const figures = figuresIn(scope, { table, columns, id: sql`e.id`, and, byMonth: scope.step === 'month' })
  const { rows } = await sql<Row & Slot>`with ${earnerCtes(scope, chartRules[chart].needs, of)}
    select ${isNow(day, scope)} as is_now, ${slotOf(day, scope)} as slot, ${sums}
    from earner e cross join lateral ${figures} f group by 1, 2 ${by}`.execute(scope.db)
  return rows
}

interface Series<Row> {
  chart: ChartId
  unit: Unit
  rows: readonly Row[]
  point: (row: Row) => number | null
  headline: (isCurrent: boolean) => number | null
  currency?: string
}

/** A chart whose points and whose headline are made of the same sums. */
function seriesOf<Row extends Slot>(
  scope: FiguresScope,
  { chart, unit, rows, point, headline, currency }: Series<Row>,
): SeriesFigures {
  const hasEarlier = scope.earlier !== null
  return {
    kind: 'series',
    chart,
    unit,
    currency: currency ?? null,
    rounded_to: null,
    now: null,
    values: pointsOf(rows, scope, true, point),
    previous: hasEarlier ? pointsOf(rows, scope, false, point) : [],
    headline: { value: headline(true), previous: hasEarlier ? headline(false) : null },
  }
}

type SessionSums = Record<'sessions' | 'ended' | 'seconds' | 'ratings' | 'rating_sum', number>
const sessionSums = sql`sum(f.sessions)::int8 as sessions, sum(f.ended)::int8 as ended, sum(f.seconds)::int8 as seconds,
  sum(f.ratings)::int8 as ratings, sum(f.rating_sum)::int8 as rating_sum`

const sessionReadings = ['sessions', 'duration', 'ratings'] as const
/** Sessions, mean duration and ratings: three readings of the same sums. */
export async function sessionCharts(scope: FiguresScope, charts: ReadonlySet<ChartId>): Promise<ChartFigures[]> {
  if (!sessionReadings.some((chart) => charts.has(chart))) return []
  const rows = await summed<SessionSums>(scope, {
    chart: 'sessions',
    table: 'session_figures',
    columns: ['sessions', 'ended', 'seconds', 'ratings', 'rating_sum'],
    sums: sessionSums,
    and: sql`f.kind = 'parking'`,
  })
  const sum = (column: keyof SessionSums) => (isCurrent: boolean) => sumOf(rows, isCurrent, (row) => row[column])
  const quotient = (part: keyof SessionSums, whole: keyof SessionSums, factor: number) => ({
    point: (row: SessionSums) => (row[whole] === 0 ? null : (row[part] / row[whole]) * factor),
    headline: (isCurrent: boolean) => {
      const [above, below] = [sum(part)(isCurrent), sum(whole)(isCurrent)]
      return above === null || below === null || below === 0 ? null : (above / below) * factor
    },
  })
  return [
    seriesOf(scope, {
      chart: 'sessions',
      unit: 'count',
      rows,
      point: (row) => row.sessions,
      headline: sum('sessions'),
    }),
    seriesOf(scope, { chart: 'duration', unit: 'minutes', rows, ...quotient('seconds', 'ended', 1 / 60) }),
    seriesOf(scope, { chart: 'ratings', unit: 'rating', rows, ...quotient('rating_sum', 'ratings', 1) }),
  ]
}

/** Distinct riders: days do not add up to a period, so that both are counted from the sessions. */
export async function peopleChart(scope: FiguresScope): Promise<ChartFigures[]> {
  const { rows } = await sql<
    Slot & { is_point: boolean; people: number }
  >`with ${stayCtes(scope, chartRules.people.needs)}
    select s.is_now, coalesce(s.slot, 0) as slot, grouping(s.slot) = 0 as is_point, count(distinct s.user_id)::int8 as people
    from stay s where s.user_id is not null group by grouping sets ((s.is_now, s.slot), (s.is_now))`.execute(scope.db)
  const points = rows.filter((row) => row.is_point)
  const whole = (isCurrent: boolean) => rows.find((row) => !row.is_point && row.is_now === isCurrent)?.people ?? null
  return [
    seriesOf(scope, { chart: 'people', unit: 'count', rows: points, point: (row) => row.people, headline: whole }),
  ]
}

const currenciesAtMost = 3

/**
 * Money that moved, a chart a currency: captured less refunded, each on its own day. What fleets and subscriptions earned belongs
 * to it where their organization was chosen.
 */
export async function revenueCharts(scope: FiguresScope): Promise<ChartFigures[]> {
  const sums = sql`f.currency, sum(f.captured_minor - f.refunded_minor)::int8 as net_minor`
  type Row = { currency: string; net_minor: number }
  const rows = await summed<Row>(scope, {
    chart: 'revenue',
    table: 'revenue_figures',
    columns: ['currency', 'captured_minor', 'refunded_minor'],
    sums,
    by: sql`, f.currency`,
    of: 'payer',
  })
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency)
  const charts = [...byCurrency].map(([currency, own]) =>
    seriesOf(scope, {
      chart: 'revenue',
      unit: 'minor',
      currency,
      rows: own,
      point: (row) => row.net_minor,
      headline: (isCurrent) => sumOf(own, isCurrent, (row) => row.net_minor),
    }),
  )
  return charts
    .toSorted((one, other) => (other.headline.value ?? 0) - (one.headline.value ?? 0))
    .slice(0, currenciesAtMost)
}

const metresOfKm = 1_000

/** Rides of the fleets whose organization was chosen, and how far they went. */
export async function rideCharts(scope: FiguresScope): Promise<ChartFigures[]> {
  const rows = await summed<{ rides: number; metres: number }>(scope, {
    chart: 'rides',
    table: 'session_figures',
    columns: ['sessions', 'distance_m'],
    sums: sql`sum(f.sessions)::int8 as rides, sum(f.distance_m)::int8 as metres`,
    and: sql`f.kind = 'rental'`,
    of: 'fleet',
  })
  const km = (value: number | null) => (value === null ? null : value / metresOfKm)
  return [
    seriesOf(scope, {
      chart: 'rides',
      unit: 'count',
      rows,
      point: (row) => row.rides,
      headline: (isCurrent) => sumOf(rows, isCurrent, (row) => row.rides),
    }),
    seriesOf(scope, {
      chart: 'ride_distance',
      unit: 'km',
      rows,
      point: (row) => km(row.metres),
      headline: (isCurrent) => km(sumOf(rows, isCurrent, (row) => row.metres)),
    }),
  ]
}

type TimeInService = Pick<UptimeSums, 'online_s' | 'partly_s' | 'offline_s'>

/** The share of the time in service in which a place was not offline as a whole; planned maintenance is no time in service. */
export async function uptimeChart(scope: FiguresScope): Promise<ChartFigures[]> {
  const sums = sql`sum(f.online_s)::int8 as online_s, sum(f.partly_s)::int8 as partly_s, sum(f.offline_s)::int8 as offline_s`
  const columns = ['online_s', 'partly_s', 'offline_s']
  const rows = await summed<TimeInService>(scope, { chart: 'uptime', table: 'uptime_figures', columns, sums })
  const reachable = ({ online_s, partly_s }: TimeInService) => online_s + partly_s
  const offline = ({ offline_s }: TimeInService) => offline_s
  return [
    seriesOf(scope, {
      chart: 'uptime',
      unit: 'percent',
      rows,
      point: (row) => uptimeShare(reachable(row), offline(row)),
      headline: (isCurrent) =>
        uptimeShare(sumOf(rows, isCurrent, reachable) ?? 0, sumOf(rows, isCurrent, offline) ?? 0),
    }),
  ]
}

type CommandSums = { commands: number; succeeded: number; latencies: number[] }
const buckets = Array.from(
  { length: latencyBoundsMs.length + 1 },
  (_, index) => sql`coalesce(sum(f.latencies[${sql.lit(index + 1)}]), 0)::int8`,
)

/** How many commands succeeded, and within what time 95 of 100 of these were answered. */
export async function commandCharts(scope: FiguresScope): Promise<ChartFigures[]> {
  const sums = sql`sum(f.commands)::int8 as commands, sum(f.succeeded)::int8 as succeeded, array[${sql.join(buckets)}] as latencies`
  const columns = ['commands', 'succeeded', 'latencies']
  const rows = await summed<CommandSums>(scope, { chart: 'commands', table: 'command_figures', columns, sums })
  const p95 = (counts: readonly number[]) => latencyPercentile(counts.map(Number), 0.95)
  const added = (isCurrent: boolean) =>
    rows
      .filter((row) => row.is_now === isCurrent)
      .reduce<number[]>((sum, { latencies }) => latencies.map((count, index) => Number(count) + (sum[index] ?? 0)), [])
  const success = (isCurrent: boolean) =>
    share(
      sumOf(rows, isCurrent, (row) => row.succeeded),
      sumOf(rows, isCurrent, (row) => row.commands),
    )
  return [
    seriesOf(scope, {
      chart: 'commands',
      unit: 'percent',
      rows,
      point: (row) => share(row.succeeded, row.commands),
      headline: success,
    }),
    seriesOf(scope, {
      chart: 'latency',
      unit: 'ms',
      rows,
      point: (row) => p95(row.latencies),
      headline: (isCurrent) => p95(added(isCurrent)),
    }),
  ]
}
