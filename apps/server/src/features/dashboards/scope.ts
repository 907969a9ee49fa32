import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { needsOf } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { hasAnyRight } from '../../authz/rights.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { everything } from '../rollups/claims.ts'

/** Who reads which dashboard, when, for which days. */
export interface FiguresScope extends Pick<Ctx, 'db' | 'clock' | 'config'> {
  person: { id: string }
  dashboard_id: string
  from: string
  to: string
  /** Days of a point. */
  step: number
  points: number
  /** How many days earlier the comparison is; null without one. */
  earlier: number | null
}

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * `place as (…)`: the locations of the dashboard on which the reader holds the rights of the chart, as they are now. What is
 * picked by its organization counts whatever its part there is.
 */
export function placeCte({ person, dashboard_id }: FiguresScope, needs: Needs): RawBuilder<unknown> {
  const all: Needs = { location: ['GET'] }
  const held = [...needsOf(all), ...needsOf(needs)].flatMap(([type, actions]) =>
    actions.map((action) => visiblePredicate(visibleSet({ person }, type, action, 'location'), sql`l.id`)),
  )
  const ofOrganizations = ['owner_id', 'operator_id', 'distributor_id', 'reseller_id'].map(
    (column) =>
      sql`l.${sql.ref(column)} in (select organization_id from dashboard_organizations where dashboard_id = ${dashboard_id}::uuid)`,
  )
  return sql`place as materialized (select l.id, l.label, l.time_zone from locations l
    where (l.id in (select location_id from dashboard_locations where dashboard_id = ${dashboard_id}::uuid) or ${sql.join(ofOrganizations, sql` or `)})
      and ${sql.join(held, sql` and `)})`
}

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

/** The days of the period and of the comparison. */
export function inPeriods(day: RawBuilder<unknown>, { from, to, earlier }: FiguresScope): RawBuilder<boolean> {
  const now = sql`${day} between ${from}::date and ${to}::date`
  if (earlier === null) return sql<boolean>`(${now})`
  return sql<boolean>`(${now} or ${day} between ${dayPlus(from, -earlier)}::date and ${dayPlus(to, -earlier)}::date)`
}

/** Which point of the chart a day belongs to, counted from the first day of that period. */
export const slotOf = (day: RawBuilder<unknown>, scope: FiguresScope) =>
  sql<number>`((${day} - case when ${isNow(day, scope)} then ${scope.from}::date else ${dayPlus(scope.from, -(scope.earlier ?? 0))}::date end) / ${scope.step}::int)`

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

/** Which of these needs the reader holds on anything at all. */
export async function heldNeeds({ db, person }: FiguresScope, needs: readonly Needs[]): Promise<boolean[]> {
  const id = sql`${person.id}::uuid`
  const parts = needs.map((one) => {
    const held = needsOf(one).flatMap(([type, actions]) => actions.map((action) => hasAnyRight(id, type, action)))
    return sql`(${sql.join(held, sql` and `)})`
  })
  const { rows } = await sql<{ held: boolean[] }>`select array[${sql.join(parts)}] as held`.execute(db)
  return rows[0]?.held ?? []
}
