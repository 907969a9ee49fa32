import { sql } from 'kysely'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { activeRentals, endedRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type {
  RentalSession,
  RentalSessionDetails,
  RentalSessionQuery,
} from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { Ctx } from '../../platform/context.ts'
import { bool, instant, int, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns, Expr } from '../../lists/columns.ts'
import type { ListContext } from '../../lists/list-source.ts'
import { timeListQuery } from '../../lists/time-list-query.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { planOf } from './list-plan.ts'

type Reader = Pick<ListContext, 'person'>

const paid = (column: Expr): Expr => sql`case when money.is_seen then ${column} end`

const columns: Columns<RentalSession> = {
  id: uuid(sql`s.id`),
  rental_device_id: uuid(sql`s.rental_device_id`),
  rental_code: word(sql`v.code`),
  fleet_id: uuid(sql`s.fleet_id`),
  fleet_name: text(sql`f.name`),
  user_id: orNull(uuid(sql`u.id`)),
  user_name: orNull(text(sql`u.name`)),
  // Whose key it is would name the rider.
  access_key_id: orNull(uuid(sql`case when s.user_id is null or u.id is not null then s.access_key_id end`)),
  key_type: orNull(word(sql`k.type`)),
  status: word(sql`s.status`),
  how_ended: orNull(word(sql`s.how_ended`)),
  is_ended_outside: bool(sql`s.is_ended_outside`),
  started_at: instant(sql`s.started_at`),
  ended_at: orNull(instant(sql`s.ended_at`)),
  start_location_id: orNull(uuid(sql`b.id`)),
  start_location_code: orNull(word(sql`b.code`)),
  start_location_label: orNull(text(sql`b.label`)),
  start_dock_number: orNull(int(sql`(select number from devices where id = s.start_device_id and location_id = b.id)`)),
  end_location_id: orNull(uuid(sql`e.id`)),
  end_location_code: orNull(word(sql`e.code`)),
  end_location_label: orNull(text(sql`e.label`)),
  end_dock_number: orNull(int(sql`(select number from devices where id = s.end_device_id and location_id = e.id)`)),
  distance_m: orNull(int(sql`s.distance_m`)),
  fee_minor: orNull(int(paid(sql`case when s.currency is not null then s.fee_minor end`))),
  currency: orNull(word(paid(sql`s.currency`))),
  payment_state: orNull(word(paid(sql`s.payment_state`))),
  is_fee_waived: orNull(bool(paid(sql`s.is_fee_waived`))),
  rating: orNull(int(sql`s.rating`)),
  comment: orNull(text(sql`s.comment`)),
  ride_orange_hours: int(sql`f.ride_orange_hours`),
  ride_red_hours: int(sql`f.ride_red_hours`),
}

/**
 * A rider or a location that the reader does not see is not joined. What a ride cost follows the fleet as the ride does, and needs
 * the right to payments; the offset keeps PostgreSQL from asking for it once for each column.
 */
const fromOf = (ctx: Reader) => sql`rental_sessions s join rental_devices v on v.id = s.rental_device_id
  join rental_fleets f on f.id = s.fleet_id left join access_keys k on k.id = s.access_key_id
  left join locations b on b.id = s.start_location_id and ${rowIsVisible(ctx, 'location', 'GET', 'location', sql`b.id`)}
  left join locations e on e.id = s.end_location_id and ${rowIsVisible(ctx, 'location', 'GET', 'location', sql`e.id`)}
  left join users u on u.id = s.user_id and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)}
  cross join lateral (select ${rowIsVisible(ctx, 'payment', 'GET', 'rental_fleet', sql`s.fleet_id`)} as is_seen offset 0) money`

const shown = {
  visibleBy: { type: 'session', action: 'GET', scopeType: 'rental_fleet' },
  from: fromOf,
  id: sql`s.id`,
  columns: () => columns,
} as const
export const activeRentalList = timeListQuery(activeRentals, {
  ...shown,
  plan: (ctx, query: RentalSessionQuery) => planOf(ctx, 'open', query),
})
export const endedRentalList = timeListQuery(endedRentals, {
  ...shown,
  plan: (ctx, query: RentalSessionQuery) => planOf(ctx, 'ended', query),
})

type WithoutTimeline = Omit<RentalSessionDetails, 'timeline'>

async function one<Row>(ctx: Ctx, of: Columns<Row>, id: string): Promise<Row | undefined> {
  const { rows } = await sql<{ text: JsonText<Row> }>`
    select ${jsonOf(of)} as text from ${fromOf(ctx)} where s.id = ${id}::uuid`.execute(ctx.db)
  return rows[0] && parsed(rows[0].text)
}

export const rentalSessionRow = (ctx: Ctx, id: string): Promise<RentalSession | undefined> => one(ctx, columns, id)

export function rentalSessionById(ctx: Ctx, id: string): Promise<WithoutTimeline | undefined> {
  const details: Columns<WithoutTimeline> = { ...columns, time_zone: word(sql`f.time_zone`) }
  return one(ctx, details, id)
}

/** What the way of a ride needs: when it was, and where it began and ended. */
export interface RideSpan {
  rental_device_id: string
  started_at: string
  ended_at: string | null
  start: { latitude: number; longitude: number } | null
  end: { latitude: number; longitude: number } | null
  area: { latitude: number; longitude: number }[]
}

export async function rideSpan({ db }: Ctx, id: string): Promise<RideSpan | undefined> {
  const { rows } = await sql<RideSpan>`
    select s.rental_device_id, s.started_at, s.ended_at,
      case when s.start_latitude is not null then json_build_object('latitude', s.start_latitude, 'longitude', s.start_longitude) end as start,
      case when s.end_latitude is not null then json_build_object('latitude', s.end_latitude, 'longitude', s.end_longitude) end as end,
      (select coalesce(json_agg(json_build_object('latitude', (c.corner->>1)::float8, 'longitude', (c.corner->>0)::float8) order by c.nth), '[]'::json)
        from jsonb_array_elements(f.area) with ordinality c(corner, nth)) as area
    from rental_sessions s join rental_fleets f on f.id = s.fleet_id where s.id = ${id}::uuid`.execute(db)
  return rows[0]
}
