import { sql } from 'kysely'
import type { SessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Waiver } from '@wheelhouse/contract/price-lists/fee.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { hasRights } from '../../authz/authorize.ts'
import type { Journal } from '../../journal/journal.ts'
import { charge } from '../payments/charges.ts'
import { paymentsOfSession } from '../payments/one-payment.ts'
import { keepPrice, keptFee, keptVersionOf, workOutFee } from '../price-lists/kept-prices.ts'

/** The price that a ride begins under: the version of its fleet's price list that is in force at that time. */
export async function keepRidePrice(tx: Tx, at: Date, sessionId: string, fleetId: string): Promise<void> {
  const { time_zone } = await tx
    .selectFrom('rental_fleets')
    .select('time_zone')
    .where('id', '=', fleetId)
    .executeTakeFirstOrThrow()
  await keepPrice(tx, at, {
    session_id: sessionId,
    target: { type: 'rental_fleet', id: fleetId },
    free_minutes: 0,
    time_zone,
  })
}

/** A ride at the moment when it ends. */
export interface EndedRide {
  id: string
  fleet_id: string
  user_id: string | null
  started_at: string
  ended_at: string
}

/**
 * Works out the fee of a ride that has just ended and charges the rider, once. A ride that nobody is known to have begun keeps
 * its fee and is not charged.
 */
export async function settleRideFee(tx: Tx, journal: Journal, ride: EndedRide, waiver: Waiver | null): Promise<void> {
  const { id, fleet_id, user_id, started_at: start, ended_at: end } = ride
  const fee = await workOutFee(tx, id, { start, end, waiver })
  if (!fee || fee.total_minor === 0) return
  const { currency, total_minor } = fee
  await sql`update rental_sessions set fee_minor = ${total_minor}, currency = ${currency} where id = ${id}::uuid`.execute(
    tx,
  )
  if (user_id === null) return
  await charge(tx, journal, {
    type: 'session',
    of: { rental_session_id: id },
    key: `session ${id}`,
    user_id,
    visible_through: { type: 'rental_fleet', id: fleet_id },
    amount_minor: total_minor,
    currency,
  })
}

interface Span {
  status: string
  how_ended: string | null
  started_at: string
  ended_at: string | null
  waiver: Waiver | null
}

/** How the fee is made; of an open ride what it would be if it ended now. */
export async function rideFee(ctx: Ctx, id: string): Promise<SessionFee> {
  const { rows } = await sql<Span>`select s.status, s.how_ended, s.started_at, s.ended_at, k.waiver
    from rental_sessions s left join kept_prices k on k.session_id = s.id where s.id = ${id}::uuid`.execute(ctx.db)
  const [ride] = rows
  if (!ride) throw new AppError('not_found')
  const { status, how_ended, started_at: start, waiver } = ride
  const end = ride.ended_at ?? ctx.clock.now().toISOString()
  const wasNoRide = status === 'booked' || how_ended === 'cancelled'
  const [seesPrices] = await hasRights(ctx, [['rental_fleet', 'GET']], { type: 'session', id })
  return {
    fee: wasNoRide ? null : await keptFee(ctx.db, id, { start, end, waiver }),
    waiver,
    at: end,
    is_final: ride.ended_at !== null,
    price_list: seesPrices ? await keptVersionOf(ctx.db, id) : null,
    payments: await paymentsOfSession(ctx, id),
  }
}
