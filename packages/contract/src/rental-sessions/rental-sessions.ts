import * as z from 'zod'
import { RentalDeviceRef, RentalDevicesTarget, TypedCount } from '../commands/rental-commands.ts'
import { anyOf, anyOfOrEmpty, list, localDays, ownFilter } from '../list.ts'
import type { QueryOfList } from '../list.ts'
import { HowEnded, SessionStatus, TimelineEntry } from '../parking-sessions/parking-sessions.ts'
import { SessionFee } from '../parking-sessions/session-fee.ts'
import { PaymentState } from '../payments/payment-states.ts'
import { getRentalDevice, listRentalDevices, listRentalPlaces } from '../rentals/rentals.ts'
import { Track } from '../rentals/rental-tracks.ts'
import { BulkReply, Id, Instant, route } from '../route.ts'
import { requiredLines } from '../texts.ts'

export const RentalSession = z.object({
  id: Id,
  rental_device_id: Id,
  /** Printed on the vehicle. */
  rental_code: z.string(),
  fleet_id: Id,
  fleet_name: z.string(),
  /** Who it is needs `user: ['GET']`; null without. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  /** Null of a ride that no key began, and of a rider whom the reader does not see. */
  access_key_id: Id.nullable(),
  key_type: z.string().nullable(),
  status: SessionStatus,
  how_ended: HowEnded.nullable(),
  /** It ended at no location and outside of the area of its fleet. */
  is_ended_outside: z.boolean(),
  started_at: Instant,
  ended_at: Instant.nullable(),
  /** Null away from locations, and of a location that the reader does not see; the same of the end. */
  start_location_id: Id.nullable(),
  start_location_code: z.string().nullable(),
  start_location_label: z.string().nullable(),
  start_dock_number: z.number().int().nullable(),
  end_location_id: Id.nullable(),
  end_location_code: z.string().nullable(),
  end_location_label: z.string().nullable(),
  end_dock_number: z.number().int().nullable(),
  distance_m: z.number().int().nullable(),
  /** What it cost needs `payment: ['GET']`; null without, and until it is charged. */
  fee_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
  payment_state: PaymentState.nullable(),
  /** Ended by staff without a fee; as much a matter of the right to payments as the fee itself. */
  is_fee_waived: z.boolean().nullable(),
  rating: z.number().int().nullable(),
  comment: z.string().nullable(),
  ride_orange_hours: z.number().int(),
  ride_red_hours: z.number().int(),
})
export type RentalSession = z.infer<typeof RentalSession>

export const RentalSessionDetails = z.object({
  ...RentalSession.shape,
  time_zone: z.string(),
  timeline: z.array(TimelineEntry),
})
export type RentalSessionDetails = z.infer<typeof RentalSessionDetails>

const sessions = {
  says: { failed: 'Fetch sessions failed' },
  access: { session: ['GET'] },
  row: RentalSession,
  filters: {
    /** Started at or after. */
    from: ownFilter(Instant.optional()),
    /** Started before. */
    to: ownFilter(Instant.optional()),
    days: localDays,
    /** Those that took place: also what still goes on, and nothing that was cancelled or is only booked. */
    took_place: ownFilter(z.literal('yes').optional()),
    fleet_id: anyOf(Id),
    /** Owner of the fleet. One that the reader does not see finds nothing. */
    organization_id: anyOf(Id),
    /** Those of a dashboard, as its charts count them. One that the reader does not see finds nothing. */
    dashboard_id: ownFilter(Id.optional()),
    rental_device_id: ownFilter(Id.optional()),
    user_id: ownFilter(Id.optional()),
    /** Where it began or ended. */
    start_location_id: ownFilter(Id.optional()),
    end_location_id: ownFilter(Id.optional()),
    how_ended: anyOf(HowEnded),
    ended_outside: ownFilter(z.enum(['yes', 'no']).optional()),
    payment_state: anyOf(PaymentState),
    fee: ownFilter(z.enum(['charged', 'free', 'waived']).optional()),
    min_minutes: ownFilter(z.coerce.number().int().min(0).max(527_040).optional()),
    rating: anyOfOrEmpty(z.coerce.number().int().min(1).max(5)),
    has_comment: ownFilter(z.enum(['yes', 'no']).optional()),
  },
  exports: [
    ...(['id', 'rental_code', 'fleet_name', 'user_id', 'user_name', 'access_key_id', 'key_type'] as const),
    ...(['status', 'how_ended', 'is_ended_outside', 'started_at', 'ended_at', 'minutes', 'distance_m'] as const),
    ...(['start_location_code', 'start_location_label', 'start_dock_number'] as const),
    ...(['end_location_code', 'end_location_label', 'end_dock_number'] as const),
    ...(['fee', 'fee_minor', 'currency', 'payment_state', 'is_fee_waived', 'rating', 'comment'] as const),
  ],
  isSearched: true,
} as const

export const activeRentals = list({
  ...sessions,
  path: '/session/v1/rental-sessions/active',
  summary: 'Rental sessions that are booked or active',
})
export const endedRentals = list({
  ...sessions,
  path: '/session/v1/rental-sessions',
  summary: 'Rental sessions that have ended',
})
export type RentalSessionQuery = QueryOfList<typeof endedRentals>
export const listActiveRentalSessions = activeRentals.route
export const listRentalSessions = endedRentals.route

const one = '/session/v1/rental-sessions/:rental_session_id'
const RentalSessionRef = z.strictObject({ rental_session_id: Id })
const on = { session: 'rental_session_id' } as const

export const getRentalSession = route({
  method: 'GET',
  path: one,
  summary: 'One rental session with its timeline',
  says: { failed: 'Fetch session failed' },
  staleOn: ['session'],
  access: { session: ['GET'] },
  on,
  params: RentalSessionRef,
  reply: RentalSessionDetails,
})

export const getRentalSessionFee = route({
  method: 'GET',
  path: `${one}/fee`,
  summary: 'How the fee of a rental session is made, with its payments',
  says: { failed: 'Fetch session fee failed' },
  staleOn: ['session', 'payment'],
  access: { payment: ['GET'] },
  on,
  params: RentalSessionRef,
  reply: SessionFee,
})

const Place = z.object({ latitude: z.number(), longitude: z.number() })

/** Where someone rode needs the right to tracks besides the session's own (rights). */
export const getRentalSessionTrack = route({
  method: 'GET',
  path: `${one}/track`,
  summary:
    'Track of a rental session, oldest position first, with where it began and ended; positions are kept for RENTAL_TRACK_DAYS',
  says: { failed: 'Fetch metrics failed' },
  staleOn: ['session', 'rental_device'],
  access: { rental_device: ['GETMETRICS'] },
  on,
  params: RentalSessionRef,
  reply: z.object({ ...Track.shape, start: Place.nullable(), end: Place.nullable(), area: z.array(Place) }),
})

/** Spec section 5: a comment is required; values: force-end comment 10 to 500. */
export const ForceEndRentBody = z.strictObject({
  comment: requiredLines('Comment', 10, 500),
  fee: z.enum(['charged', 'waived'], 'Choose whether a fee is charged'),
})
export type ForceEndRentBody = z.output<typeof ForceEndRentBody>

/** The ride that was on the screen: the next rider's stays open. Null where the caller is not shown the rides of the vehicle. */
export const ForceEndShownRentBody = ForceEndRentBody.extend({ rental_session_id: Id.nullable() })

const changes = [
  listActiveRentalSessions,
  listRentalSessions,
  listRentalDevices,
  listRentalPlaces,
  getRentalDevice,
] as const

export const forceEndRent = route({
  method: 'POST',
  path: '/rental/v1/rental-devices/:rental_device_id/force-end',
  summary: 'End the rent of a rental device, with or without its fee',
  says: { failed: 'Rental device force end failed', done: 'Session ended' },
  access: { session: ['FORCE_END_SESSION'] },
  on: { rental_device: 'rental_device_id' },
  params: RentalDeviceRef,
  body: ForceEndShownRentBody,
  reply: RentalSession,
  changes,
})

/** Rides that begin after the request was made stay open, also where a background job comes to them later. */
export const forceEndRents = route({
  method: 'POST',
  path: '/rental/v1/rental-devices/force-ends',
  summary: 'End the rents of many rental devices, with or without their fees',
  says: { failed: 'Rental device force end failed', done: 'Session ended' },
  access: { session: ['FORCE_END_SESSION'] },
  body: ForceEndRentBody.extend({ target: RentalDevicesTarget, count: TypedCount }),
  reply: BulkReply,
  changes,
})

export const forceEndRentalSession = route({
  method: 'POST',
  path: `${one}/force-end`,
  summary: 'End a rental session, with or without its fee',
  says: { failed: 'Force end session failed', done: 'Session ended' },
  access: { session: ['FORCE_END_SESSION'] },
  on,
  params: RentalSessionRef,
  body: ForceEndRentBody,
  reply: RentalSession,
  changes,
})
