import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { activeSessions, endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type {
  ParkingSession,
  ParkingSessionDetails,
  SessionQuery,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { instant, int, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import { askedLocations, notOfOrganizations, within, zoneOfLocation } from '../../lists/asked-places.ts'
import { contains } from '../../lists/list-filters.ts'
import type { WritingContext } from '../../lists/time-list-query.ts'
import type { TimeList } from '../../lists/list-visible.ts'
import { commentConditions, endConditions, ratingConditions } from '../../lists/session-conditions.ts'
import { filterOf, rareWalkOf } from '../../lists/time-conditions.ts'
import type { TimeCondition } from '../../lists/time-conditions.ts'
import { timeListQuery } from '../../lists/time-list-query.ts'
import { rowIsVisible, visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { tookPlace } from '../rollups/session-days.ts'

// Literals in the text, not parameters: a partial index needs them (data model, section 9).
const open = sql<boolean>`status <> 'ended'`
const ended = sql<boolean>`status = 'ended'`

/** One device or one rider: few rows, in an index of their own. */
function anchorOf(ctx: WritingContext, { device_id, user_id }: SessionQuery): RawBuilder<boolean> | null {
  // A caller who may not see a person must not be able to find out by filtering where that person parks.
  const rider = user_id
    ? sql<boolean>`user_id = ${user_id}::uuid and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`${user_id}::uuid`)}`
    : null
  if (device_id) return sql<boolean>`device_id = ${device_id}::uuid${rider ? sql` and ${rider}` : sql``}`
  return rider
}

const commonStates: ReadonlySet<string> = new Set(['paid', 'not_charged'])

/** Money is filtered only where the reader may see it: otherwise a filter would show what the columns hide. */
function moneyConditions(ctx: Pick<WritingContext, 'person'>, query: SessionQuery): TimeCondition[] {
  const { payment_state, payment_state_not, fee } = query
  const isSeen = visiblePredicate(visibleSet(ctx, 'payment', 'GET', 'location'), sql`location_id`)
  const conditions: TimeCondition[] = []
  if (payment_state) {
    const isRare = payment_state.every((state) => !commonStates.has(state))
    const rare = isRare ? sql`payment_state not in ('not_charged', 'paid')` : undefined
    conditions.push({ condition: sql`(payment_state = any(${payment_state}::text[]) and ${isSeen})`, rare })
  }
  if (payment_state_not)
    conditions.push({ condition: sql`(payment_state <> all(${payment_state_not}::text[]) and ${isSeen})` })
  if (fee) conditions.push({ condition: sql`(fee_minor ${fee === 'charged' ? sql`> 0` : sql`= 0`} and ${isSeen})` })
  return conditions
}

const conditionsOf = (query: SessionQuery, clock: Clock): TimeCondition[] => [
  ...commentConditions(query),
  ...endConditions(query),
  ...ratingConditions(query),
  ...(query.took_place ? [{ condition: tookPlace }] : []),
  ...(query.location_id_not ? [{ condition: sql`location_id <> all(${query.location_id_not}::uuid[])` }] : []),
  ...durationConditions(query, clock),
]

function durationConditions({ min_minutes, below_minutes }: SessionQuery, clock: Clock): TimeCondition[] {
  const lasting = () => sql`coalesce(ended_at, ${clock.now().toISOString()}::timestamptz) - started_at`
  const minutes = (count: number) => sql`make_interval(mins => ${count}::int)`
  return [
    ...(min_minutes === undefined ? [] : [{ condition: sql`${lasting()} >= ${minutes(min_minutes)}` }]),
    ...(below_minutes === undefined ? [] : [{ condition: sql`${lasting()} < ${minutes(below_minutes)}` }]),
  ]
}

/**
 * Looked for in the open sessions alone. Each names its rider, so that riders are looked up and not searched, and a reader finds
 * only those whom the list shows to them.
 */
function searchConditions(ctx: Pick<WritingContext, 'person'>, q: string | undefined): TimeCondition[] {
  if (!q) return []
  const isPlace = sql`location_id in (select l.id from locations l where ${contains(sql`l.code || ' ' || l.label`, q)})`
  const isRider = sql`(select true from users u where u.id = user_id and ${contains(sql`u.name`, q)}
    and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)})`
  return [{ condition: sql`(${contains(sql`id::text`, q)} or ${isPlace} or ${isRider})` }]
}

function planOf(ctx: WritingContext, which: 'open' | 'ended', query: SessionQuery): TimeList {
  const conditions = [
    ...conditionsOf(query, ctx.clock),
    ...moneyConditions(ctx, query),
    ...searchConditions(ctx, query.q),
    ...notOfOrganizations(query, sql`location_id`, (organization_id) => askedLocations(ctx, { organization_id })).map(
      (condition) => ({ condition }),
    ),
  ]
  const closed = query.took_place ? sql<boolean>`true` : ended
  return {
    table: 'parking_sessions',
    scopeColumn: 'location_id',
    time: 'started_at',
    base: which === 'open' ? open : closed,
    period: within(query, sql`started_at`, zoneOfLocation(sql`location_id`)),
    filter: filterOf(conditions),
    places: askedLocations(ctx, query),
    anchor: anchorOf(ctx, query),
    isShort: which === 'open',
    rare: which === 'ended' ? rareWalkOf(closed, conditions) : null,
  }
}

const columns: Columns<ParkingSession> = {
  id: uuid(sql`s.id`),
  location_id: uuid(sql`s.location_id`),
  location_code: word(sql`l.code`),
  location_label: text(sql`l.label`),
  bubble_orange_hours: int(sql`l.bubble_orange_hours`),
  bubble_red_hours: int(sql`l.bubble_red_hours`),
  device_id: uuid(sql`s.device_id`),
  device_number: int(sql`d.number`),
  device_type: word(sql`s.device_type`),
  user_id: orNull(uuid(sql`u.id`)),
  user_name: orNull(text(sql`u.name`)),
  // Whose key it is would name the rider.
  access_key_id: orNull(uuid(sql`case when s.user_id is null or u.id is not null then s.access_key_id end`)),
  key_type: orNull(word(sql`k.type`)),
  status: word(sql`s.status`),
  how_ended: orNull(word(sql`s.how_ended`)),
  started_at: instant(sql`s.started_at`),
  ended_at: orNull(instant(sql`s.ended_at`)),
  rating: orNull(int(sql`s.rating`)),
  comment: orNull(text(sql`s.comment`)),
  fee_minor: orNull(int(sql`case when money.is_seen then s.fee_minor end`)),
  currency: orNull(word(sql`case when money.is_seen then s.currency end`)),
  payment_state: orNull(word(sql`case when money.is_seen then s.payment_state end`)),
}

/**
 * A rider whom the reader does not see is not joined. The offset keeps PostgreSQL from writing the right to payments into each of
 * the three columns that ask for it.
 */
const fromOf = (ctx: Pick<WritingContext, 'person'>) => sql`parking_sessions s join locations l on l.id = s.location_id
  join devices d on d.id = s.device_id left join access_keys k on k.id = s.access_key_id
  left join users u on u.id = s.user_id and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)}
  cross join lateral (select ${rowIsVisible(ctx, 'payment', 'GET', 'location', sql`s.location_id`)} as is_seen offset 0) money`

const shown = {
  visibleBy: { type: 'session', action: 'GET', scopeType: 'location' },
  from: fromOf,
  id: sql`s.id`,
  columns: () => columns,
} as const
export const activeSessionList = timeListQuery(activeSessions, {
  ...shown,
  plan: (ctx, query) => planOf(ctx, 'open', query),
})
export const endedSessionList = timeListQuery(endedSessions, {
  ...shown,
  plan: (ctx, query) => planOf(ctx, 'ended', query),
})

type SessionWithPlace = Omit<ParkingSessionDetails, 'timeline'>

export async function sessionById(ctx: Ctx, id: string): Promise<SessionWithPlace | undefined> {
  const details: Columns<SessionWithPlace> = {
    ...columns,
    time_zone: word(sql`l.time_zone`),
    hardware_id: orNull(word(sql`d.hardware_id`)),
    dock_state: orNull(word(sql`hs.dock_state`)),
    free_minutes: orNull(int(sql`case when money.is_seen then greatest(kept.free_minutes, v.free_minutes) end`)),
    version: int(sql`s.version`),
  }
  const { rows } = await sql<{ text: JsonText<SessionWithPlace> }>`select ${jsonOf(details)} as text from ${fromOf(ctx)}
    left join hardware_state hs on hs.hardware_id = d.hardware_id
    left join kept_prices kept on kept.session_id = s.id left join price_list_versions v on v.id = kept.price_version_id
    where s.id = ${id}::uuid`.execute(ctx.db)
  return rows[0] && parsed(rows[0].text)
}
