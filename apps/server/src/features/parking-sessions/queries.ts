import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type {
  ParkingSession,
  ParkingSessionDetails,
  SessionQuery,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { Ctx } from '../../platform/context.ts'
import { decodeCursor, encodeCursor, isInstant, isUuid } from '../../lists/cursor.ts'
import { countVisible, listVisible } from '../../lists/list-visible.ts'
import type { RareWalk, RowsByIds, TimeList } from '../../lists/list-visible.ts'
import { rowIsVisible, visibleTo } from '../../authz/visible.ts'

// Literals in the text, not parameters: a partial index needs them (data model, section 9).
const open = sql<boolean>`status <> 'ended'`
const ended = sql<boolean>`status = 'ended'`

function periodOf({ from, to }: SessionQuery): RawBuilder<boolean> {
  const since = from ? sql`started_at >= ${from}::timestamptz` : sql`true`
  const until = to ? sql`started_at < ${to}::timestamptz` : sql`true`
  return sql<boolean>`(${since} and ${until})`
}

const together = (parts: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join([sql`true`, ...parts], sql` and `)})`

/** One device or one rider: few rows, in an index of their own. */
function anchorOf(ctx: Ctx, { device_id, user_id }: SessionQuery): RawBuilder<boolean> | null {
  // Whoever may not see a person must not find out by asking where that person parks.
  const rider = user_id
    ? sql<boolean>`user_id = ${user_id}::uuid and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`${user_id}::uuid`)}`
    : null
  if (device_id) return sql<boolean>`device_id = ${device_id}::uuid${rider ? sql` and ${rider}` : sql``}`
  return rider
}

/** A filter, and the partial index of those of its values that are rare. */
interface Asked {
  condition: RawBuilder<unknown>
  rare?: RawBuilder<unknown> | undefined
  /** Each entry of the partial index meets the condition. */
  isWholeIndex?: true
}

function askedOf(query: SessionQuery, now: string): Asked[] {
  const { how_ended, rating, has_comment, min_minutes } = query
  const asked: Asked[] = []
  if (has_comment === 'yes')
    asked.push({ condition: sql`num_nonnulls(comment) = 1`, rare: sql`comment is not null`, isWholeIndex: true })
  if (has_comment === 'no') asked.push({ condition: sql`comment is null` })
  if (how_ended) {
    const rare = how_ended.includes('normal') ? undefined : sql`how_ended <> 'normal'`
    asked.push({ condition: sql`how_ended = any(${how_ended}::text[])`, rare })
  }
  if (rating) asked.push({ condition: sql`rating = any(${rating}::int[])`, rare: sql`rating is not null` })
  if (min_minutes !== undefined)
    asked.push({
      condition: sql`coalesce(ended_at, ${now}::timestamptz) - started_at >= make_interval(mins => ${min_minutes}::int)`,
    })
  return asked
}

/** The rarest comes first: it is walked, the others are checked along it. */
function rareOf(asked: Asked[]): RareWalk | null {
  const rarest = asked.find((one) => one.rare)
  if (!rarest?.rare) return null
  const left = asked.filter((one) => one !== rarest || !one.isWholeIndex)
  const filter = together(left.map((one) => one.condition))
  return { base: together([ended, rarest.rare]), filter, isCovered: asked.length === 1 }
}

function listOf(ctx: Ctx, which: 'open' | 'ended', query: SessionQuery): TimeList {
  const asked = askedOf(query, ctx.clock.now().toISOString())
  return {
    table: 'parking_sessions',
    funnel: 'location_id',
    time: 'started_at',
    base: which === 'open' ? open : ended,
    period: periodOf(query),
    filter: asked.length > 0 ? together(asked.map((one) => one.condition)) : null,
    places: query.location_id ?? null,
    anchor: anchorOf(ctx, query),
    isShort: which === 'open',
    rare: which === 'ended' ? rareOf(asked) : null,
  }
}

export async function sessionPage(ctx: Ctx, which: 'open' | 'ended', query: SessionQuery, isCounted = true) {
  const visible = await visibleTo(ctx, 'session', 'GET', 'location')
  const list = listOf(ctx, which, query)
  const page = { after: positionOf(query), order: query.order, limit: query.limit }
  const [found, { total, total_is_exact }] = await Promise.all([
    listVisible<ParkingSession>(ctx.db, list, visible, page, sessionsByIds(ctx)),
    isCounted ? countVisible(ctx.db, list, visible) : { total: 0, total_is_exact: false },
  ])
  const next = found.next ? encodeCursor([query.order, found.next.at, found.next.id]) : null
  return { items: found.rows, next, total, total_is_exact, searched_back_to: found.searched_back_to }
}

function positionOf({ cursor, order }: SessionQuery) {
  if (!cursor) return null
  const [, at, id] = decodeCursor(cursor, ([o, a, i]) => o === order && isInstant(a) && isUuid(i))
  return { at: String(at), id: String(id) }
}

const sessionColumns = sql`s.id, s.location_id, l.code as location_code, l.label as location_label, s.device_id, d.number as device_number, s.device_type,
  u.id as user_id, u.name as user_name, case when s.user_id is null or u.id is not null then s.access_key_id end as access_key_id, k.type as key_type, s.status, s.how_ended, s.started_at, s.ended_at, s.rating, s.comment`
const sessionJoins = sql`join locations l on l.id = s.location_id join devices d on d.id = s.device_id left join access_keys k on k.id = s.access_key_id`

const seesRider = (ctx: Ctx) => rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)

/** An array of ids, and not the keys themselves: PostgreSQL takes it for a few rows, which these are, and looks each up by its id. */
const sessionsByIds =
  (ctx: Ctx): RowsByIds =>
  (ids) =>
    sql`select ${sessionColumns} from unnest((${ids})) with ordinality i(id, place) join parking_sessions s on s.id = i.id
    ${sessionJoins} left join users u on u.id = s.user_id and ${seesRider(ctx)} order by i.place`

export async function sessionById(ctx: Ctx, id: string): Promise<Omit<ParkingSessionDetails, 'timeline'> | undefined> {
  const { rows } = await sql<Omit<ParkingSessionDetails, 'timeline'>>`
    select ${sessionColumns}, l.time_zone, d.hardware_id, hs.dock_state from parking_sessions s ${sessionJoins}
    left join hardware_state hs on hs.hardware_id = d.hardware_id
    left join users u on u.id = s.user_id and ${seesRider(ctx)} where s.id = ${id}::uuid`.execute(ctx.db)
  return rows[0]
}
