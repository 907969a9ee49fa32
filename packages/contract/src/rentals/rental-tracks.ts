import * as z from 'zod'
import { RentalDeviceRef } from '../commands/rental-commands.ts'
import { Instant, route } from '../route.ts'

export const TrackPoint = z.object({
  at: Instant,
  latitude: z.number(),
  longitude: z.number(),
  speed_kmh: z.number().nullable(),
  battery_percent: z.number().nullable(),
})
export type TrackPoint = z.infer<typeof TrackPoint>
/** More points than that one map draws as the same line. */
export const trackPointsAtMost = 3_000
/** How long positions are kept. */
export const trackDays = 30

export const Track = z.object({
  points: z.array(TrackPoint),
  /** So many were recorded; fewer are sent where they are more than a map can show. */
  total: z.number().int(),
})
export type Track = z.infer<typeof Track>

/** Where a vehicle was shows how people move: GETMETRICS is asked besides GET (rights). */
export const getRentalTrack = route({
  method: 'GET',
  path: '/rental/v1/rental-devices/:rental_device_id/track',
  summary: 'Where a rental device was, oldest first; the last 24 hours unless said otherwise',
  says: { failed: 'Fetch metrics failed' },
  access: { rental_device: ['GETMETRICS'] },
  staleOn: ['rental_device'],
  on: { rental_device: 'rental_device_id' },
  params: RentalDeviceRef,
  query: z.strictObject({ from: Instant.optional(), to: Instant.optional() }),
  reply: Track,
})

export const getRentalBattery = route({
  method: 'GET',
  path: '/rental/v1/rental-devices/:rental_device_id/battery',
  summary: 'Charge of the battery over the last days: the lowest of each quarter of an hour, or hour',
  says: { failed: 'Fetch metrics failed' },
  access: { rental_device: ['GETMETRICS'] },
  staleOn: ['rental_device'],
  on: { rental_device: 'rental_device_id' },
  params: RentalDeviceRef,
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(trackDays).default(7) }),
  reply: z.object({
    points: z.array(z.object({ at: Instant, battery_percent: z.number() })),
    /** Seconds that one point covers. */
    every_s: z.number().int(),
  }),
})
