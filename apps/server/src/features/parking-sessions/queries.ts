import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ParkingSession, ParkingSessionDetails, SessionQuery } from '@wheelhouse/contract/parking-sessions.ts'
import type { Ctx } from '../../http/context.ts'
import { decodeCursor, encodeCursor, isInstant, isUuid } from '../../http/cursor.ts'
import { countVisible, listVisible } from '../permissions/list-visible.ts'
import type { TimeList } from '../permissions/list-visible.ts'
import { sees, visibleTo } from '../permissions/visible.ts'
import type { Visible } from '../permissions/visible.ts'

// A literal in the text, not a parameter: the partial index of open sessions needs it (data model, section 9).
const open = sql<boolean>`status <> 'ended'`
const ended = sql<boolean>`status = 'ended'`

function periodOf({ from, to }: SessionQuery): RawBuilder<boolean> {
  const since = from ? sql`started_at >= ${from}::timestamptz` : sql`true`
  const until = to ? sql`started_at < ${to}::timestamptz` : sql`true`
  return sql<boolean>`(${since} and ${until})`
}

/** Checked entry by entry along the walk; null when nothing is filtered. */
function filterOf(query: SessionQuery, now: string, people: Visible): RawBuilder<boolean> | null {
  const parts: RawBuilder<boolean>[] = []
  if (query.location_id) parts.push(sql<boolean>`location_id = any(${query.location_id}::uuid[])`)
  if (query.device_id) parts.push(sql<boolean>`device_id = ${query.device_id}::uuid`)
  // Whoever may not see a person must not find out by asking where that person parks.
  if (query.user_id) parts.push(sql<boolean>`(user_id = ${query.user_id}::uuid and ${sees(people, sql`user_id`)})`)
  if (query.how_ended) parts.push(sql<boolean>`how_ended = any(${query.how_ended}::text[])`)
  if (query.rating) parts.push(sql<boolean>`rating = any(${query.rating}::int[])`)
  if (query.has_comment) parts.push(query.has_comment === 'yes' ? sql<boolean>`comment is not null` : sql<boolean>`comment is null`)
  if (query.min_minutes !== undefined)
    parts.push(sql<boolean>`coalesce(ended_at, ${now}::timestamptz) - started_at >= make_interval(mins => ${query.min_minutes}::int)`)
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : null
}

export async function sessionPage(ctx: Ctx, which: 'open' | 'ended', query: SessionQuery) {
  const visible = await visibleTo(ctx, 'session', 'GET', 'location')
  const list: TimeList = {
    table: 'parking_sessions',
    funnel: 'location_id',
    time: 'started_at',
    base: which === 'open' ? open : ended,
    period: periodOf(query),
    filter: filterOf(query, ctx.clock.now().toISOString(), await visibleTo(ctx, 'user', 'GET', 'user')),
  }
  const found = await listVisible(ctx.db, list, visible, { after: positionOf(query), order: query.order, limit: query.limit })
  const items = await sessionsById(ctx, found.keys.map((key) => key.id))
  const { total, total_is_exact } = await countVisible(ctx.db, list, visible)
  const next = found.next ? encodeCursor([query.order, found.next.at, found.next.id]) : null
  return { items, next, total, total_is_exact, searched_back_to: found.searched_back_to }
}

function positionOf({ cursor, order }: SessionQuery) {
  if (!cursor) return null
  const [, at, id] = decodeCursor(cursor, ([o, a, i]) => o === order && isInstant(a) && isUuid(i))
  return { at: String(at), id: String(id) }
}

const sessionColumns = sql`s.id, s.location_id, l.code as location_code, l.label as location_label, s.device_id, d.number as device_number, s.device_type,
  u.id as user_id, u.name as user_name, case when s.user_id is null or u.id is not null then s.access_key_id end as access_key_id, k.type as key_type, s.status, s.how_ended, s.started_at, s.ended_at, s.rating, s.comment`
const sessionJoins = sql`join locations l on l.id = s.location_id join devices d on d.id = s.device_id left join access_keys k on k.id = s.access_key_id`

/** In the order of the ids, again only what the caller may see: a right may have gone since the keys were found. */
async function sessionsById(ctx: Ctx, ids: string[]): Promise<ParkingSession[]> {
  if (ids.length === 0) return []
  const visible = await visibleTo(ctx, 'session', 'GET', 'location')
  const people = await visibleTo(ctx, 'user', 'GET', 'user')
  const { rows } = await sql<ParkingSession>`
    select ${sessionColumns} from unnest(${ids}::uuid[]) with ordinality i(id, place) join parking_sessions s on s.id = i.id
    ${sessionJoins} left join users u on u.id = s.user_id and ${sees(people, sql`u.id`)} where ${sees(visible, sql`s.location_id`)} order by i.place`.execute(ctx.db)
  return rows
}

export async function sessionById(ctx: Ctx, id: string): Promise<Omit<ParkingSessionDetails, 'timeline'> | undefined> {
  const people = await visibleTo(ctx, 'user', 'GET', 'user')
  const { rows } = await sql<Omit<ParkingSessionDetails, 'timeline'>>`
    select ${sessionColumns}, l.time_zone, d.hardware_id, hs.dock_state from parking_sessions s ${sessionJoins}
    left join hardware_state hs on hs.hardware_id = d.hardware_id
    left join users u on u.id = s.user_id and ${sees(people, sql`u.id`)} where s.id = ${id}::uuid`.execute(ctx.db)
  return rows[0]
}
