import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { feedbackList, trendWeeks } from '@wheelhouse/contract/feedback/feedback.ts'
import type { FeedbackQuery, FeedbackTrend } from '@wheelhouse/contract/feedback/feedback.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { ListContext } from '../../lists/list-source.ts'
import { allOf } from '../../lists/list-filters.ts'
import { timeListQuery } from '../../lists/time-list-query.ts'
import type { WritingContext } from '../../lists/time-list-query.ts'
import type { TimeList } from '../../lists/list-visible.ts'
import type { Ctx } from '../../platform/context.ts'

const isIn = (column: string, values: readonly string[] | undefined, cast = 'text') =>
  values ? [sql`${sql.ref(column)} = any(${[...values]}::${sql.raw(cast)}[])`] : []
const isNot = (column: string, values: readonly string[] | undefined, cast = 'text') =>
  values ? [sql`(${sql.ref(column)} = any(${[...values]}::${sql.raw(cast)}[])) is not true`] : []

type Reader = Pick<ListContext, 'person'>

/** Of these places those that the reader sees: a filter tells nothing of the others. */
const seenPlaces = (ctx: Reader, ids: readonly string[]) =>
  sql`array(select place from unnest(${[...ids]}::uuid[]) place where ${rowIsVisible(ctx, 'location', 'GET', 'location', sql`place`)})`

const isSeenSession = (ctx: Reader, id: string) => sql<boolean>`exists (
  select from parking_sessions s where s.id = ${id}::uuid and ${rowIsVisible(ctx, 'session', 'GET', 'location', sql`s.location_id`)}
  union all select from rental_sessions r where r.id = ${id}::uuid and ${rowIsVisible(ctx, 'session', 'GET', 'rental_fleet', sql`r.fleet_id`)})`

/** One person, session or place: few rows, in an index of their own. A filter tells nothing that the rows hide. */
function anchorOf(ctx: Reader, { user_id, session_id, location_id }: FeedbackQuery): RawBuilder<boolean> | null {
  const isSeenUser = (id: string) => rowIsVisible(ctx, 'user', 'GET', 'user', sql`${id}::uuid`)
  const isAbout = (id: string) => sql`(parking_session_id = ${id}::uuid or rental_session_id = ${id}::uuid)`
  const parts = [
    ...(user_id ? [sql`user_id = ${user_id}::uuid and ${isSeenUser(user_id)}`] : []),
    ...(session_id ? [sql`${isAbout(session_id)} and ${isSeenSession(ctx, session_id)}`] : []),
    ...(location_id ? [sql`location_id = any(${seenPlaces(ctx, location_id)})`] : []),
  ]
  return parts.length === 0 ? null : allOf(parts)
}

const dayMs = 86_400_000

function conditionsOf(ctx: Reader, query: FeedbackQuery): RawBuilder<unknown>[] {
  return [
    ...isIn('type', query.type),
    ...isNot('type', query.type_not),
    ...isIn('status', query.status),
    ...isNot('status', query.status_not),
    ...isIn('rating', query.rating, 'int'),
    ...isNot('rating', query.rating_not, 'int'),
    ...(query.location_id_not ? [sql`(location_id = any(${seenPlaces(ctx, query.location_id_not)})) is not true`] : []),
  ]
}

const waiting = new Set(['new', 'in_progress'])

function planOf(ctx: WritingContext, query: FeedbackQuery): TimeList {
  const { clock } = ctx
  const conditions = conditionsOf(ctx, query)
  const filter = conditions.length > 0 ? allOf(conditions) : null
  const before = (days: number) => sql`${new Date(clock.now().getTime() - days * dayMs).toISOString()}::timestamptz`
  const { created_at_older_than: older, created_at_newer_than: newer } = query
  const isRare = query.status !== undefined && query.status.every((status) => waiting.has(status))
  return {
    table: 'feedback',
    scopeColumn: 'user_id',
    time: 'created_at',
    base: sql<boolean>`true`,
    period: allOf([
      ...(older ? [sql`created_at < ${before(older)}`] : []),
      ...(newer ? [sql`created_at >= ${before(newer)}`] : []),
    ]),
    filter,
    places: null,
    anchor: anchorOf(ctx, query),
    isShort: false,
    rare: filter && isRare ? { base: sql<boolean>`status in ('new', 'in_progress')`, filter, isCovered: false } : null,
  }
}

/** A rider or a location that the reader does not see is not joined, so its fields are null. */
export const feedbackWithNames = (ctx: Reader) => sql`feedback f
  left join users u on u.id = f.user_id and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)}
  left join locations l on l.id = f.location_id and ${rowIsVisible(ctx, 'location', 'GET', 'location', sql`l.id`)}
  left join console_users a on a.id = f.answered_by left join console_users w on w.id = f.recorded_by`

export const listOfFeedback = timeListQuery(feedbackList, {
  visibleBy: { type: 'user', action: 'READ_FEEDBACK', scopeType: 'user' },
  plan: planOf,
  from: feedbackWithNames,
  id: sql`f.id`,
  columns: () => ({
    id: uuid(sql`f.id`),
    type: word(sql`f.type`),
    subject: text(sql`f.subject`),
    text: text(sql`f.text`),
    rating: orNull(int(sql`f.rating`)),
    status: word(sql`f.status`),
    photos: int(sql`(select count(*) from feedback_photos p where p.feedback_id = f.id)`),
    user_id: orNull(uuid(sql`u.id`)),
    user_name: orNull(text(sql`u.name`)),
    parking_session_id: orNull(uuid(sql`f.parking_session_id`)),
    rental_session_id: orNull(uuid(sql`f.rental_session_id`)),
    location_id: orNull(uuid(sql`l.id`)),
    location_code: orNull(word(sql`l.code`)),
    location_label: orNull(text(sql`l.label`)),
    answered_at: orNull(instant(sql`f.answered_at`)),
    answered_by_name: orNull(text(sql`a.name`)),
    recorded_by_name: orNull(text(sql`w.name`)),
    created_at: instant(sql`f.created_at`),
    updated_at: instant(sql`f.updated_at`),
    version: int(sql`f.version`),
  }),
})

export interface FeedbackRef {
  user_id: string
  feedback_id: string
}

/** Feedback of exactly this user, because the right was asked on the user in the address. */
export async function assertFeedback({ db }: Pick<Ctx, 'db'>, ref: FeedbackRef): Promise<void> {
  const row = await db
    .selectFrom('feedback')
    .select('id')
    .where('id', '=', ref.feedback_id)
    .where('user_id', '=', ref.user_id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
}

/** Stars of stays and rides, and what was written, week by week; of riders whose feedback the reader may read. */
export async function feedbackTrend(ctx: Ctx, locationId: string | undefined): Promise<FeedbackTrend> {
  const isSeen = (column: RawBuilder<unknown>) => rowIsVisible(ctx, 'user', 'READ_FEEDBACK', 'user', column)
  const here = (column: RawBuilder<unknown>) =>
    locationId === undefined ? sql`true` : sql`${column} = any(${seenPlaces(ctx, [locationId])})`
  const weekOf = (column: RawBuilder<unknown>) => sql`date_trunc('week', ${column}, 'UTC')`
  const { rows } = await sql<FeedbackTrend['weeks'][number]>`
    with weeks as (select ${weekOf(sql`${ctx.clock.now().toISOString()}::timestamptz`)} - make_interval(weeks => n) as week
        from generate_series(0, ${trendWeeks - 1}) n),
      first as (select min(week) as week from weeks),
      stars as (
        select ${weekOf(sql`s.started_at`)} as week, s.rating from parking_sessions s, first
        where s.rating is not null and s.started_at >= first.week and ${here(sql`s.location_id`)} and ${isSeen(sql`s.user_id`)}
        union all select ${weekOf(sql`r.started_at`)}, r.rating from rental_sessions r, first
        where r.rating is not null and r.started_at >= first.week and ${here(sql`r.end_location_id`)} and ${isSeen(sql`r.user_id`)}),
      rated as (select week, count(*) as ratings, round(avg(rating), 1)::float8 as average from stars group by 1),
      written as (select ${weekOf(sql`f.created_at`)} as week, count(*) as feedback, count(*) filter (where f.type = 'problem') as problems
        from feedback f, first where f.created_at >= first.week and ${here(sql`f.location_id`)} and ${isSeen(sql`f.user_id`)} group by 1)
    select to_char(w.week at time zone 'UTC', 'YYYY-MM-DD') as week, coalesce(r.ratings, 0)::int as ratings, r.average,
      coalesce(t.feedback, 0)::int as feedback, coalesce(t.problems, 0)::int as problems
    from weeks w left join rated r on r.week = w.week left join written t on t.week = w.week order by 1`.execute(ctx.db)
  return { weeks: rows }
}
