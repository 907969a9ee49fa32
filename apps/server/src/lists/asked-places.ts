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
type Places = RawBuilder<unknown>

interface AskedOf {
  organization_id?: Ids
  organization_id_not?: Ids
  dashboard_id?: string | undefined
}
type AskedLocations = AskedOf & { location_id?: Ids }
type AskedFleets = AskedOf & { fleet_id?: Ids }

/** The four parts that an organization may have at a location. */
const partColumns = ['owner_id', 'operator_id', 'distributor_id', 'reseller_id'] as const
const partsOf = (location: string): RawBuilder<unknown> =>
  sql`array[${sql.join(partColumns.map((part) => sql.ref(`${location}.${part}`)))}]`

/** Whether one of these organizations has a part at the location. */
export const isPartAt = (organizations: readonly string[], location: string): RawBuilder<boolean> =>
  sql<boolean>`${partsOf(location)} && ${[...organizations]}::uuid[]`

/**
 * Whether a location is picked for a dashboard, by itself or by one of its organizations. Sets are asked one by one: a dashboard may
 * have hundreds of organizations, and an overlap of arrays compares each with each.
 */
export const isPickedFor = (dashboardId: string, location: string): RawBuilder<boolean> => {
  const organizations = sql`(select organization_id from dashboard_organizations where dashboard_id = ${dashboardId}::uuid)`
  const isPart = partColumns.map((part) => sql`${sql.ref(`${location}.${part}`)} in ${organizations}`)
  return sql<boolean>`(${sql.ref(`${location}.id`)} in (select location_id from dashboard_locations where dashboard_id = ${dashboardId}::uuid)
    or ${sql.join(isPart, sql` or `)})`
}

const seenOrganizations = (reader: Asker, ids: readonly string[]): Places =>
  sql`select o.id from organizations o where o.id = any(${[...ids]}::uuid[]) and ${visiblePredicate(visibleSet(reader, 'organization', 'GET', 'organization'), sql`o.id`)}`

/** The right to the dashboard, and the leave of its organization to have dashboards. */
const mayOpen = (reader: Asker, dashboardId: string): RawBuilder<boolean> => {
  const id = sql`${dashboardId}::uuid`
  const leave = rowIsVisible(reader, 'organization', 'analytics-dashboard:get', 'dashboards', id)
  return sql<boolean>`(${rowIsVisible(reader, 'dashboards', 'analytics-dashboard:get', 'dashboards', id)} and ${leave})`
}

const locationIsSeen = (reader: Asker): RawBuilder<boolean> =>
  visiblePredicate(visibleSet(reader, 'location', 'GET', 'location'), sql`l.id`)

/** Locations `l` of a dashboard that the reader may open. Those that it does not show to the reader are not found either. */
export const locationIsOnDashboard = (reader: Asker, dashboardId: string): RawBuilder<boolean> =>
  sql<boolean>`(${mayOpen(reader, dashboardId)} and ${isPickedFor(dashboardId, 'l')} and ${locationIsSeen(reader)})`

/**
 * Locations `l` of these organizations. A location names its organizations to all who see it (rights: field levels), so that these
 * need not be seen themselves; who sees only what happened there does not find out whose it is.
 */
const locationIsOf = (reader: Asker, organizations: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${isPartAt(organizations, 'l')} and ${locationIsSeen(reader)})`

/** Rows at a location of one of these organizations; `column` is their location. */
export const isOfOrganizations = (
  reader: Asker,
  organizations: readonly string[],
  column: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`${column} in (select l.id from locations l where ${locationIsOf(reader, organizations)})`

/** Rows at a location of this dashboard. */
export const isOnDashboard = (reader: Asker, dashboardId: string, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${column} in (select l.id from locations l where ${locationIsOnDashboard(reader, dashboardId)})`

const isOneOf = (column: RawBuilder<unknown>, ids: Ids): RawBuilder<boolean>[] =>
  ids ? [sql<boolean>`${column} = any(${[...ids]}::uuid[])`] : []

/** `select id` of exactly these places; null where none is named. */
export const thesePlaces = (ids: Ids): Places | null =>
  ids ? sql`select id from unnest(${[...ids]}::uuid[]) id` : null

/** `select id`: the locations that are asked for; null for any. */
export function askedLocations(reader: Asker, asked: AskedLocations): Places | null {
  const { location_id, organization_id, dashboard_id } = asked
  if (!organization_id && !dashboard_id) return thesePlaces(location_id)
  return sql`select l.id from locations l where ${allOf([
    ...isOneOf(sql`l.id`, location_id),
    ...(organization_id ? [locationIsOf(reader, organization_id)] : []),
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

const fleetsOf = (reader: Asker, asked: AskedFleets): Places =>
  sql`select f.id from rental_fleets f where ${allOf([...isOneOf(sql`f.id`, asked.fleet_id), ...ownedBy(reader, asked, sql`f.organization_id`)])}`

/** `select id`: the fleets that are asked for; null for any. */
export const askedFleets = (reader: Asker, asked: AskedFleets): Places | null =>
  asked.organization_id || asked.dashboard_id ? fleetsOf(reader, asked) : thesePlaces(asked.fleet_id)

/** `select id`: what earned the payments that are asked for, locations, fleets and subscriptions; null for any. */
export function askedPayers(reader: Asker, asked: AskedLocations): Places | null {
  const locations = askedLocations(reader, asked)
  if (locations === null || asked.location_id || (!asked.organization_id && !asked.dashboard_id)) return locations
  return sql`${locations} union all ${fleetsOf(reader, asked)}
    union all select s.id from subscriptions s where ${allOf(ownedBy(reader, asked, sql`s.organization_id`))}`
}

/** What "is not" leaves out: rows whose `column` is at one of the places that the same organizations would find. */
export const notOfOrganizations = (
  { organization_id_not }: AskedOf,
  column: RawBuilder<unknown>,
  places: (organizations: readonly string[]) => Places | null,
): RawBuilder<boolean>[] => {
  const left = organization_id_not && places(organization_id_not)
  return left ? [sql<boolean>`(${column} in (${left})) is not true`] : []
}

const dayMs = 86_400_000
const hours = (count: number): number => count * 3_600_000
/** Clocks of the world are at most so far from UTC. */
const [ahead, behind] = [hours(14), hours(12)]

/** Days as they are written, with their ends as if they were of UTC. */
function endsOf(days: string): { from: string; to: string; first: number; after: number } {
  const [from = '', to = ''] = days.split('..')
  return { from, to, first: Date.parse(from), after: Date.parse(to) + dayMs }
}
const at = (ms: number): RawBuilder<unknown> => sql`${new Date(ms).toISOString()}::timestamptz`

/**
 * Whether `column` is on these days by the clock of `zone`. An index finds the days of any clock, and the zone is read only of rows
 * that are close to either end.
 */
export function isOnDays(days: string, column: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<boolean> {
  const { from, to, first, after } = endsOf(days)
  return sql<boolean>`(${column} >= ${at(first - ahead)} and ${column} < ${at(after + behind)}
    and (${column} >= ${at(first + behind)} and ${column} < ${at(after - ahead)}
      or (${column} at time zone ${zone})::date between ${from}::date and ${to}::date))`
}

/** What goes on for a while: columns of its beginning and of its end, which is null until it is over. */
interface During {
  began: RawBuilder<unknown>
  ended: RawBuilder<unknown>
}
/** A condition in two parts, both of which hold: constants on the beginning for an index, and what is asked of each row found by it. */
interface GoingOn {
  begun: RawBuilder<boolean>
  lasts: RawBuilder<boolean>
}

/** Whether something went on at any time of these days by the clock of `zone`, which is read only of rows that are close to either end. */
export function isDuringDays(days: string, { began, ended }: During, zone: RawBuilder<unknown>): GoingOn {
  const { from, to, first, after } = endsOf(days)
  const over = sql`coalesce(${ended}, 'infinity')`
  return {
    begun: sql<boolean>`${began} < ${at(after + behind)}`,
    lasts: sql<boolean>`(${over} > ${at(first - ahead)}
      and (${began} < ${at(after - ahead)} and ${over} > ${at(first + behind)}
        or (${began} < ((${to}::date + 1)::timestamp at time zone ${zone}) and ${over} > (${from}::date::timestamp at time zone ${zone}))))`,
  }
}

interface AskedPeriod {
  from?: string | undefined
  to?: string | undefined
  days?: string | undefined
}

/** Whether `column` is at or after `from`, before `to` and on these days by the clock of `zone`, as far as these are asked for. */
export const within = (
  { from, to, days }: AskedPeriod,
  column: RawBuilder<unknown>,
  zone: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  allOf([
    ...(from ? [sql<boolean>`${column} >= ${from}::timestamptz`] : []),
    ...(to ? [sql<boolean>`${column} < ${to}::timestamptz`] : []),
    ...(days ? [isOnDays(days, column, zone)] : []),
  ])

/** The clock of the location or of the fleet in `column`. */
export const zoneOfLocation = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select z.time_zone from locations z where z.id = ${column})`
export const zoneOfFleet = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select z.time_zone from rental_fleets z where z.id = ${column})`
/** What belongs to no place is counted by UTC. */
export const zoneOfPayer = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${zoneOfLocation(column)}, ${zoneOfFleet(column)}, 'UTC')`
