import * as z from 'zod'
import { listPayments, PaymentDetails } from '../payments/payments.ts'
import { Fee, Waiver } from '../price-lists/fee.ts'
import { PriceListTarget } from '../price-lists/price-lists.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLines } from '../texts.ts'
import { listActiveParkingSessions, listParkingSessions, ParkingSessionDetails } from './parking-sessions.ts'

// Apart from the lists of sessions, which every screen of the console loads: prices and payments come with one session.

/** How the fee was made, or for an open session what it would be now, and what became of it. */
export const SessionFee = z.object({
  /** Null where no price list was in force: the session is free. */
  fee: Fee.nullable(),
  waiver: Waiver.nullable(),
  /** Up to when an open session was counted. */
  at: Instant,
  is_final: z.boolean(),
  /** Kept since the session began; null without `rental_fleet: ['GET']`. */
  price_list: z
    .object({
      id: Id,
      name: z.string(),
      number: z.number().int(),
      target_type: PriceListTarget,
      target_id: Id,
    })
    .nullable(),
  payments: z.array(PaymentDetails),
})
export type SessionFee = z.infer<typeof SessionFee>

export const getSessionFee = route({
  method: 'GET',
  path: '/session/v1/parking-sessions/:session_id/fee',
  summary: 'How the fee of a parking session is made, with its payments',
  says: { failed: 'Fetch session fee failed' },
  staleOn: ['session', 'payment'],
  access: { payment: ['GET'] },
  on: { session: 'session_id' },
  params: z.strictObject({ session_id: Id }),
  reply: SessionFee,
})

/** Spec section 5: a comment is required; bounds of `values.md`. */
export const forceEndSession = route({
  method: 'POST',
  path: '/session/v1/parking-sessions/:session_id/end',
  summary: 'Force end a parking session, with or without opening the dock',
  says: { failed: 'Force end session failed', done: 'Session ended' },
  access: { session: ['FORCE_END_SESSION'] },
  on: { session: 'session_id' },
  params: z.strictObject({ session_id: Id }),
  body: z.strictObject({
    comment: requiredLines('Comment', 10, 500),
    /** Also sends a force unlock, which needs `device: ['FORCESTATUS']`. */
    opens_dock: z.boolean().default(false),
    /** The fee that the person was shown; another one is refused. Null: none was shown. */
    fee_minor: z.number().int().nonnegative().nullable().default(null),
  }),
  needsVersion: true,
  /** The timeline is asked for again: its newest entry is written with the commit. */
  reply: ParkingSessionDetails.omit({ timeline: true }),
  changes: [listActiveParkingSessions, listParkingSessions, listPayments],
})
