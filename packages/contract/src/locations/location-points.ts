import * as z from 'zod'
import { locations, LocationHealth } from './locations.ts'
import { LocationStatus } from './location-values.ts'
import { Id, route } from '../route.ts'

/** One location on the map: what its glyph and its line beside the map need. */
export const LocationPoint = z.object({
  id: Id,
  code: z.string(),
  label: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  status: LocationStatus,
  health: LocationHealth,
})
export type LocationPoint = z.infer<typeof LocationPoint>

/** More points than a person can tell apart, and what a browser still draws smoothly. */
export const locationPointsAtMost = 100_000

export const LocationPoints = z.object({
  /** By code; at most `locationPointsAtMost`. */
  items: z.array(LocationPoint),
  /** All of the filter. */
  total: z.number().int(),
  /** Where most of them are, with the box around them in degrees. */
  cities: z.array(
    z.object({
      city: z.string(),
      locations: z.number().int(),
      west: z.number(),
      south: z.number(),
      east: z.number(),
      north: z.number(),
    }),
  ),
})
export type LocationPoints = z.infer<typeof LocationPoints>

export const locationPoints = route({
  method: 'GET',
  path: '/location/v1/location-points',
  summary: 'Places of all locations of a filter, for the map',
  says: { failed: 'Fetch locations failed' },
  staleOn: ['location', 'device', 'log_entry'],
  access: { location: ['GET'] },
  query: locations.filter,
  reply: LocationPoints,
})
