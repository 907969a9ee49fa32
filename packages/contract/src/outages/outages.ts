import * as z from 'zod'
import { DeviceType } from '../devices/devices.ts'
import type { LocationStatus } from '../locations/location-values.ts'
import { LocationRef } from '../locations/locations.ts'
import { age, anyOf, list } from '../list.ts'
import { Id, Instant, route } from '../route.ts'

export const outageStatuses = ['open', 'confirmed', 'cleared'] as const
export const OutageStatus = z.enum(outageStatuses)
export type OutageStatus = z.infer<typeof OutageStatus>

/** Of the location as a whole, of a controller with all that it speaks for, or of one device. */
export const outageScopes = ['location', 'controller', 'device'] as const
export const OutageScope = z.enum(outageScopes)
export type OutageScope = z.infer<typeof OutageScope>

/** Where a silence is an outage: hardware in a warehouse or on a lorry is meant to be off. */
export const watchedStatuses: readonly LocationStatus[] = ['installed', 'launched', 'launched_offline', 'maintenance']

export const Outage = z.object({
  id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  scope: OutageScope,
  status: OutageStatus,
  /** Null: the location as a whole. */
  device_id: Id.nullable(),
  device_number: z.number().int().nullable(),
  device_type: DeviceType.nullable(),
  hardware_id: z.string().nullable(),
  /** When health became offline. */
  began_at: Instant,
  raised_at: Instant,
  /** After two hours (values: thresholds). */
  confirmed_at: Instant.nullable(),
  repeated_at: Instant.nullable(),
  repeats: z.number().int(),
  /** In contact again, and not long enough to believe it. */
  well_since: Instant.nullable(),
  /** When contact came back. */
  ended_at: Instant.nullable(),
  cleared_at: Instant.nullable(),
  clearing: z.enum(['recovered', 'not_watched']).nullable(),
  /** It is a part of a larger one now. */
  folded_into: Id.nullable(),
  /** Devices that are out of contact because of it, itself apart; 0 once it is cleared. */
  folded_devices: z.number().int(),
})
export type Outage = z.infer<typeof Outage>

/** Newest first. Health is seen by all who see the location, and so are its outages. */
export const outages = list({
  says: { failed: 'Fetch outages failed' },
  staleOn: ['outage'],
  path: '/location/v1/outages',
  summary: 'Outages of locations that the caller may see',
  access: { location: ['GET'] },
  row: Outage,
  filters: { location_id: anyOf(Id), status: anyOf(OutageStatus), scope: anyOf(OutageScope), began_at: age },
  isOneOrder: true,
  exports: [
    'id',
    'location_code',
    'location_label',
    'scope',
    'status',
    'device_type',
    'device_number',
    'hardware_id',
    'began_at',
    'raised_at',
    'confirmed_at',
    'repeated_at',
    'repeats',
    'well_since',
    'ended_at',
    'cleared_at',
    'clearing',
    'folded_into',
    'folded_devices',
  ],
})
export const listOutages = outages.route
export const exportOutages = outages.csv

/** The ones that are not over, largest first: a location as a whole, its controllers, its devices; what is a part of another is left out. */
export const currentOutages = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/outages',
  summary: 'Outages of a location that are not over',
  says: { failed: 'Fetch outages failed' },
  staleOn: ['outage'],
  access: { location: ['GET'] },
  on: { location: 'location_id' },
  params: LocationRef,
  reply: z.array(Outage),
})
