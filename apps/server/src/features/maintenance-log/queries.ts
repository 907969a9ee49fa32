import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isOpenStatus, logPriorities, logStatuses } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogState } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { chipCharactersAtMost, logEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { Assignee, LastLogTexts, LogTotals } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogComment, LogEntryDetails, LogTarget } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { FilterOfList } from '@wheelhouse/contract/list.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { groupsCovering } from '../../authz/rights.ts'
import { bool, int, instant, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import { isOfOrganizations, isOnDashboard } from '../../lists/asked-places.ts'
import { age, anyOf, anyOfBy, contains, own, searchBy } from '../../lists/list-filters.ts'
import { listQuery, readerIn } from '../../lists/list-query.ts'
import type { RowContext } from '../../lists/list-query.ts'
import { isOpen } from './open-entries.ts'
import { photosOf } from './photo-links.ts'

const stateIs: Record<LogState, RawBuilder<boolean> | undefined> = {
  open: isOpen,
  closed: sql<boolean>`not (${isOpen})`,
  all: undefined,
}

const targets = sql`(select coalesce(json_agg(json_build_object('id', d.id, 'type', d.type, 'number', d.number) order by d.type, d.number), '[]'::json)
  from maintenance_log_targets t join devices d on d.id = t.device_id where t.entry_id = e.id)`

const placeIn = (values: readonly string[], column: RawBuilder<unknown>) => ({
  by: sql`array_position(${[...values]}::text[], ${column})`,
  cast: 'int' as const,
})

/** `M-2291` and `2291` find the entry of that number. */
const numberIn = (term: string): RawBuilder<boolean>[] => {
  const digits = /^(?:m-?)?(\d{1,9})$/i.exec(term)?.[1]
  return digits === undefined ? [] : [sql<boolean>`e.number = ${Number(digits)}`]
}

const now = ({ clock }: Pick<Ctx, 'clock'>) => sql`${clock.now().toISOString()}::timestamptz`
export const isOverdue = (ctx: Pick<Ctx, 'clock'>) => sql<boolean>`(${isOpen} and e.due_at < ${now(ctx)})`

/** An entry is seen with its location, by people who hold the right to the log there. */
export const entryList = listQuery(logEntries, {
  from: () => sql`maintenance_log_entries e join locations l on l.id = e.location_id
    left join console_users a on a.id = e.assignee_id`,
  rowsFrom: () => sql`maintenance_log_entries e join locations l on l.id = e.location_id
    left join console_users a on a.id = e.assignee_id left join console_users c on c.id = e.created_by
    left join console_users r on r.id = e.resolved_by left join console_users v on v.id = e.verified_by
    left join work_plans w on w.id = e.plan_id`,
  id: sql`e.id`,
  visibleBy: [
    { type: 'location', column: sql`e.location_id` },
    { type: 'location', action: 'GET_MAINTENANCE_LOG_ENTRIES', column: sql`e.location_id` },
  ],
  columns: ({ ctx }) => ({
    id: uuid(sql`e.id`),
    number: int(sql`e.number`),
    location_id: uuid(sql`e.location_id`),
    location_code: word(sql`l.code`),
    location_label: text(sql`l.label`),
    time_zone: word(sql`l.time_zone`),
    targets: json<LogTarget[]>(targets),
    description: text(sql`e.description`),
    type: word(sql`e.type`),
    priority: word(sql`e.priority`),
    resource: word(sql`e.resource`),
    status: word(sql`e.status`),
    status_at: instant(sql`e.status_at`),
    reason: text(sql`e.reason`),
    resolution: text(sql`e.resolution`),
    old_firmware_version: text(sql`e.old_firmware_version`),
    new_firmware_version: text(sql`e.new_firmware_version`),
    time_spent_minutes: int(sql`e.time_spent_minutes`),
    cost: orNull(int(sql`e.cost`)),
    currency: orNull(word(sql`e.currency`)),
    due_at: instant(sql`e.due_at`),
    is_due_chosen: bool(sql`e.is_due_chosen`),
    is_overdue: bool(isOverdue(ctx)),
    assignee_id: orNull(uuid(sql`e.assignee_id`)),
    assignee_name: orNull(text(sql`a.name`)),
    created_by: orNull(uuid(sql`e.created_by`)),
    created_by_name: orNull(text(sql`c.name`)),
    resolved_by: orNull(uuid(sql`e.resolved_by`)),
    resolved_by_name: orNull(text(sql`r.name`)),
    resolved_at: orNull(instant(sql`e.resolved_at`)),
    verified_by: orNull(uuid(sql`e.verified_by`)),
    verified_by_name: orNull(text(sql`v.name`)),
    plan_id: orNull(uuid(sql`e.plan_id`)),
    plan_name: orNull(text(sql`w.name`)),
    photos: int(sql`(select count(*) from maintenance_log_photos p where p.entry_id = e.id)`),
    comments: int(sql`(select count(*) from maintenance_log_comments p where p.entry_id = e.id)`),
    created_at: instant(sql`e.created_at`),
    updated_at: instant(sql`e.updated_at`),
    version: int(sql`e.version`),
  }),
  filters: ({ ctx }) => ({
    q: searchBy((term) => [
      ...[sql`e.description`, sql`e.resolution`, sql`l.label`, sql`l.code`].map((column) => contains(column, term)),
      ...numberIn(term),
    ]),
    state: own((state) => stateIs[state]),
    status: anyOf(sql`e.status`),
    priority: anyOf(sql`e.priority`),
    type: anyOf(sql`e.type`),
    resource: anyOf(sql`e.resource`),
    location_id: anyOf(sql`e.location_id`, 'uuid'),
    organization_id: anyOfBy((ids: readonly string[]) => isOfOrganizations(readerIn(ctx), ids, sql`e.location_id`)),
    dashboard_id: own((id) => isOnDashboard(readerIn(ctx), id, sql`e.location_id`)),
    device_id: own(
      (id) => sql<boolean>`e.id in (select t.entry_id from maintenance_log_targets t where t.device_id = ${id}::uuid)`,
    ),
    assignee_id: anyOf(sql`e.assignee_id`, 'uuid'),
    overdue: own(() => isOverdue(ctx)),
    due_from: own((from) => sql<boolean>`e.due_at >= ${from}::timestamptz`),
    due_to: own((to) => sql<boolean>`e.due_at < ${to}::timestamptz`),
    created_at: age(sql`e.created_at`),
  }),
  sorts: () => ({
    priority: placeIn(logPriorities, sql`e.priority`),
    status: placeIn(logStatuses, sql`e.status`),
  }),
})

export interface EntryRef {
  location_id: string
  log_entry_id: string
}

const ofPlace = ({ location_id }: EntryRef) => sql<boolean>`e.location_id = ${location_id}::uuid`

/** Reads an entry of exactly this location, because the right was checked on the location in the address. */
export async function entryById(ctx: Ctx, ref: EntryRef): Promise<LogEntryDetails> {
  const entry = await entryList.get(ctx, ref.log_entry_id, ofPlace(ref))
  return { ...entry, photos: await photosOf(ctx, entry.id), comments: await commentsOf(ctx, entry.id) }
}

/** The entry without what hangs on it; a missing one is a 404. */
export const assertEntry = (ctx: RowContext, ref: EntryRef) => entryList.get(ctx, ref.log_entry_id, ofPlace(ref))

const textsLookedAt = 200
const textsOffered = 5

const lastTexts = (texts: RawBuilder<unknown>) => sql<{ text: string }>`
  select text from (
    select distinct on (text) text, id from (${texts} order by id desc limit ${textsLookedAt}) lately
    where char_length(text) <= ${chipCharactersAtMost} order by text, id desc
  ) each_once order by id desc limit ${textsOffered}`

/** The words that a person used last, for work of the same kind. */
export async function lastTextsOf({ db, person: { id } }: Pick<Ctx, 'db' | 'person'>): Promise<LastLogTexts> {
  const textsIn = async (texts: RawBuilder<unknown>) =>
    (await lastTexts(texts).execute(db)).rows.map(({ text }) => text)
  return {
    descriptions: await textsIn(
      sql`select description as text, id from maintenance_log_entries where created_by = ${id}::uuid`,
    ),
    comments: await textsIn(sql`select text, id from maintenance_log_comments where created_by = ${id}::uuid`),
  }
}

async function commentsOf({ db }: Pick<Ctx, 'db'>, entryId: string): Promise<LogComment[]> {
  const { rows } = await sql<LogComment>`select c.id, c.text, u.name as created_by_name, c.created_at
    from maintenance_log_comments c left join console_users u on u.id = c.created_by
    where c.entry_id = ${entryId}::uuid order by c.created_at, c.id`.execute(db)
  return rows
}

interface SummedRow {
  status: (typeof logStatuses)[number]
  currency: string | null
  entries: number
  overdue: number
  minutes: number
  cost: number | null
}

/** Grouped by PostgreSQL to at most some dozen rows: amounts of different currencies are never added. */
export async function logTotals(ctx: Ctx, filter: FilterOfList<typeof logEntries>): Promise<LogTotals> {
  const { from, where } = entryList.conditions(ctx, filter)
  const { rows } = await sql<SummedRow>`
    select e.status, case when e.cost is not null then e.currency end as currency, count(*) as entries,
      count(*) filter (where ${isOverdue(ctx)}) as overdue, sum(e.time_spent_minutes) as minutes, sum(e.cost) as cost
    from ${from} where ${where} group by 1, 2`.execute(ctx.db)
  const costs = new Map<string, number>()
  for (const { currency, cost } of rows)
    if (currency !== null) costs.set(currency, (costs.get(currency) ?? 0) + Number(cost ?? 0))
  const sum = (of: (row: SummedRow) => number): number => rows.reduce((total, row) => total + of(row), 0)
  return {
    entries: sum((row) => row.entries),
    overdue: sum((row) => row.overdue),
    time_spent_minutes: sum((row) => Number(row.minutes)),
    costs: [...costs]
      .map(([currency, cost]) => ({ currency, cost }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    by_status: logStatuses.flatMap((status) => {
      const entries = rows.filter((row) => row.status === status).reduce((total, row) => total + row.entries, 0)
      return entries > 0 || isOpenStatus(status) ? [{ status, entries }] : []
    }),
  }
}

/** People who hold the right to work on entries of the location, from the groups that cover it. */
const workersOf = (
  locationId: string,
) => sql`select distinct g.person_id from (${groupsCovering({ type: 'location', id: locationId })}) c
  join role_grants g on g.group_id = c.id
  join role_actions x on x.role_id = g.role_id and x.resource_type = 'location' and x.action = 'UPDATE_MAINTENANCE_LOG_ENTRIES'`

const namedAtMost = 100

export async function assigneesAt({ db }: Ctx, locationId: string, term = ''): Promise<Assignee[]> {
  const { rows } = await sql<Assignee>`select u.id, u.name, o.name as organization_name
    from console_users u left join organizations o on o.id = u.organization_id
    where u.disabled_at is null and u.id in (${workersOf(locationId)}) and (${term} = '' or ${contains(sql`u.name`, term)})
    order by u.name collate "und-x-icu", u.id limit ${namedAtMost}`.execute(db)
  return rows
}

export async function canWorkAt(db: Db, personId: string, locationId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select exists (select 1 from console_users u
    where u.id = ${personId}::uuid and u.disabled_at is null and u.id in (${workersOf(locationId)})) as may`.execute(db)
  return rows[0]?.may === true
}

/** The people of the entries that the caller may see: what a filter offers. */
export async function presentAssignees(ctx: Ctx): Promise<Assignee[]> {
  const { from, where } = entryList.conditions(ctx, { state: 'all' })
  const { rows } = await sql<Assignee>`select u.id, u.name, o.name as organization_name
    from (select distinct e.assignee_id from ${from} where ${where} and e.assignee_id is not null) p
    join console_users u on u.id = p.assignee_id left join organizations o on o.id = u.organization_id
    order by u.name collate "und-x-icu", u.id limit ${namedAtMost}`.execute(ctx.db)
  return rows
}
