import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { rowIsVisible, visiblePredicate, visibleSet } from '../authz/visible.ts'
import type { Reader } from '../authz/visible.ts'
import { allOf } from './list-filters.ts'

/**
 * The places that a query asks for by an organization or a dashboard, as sets of ids: a list goes from these to their rows and looks
 * at no others. What the reader may not see names no place.
 */

type Asker = Pick<Reader, 'person'>
type Ids = readonly string[] | undefined
type Set = RawBuilder<unknown>

interface AskedOf {
  organization_id?: Ids
  organization_id_not?: Ids
  dashboard_id?: string | undefined
}
type AskedLocations = AskedOf & { location_id?: Ids }
type AskedFleets = AskedOf & { fleet_id?: Ids }

/** The four parts that an organization may have at a location. */
const partsOf = (location: string): RawBuilder<unknown> =>
  sql`array[${sql.join(['owner_id', 'operator_id', 'distributor_id', 'reseller_id'].map((part) => sql.ref(`${location}.${part}`)))}]`

/** Whether a location is picked for a dashboard, by itself or by one of its organizations. */
export const isPickedFor = (dashboardId: string, location: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${location}.id`)} in (select location_id from dashboard_locations where dashboard_id = ${dashboardId}::uuid)
    or ${partsOf(location)} && array(select organization_id from dashboard_organizations where dashboard_id = ${dashboardId}::uuid))`

const seenOrganizations = (reader: Asker, ids: readonly string[]): Set =>
  sql`select o.id from organizations o where o.id = any(${[...ids]}::uuid[]) and ${visiblePredicate(visibleSet(reader, 'organization', 'GET', 'organization'), sql`o.id`)}`

/** The right to the dashboard, and the leave of its organization to have dashboards. */
const mayOpen = (reader: Asker, dashboardId: string): RawBuilder<boolean> => {
  const id = sql`${dashboardId}::uuid`
  const leave = rowIsVisible(reader, 'organization', 'analytics-dashboard:get', 'dashboards', id)
  return sql<boolean>`(${rowIsVisible(reader, 'dashboards', 'analytics-dashboard:get', 'dashboards', id)} and ${leave})`
}

/** Locations `l` of a dashboard that the reader may open. Those that it does not show to the reader are not found either. */
export const locationIsOnDashboard = (reader: Asker, dashboardId: string): RawBuilder<boolean> =>
  sql<boolean>`(${mayOpen(reader, dashboardId)} and ${isPickedFor(dashboardId, 'l')}
    and ${visiblePredicate(visibleSet(reader, 'location', 'GET', 'location'), sql`l.id`)})`

const locationsOf = (reader: Asker, organizations: readonly string[]): Set =>
  sql`select l.id from locations l where ${partsOf('l')} && array(${seenOrganizations(reader, organizations)})`

/** Rows at a location of one of these organizations; `column` is their location. */
export const isOfOrganizations = (
  reader: Asker,
  organizations: readonly string[],
  column: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`${column} in (${locationsOf(reader, organizations)})`

/** Rows at a location of this dashboard. */
export const isOnDashboard = (reader: Asker, dashboardId: string, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${column} in (select l.id from locations l where ${locationIsOnDashboard(reader, dashboardId)})`

const isOneOf = (column: RawBuilder<unknown>, ids: Ids): RawBuilder<boolean>[] =>
  ids ? [sql<boolean>`${column} = any(${[...ids]}::uuid[])`] : []

/** `select id` of exactly these places; null where none is named. */
export const thesePlaces = (ids: Ids): Set | null => (ids ? sql`select id from unnest(${[...ids]}::uuid[]) id` : null)

/** `select id`: the locations that are asked for; null for any. */
export function askedLocations(reader: Asker, asked: AskedLocations): Set | null {
  const { location_id, organization_id, dashboard_id } = asked
  if (!organization_id && !dashboard_id) return thesePlaces(location_id)
  return sql`select l.id from locations l where ${allOf([
    ...isOneOf(sql`l.id`, location_id),
    ...(organization_id ? [isOfOrganizations(reader, organization_id, sql`l.id`)] : []),
    ...(dashboard_id ? [locationIsOnDashboard(reader, dashboard_id)] : []),
  ])}`
}

const ownedBy = (reader: Asker, { organization_id, dashboard_id }: AskedOf, owner: RawBuilder<unknown>) => [
  ...(organization_id ? [sql<boolean>`${owner} in (${seenOrganizations(reader, organization_id)})`] : []),
  ...(dashboard_id
    ? [
        sql<boolean>`(${mayOpen(reader, dashboard_id)}
          and ${owner} in (select organization_id from dashboard_organizations where dashboard_id = ${dashboard_id}::uuid))`,
      ]
    : []),
]

/** `select id`: the fleets that are asked for; null for any. */
export function askedFleets(reader: Asker, asked: AskedFleets): Set | null {
  if (!asked.organization_id && !asked.dashboard_id) return thesePlaces(asked.fleet_id)
  return sql`select f.id from rental_fleets f where ${allOf([...isOneOf(sql`f.id`, asked.fleet_id), ...ownedBy(reader, asked, sql`f.organization_id`)])}`
}

/** `select id`: what earned the payments that are asked for, locations, fleets and subscriptions; null for any. */
export function askedPayers(reader: Asker, asked: AskedLocations): Set | null {
  const locations = askedLocations(reader, asked)
  if (locations === null || asked.location_id || (!asked.organization_id && !asked.dashboard_id)) return locations
  return sql`${locations} union all ${askedFleets(reader, asked) ?? sql`select null::uuid`}
    union all select s.id from subscriptions s where ${allOf(ownedBy(reader, asked, sql`s.organization_id`))}`
}

/** What "is not" leaves out: rows whose `column` is at a place of an organization that the reader sees. */
export const notOfOrganizations = (
  { organization_id_not }: AskedOf,
  column: RawBuilder<unknown>,
  places: (organizations: readonly string[]) => Set | null,
): RawBuilder<boolean>[] => {
  const left = organization_id_not && places(organization_id_not)
  return left ? [sql<boolean>`(${column} in (${left})) is not true`] : []
}

const dayMs = 86_400_000
const hours = (count: number): number => count * 3_600_000
/** Clocks of the world are at most so far from UTC. */
const [ahead, behind] = [hours(14), hours(12)]

/**
 * Whether `column` is on these days by the clock of `zone`. An index finds the days of any clock, and the zone is read only of rows
 * that are close to either end.
 */
export function isOnDays(days: string, column: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<boolean> {
  const [from = '', to = ''] = days.split('..')
  const [first, after] = [Date.parse(from), Date.parse(to) + dayMs]
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  return sql<boolean>`(${column} >= ${at(first - ahead)} and ${column} < ${at(after + behind)}
    and (${column} >= ${at(first + behind)} and ${column} < ${at(after - ahead)}
      or (${column} at time zone ${zone})::date between ${from}::date and ${to}::date))`
}

/** The clock of the location or of the fleet in `column`. */
export const zoneOfLocation = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select z.time_zone from locations z where z.id = ${column})`
export const zoneOfFleet = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select z.time_zone from rental_fleets z where z.id = ${column})`
/** What belongs to no place is counted by UTC. */
export const zoneOfPayer = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${zoneOfLocation(column)}, ${zoneOfFleet(column)}, 'UTC')`
