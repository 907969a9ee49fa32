import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { entriesOf } from '@wheelhouse/contract/certain.ts'
import { chartRules, overstayClasses } from '@wheelhouse/contract/dashboards/charts.ts'
import type { BarFigures, ChartFigures, ChartId } from '@wheelhouse/contract/dashboards/charts.ts'
import { offlineClasses } from '@wheelhouse/contract/hardware/offline-classes.ts'
import type { OfflineClass } from '@wheelhouse/contract/hardware/offline-classes.ts'
import { logPriorities } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { hardwareIsVisible } from '../../authz/hardware-visible.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { healthJoins, offlineFor } from '../hardware-state/health.ts'
import { idleWords } from '../hardware-state/idle-words.ts'
import { isOpen } from '../maintenance-log/open-entries.ts'
import { daysBetween } from './periods.ts'
import { figuresIn, isNow, placeCte } from './scope.ts'
import type { FiguresScope } from './scope.ts'

type Bar = BarFigures['bars'][number]

const barsOf = (chart: ChartId, bars: Bar[], isCompared: boolean): BarFigures => {
  const sum = (of: (bar: Bar) => number | null) => bars.reduce((total, bar) => total + (of(bar) ?? 0), 0)
  return {
    kind: 'bars',
    chart,
    unit: 'count',
    currency: null,
    rounded_to: null,
    bars,
    headline: { value: sum((bar) => bar.value), previous: isCompared ? sum((bar) => bar.previous) : null },
  }
}

export const placesAtMost = 10

/** Ten locations with the most sessions, and ten with the fewest; a location without any counts as none. */
export async function locationCharts(scope: FiguresScope, charts: ReadonlySet<ChartId>): Promise<ChartFigures[]> {
  if (!charts.has('best_locations') && !charts.has('worst_locations')) return []
  const day = sql`f.period`
  const sessions = {
    table: 'session_figures',
    columns: ['sessions'],
    id: sql`p.id`,
    and: sql`f.kind = 'parking'`,
    byMonth: true,
  }
  const { rows } = await sql<Bar>`with ${placeCte(scope, chartRules.best_locations.needs)}
    select p.id, p.label, coalesce(sum(f.sessions) filter (where ${isNow(day, scope)}), 0)::int8 as value,
      ${scope.earlier === null ? sql`null::int8` : sql`coalesce(sum(f.sessions) filter (where not ${isNow(day, scope)}), 0)::int8`} as previous
    from place p left join lateral ${figuresIn(scope, sessions)} f on true group by p.id, p.label order by 3 desc, p.label`.execute(
    scope.db,
  )
  // Of places with the same rounded count, a public link must not list those that have more.
  const best = scope.isPublic ? rows : rows.slice(0, placesAtMost)
  const worst = rows.toReversed().slice(0, placesAtMost)
  const all = barsOf('best_locations', rows, scope.earlier !== null).headline
  return [
    { ...barsOf('best_locations', best, true), headline: all },
    { ...barsOf('worst_locations', worst, true), headline: all },
  ]
}

/**
 * Now, and the same time of day of the comparison on the clock of place `p`: a day on which clocks are changed has 23 or 25
 * hours.
 */
const momentsOf = ({ clock, from, earlier }: FiguresScope) => {
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const days = earlier === null ? 0 : daysBetween(earlier.from, from)
  return {
    now,
    earlier: sql`(((${now} at time zone p.time_zone) - make_interval(days => ${days}::int)) at time zone p.time_zone)`,
  }
}

/** Sessions that are open for longer than a day, by how long. The first condition is the index of these. */
export async function overstayChart(scope: FiguresScope): Promise<ChartFigures[]> {
  const { now, earlier } = momentsOf(scope)
  const openFor = (
    moment: RawBuilder<unknown>,
    { from, below }: (typeof overstayClasses)[number],
  ) => sql`count(*) filter (
    where s.started_at <= ${moment} - make_interval(mins => ${from}::int) and (s.ended_at is null or s.ended_at > ${moment})
      and ${below === null ? sql`true` : sql`s.started_at > ${moment} - make_interval(mins => ${below}::int)`})::int`
  const counts = overstayClasses.map((one) => sql`json_build_array(${openFor(now, one)}, ${openFor(earlier, one)})`)
  const { rows } = await sql<{ counts: [number, number][] }>`with ${placeCte(scope, chartRules.overstays.needs)}
    select json_build_array(${sql.join(counts)}) as counts from place p join parking_sessions s on s.location_id = p.id
    where (s.status <> 'ended' or s.ended_at - s.started_at > interval '24 hours')
      and s.started_at <= ${now} - interval '24 hours' and (s.status <> 'ended' or s.ended_at > ${earlier})`.execute(
    scope.db,
  )
  const bars = overstayClasses.map(({ label }, index): Bar => {
    const [value, previous] = rows[0]?.counts[index] ?? [0, 0]
    return { id: null, label, value, previous: scope.earlier === null ? null : previous }
  })
  return [barsOf('overstays', bars, scope.earlier !== null)]
}

/** Work that is open, by priority; how much of it is overdue is a bar by itself. */
export async function maintenanceChart(scope: FiguresScope): Promise<ChartFigures[]> {
  const { now, earlier } = momentsOf(scope)
  const wasOpen = sql`(e.created_at <= ${earlier} and (${isOpen} or e.status_at > ${earlier}))`
  type Row = { priority: string; value: number; previous: number; overdue: number; was_overdue: number }
  const { rows } = await sql<Row>`with ${placeCte(scope, chartRules.maintenance.needs)}
    select e.priority, count(*) filter (where ${isOpen})::int as value, count(*) filter (where ${wasOpen})::int as previous,
      count(*) filter (where ${isOpen} and e.due_at < ${now})::int as overdue, count(*) filter (where ${wasOpen} and e.due_at < ${earlier})::int as was_overdue
    from place p join maintenance_log_entries e on e.location_id = p.id group by e.priority`.execute(scope.db)
  const before = (count: number): number | null => (scope.earlier === null ? null : count)
  const bars = logPriorities.map((priority): Bar => {
    const row = rows.find((one) => one.priority === priority)
    return { id: null, label: priority, value: row?.value ?? 0, previous: before(row?.previous ?? 0) }
  })
  const overdue = rows.reduce((sum, row) => sum + row.overdue, 0)
  const wasOverdue = rows.reduce((sum, row) => sum + row.was_overdue, 0)
  const chart = barsOf('maintenance', bars, scope.earlier !== null)
  return [{ ...chart, bars: [...bars, { id: null, label: 'overdue', value: overdue, previous: before(wasOverdue) }] }]
}

/**
 * Devices without contact, by how long. What was without contact earlier is not kept, so there is no comparison. A bar leads to the
 * list of hardware where this reader finds exactly these devices there: devices and their hardware are rights by themselves.
 */
export async function offlineChart(scope: FiguresScope): Promise<ChartFigures[]> {
  type Row = { offline_for: OfflineClass; devices: number; is_listed: boolean }
  const isCounted = visiblePredicate(visibleSet(scope, 'device', 'GET', 'location'), sql`l.id`)
  const { rows } = await sql<Row>`with ${placeCte(scope, {})}
    select offline_for, count(*) filter (where is_counted)::int as devices, bool_and(is_counted = is_listed) as is_listed
    from (select ${offlineFor(scope)} as offline_for, ${isCounted} as is_counted, ${pieceIsVisible(scope)} as is_listed
      from place p join locations l on l.id = p.id join devices d on d.location_id = l.id and d.deleted_at is null ${healthJoins}
      where l.status not in (${idleWords})) piece
    where offline_for is not null and (is_counted or is_listed) group by 1`.execute(scope.db)
  const bars = entriesOf(offlineClasses).map(([offline_for, { word }]): Bar => {
    const row = rows.find((one) => one.offline_for === offline_for)
    const bar = { id: null, label: word, value: row?.devices ?? 0, previous: null }
    return row?.is_listed === true ? { ...bar, offline_for } : bar
  })
  return [barsOf('offline_devices', bars, false)]
}

/** Whether the reader sees the hardware of device `d`, as its list shows it. */
const pieceIsVisible = (scope: FiguresScope) =>
  hardwareIsVisible(scope, { device: sql`d.id`, location: sql`d.location_id`, fleet: sql`null::uuid` })

const versionsAtMost = 8

/** How many pieces of hardware run which firmware, the most common first. A piece counts for who sees it, as in its list. */
export async function firmwareChart(scope: FiguresScope): Promise<ChartFigures[]> {
  type Row = { name: string; version: string; pieces: number }
  const { rows } = await sql<Row>`with ${placeCte(scope, {})}
    select hs.firmware_name as name, hs.firmware_version as version, count(*)::int as pieces
    from place p join devices d on d.location_id = p.id and d.deleted_at is null join hardware_state hs on hs.hardware_id = d.hardware_id
    where hs.firmware_name is not null and hs.firmware_version is not null and ${pieceIsVisible(scope)} group by 1, 2 order by 3 desc, 1, 2`.execute(
    scope.db,
  )
  const bars = rows.map(({ name, version, pieces }): Bar => {
    return { id: null, label: `${name} ${version}`, firmware: { name, version }, value: pieces, previous: null }
  })
  return [{ ...barsOf('firmware', bars, false), bars: bars.slice(0, versionsAtMost) }]
}
