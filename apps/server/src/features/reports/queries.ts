import { sql } from 'kysely'
import type { ReportFormat } from '@wheelhouse/contract/reports/reports.ts'
import { reports } from '@wheelhouse/contract/reports/reports.ts'
import type { ReportType } from '@wheelhouse/contract/reports/report-columns.ts'
import type { Timeframe } from '@wheelhouse/contract/reports/timeframes.ts'
import { bool, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { groupsWith, holdsEverywhere, holdsOn } from '../../authz/rights.ts'
import type { Db, Tx } from '../../platform/context.ts'
import { rightKey } from './row-source.ts'
import type { LocationRight } from './row-source.ts'
import { rowSources } from './row-sources.ts'

export const reportList = listQuery(reports, {
  from: () =>
    sql`reports r left join console_users u on u.id = r.created_by left join organizations o on o.id = r.organization_id`,
  id: sql`r.id`,
  visibleBy: [{ type: 'report', action: 'GET_REPORTS', column: sql`r.id` }],
  usesHint: true,
  indexed: ['created_at'],
  columns: () => ({
    id: uuid(sql`r.id`),
    description: text(sql`r.description`),
    type: word(sql`r.type`),
    format: word(sql`r.format`),
    status: word(sql`r.status`),
    failure: orNull(word(sql`r.failure`)),
    timeframe: word(sql`r.timeframe`),
    from_day: word(sql`r.from_day`),
    to_day: word(sql`r.to_day`),
    locations: int(sql`cardinality(r.covered_ids)`),
    rows_done: int(sql`r.rows_done`),
    bytes: orNull(int(sql`r.bytes`)),
    has_people: bool(sql`r.has_people`),
    repeats_monthly: bool(sql`r.repeats_monthly`),
    organization_name: orNull(text(sql`o.name`)),
    created_by_name: orNull(text(sql`u.name`)),
    created_at: instant(sql`r.created_at`),
    ended_at: orNull(instant(sql`r.ended_at`)),
    expires_at: orNull(instant(sql`r.expires_at`)),
    version: int(sql`r.version`),
  }),
  filters: () => ({
    q: search(sql`r.description`),
    type: anyOf(sql`r.type`),
    status: anyOf(sql`r.status`),
    created_at: age(sql`r.created_at`),
  }),
})

/** A report as its verbs and its job see it. */
export interface ReportRow {
  id: string
  organization_id: string | null
  description: string
  type: ReportType
  format: ReportFormat
  location_ids: string[]
  tags: string[]
  of_organization_id: string | null
  timeframe: Timeframe
  from_day: string
  to_day: string
  status: string
  attempt: number
  has_people: boolean
  covered_ids: string[]
  covered_by_right: Record<string, string[]>
  repeats_monthly: boolean
  run_by: string
  /** Who switched on that it repeats. */
  repeats_by: string | null
  expires_at: string | null
  version: number
}

const rowColumns = sql`id, organization_id, description, type, format, location_ids, tags, of_organization_id, timeframe, from_day::text, to_day::text,
  status, attempt, has_people, covered_ids, covered_by_right, repeats_monthly, run_by, repeats_by, expires_at, version`

export async function findReport(db: Db | Tx, id: string, lock = sql``): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`select ${rowColumns} from reports where id = ${id}::uuid ${lock}`.execute(db)
  return rows[0]
}

/** Under this name a report keeps the fleets and subscriptions whose payments are in it. */
export const accountsKey = 'payment GET of accounts'
/** Whether the person may see the payments of a fleet or a subscription. */
export const paymentsAreVisible = (personId: string, column: ReturnType<typeof sql>) =>
  visiblePredicate(visibleSet({ person: { id: personId } }, 'payment', 'GET', ['rental_fleet', 'subscription']), column)

/** Under this name a report that names riders keeps the groups through which its maker saw them. */
export const riderGroupsKey = 'user GET in groups'

/** The groups with riders in which a person may see them; a group of everything among them. */
export async function findRiderGroups(tx: Tx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from resource_groups g where g.id in (${groupsWith(sql`${personId}::uuid`, 'user', 'GET')})
      and (g.covers_everything or exists (select from resource_group_members m where m.group_id = g.id and m.resource_type = 'user'))
    order by g.id`.execute(tx)
  return rows.map(({ id }) => id)
}

const seesRidersOf = (person: ReturnType<typeof sql>, groupId: ReturnType<typeof sql>) =>
  sql`(${holdsEverywhere(person, 'user', 'GET')} or ${groupId} in (${groupsWith(person, 'user', 'GET')}))`

export const visibleWith = (personId: string, { type, action }: LocationRight, column: ReturnType<typeof sql>) =>
  visiblePredicate(visibleSet({ person: { id: personId } }, type, action, 'location'), column)

/**
 * Whether a person may have what a report was made of: the report itself, each location with the right of its type and with
 * each right that filled columns, the payments of each fleet and subscription in it, and people, riders in each group through
 * which the maker saw them. It is asked at each download, because rights change after a report was made.
 */
export async function mayHaveFile(db: Db | Tx, personId: string, report: ReportRow): Promise<boolean> {
  const person = sql`${personId}::uuid`
  const resource = { type: 'report', id: report.id } as const
  const { right, moreRights = [] } = rowSources[report.type]
  const noneHidden = (ids: readonly string[] | undefined, isVisible: ReturnType<typeof sql>) =>
    sql`not exists (select from unnest(${ids ?? []}::uuid[]) as c(id) where not ${isVisible})`
  const seesAll = (of: LocationRight, ids: readonly string[] | undefined) =>
    noneHidden(ids, visibleWith(personId, of, sql`c.id`))
  const conditions = [
    holdsOn(person, 'report', 'GET_REPORTS', resource),
    seesAll(right, report.covered_ids),
    ...moreRights.map((of) => seesAll(of, report.covered_by_right[rightKey(of)])),
    noneHidden(report.covered_by_right[accountsKey], paymentsAreVisible(personId, sql`c.id`)),
    ...(report.has_people
      ? [
          holdsOn(person, 'user', 'GET', resource),
          noneHidden(report.covered_by_right[riderGroupsKey], seesRidersOf(person, sql`c.id`)),
        ]
      : []),
  ]
  const { rows } = await sql<{ is_allowed: boolean }>`select ${sql.join(conditions, sql` and `)} as is_allowed`.execute(
    db,
  )
  return rows[0]?.is_allowed === true
}
