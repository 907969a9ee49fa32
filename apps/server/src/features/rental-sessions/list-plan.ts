import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { RentalSessionQuery } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { askedFleets, notOfOrganizations, within, zoneOfFleet } from '../../lists/asked-places.ts'
import type { RareWalk, TimeList } from '../../lists/list-visible.ts'
import type { WritingContext } from '../../lists/time-list-query.ts'
import { tookPlace } from '../rollups/session-days.ts'

// Literals in the text, not parameters: a partial index needs them (data model, section 9).
const open = sql<boolean>`status <> 'ended'`
const ended = sql<boolean>`status = 'ended'`
const notNormal = sql`how_ended <> 'normal'`
const isRated = sql`rating is not null`

const together = (parts: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join([sql`true`, ...parts], sql` and `)})`

/** One vehicle, rider or location: few rows, in an index of their own. Null where none is asked for. */
function anchorOf(ctx: WritingContext, query: RentalSessionQuery): RawBuilder<boolean> | null {
  const { rental_device_id, user_id, start_location_id, end_location_id } = query
  const isSeen = (type: 'user' | 'location', id: string) => rowIsVisible(ctx, type, 'GET', type, sql`${id}::uuid`)
  const parts = [
    ...(rental_device_id ? [sql`rental_device_id = ${rental_device_id}::uuid`] : []),
    // A caller who may not see a person or a location must not be able to find out by filtering who rides there.
    ...(user_id ? [sql`user_id = ${user_id}::uuid and ${isSeen('user', user_id)}`] : []),
    ...(start_location_id
      ? [sql`start_location_id = ${start_location_id}::uuid and ${isSeen('location', start_location_id)}`]
      : []),
    ...(end_location_id
      ? [sql`end_location_id = ${end_location_id}::uuid and ${isSeen('location', end_location_id)}`]
      : []),
  ]
  return parts.length > 0 ? sql<boolean>`${sql.join(parts, sql` and `)}` : null
}

/** A condition of a query, and the partial index of those of its values that are rare. */
interface Condition {
  condition: RawBuilder<unknown>
  rare?: RawBuilder<unknown> | undefined
  /** Each entry of the partial index meets the condition. */
  isWholeIndex?: true
}

function endConditions({ how_ended, how_ended_not, ended_outside }: RentalSessionQuery): Condition[] {
  const conditions: Condition[] = []
  if (ended_outside === 'yes')
    conditions.push({ condition: sql`is_ended_outside`, rare: sql`is_ended_outside`, isWholeIndex: true })
  if (ended_outside === 'no') conditions.push({ condition: sql`not is_ended_outside` })
  if (how_ended)
    conditions.push({
      condition: sql`how_ended = any(${how_ended}::text[])`,
      rare: how_ended.includes('normal') ? undefined : notNormal,
    })
  if (how_ended_not)
    conditions.push({
      condition: sql`(how_ended = any(${how_ended_not}::text[])) is not true`,
      rare: how_ended_not.includes('normal') ? notNormal : undefined,
    })
  return conditions
}

function wordConditions({ rating, rating_not, rating_empty, has_comment }: RentalSessionQuery): Condition[] {
  const conditions: Condition[] = []
  if (has_comment === 'yes')
    conditions.push({ condition: sql`num_nonnulls(comment) = 1`, rare: sql`comment is not null`, isWholeIndex: true })
  if (has_comment === 'no') conditions.push({ condition: sql`comment is null` })
  if (rating) conditions.push({ condition: sql`rating = any(${rating}::int[])`, rare: isRated })
  if (rating_not) conditions.push({ condition: sql`(rating = any(${rating_not}::int[])) is not true` })
  if (rating_empty === 'no')
    conditions.push({ condition: sql`num_nonnulls(rating) = 1`, rare: isRated, isWholeIndex: true })
  if (rating_empty === 'yes') conditions.push({ condition: sql`rating is null` })
  return conditions
}

/** Without the right to payments these match nothing, so that filtering shows as little as the columns do. */
function moneyConditions(ctx: WritingContext, query: RentalSessionQuery): Condition[] {
  const { payment_state, payment_state_not, fee } = query
  if (!payment_state && !payment_state_not && !fee) return []
  const conditions: Condition[] = [{ condition: rowIsVisible(ctx, 'payment', 'GET', 'rental_fleet', sql`fleet_id`) }]
  const isRare = payment_state?.every((state) => state !== 'not_charged' && state !== 'paid')
  if (payment_state)
    conditions.unshift({
      condition: sql`payment_state = any(${payment_state}::text[])`,
      rare: isRare ? sql`payment_state not in ('not_charged', 'paid')` : undefined,
    })
  if (payment_state_not)
    conditions.push({ condition: sql`(payment_state = any(${payment_state_not}::text[])) is not true` })
  if (fee === 'charged') conditions.push({ condition: sql`fee_minor > 0` })
  if (fee === 'free') conditions.push({ condition: sql`fee_minor = 0 and not is_fee_waived` })
  if (fee === 'waived') conditions.push({ condition: sql`is_fee_waived` })
  return conditions
}

function conditionsOf(ctx: WritingContext, query: RentalSessionQuery): Condition[] {
  const { fleet_id_not, min_minutes } = query
  return [
    ...endConditions(query),
    ...wordConditions(query),
    ...moneyConditions(ctx, query),
    ...(query.took_place ? [{ condition: tookPlace }] : []),
    ...notOfOrganizations(query, sql`fleet_id`, (organization_id) => askedFleets(ctx, { organization_id })).map(
      (condition) => ({ condition }),
    ),
    ...(fleet_id_not ? [{ condition: sql`fleet_id <> all(${fleet_id_not}::uuid[])` }] : []),
    ...(min_minutes === undefined
      ? []
      : [
          {
            condition: sql`coalesce(ended_at, ${ctx.clock.now().toISOString()}::timestamptz) - started_at >= make_interval(mins => ${min_minutes}::int)`,
          },
        ]),
  ]
}

/** The rarest comes first: it is walked, the others are checked along it. */
function rareOf(base: RawBuilder<boolean>, conditions: Condition[]): RareWalk | null {
  const rarest = conditions.find((one) => one.rare)
  if (!rarest?.rare) return null
  const left = conditions.filter((one) => one !== rarest || !one.isWholeIndex)
  const filter = together(left.map((one) => one.condition))
  return { base: together([base, rarest.rare]), filter, isCovered: conditions.length === 1 }
}

/** How one page of rental sessions is found, along time and by fleet (data model, section 2). */
export function planOf(ctx: WritingContext, which: 'open' | 'ended', query: RentalSessionQuery): TimeList {
  const conditions = conditionsOf(ctx, query)
  const closed = query.took_place ? sql<boolean>`true` : ended
  return {
    table: 'rental_sessions',
    scopeColumn: 'fleet_id',
    time: 'started_at',
    base: which === 'open' ? open : closed,
    period: within(query, sql`started_at`, zoneOfFleet(sql`fleet_id`)),
    filter: conditions.length > 0 ? together(conditions.map((one) => one.condition)) : null,
    places: askedFleets(ctx, query),
    anchor: anchorOf(ctx, query),
    isShort: which === 'open',
    rare: which === 'ended' ? rareOf(closed, conditions) : null,
  }
}
