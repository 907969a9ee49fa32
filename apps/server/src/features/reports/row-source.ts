import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import type { ColumnOf, ReportType } from '@wheelhouse/contract/reports/report-columns.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import type { Expr } from '../../lists/columns.ts'
import type { Ctx } from '../../platform/context.ts'

/**
 * What the rows of a report may depend on. `placeIds`: the locations that the maker may see; `accountIds`: the fleets and
 * subscriptions of the chosen organization of which the maker may see the payments.
 */
export interface RowScope {
  maker: { person: { id: string } }
  placeIds: readonly string[]
  /** Of these, by `rightKey`, those on which the maker holds one of the `moreRights` of the type. */
  placeIdsWith: Readonly<Record<string, readonly string[]>>
  accountIds: readonly string[]
  from_day: string
  to_day: string
  now: Date
  /** What the health of devices is read with. */
  moment: Pick<Ctx, 'clock' | 'config'>
}

export interface LocationRight {
  type: ResourceType
  action: Action
}
export const rightKey = ({ type, action }: LocationRight): string => `${type} ${action}`

/** How the rows of one type are read: a value per column, their order, and what a row adds to the chart. */
export interface RowSource<Type extends ReportType = ReportType> {
  /** The right on a location that shows its rows. */
  right: LocationRight
  /** Rights on a location that fill some of the columns. */
  moreRights?: readonly LocationRight[]
  /** The money of fleets and subscriptions is paid at no location: it belongs to a report about all of their organization. */
  hasAccounts?: true
  columns: (scope: RowScope) => Record<ColumnOf<Type>, Expr>
  /** From the tables to the condition. */
  from: (scope: RowScope) => Expr
  order: Expr
  /** Text on the axis; null adds nothing to the chart. */
  category: Expr
  /** Numbers by the name of their series, as JSON. */
  values: Expr
}

/** Ids as a set that PostgreSQL hashes; `= any` would compare them one by one. */
export const inPlaces = (column: Expr, { placeIds }: RowScope): RawBuilder<boolean> =>
  sql<boolean>`${column} in (select unnest(${placeIds}::uuid[]))`

/** What a report has its rows through: its locations, and its fleets and subscriptions. */
export const inPlacesOrAccounts = (column: Expr, { placeIds, accountIds }: RowScope): RawBuilder<boolean> =>
  sql<boolean>`${column} in (select unnest(${[...placeIds, ...accountIds]}::uuid[]))`

/** Whether a moment is on one of the days, on the calendar of the location `l`. The outer bounds let an index help. */
export const onDays = (at: Expr, { from_day, to_day }: RowScope): RawBuilder<boolean> => sql<boolean>`(
  ${at} >= ${from_day}::timestamptz - interval '14 hours' and ${at} < ${to_day}::timestamptz + interval '38 hours'
  and ${at} >= ${from_day}::timestamp at time zone l.time_zone and ${at} < (${to_day}::date + 1)::timestamp at time zone l.time_zone)`

export const localDay = (at: Expr): Expr => sql`(${at} at time zone l.time_zone)::date::text`
/** As an export writes it, so that a sheet knows it for a time. */
export const time = (at: Expr): Expr => sql`to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
export const rounded = (value: Expr, digits = 1): Expr => sql`round((${value})::numeric, ${sql.lit(digits)})::float8`

/**
 * `left join`s the rider `u` whom the maker may see. The set of these is gathered once: a report has a million rows, for each of
 * which a search through the groups of its rider would take longer than all the rest.
 */
export const joinRider = ({ maker }: RowScope, userId: Expr): Expr =>
  sql`left join users u on u.id = ${userId} and u.deleted_at is null and ${visiblePredicate(visibleSet(maker, 'user', 'GET', 'user'), sql`u.id`)}`

/** Whether the maker holds a right on the location `l`, one of the `moreRights` of the type. */
export const holdsAt = ({ placeIdsWith }: RowScope, right: LocationRight): RawBuilder<boolean> =>
  sql<boolean>`l.id in (select unnest(${placeIdsWith[rightKey(right)] ?? []}::uuid[]))`

export const organizationName = (id: Expr): Expr => sql`(select o.name from organizations o where o.id = ${id})`
