import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { needsOf } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { chartIds, chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartId } from '@wheelhouse/contract/dashboards/charts.ts'
import { hasAnyRight } from '../../authz/rights.ts'
import { heldTogether, visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { isPickedFor } from '../../lists/asked-places.ts'
import type { Ctx } from '../../platform/context.ts'
import { everything } from '../rollups/claims.ts'
import { firstDays, stretchesOf } from './periods.ts'
import type { Period, Step, Stretch } from './periods.ts'

/** Who reads which dashboard, when, for which days. */
export interface FiguresScope extends Pick<Ctx, 'db' | 'clock' | 'config'> {
  person: { id: string }
  /** How many locations the reader sees, as `hintOf` says it: it chooses the path and changes no result. */
  hint: number | null
  dashboard_id: string
  from: string
  to: string
  /** What a point is of. */
  step: Step
  points: number
  /** The period that is compared; null without a comparison. */
  earlier: Period | null
  /** Everybody may read it: occupancies of few docks are withheld, and places are cut after their counts were rounded. */
  isPublic: boolean
}

/**
 * `place as (…)`: the locations of the dashboard on which the reader holds the rights of the chart, as they are now. What is
 * picked by its organization counts whatever its part there is.
 */
export function placeCte(
  { person, dashboard_id, hint }: Pick<FiguresScope, 'person' | 'dashboard_id' | 'hint'>,
  needs: Needs,
): RawBuilder<unknown> {
  const all: Needs = { location: ['GET'] }
  const rights = [...needsOf(all), ...needsOf(needs)].flatMap(([type, actions]) =>
    actions.map((action) => [type, action] as const),
  )
  const { ctes, everything: isEverything } = heldTogether({ person }, rights, 'location')
  const isFew = hint !== null && hint <= fewPlaces
  const locations = isFew ? fewLocations(isEverything) : sql`locations l`
  const isSeen = isFew ? sql`true` : sql`(${isEverything} or (l.id in (select id from seen)) is true)`
  return sql`${ctes}, place as materialized (
    select l.id, l.label, l.time_zone from ${locations} where ${isPickedFor(dashboard_id, 'l')} and ${isSeen})`
}

/** So many locations are looked up one by one, more are found by reading all of them. */
const fewPlaces = 500

/**
 * What is seen, looked up one by one. Who sees everything by now, in spite of the hint, is given all of them: as elements of an
 * array, because the plan must expect few.
 */
const fewLocations = (
  isEverything: RawBuilder<unknown>,
) => sql`(select distinct id from seen union all select unnest(array(select x.id from locations x where ${isEverything}))) s
      cross join lateral (select * from locations x where x.id = s.id offset 0) l`

/** Fleets or subscriptions of the organizations of the dashboard on which the reader holds the rights of the chart. */
function accountsOf({ person, dashboard_id }: FiguresScope, type: 'rental_fleet' | 'subscription', needs: Needs) {
  const held = needsOf(needs).flatMap(([of, actions]) =>
    actions.map((action) => visiblePredicate(visibleSet({ person }, of, action, type), sql`a.id`)),
  )
  return sql`select a.id from ${type === 'rental_fleet' ? sql`rental_fleets` : sql`subscriptions`} a
    where a.organization_id in (select organization_id from dashboard_organizations where dashboard_id = ${dashboard_id}::uuid)
      and ${sql.join(held, sql` and `)}`
}

/** Whose figures are added up: locations, fleets, or all that earn money, which subscriptions do too. */
export type Earner = 'location' | 'fleet' | 'payer'

/**
 * `earner as (…)`: the ids whose figures are added. For a reader who sees all there are, it is the one id of the level above,
 * whose days are summed already; both are decided in the statement that reads them, so that rights are those of its moment.
 */
export function earnerCtes(scope: FiguresScope, needs: Needs, of: Earner): RawBuilder<unknown> {
  const fleets = accountsOf(scope, 'rental_fleet', needs)
  const subscriptions = accountsOf(scope, 'subscription', needs)
  const [locations, count] = [sql`select id from place`, sql`(select count(*) from locations)`]
  const fleetCount = sql`(select count(*) from rental_fleets)`
  const members = {
    location: { ids: locations, all: count },
    fleet: { ids: fleets, all: fleetCount },
    payer: {
      ids: sql`${locations} union all ${fleets} union all ${subscriptions}`,
      all: sql`${count} + ${fleetCount} + (select count(*) from subscriptions)`,
    },
  }[of]
  return sql`${placeCte(scope, needs)}, member as materialized (${members.ids}),
    reach as materialized (select (select count(*) from member) = ${members.all} as is_everything),
    earner as materialized (select ${everything}::uuid as id from reach where is_everything
      union all select m.id from member m where not (select is_everything from reach))`
}

/** True for a day of the period itself, false for one of the comparison. */
export const isNow = (day: RawBuilder<unknown>, { from }: FiguresScope) => sql<boolean>`(${day} >= ${from}::date)`

const isWithin = (day: RawBuilder<unknown>, { from, to }: Period) => sql`${day} between ${from}::date and ${to}::date`

/** The days of the period and of the comparison. */
export const inPeriods = (day: RawBuilder<unknown>, scope: FiguresScope): RawBuilder<boolean> =>
  scope.earlier === null
    ? sql<boolean>`(${isWithin(day, scope)})`
    : sql<boolean>`(${isWithin(day, scope)} or ${isWithin(day, scope.earlier)})`

/** `(select day …)`: each day of the period and of the comparison. */
export function daysIn(scope: FiguresScope): RawBuilder<unknown> {
  const of = ({ from, to }: Period) =>
    sql`select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day`
  return scope.earlier === null ? sql`(${of(scope)})` : sql`(${of(scope)} union ${of(scope.earlier)})`
}

interface FiguresPart {
  table: string
  /** What is read besides the period. Where an index has all of it, the table is not touched. */
  columns: readonly string[]
  id: RawBuilder<unknown>
  and: RawBuilder<unknown>
  byMonth: boolean
}

/**
 * `(select …)`: the figures of one place (or of everything) in the period and in the comparison. With `byMonth` whole months are
 * read as such, and the days before and after them one by one.
 */
export function figuresIn(scope: FiguresScope, { table, columns, id, and, byMonth }: FiguresPart): RawBuilder<unknown> {
  const periods: Period[] = [scope, ...(scope.earlier === null ? [] : [scope.earlier])]
  const stretches = periods.flatMap((period): Stretch[] =>
    byMonth ? stretchesOf(period) : [{ grain: 'day', from: period.from, to: period.to }],
  )
  const parts = stretches.map(
    (
      stretch,
    ) => sql`select ${sql.join(['period', ...columns].map((column) => sql.ref(`f.${column}`)))} from ${sql.table(table)} f
      where f.scope_id = ${id} and ${and} and f.grain = ${sql.lit(stretch.grain)} and ${isWithin(sql`f.period`, stretch)}`,
  )
  return sql`(${sql.join(parts, sql` union all `)} offset 0)`
}

/** Which point of the chart a day belongs to, counted from the first day of that period. */
export function slotOf(day: RawBuilder<unknown>, scope: FiguresScope): RawBuilder<number> {
  const pointIn = ({ from, to }: Period) =>
    scope.step === 'month'
      ? sql`width_bucket(${day}, ${firstDays({ from, to }, 'month')}::date[]) - 1`
      : sql`(${day} - ${from}::date) / ${scope.step === 'week' ? 7 : 1}::int`
  if (scope.earlier === null) return sql<number>`(${pointIn(scope)})`
  return sql<number>`(case when ${isNow(day, scope)} then ${pointIn(scope)} else ${pointIn(scope.earlier)} end)`
}

/** What is written a point of a chart, in both periods. */
export interface Slot {
  is_now: boolean
  slot: number
}

/** Points in their order, null where there is no row. */
export function pointsOf<Row extends Slot>(
  rows: readonly Row[],
  { points }: FiguresScope,
  isCurrent: boolean,
  value: (row: Row) => number | null,
): (number | null)[] {
  const list: (number | null)[] = Array.from({ length: points }, () => null)
  for (const row of rows) if (row.is_now === isCurrent && row.slot < points) list[row.slot] = value(row)
  return list
}

/** A column summed over the points of one period; null where it has none. */
export function sumOf<Row extends Slot>(
  rows: readonly Row[],
  isCurrent: boolean,
  value: (row: Row) => number,
): number | null {
  const own = rows.filter((row) => row.is_now === isCurrent)
  return own.length === 0 ? null : own.reduce((sum, row) => sum + value(row), 0)
}

export const share = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : (part / whole) * 100

/** Each once: most charts have the same. */
const needsOfCharts = [
  ...new Map(chartIds.map((chart) => [JSON.stringify(chartRules[chart].needs), chartRules[chart].needs])),
]

/** The charts whose needs the reader holds on anything at all: one statement of one text, whatever the dashboard shows. */
export async function heldCharts({ db, person }: FiguresScope): Promise<ReadonlySet<ChartId>> {
  const id = sql`${person.id}::uuid`
  const parts = needsOfCharts.map(([, needs]) => {
    const held = needsOf(needs).flatMap(([type, actions]) => actions.map((action) => hasAnyRight(id, type, action)))
    return sql`(${sql.join(held, sql` and `)})`
  })
  const { rows } = await sql<{ held: boolean[] }>`select array[${sql.join(parts)}] as held`.execute(db)
  const known = new Map(needsOfCharts.map(([key], index) => [key, rows[0]?.held[index]]))
  return new Set(chartIds.filter((chart) => known.get(JSON.stringify(chartRules[chart].needs)) === true))
}
