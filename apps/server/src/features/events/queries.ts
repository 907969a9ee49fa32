import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { periodDaysAtMost } from '@wheelhouse/contract/calendar-days.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { AuditEvent, EventPerson, EventQuery } from '@wheelhouse/contract/events/events.ts'
import type { ListContext } from '../../lists/list-source.ts'
import { decodeCursor, encodeCursor, isUuid } from '../../lists/cursor.ts'
import { holdsEverywhere } from '../../authz/rights.ts'
import type { Resource } from '../../authz/rights.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { readingOf } from './levels.ts'
import type { Reading } from './levels.ts'

const dayMs = 86_400_000
const defaultDays = 30
const countedAtMost = 10_000

/** Newest first. The period becomes bounds on the id, whose head is the time: they prune the months. */
async function eventPage(ctx: ListContext, history: History, query: EventQuery, isCounted: boolean) {
  const period = inPeriod(ctx, query)
  const within = ({ reading }: Part) => sql`${period} and ${filterOf(query, reading)} and ${reading.isTold}`
  const before = query.cursor
    ? sql`id < ${String(decodeCursor(query.cursor, ([id]) => isUuid(id))[0])}::uuid`
    : sql`true`
  const most = sql`limit ${query.limit + 1}`
  const found = fromEach(
    history,
    (part, nth) =>
      sql`select *, ${sql.lit(nth)}::int as part from events where ${part.isOf} and ${within(part)} and ${before} order by id desc ${most}`,
  )
  const { rows } = await sql<AuditEvent & { part: number }>`
    select e.part, e.id, e.at, e.actor_kind, e.actor_id, e.actor_name, e.feature, e.verb, e.resource_type, e.resource_id, e.resource_name,
      e.device_id, l.id as location_id, l.code as location_code, l.label as location_label, u.id as rider_id, u.name as rider_name,
      e.before, e.after, e.reason, e.correlation_id
    from (select * from ${found} order by id desc ${most}) e
    left join lateral (select id, code, label from locations
      where id = e.visible_through_id and ${rowIsVisible(ctx, 'location', 'GET', 'location', sql`locations.id`)} limit 1) l on true
    left join parking_sessions s on e.resource_type = 'session' and s.id = e.resource_id
    left join users u on u.id = s.user_id and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)}
    order by e.id desc`.execute(ctx.db)
  const items = rows.slice(0, query.limit).map(({ part, ...event }) => certain(history[part]).reading.told(event))
  const total = isCounted ? await countOf(ctx, history, within) : 0
  const next = rows.length > query.limit ? encodeCursor([items.at(-1)?.id ?? null]) : null
  return { items, next, total: Math.min(total, countedAtMost), total_is_exact: total <= countedAtMost }
}

async function countOf(
  ctx: ListContext,
  history: History,
  within: (part: Part) => RawBuilder<unknown>,
): Promise<number> {
  const most = sql`limit ${countedAtMost + 1}`
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${fromEach(history, (part) => sql`select 1 from events where ${part.isOf} and ${within(part)} ${most}`)}`.execute(
    ctx.db,
  )
  return rows[0]?.total ?? 0
}

/** Events that are found through one index, in order and with a limit. */
interface Part {
  isOf: RawBuilder<boolean>
  /** What the reader may know of them. */
  reading: Reading
}
/** Whose events: all that is seen through a location, what happened to one thing, for a device also what happened in it. */
type History = readonly [Part, ...Part[]]

/** No event is in two parts. */
const fromEach = (history: History, statement: (part: Part, nth: number) => RawBuilder<unknown>) =>
  sql`(${sql.join(
    history.map((part, nth) => sql`(${statement(part, nth)})`),
    sql` union all `,
  )}) e`

const readingAt = (ctx: ListContext, id: string) => readingOf(ctx, { type: 'location', id, isDeletedToo: true })

const ofLocation = async (ctx: ListContext, id: string): Promise<History> => [
  { isOf: sql<boolean>`visible_through_id = ${id}::uuid`, reading: await readingAt(ctx, id) },
]

/** `id`: of a thing that is no resource itself and follows `thing`. */
async function ofThing(ctx: ListContext, thing: Resource, id = thing.id): Promise<History> {
  const own: Part = { isOf: sql<boolean>`resource_id = ${id}::uuid`, reading: await readingOf(ctx, thing) }
  const locationId = thing.type === 'device' ? await locationOf(ctx, id) : undefined
  if (locationId === undefined) return [own]
  // Sessions and photos follow their location: a right over the device alone reaches neither them nor what is hidden of them.
  const isSeen = rowIsVisible(ctx, 'location', 'GET_EVENTS', 'location', sql`visible_through_id`)
  const isOf = sql<boolean>`device_id = ${id}::uuid and visible_through_id = ${locationId}::uuid and ${isSeen}`
  return [own, { isOf, reading: await readingAt(ctx, locationId) }]
}

/** A device stays at its location. */
async function locationOf({ db }: ListContext, deviceId: string): Promise<string | undefined> {
  const row = await db.selectFrom('devices').select('location_id').where('id', '=', deviceId).executeTakeFirst()
  return row?.location_id
}

export const eventsOfLocation = async (ctx: ListContext, id: string, query: EventQuery, isCounted = true) =>
  eventPage(ctx, await ofLocation(ctx, id), query, isCounted)
export const eventsOfThing = async (
  ctx: ListContext,
  thing: Resource,
  query: EventQuery,
  isCounted = true,
  id?: string,
) => eventPage(ctx, await ofThing(ctx, thing, id), query, isCounted)

/**
 * The audit of a person: what was done to them, and what they did. Of the latter only what the reader may see where it happened.
 * Fields and features behind a level are shown to readers who hold it over everything, since the things are of many places.
 */
export async function eventsOfPerson(ctx: ListContext, id: string, query: EventQuery, isCounted = true) {
  const reader = sql`${ctx.person.id}::uuid`
  const everything = await sql<{ id: string }>`select id from resource_groups where covers_everything`.execute(ctx.db)
  const isSeen = sql<boolean>`case when visible_through_id is not null
      then ${rowIsVisible(ctx, 'location', 'GET_EVENTS', 'location', sql`visible_through_id`)}
    when resource_type = 'console_user' then ${rowIsVisible(ctx, 'console_user', 'GET_AUDIT_LOG', 'console_user', sql`resource_id`)}
    else ${holdsEverywhere(reader, 'console_user', 'GET_AUDIT_LOG')} end`
  const reading = await readingOf(ctx, { type: 'resource_group', id: everything.rows[0]?.id ?? id })
  const acted = sql<boolean>`actor_id = ${id}::uuid and resource_id <> ${id}::uuid and ${isSeen}`
  return eventPage(
    ctx,
    [
      { isOf: sql<boolean>`resource_id = ${id}::uuid`, reading },
      { isOf: acted, reading },
    ],
    query,
    isCounted,
  )
}

type Period = Pick<EventQuery, 'from' | 'to'>
const peopleAtMost = 500

export const peopleOfLocation = async (ctx: ListContext, id: string, period: Period) =>
  peopleOf(ctx, await ofLocation(ctx, id), period)
export const peopleOfThing = async (ctx: ListContext, thing: Resource, period: Period) =>
  peopleOf(ctx, await ofThing(ctx, thing), period)

/** From one person to the next through the index, whatever each of them did; by the name they had last. */
async function peopleOf(ctx: ListContext, history: History, period: Period): Promise<EventPerson[]> {
  const inTime = inPeriod(ctx, period)
  const within = ({ isOf, reading: { hidesPerson, isTold } }: Part) =>
    sql`${isOf} and ${inTime} and actor_kind = 'person' and not ${hidesPerson} and ${isTold}`
  const following = (after: RawBuilder<unknown>) => (part: Part) =>
    sql`select actor_id from events where ${within(part)} and actor_id > ${after} order by actor_id limit 1`
  const next = (after: RawBuilder<unknown>) =>
    sql`(select actor_id from ${fromEach(history, following(after))} order by actor_id limit 1)`
  const latest = (part: Part) =>
    sql`select id, actor_name from events where ${within(part)} and actor_id = s.id order by id desc limit 1`
  const { rows } = await sql<EventPerson>`
    with recursive people (id) as (
      select ${next(sql`'00000000-0000-0000-0000-000000000000'::uuid`)}
      union all select ${next(sql`p.id`)} from people p where p.id is not null
    ), found as (select id from people where id is not null limit ${peopleAtMost})
    select s.id, coalesce(n.actor_name, 'Someone') as name from found s cross join lateral
      (select actor_name from ${fromEach(history, latest)} order by e.id desc limit 1) n
    order by 2, 1`.execute(ctx.db)
  return rows
}

/** Bounds on the id, whose head is the time. */
function inPeriod(ctx: ListContext, period: Period): RawBuilder<boolean> {
  const { from, to } = periodOf(ctx, period)
  return sql<boolean>`id >= ${idFloor(from)}::uuid and id < ${idFloor(to)}::uuid`
}

function periodOf(ctx: ListContext, query: Period): { from: number; to: number } {
  const now = ctx.clock.now().getTime()
  // An hour ahead, because the clock of another server may be ahead of this one. The caller did not ask for that hour.
  const to = query.to ? Date.parse(query.to) : now + 3_600_000
  const from = query.from ? Date.parse(query.from) : to - defaultDays * dayMs
  if (from >= to) throw new AppError('invalid_query', { field: 'from' }, 'from must be before to')
  const until = query.to ? to : now
  if (until - from > periodDaysAtMost * dayMs)
    throw new AppError('invalid_query', { field: 'from' }, `At most ${periodDaysAtMost} days at once`)
  return { from, to }
}

/** The smallest UUIDv7 of a millisecond. */
function idFloor(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

function filterOf(query: EventQuery, { hidesPerson }: Reading): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  const [features, kinds] = [query.feature ?? [], query.kind ?? []]
  if (features.length + kinds.length > 0)
    parts.push(sql<boolean>`(feature = any(${features}::text[]) or (feature || ' ' || verb) = any(${kinds}::text[]))`)
  if (query.actor_kind)
    parts.push(
      sql<boolean>`case when ${hidesPerson} then 'hardware' else actor_kind end = any(${query.actor_kind}::text[])`,
    )
  if (query.actor_id) parts.push(sql<boolean>`actor_id = ${query.actor_id}::uuid and not ${hidesPerson}`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}
