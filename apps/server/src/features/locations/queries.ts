import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { QueryOfList } from '@wheelhouse/contract/list.ts'
import { locationHealths, locations } from '@wheelhouse/contract/locations/locations.ts'
import { locationStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import type {
  IssueKind,
  LocationFilter,
  LocationRow,
  LocationTotals,
} from '@wheelhouse/contract/locations/locations.ts'
import type { Ctx } from '../../platform/context.ts'
import { float, instant, int, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns, Expr } from '../../lists/columns.ts'
import { isPartAt, locationIsOnDashboard } from '../../lists/asked-places.ts'
import { age, anyOf, anyOfBy, own, search } from '../../lists/list-filters.ts'
import { listQuery, readerIn } from '../../lists/list-query.ts'
import { visiblePredicate, visibleTo } from '../../authz/visible.ts'
import { aggregatesWithMarks, deviceAggregates } from '../hardware-state/aggregates.ts'
import { urgentEntries, urgentEntriesOfEach } from './urgent-entries.ts'

const rank = (column: Expr, values: readonly string[]) => sql`array_position(${[...values]}::text[], ${column})`
/** Looked up row by row: joined, four organizations a location would be read for every visible location. */
const organizationName = (id: Expr) => sql`(select o.name collate "und-x-icu" from organizations o where o.id = ${id})`

export const organizationJoins = sql`left join organizations ow on ow.id = l.owner_id left join organizations op on op.id = l.operator_id
  left join organizations di on di.id = l.distributor_id left join organizations re on re.id = l.reseller_id`

const issueCount = sql`(g.issues + u.urgent)`
const occupiedDocks = sql`(g.occupied + g.occupied_orange + g.occupied_red)`

/** Over `l`, its organizations, `g`, what its devices add up to, and `u`, its urgent log entries. */
export const rowColumns: Columns<LocationRow> = {
  id: uuid(sql`l.id`),
  code: word(sql`l.code`),
  label: text(sql`l.label`),
  address: text(sql`l.address`),
  latitude: orNull(float(sql`l.latitude`)),
  longitude: orNull(float(sql`l.longitude`)),
  status: word(sql`l.status`),
  type: word(sql`l.type`),
  health: word(sql`g.health`),
  issues: int(issueCount),
  issue_kinds: json<LocationRow['issue_kinds']>(
    sql`json_build_object('fault', g.issue_fault, 'alarm', g.issue_alarm, 'offline', g.issue_offline, 'no_hardware', g.issue_no_hardware, 'log_entry', u.urgent)`,
  ),
  docks: json<LocationRow['docks']>(sql`g.docks`),
  bubble_orange_hours: int(sql`l.bubble_orange_hours`),
  bubble_red_hours: int(sql`l.bubble_red_hours`),
  total_docks: int(sql`g.total_docks`),
  available_docks: int(sql`g.available_docks`),
  occupied_docks: int(occupiedDocks),
  other_docks: int(sql`(g.total_docks - g.available_docks - ${occupiedDocks})`),
  available_rentals: int(sql`g.available_rentals`),
  tags: json<string[]>(sql`l.public_tags`),
  owner_id: orNull(uuid(sql`l.owner_id`)),
  owner_name: orNull(text(sql`ow.name`)),
  operator_id: orNull(uuid(sql`l.operator_id`)),
  operator_name: orNull(text(sql`op.name`)),
  distributor_id: orNull(uuid(sql`l.distributor_id`)),
  distributor_name: orNull(text(sql`di.name`)),
  reseller_id: orNull(uuid(sql`l.reseller_id`)),
  reseller_name: orNull(text(sql`re.name`)),
  created_at: instant(sql`l.created_at`),
  launched_at: orNull(instant(sql`l.launched_at`)),
}

/** Whatever their letters' case. */
function tagged(
  column: RawBuilder<unknown>,
  tags: readonly string[],
  mode: LocationFilter['tag_mode'],
): RawBuilder<boolean> {
  const words = sql`${tags.map((tag) => tag.toLowerCase())}::text[]`
  return mode === 'all' ? sql<boolean>`${column} @> ${words}` : sql<boolean>`${column} && ${words}`
}

const hasIssue = (kinds: readonly IssueKind[]) =>
  sql<boolean>`(${sql.join(
    kinds.map((kind) => (kind === 'log_entry' ? sql`u.urgent > 0` : sql`g.${sql.ref(`issue_${kind}`)} > 0`)),
    sql` or `,
  )})`

type AnyQuery = Partial<QueryOfList<typeof locations>>

/** Orders and filters that need the devices of every visible location. */
const dockSorts: readonly string[] = ['total_docks', 'available_docks', 'occupied_docks', 'other_docks']
const aggregateSorts: readonly string[] = ['health', 'issues', 'available_rentals', ...dockSorts]
const needsAggregates = (query: AnyQuery): boolean =>
  query.health !== undefined ||
  query.health_not !== undefined ||
  issuesIn(query).some((kind) => kind !== 'log_entry') ||
  sortsByDevices(query)
/** Whether filter or order depend on `u`. */
export const needsUrgent = (query: AnyQuery): boolean =>
  issuesIn(query).includes('log_entry') || query.sort === 'issues'
const issuesIn = ({ issue = [], issue_not = [] }: AnyQuery): IssueKind[] => [...issue, ...issue_not]
const sortsByDevices = ({ sort }: AnyQuery): boolean => sort !== undefined && aggregateSorts.includes(sort)

const metresADegree = 111_320
/** Farther than any place: where a location is not on the map, it comes last. */
const unknownMetres = 1e9

/** Exact enough for an order of places that one can reach. */
function metresFrom(near: string | undefined): Expr {
  const [latitude, longitude] = (near ?? '').split(',').map(Number)
  if (latitude === undefined || longitude === undefined) return sql`${unknownMetres}::float8`
  const narrowing = Math.cos((latitude * Math.PI) / 180)
  return sql`coalesce(${metresADegree}::float8 * sqrt(power(l.latitude - ${latitude}::float8, 2)
    + power((l.longitude - ${longitude}::float8) * ${narrowing}::float8, 2)), ${unknownMetres}::float8)`
}

/** The visible set, ordered whole: 5,000 locations take 17 ms and no column needs an index (data model, section 4a). */
export const locationList = listQuery(locations, {
  usesHint: true,
  from: ({ ctx, query, hint }) => sql`locations l ${needsAggregates(query) ? deviceAggregates(ctx, hint) : sql``}
    ${needsUrgent(query) ? urgentEntries(readerIn(ctx), hint) : sql``}`,
  rowsFrom: ({ ctx }) =>
    sql`locations l ${organizationJoins} ${aggregatesWithMarks(ctx)} ${urgentEntriesOfEach(readerIn(ctx))}`,
  id: sql`l.id`,
  visibleBy: [{ type: 'location', column: sql`l.id` }],
  columns: () => rowColumns,
  filters: ({ ctx, query, visible }) => ({
    q: search(sql`l.code::text`, sql`l.label`, sql`l.address`),
    tag: anyOfBy((tags: readonly string[]) => tagged(sql`l.public_tag_words`, tags, query.tag_mode)),
    private_tag: anyOfBy(
      (tags: readonly string[]) =>
        // Where the reader does not see the private tags no location may be found by them.
        sql<boolean>`(${tagged(sql`l.private_tag_words`, tags, query.private_tag_mode)} and ${visible('location', sql`l.id`, 'GET_PRIVATE_TAGS')})`,
    ),
    tag_mode: own(() => undefined),
    private_tag_mode: own(() => undefined),
    organization_id: anyOfBy((ids: readonly string[]) => isPartAt(ids, 'l')),
    dashboard_id: own((id) => locationIsOnDashboard(readerIn(ctx), id)),
    status: anyOf(sql`l.status`),
    health: anyOf(sql`g.health`),
    issue: anyOfBy((kinds: readonly IssueKind[]) => hasIssue(kinds)),
    type: anyOf(sql`l.type`),
    created_at: age(sql`l.created_at`),
    launched_at: age(sql`l.launched_at`),
    near: own(() => undefined),
  }),
  sorts: ({ query }) => ({
    distance: { by: metresFrom(query.near), cast: 'float8' },
    status: { by: rank(sql`l.status`, locationStatuses), cast: 'int' },
    health: { by: rank(sql`g.health`, locationHealths), cast: 'int' },
    owner_name: { by: organizationName(sql`l.owner_id`), cast: 'text' },
    operator_name: { by: organizationName(sql`l.operator_id`), cast: 'text' },
    distributor_name: { by: organizationName(sql`l.distributor_id`), cast: 'text' },
    reseller_name: { by: organizationName(sql`l.reseller_id`), cast: 'text' },
  }),
})

export async function totalsOf(ctx: Ctx, filter: LocationFilter): Promise<LocationTotals> {
  const { hint } = await visibleTo(ctx, 'location', 'GET', 'location')
  const { where } = locationList.conditions(ctx, filter)
  const sum = (column: string) => sql`coalesce(sum(g.${sql.ref(column)}), 0)::int as ${sql.ref(column)}`
  const columns = [
    'total_docks',
    'available_docks',
    'occupied',
    'occupied_orange',
    'occupied_red',
    'available_rentals',
  ].map(sum)
  const { rows } = await sql<LocationTotals>`
    select count(*) as locations, count(*) filter (where g.health = 'online') as online,
      coalesce(sum(${issueCount}), 0)::int as issues, ${sql.join(columns)}
    from locations l ${deviceAggregates(ctx, hint)} ${urgentEntries(ctx, hint)} where ${where}`.execute(ctx.db)
  return certain(rows[0])
}

interface TagInUse {
  tag: string
  locations: number
}

/** One line a tag, written as it is most often. */
async function tagsIn(
  ctx: Ctx,
  column: 'public_tags' | 'private_tags',
  action: 'GET' | 'GET_PRIVATE_TAGS',
): Promise<TagInUse[]> {
  const visible = await visibleTo(ctx, 'location', action, 'location')
  const { rows } = await sql<TagInUse>`
    select mode() within group (order by t.tag) as tag, count(*) as locations from locations l cross join lateral unnest(${sql.ref(`l.${column}`)}) t(tag)
    where ${visiblePredicate(visible, sql`l.id`)} group by lower(t.tag) order by lower(t.tag) limit 1000`.execute(
    ctx.db,
  )
  return rows
}

export const tagsInUse = (ctx: Ctx): Promise<TagInUse[]> => tagsIn(ctx, 'public_tags', 'GET')
export const privateTagsInUse = (ctx: Ctx): Promise<TagInUse[]> => tagsIn(ctx, 'private_tags', 'GET_PRIVATE_TAGS')
