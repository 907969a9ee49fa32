import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { periodDaysAtMost } from '@wheelhouse/contract/calendar-days.ts'
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
async function eventPage(ctx: ListContext, { thing, whose }: History, query: EventQuery, isCounted: boolean) {
  const reading = await readingOf(ctx, thing)
  const within = sql<boolean>`${inPeriod(ctx, query)} and ${filterOf(query, reading)} and ${reading.isTold}`
  const before = query.cursor
    ? sql`id < ${String(decodeCursor(query.cursor, ([id]) => isUuid(id))[0])}::uuid`
    : sql`true`
  const most = sql`limit ${query.limit + 1}`
  const { rows } = await sql<AuditEvent>`
    select e.id, e.at, e.actor_kind, e.actor_id, e.actor_name, e.feature, e.verb, e.resource_type, e.resource_id, e.resource_name,
      e.device_id, u.id as rider_id, u.name as rider_name, e.before, e.after, e.reason, e.correlation_id
    from (select * from ${fromEach(whose, (one) => sql`select * from events where ${one} and ${within} and ${before} order by id desc ${most}`)}
      order by id desc ${most}) e
    left join parking_sessions s on e.resource_type = 'session' and s.id = e.resource_id
    left join users u on u.id = s.user_id and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)}
    order by e.id desc`.execute(ctx.db)
  const items = rows.slice(0, query.limit).map(reading.told)
  const total = isCounted ? await countOf(ctx, whose, within) : 0
  const next = rows.length > query.limit ? encodeCursor([items.at(-1)?.id ?? null]) : null
  return { items, next, total: Math.min(total, countedAtMost), total_is_exact: total <= countedAtMost }
}

async function countOf(ctx: ListContext, whose: Whose, within: RawBuilder<boolean>): Promise<number> {
  const most = sql`limit ${countedAtMost + 1}`
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${fromEach(whose, (one) => sql`select 1 from events where ${one} and ${within} ${most}`)}`.execute(
    ctx.db,
  )
  return rows[0]?.total ?? 0
}

/** Each condition finds separate events through its index, in order and with a limit; no event meets two of them. */
type Whose = readonly [RawBuilder<boolean>, ...RawBuilder<boolean>[]]
const fromEach = (whose: Whose, statement: (one: RawBuilder<boolean>) => RawBuilder<unknown>) =>
  sql`(${sql.join(
    whose.map((one) => sql`(${statement(one)})`),
    sql` union all `,
  )}) e`

/** Whose events: all that is seen through a location, what happened to one thing, for a device also what happened in it. */
export interface History {
  /** Of which the reader's rights are asked. */
  thing: Resource
  whose: Whose
}
const ofLocation = (id: string): History => ({
  thing: { type: 'location', id, isDeletedToo: true },
  whose: [sql<boolean>`visible_through_id = ${id}::uuid`],
})
/** `id`: of a thing that is no resource itself and follows `thing`. */
const ofThing = (ctx: ListContext, thing: Resource, id = thing.id): History => {
  const own = sql<boolean>`resource_id = ${id}::uuid`
  if (thing.type !== 'device') return { thing, whose: [own] }
  // Sessions and photos follow their location: a right over the device alone does not reach them.
  const here = sql<boolean>`device_id = ${id}::uuid and ${rowIsVisible(ctx, 'location', 'GET_EVENTS', 'location', sql`visible_through_id`)}`
  return { thing, whose: [own, here] }
}

export const eventsOfLocation = (ctx: ListContext, id: string, query: EventQuery, isCounted = true) =>
  eventPage(ctx, ofLocation(id), query, isCounted)
export const eventsOfThing = (ctx: ListContext, thing: Resource, query: EventQuery, isCounted = true, id?: string) =>
  eventPage(ctx, ofThing(ctx, thing, id), query, isCounted)

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
  return eventPage(
    ctx,
    {
      thing: { type: 'resource_group', id: everything.rows[0]?.id ?? id },
      whose: [
        sql<boolean>`resource_id = ${id}::uuid`,
        sql<boolean>`actor_id = ${id}::uuid and resource_id <> ${id}::uuid and ${isSeen}`,
      ],
    },
    query,
    isCounted,
  )
}

type Period = Pick<EventQuery, 'from' | 'to'>
const peopleAtMost = 500

export const peopleOfLocation = (ctx: ListContext, id: string, period: Period) => peopleOf(ctx, ofLocation(id), period)
export const peopleOfThing = (ctx: ListContext, thing: Resource, period: Period) =>
  peopleOf(ctx, ofThing(ctx, thing), period)

/** From one person to the next through the index, whatever each of them did; by the name they had last. */
async function peopleOf(ctx: ListContext, { thing, whose }: History, period: Period): Promise<EventPerson[]> {
  const { isTold, hidesPerson } = await readingOf(ctx, thing)
  const within = sql`${inPeriod(ctx, period)} and actor_kind = 'person' and not ${hidesPerson} and ${isTold}`
  const following = (after: RawBuilder<unknown>) => (one: RawBuilder<boolean>) =>
    sql`select actor_id from events where ${one} and ${within} and actor_id > ${after} order by actor_id limit 1`
  const next = (after: RawBuilder<unknown>) =>
    sql`(select actor_id from ${fromEach(whose, following(after))} order by actor_id limit 1)`
  const latest = (one: RawBuilder<boolean>) =>
    sql`select id, actor_name from events where ${one} and ${within} and actor_id = s.id order by id desc limit 1`
  const { rows } = await sql<EventPerson>`
    with recursive people (id) as (
      select ${next(sql`'00000000-0000-0000-0000-000000000000'::uuid`)}
      union all select ${next(sql`p.id`)} from people p where p.id is not null
    ), found as (select id from people where id is not null limit ${peopleAtMost})
    select s.id, coalesce(n.actor_name, 'Someone') as name from found s cross join lateral
      (select actor_name from ${fromEach(whose, latest)} order by e.id desc limit 1) n
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
