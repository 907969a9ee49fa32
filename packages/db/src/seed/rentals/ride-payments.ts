import type { Insertable } from 'kysely'
import type { RentalSessionsTable } from '../../tables.gen.ts'
import { makePayments } from '../payments.ts'
import type { PaidSession } from '../payments.ts'

/** The payments of rides have the same stories as those of stays; they are seen through the fleet instead of the location. */
export function makeRidePayments(
  now: number,
  rides: readonly Insertable<RentalSessionsTable>[],
  support: Parameters<typeof makePayments>[2],
): ReturnType<typeof makePayments> {
  const stays = rides.map(
    ({ id, fleet_id, user_id, started_at, ended_at, fee_minor, currency, payment_state }): PaidSession => ({
      id,
      location_id: fleet_id,
      user_id,
      started_at,
      ended_at,
      fee_minor,
      currency,
      payment_state,
    }),
  )
  const money = makePayments(now, stays, support)
  return {
    ...money,
    payments: money.payments.map(({ parking_session_id, ...payment }) => ({
      ...payment,
      rental_session_id: parking_session_id ?? null,
      visible_through_type: 'rental_fleet',
    })),
    // The comparison with the provider is made once, over the stays.
    differences: [],
  }
}
