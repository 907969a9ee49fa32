import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { RentalSessionQuery } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { askedFleets, notOfOrganizations, within, zoneOfFleet } from '../../lists/asked-places.ts'
import type { TimeList } from '../../lists/list-visible.ts'
import { commentConditions, endConditions, ratingConditions } from '../../lists/session-conditions.ts'
import { filterOf, rareWalkOf } from '../../lists/time-conditions.ts'
import type { TimeCondition } from '../../lists/time-conditions.ts'
import type { WritingContext } from '../../lists/time-list-query.ts'
import { tookPlace } from '../rollups/session-days.ts'

// Literals in the text, not parameters: a partial index needs them (data model, section 9).
const open = sql<boolean>`status <> 'ended'`
const ended = sql<boolean>`status = 'ended'`

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

function outsideConditions({ ended_outside }: RentalSessionQuery): TimeCondition[] {
  if (ended_outside === 'yes')
    return [{ condition: sql`is_ended_outside`, rare: sql`is_ended_outside`, isWholeIndex: true }]
  return ended_outside === 'no' ? [{ condition: sql`not is_ended_outside` }] : []
}

/** Without the right to payments these match nothing, so that filtering shows as little as the columns do. */
function moneyConditions(ctx: WritingContext, query: RentalSessionQuery): TimeCondition[] {
  const { payment_state, payment_state_not, fee } = query
  if (!payment_state && !payment_state_not && !fee) return []
  const conditions: TimeCondition[] = [
    { condition: rowIsVisible(ctx, 'payment', 'GET', 'rental_fleet', sql`fleet_id`) },
  ]
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

function conditionsOf(ctx: WritingContext, query: RentalSessionQuery): TimeCondition[] {
  const { fleet_id_not, min_minutes } = query
  return [
    ...outsideConditions(query),
    ...endConditions(query),
    ...commentConditions(query),
    ...ratingConditions(query),
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
    filter: filterOf(conditions),
    places: askedFleets(ctx, query),
    anchor: anchorOf(ctx, query),
    isShort: which === 'open',
    rare: which === 'ended' ? rareWalkOf(closed, conditions) : null,
  }
}
