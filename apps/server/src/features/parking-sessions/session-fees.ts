import { sql } from 'kysely'
import type { Fee, Waiver } from '@wheelhouse/contract/price-lists/fee.ts'
import type { SessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { hasRights } from '../../authz/authorize.ts'
import type { Journal } from '../../journal/journal.ts'
import { charge } from '../payments/charges.ts'
import { paymentsOfSession } from '../payments/one-payment.ts'
import { isCoveredByPass } from '../subscriptions/passes.ts'
import { keepPrice, keptFee, keptVersionOf, workOutFee } from '../price-lists/kept-prices.ts'

/** The prices that sessions begin under: none at a location that is free to use or has no price list. */
export async function keepSessionPrices(
  tx: Tx,
  at: Date,
  sessions: readonly { id: string; location_id: string }[],
): Promise<void> {
  if (sessions.length === 0) return
  const { rows } = await sql<{ id: string; free_minutes: number; time_zone: string }>`
    select id, round(free_parking_hours * 60)::int as free_minutes, time_zone from locations l
    where id = any(${[...new Set(sessions.map(({ location_id }) => location_id))]}::uuid[]) and not is_free
      and exists (select 1 from price_lists p where p.target_type = 'location' and p.target_id = l.id)`.execute(tx)
  const places = new Map(rows.map((row) => [row.id, row]))
  for (const { id, location_id } of sessions) {
    const place = places.get(location_id)
    if (!place) continue
    const { free_minutes, time_zone } = place
    const target = { type: 'location', id: location_id } as const
    await keepPrice(tx, at, { session_id: id, target, free_minutes, time_zone })
  }
}

/** Those of the sessions that began under a price; the others are free. */
export async function pricedSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ session_id: string }>`
    select session_id from kept_prices where session_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Set(rows.map(({ session_id }) => session_id))
}

/** A session at the moment when it ends. */
export interface EndedSession {
  id: string
  location_id: string
  user_id: string | null
  started_at: string
  ended_at: string
}

/**
 * Works out the fee of a session that has just ended and charges the rider. A session that nobody is known to have begun keeps
 * its fee and is not charged; one that a pass of the rider covers is free.
 */
export async function settleFee(
  tx: Tx,
  journal: Journal,
  session: EndedSession,
  waiver: Waiver | null,
): Promise<Fee | null> {
  const { id, location_id, user_id, started_at: start, ended_at: end } = session
  const fee = await workOutFee(tx, id, { start, end, waiver: waiver ?? (await passWaiver(tx, id)) })
  if (!fee || fee.total_minor === 0) return fee
  const { currency, total_minor } = fee
  await sql`update parking_sessions set fee_minor = ${total_minor}, currency = ${currency} where id = ${id}::uuid`.execute(
    tx,
  )
  if (user_id === null) return fee
  await charge(tx, journal, {
    type: 'session',
    of: { parking_session_id: id },
    key: `session ${id}`,
    user_id,
    visible_through: { type: 'location', id: location_id },
    amount_minor: total_minor,
    currency,
  })
  return fee
}

const passWaiver = async (db: Db, sessionId: string): Promise<Waiver | null> =>
  (await isCoveredByPass(db, sessionId)) ? 'pass' : null

interface Span {
  status: string
  how_ended: string | null
  started_at: string
  ended_at: string | null
  waiver: Waiver | null
}

/** How the fee is made; of an open session what it would be if it ended now. */
export async function sessionFee(ctx: Ctx, id: string): Promise<SessionFee> {
  const { rows } = await sql<Span>`select s.status, s.how_ended, s.started_at, s.ended_at, k.waiver
    from parking_sessions s left join kept_prices k on k.session_id = s.id where s.id = ${id}::uuid`.execute(ctx.db)
  const [session] = rows
  if (!session) throw new AppError('not_found')
  const { status, how_ended, started_at: start } = session
  const waiver = session.ended_at === null ? await passWaiver(ctx.db, id) : session.waiver
  const end = session.ended_at ?? ctx.clock.now().toISOString()
  const neverParked = status === 'booked' || how_ended === 'cancelled'
  const fee = neverParked ? null : await keptFee(ctx.db, id, { start, end, waiver })
  const [seesPrices] = await hasRights(ctx, [['rental_fleet', 'GET']], { type: 'session', id })
  const kept = seesPrices ? await keptVersionOf(ctx.db, id) : null
  return {
    fee,
    waiver,
    at: end,
    is_final: session.ended_at !== null,
    price_list: kept,
    payments: await paymentsOfSession(ctx, id),
  }
}
