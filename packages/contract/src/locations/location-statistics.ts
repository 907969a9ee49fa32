import * as z from 'zod'
import { LocationRef } from './locations.ts'
import { route } from '../route.ts'

/** A calendar day of the location's own time zone. */
const Day = z.iso.date()

export const LocationDay = z.object({
  date: Day,
  /** Sessions that began on this day; cancelled bookings are none. */
  sessions: z.number().int(),
  /** Of those that ended; null without any. */
  mean_minutes: z.number().nullable(),
  /** The same weekday so many whole weeks earlier, so that Mondays stand against Mondays. */
  previous_date: Day,
  previous_sessions: z.number().int(),
})

export const LocationStatistics = z.object({
  time_zone: z.string(),
  /** Today there; its day is not over. */
  today: Day,
  days: z.array(LocationDay),
  /** How many weeks earlier the previous period lies. */
  weeks_earlier: z.number().int(),
  sessions: z.number().int(),
  mean_minutes: z.number().nullable(),
  previous_sessions: z.number().int(),
  previous_mean_minutes: z.number().nullable(),
})
export type LocationStatistics = z.infer<typeof LocationStatistics>

export const locationStatistics = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/statistics',
  summary: 'Sessions a day of a location, with the same weekdays before',
  says: { failed: 'Fetch statistics failed' },
  access: { location: ['GETSTATISTICS'] },
  on: { location: 'location_id' },
  params: LocationRef,
  query: z.strictObject({ days: z.coerce.number().int().min(7).max(92).default(30) }),
  reply: LocationStatistics,
})
