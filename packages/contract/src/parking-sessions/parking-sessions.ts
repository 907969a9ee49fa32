import * as z from 'zod'
import { anyOf, anyOfOrEmpty, list, localDays, ownFilter, searchText } from '../list.ts'
import type { QueryOfList } from '../list.ts'
import { PaymentState } from '../payments/payment-states.ts'
import { Id, Instant, route } from '../route.ts'

export const sessionStatuses = ['booked', 'active', 'ended'] as const
export const SessionStatus = z.enum(sessionStatuses)
export const howEnded = ['normal', 'forced', 'cancelled'] as const
export const HowEnded = z.enum(howEnded)

export const ParkingSession = z.object({
  id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  /** From how many hours on a bike is overdue there, and long overdue. */
  bubble_orange_hours: z.number().int(),
  bubble_red_hours: z.number().int(),
  device_id: Id,
  device_number: z.number().int(),
  device_type: z.string(),
  /** Who it is needs `user: ['GET']`; null without. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  /** Null of a session that no key began, and of a rider whom the reader does not see. */
  access_key_id: Id.nullable(),
  key_type: z.string().nullable(),
  status: SessionStatus,
  how_ended: HowEnded.nullable(),
  started_at: Instant,
  ended_at: Instant.nullable(),
  rating: z.number().int().nullable(),
  comment: z.string().nullable(),
  /** Money needs `payment: ['GET']`; null without. Of an open session the fee is not worked out yet. */
  fee_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
  payment_state: PaymentState.nullable(),
})
export type ParkingSession = z.infer<typeof ParkingSession>

/**
 * One line of a session's timeline: an event of the session, of its payment, of its overstay or of a reminder to its rider, or a
 * command that its device got during it. `status` is that of a command, or the step that an event of an overstay is about. Of the end
 * of a session by staff it is `unlocked` where the lock reported that it opened, and `forced` where only the session was ended.
 */
export const TimelineEntry = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(['event', 'command', 'payment', 'overstay', 'reminder']),
  verb: z.string(),
  actor_kind: z.string(),
  actor_name: z.string().nullable(),
  detail: z.string().nullable(),
  status: z.string().nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const ParkingSessionDetails = z.object({
  ...ParkingSession.shape,
  time_zone: z.string(),
  hardware_id: z.string().nullable(),
  dock_state: z.string().nullable(),
  /** How long it is free, by the price that it began under. Null without a price, and without `payment: ['GET']`. */
  free_minutes: z.number().int().nullable(),
  version: z.number().int(),
  timeline: z.array(TimelineEntry),
})
export type ParkingSessionDetails = z.infer<typeof ParkingSessionDetails>

const sessions = {
  says: { failed: 'Fetch sessions failed' },
  access: { session: ['GET'] },
  row: ParkingSession,
  filters: {
    /** Started at or after. */
    from: ownFilter(Instant.optional()),
    /** Started before. */
    to: ownFilter(Instant.optional()),
    days: localDays,
    /** Those that took place: also what still goes on, and nothing that was cancelled or is only booked. */
    took_place: ownFilter(z.literal('yes').optional()),
    location_id: anyOf(Id),
    /** In any part at a location that the reader sees. */
    organization_id: anyOf(Id),
    /** Those of a dashboard, as its charts count them. One that the reader does not see finds nothing. */
    dashboard_id: ownFilter(Id.optional()),
    device_id: ownFilter(Id.optional()),
    user_id: ownFilter(Id.optional()),
    how_ended: anyOf(HowEnded),
    /** How long a session took, or has taken so far: at least so many minutes, and less than so many. */
    min_minutes: ownFilter(z.coerce.number().int().min(0).max(527_040).optional()),
    below_minutes: ownFilter(z.coerce.number().int().min(1).max(527_040).optional()),
    rating: anyOfOrEmpty(z.coerce.number().int().min(1).max(5)),
    has_comment: ownFilter(z.enum(['yes', 'no']).optional()),
    /** Shows no row to a reader who may not see payments there. */
    payment_state: anyOf(PaymentState),
    fee: ownFilter(z.enum(['charged', 'free']).optional()),
  },
  exports: [
    'id',
    'location_code',
    'location_label',
    'device_number',
    'device_type',
    'user_id',
    'user_name',
    'access_key_id',
    'key_type',
    'status',
    'how_ended',
    'started_at',
    'ended_at',
    'minutes',
    'rating',
    'comment',
    'fee',
    'currency',
    'payment_state',
  ],
  isSearched: true,
} as const

/** Those that have waited longest come first. They are few enough to be searched. */
export const activeSessions = list({
  ...sessions,
  filters: {
    /** In the name of the user, in code and label of the location, and in the session's ID. */
    q: searchText,
    ...sessions.filters,
  },
  order: 'asc',
  path: '/session/v1/parking-sessions/active',
  summary: 'Parking sessions that are booked or active',
})
export const endedSessions = list({
  ...sessions,
  path: '/session/v1/parking-sessions',
  summary: 'Parking sessions that have ended',
})
/** Of either list. */
export type SessionQuery = QueryOfList<typeof endedSessions> & Partial<Pick<QueryOfList<typeof activeSessions>, 'q'>>
export const listActiveParkingSessions = activeSessions.route
export const listParkingSessions = endedSessions.route
export const exportActiveParkingSessions = activeSessions.csv
export const exportParkingSessions = endedSessions.csv

export const getParkingSession = route({
  method: 'GET',
  path: '/session/v1/parking-sessions/:session_id',
  summary: 'One parking session with its timeline',
  says: { failed: 'Fetch session failed' },
  staleOn: ['session', 'device'],
  access: { session: ['GET'] },
  on: { session: 'session_id' },
  params: z.strictObject({ session_id: Id }),
  reply: ParkingSessionDetails,
})
