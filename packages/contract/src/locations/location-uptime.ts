import * as z from 'zod'
import { DeviceType } from '../devices/devices.ts'
import { Id, route } from '../route.ts'
import { LocationRef } from './locations.ts'

/** So many whole days are counted; today is none of them, because it is not over. */
export const uptimeDays = 30

/** A calendar day of the location's own time zone. */
const Day = z.iso.date()
const Seconds = z.number().nonnegative()
/** Of its time in service, how much the location was not offline as a whole; null where it was not in service. */
const Percent = z.number().nullable()

/** Why there is no figure: nothing that could be offline, in service since today only, or in service on none of these days. */
export const uptimeGaps = ['no_devices', 'less_than_a_day', 'not_in_service'] as const

export const LocationUptime = z.object({
  time_zone: z.string(),
  /** The first and the last of the days. */
  from: Day,
  to: Day,
  /** Null where there are figures. */
  missing: z.enum(uptimeGaps).nullable(),
  uptime: Percent,
  /** Time in service is these three; maintenance is apart. */
  online_s: Seconds,
  partly_s: Seconds,
  offline_s: Seconds,
  maintenance_s: Seconds,
  /** Outages that began in service and are no part of a larger one. */
  incidents: z.number().int(),
  /** The mean time between failures, and the mean time to repair. */
  mtbf_s: Seconds.nullable(),
  mttr_s: Seconds.nullable(),
  /** The device that was offline for longest while the location was in service. */
  worst_device: z.object({ id: Id, type: DeviceType, number: z.number().int(), offline_s: Seconds }).nullable(),
  days: z.array(z.object({ date: Day, uptime: Percent, offline_s: Seconds, maintenance_s: Seconds })),
})
export type LocationUptime = z.infer<typeof LocationUptime>

/** The figures of the uptime report and of the dashboard, of one location. */
export const locationUptime = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/uptime',
  summary: `How reachable a location was in its last ${uptimeDays} whole days`,
  says: { failed: 'Fetch uptime failed' },
  access: { location: ['GETSTATISTICS'] },
  on: { location: 'location_id' },
  params: LocationRef,
  reply: LocationUptime,
})
