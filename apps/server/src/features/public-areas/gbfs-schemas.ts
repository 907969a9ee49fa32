import * as z from 'zod'
import { currencyCodes } from '@wheelhouse/contract/currencies.ts'
import { gbfsFeeds, gbfsVersion } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { GbfsFeed } from '@wheelhouse/contract/public-areas/feeds.ts'

/**
 * The rules of GBFS 3.0, file by file, written from the specification (gbfs.org). They know nothing of how the feeds are made: the
 * product's own check reads the published bytes with them. The standard allows fields that it does not know; we refuse each field
 * without a rule here, so that nothing is published that nobody checked.
 */

const Text = z.string().min(1)
const Language = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'a language as in IETF BCP 47')
const Translated = z
  .array(z.strictObject({ text: Text, language: Language }))
  .min(1)
  .refine((texts) => isUnique(texts.map(({ language }) => language)), 'a language is given twice')
const Url = z.url({ protocol: /^https?$/ })
const Timestamp = z.iso.datetime({ offset: true })
const Count = z.number().int().min(0)
const Amount = z.number().min(0)
const Latitude = z.number().min(-90).max(90)
const Longitude = z.number().min(-180).max(180)
const versions = ['1.0', '1.1', '2.0', '2.1', '2.2', '2.3', '3.0'] as const
const Versions = z
  .array(z.strictObject({ version: z.enum(versions), url: Url }))
  .min(1)
  .refine(
    (all) => all.every(({ version }, at) => at === 0 || versions.indexOf(version) > placeOf(all[at - 1])),
    'versions increase, each given once',
  )

function isUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length
}
const placeOf = (one: { version: (typeof versions)[number] } | undefined): number =>
  one ? versions.indexOf(one.version) : -1

const file = <S extends z.ZodType>(data: S) =>
  z.strictObject({ last_updated: Timestamp, ttl: Count, version: z.literal(gbfsVersion), data })

const knownFeeds = [...gbfsFeeds, 'system_alerts'] as const
const Discovery = z.strictObject({
  feeds: z
    .array(z.strictObject({ name: z.enum(knownFeeds), url: Url }))
    .refine((feeds) => feeds.some(({ name }) => name === 'system_information'), 'system_information is required')
    .refine(
      (feeds) => feeds.some(({ name }) => name === 'station_status' || name === 'vehicle_status'),
      'station_status or vehicle_status is required',
    )
    .refine(
      (feeds) => ['station_information', 'station_status'].every((one) => feeds.some(({ name }) => name === one)),
      'station_information and station_status come together',
    ),
})

/** `Intl` also knows offsets, such as `+02:00`, which are no names of the tz database. */
const isZone = (zone: string): boolean => {
  if (!/^[A-Z]/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The standard closes this file: a field that it does not name is an error. */
const SystemInformation = z.strictObject({
  system_id: Text,
  languages: z.array(Language).min(1).refine(isUnique, 'a language is given twice'),
  name: Translated,
  opening_hours: Text,
  short_name: Translated.optional(),
  operator: Translated.optional(),
  url: Url.optional(),
  purchase_url: Url.optional(),
  start_date: z.iso.date().optional(),
  phone_number: z
    .string()
    .regex(/^\+[1-9]\d{1,14}$/, 'a phone number in E.164')
    .optional(),
  email: z.email().optional(),
  feed_contact_email: z.email('an email address for users of the feed is required: give the owner organization one'),
  manifest_url: Url.optional(),
  timezone: z.string().refine(isZone, 'a time zone of the tz database'),
  license_url: Url.optional(),
})

const formFactors = ['bicycle', 'cargo_bicycle', 'car', 'moped', 'scooter_standing', 'scooter_seated', 'other'] as const
const propulsions = [
  'human',
  'electric_assist',
  'electric',
  'combustion',
  'combustion_diesel',
  'hybrid',
  'plug_in_hybrid',
  'hydrogen_fuel_cell',
] as const

const VehicleType = z
  .strictObject({
    vehicle_type_id: Text,
    form_factor: z.enum(formFactors),
    propulsion_type: z.enum(propulsions),
    max_range_meters: Amount.optional(),
    name: Translated.optional(),
    return_constraint: z.enum(['free_floating', 'roundtrip_station', 'any_station', 'hybrid']).optional(),
    default_pricing_plan_id: Text.optional(),
    pricing_plan_ids: z.array(Text).optional(),
  })
  .refine(({ propulsion_type, max_range_meters }) => propulsion_type === 'human' || max_range_meters !== undefined, {
    path: ['max_range_meters'],
    error: 'required of a vehicle with a motor',
  })

const StationInformation = z.strictObject({
  station_id: Text,
  name: Translated,
  short_name: Translated.optional(),
  lat: Latitude,
  lon: Longitude,
  address: Text.optional(),
  region_id: Text.optional(),
  is_virtual_station: z.boolean().optional(),
  capacity: Count.optional(),
  is_charging_station: z.boolean().optional(),
})

const StationStatus = z.strictObject({
  station_id: Text,
  num_vehicles_available: Count,
  vehicle_types_available: z.array(z.strictObject({ vehicle_type_id: Text, count: Count })).optional(),
  num_vehicles_disabled: Count.optional(),
  num_docks_available: Count.optional(),
  num_docks_disabled: Count.optional(),
  is_installed: z.boolean(),
  is_renting: z.boolean(),
  is_returning: z.boolean(),
  last_reported: Timestamp,
})

const Vehicle = z
  .strictObject({
    vehicle_id: Text,
    lat: Latitude.optional(),
    lon: Longitude.optional(),
    station_id: Text.optional(),
    is_reserved: z.boolean(),
    is_disabled: z.boolean(),
    vehicle_type_id: Text.optional(),
    last_reported: Timestamp.optional(),
    current_range_meters: Amount.optional(),
    pricing_plan_id: Text.optional(),
  })
  .refine(
    ({ lat, lon, station_id }) => (lat === undefined) === (lon === undefined) && (lat !== undefined || station_id),
    {
      path: ['lat'],
      error: 'a vehicle has both lat and lon, or a station_id',
    },
  )

const Segment = z
  .strictObject({ start: Count, rate: z.number(), interval: Amount, end: Count.optional() })
  .refine(({ start, end }) => end === undefined || end > start, 'a segment ends after it starts')
const Plan = z.strictObject({
  plan_id: Text,
  url: Url.optional(),
  name: Translated,
  currency: z.string().refine((code) => currencyCodes.includes(code), 'a currency as in ISO 4217'),
  price: Amount,
  is_taxable: z.boolean(),
  description: Translated,
  per_km_pricing: z.array(Segment).optional(),
  per_min_pricing: z.array(Segment).optional(),
  surge_pricing: z.boolean().optional(),
})

const Rule = z.strictObject({
  vehicle_type_ids: z.array(Text).optional(),
  ride_start_allowed: z.boolean(),
  ride_end_allowed: z.boolean(),
  ride_through_allowed: z.boolean(),
  maximum_speed_kph: Count.optional(),
  station_parking: z.boolean().optional(),
})
const Position = z.tuple([Longitude, Latitude])
export const Ring = z
  .array(Position)
  .min(4)
  .refine((ring) => String(ring[0]) === String(ring.at(-1)), 'a ring ends where it begins')
const Zones = z.strictObject({
  geofencing_zones: z.strictObject({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.strictObject({
        type: z.literal('Feature'),
        properties: z.strictObject({ name: Translated.optional(), rules: z.array(Rule).optional() }),
        geometry: z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring)) }),
      }),
    ),
  }),
  global_rules: z.array(Rule),
})

export const gbfsSchemas = {
  gbfs: file(Discovery),
  gbfs_versions: file(z.strictObject({ versions: Versions })),
  system_information: file(SystemInformation),
  vehicle_types: file(z.strictObject({ vehicle_types: z.array(VehicleType) })),
  station_information: file(z.strictObject({ stations: z.array(StationInformation) })),
  station_status: file(z.strictObject({ stations: z.array(StationStatus) })),
  vehicle_status: file(z.strictObject({ vehicles: z.array(Vehicle) })),
  system_regions: file(z.strictObject({ regions: z.array(z.strictObject({ region_id: Text, name: Translated })) })),
  system_pricing_plans: file(z.strictObject({ plans: z.array(Plan) })),
  geofencing_zones: file(Zones),
} as const satisfies Record<GbfsFeed, z.ZodType>
export type GbfsFiles = { [Feed in GbfsFeed]: z.output<(typeof gbfsSchemas)[Feed]> }

export const manifestSchema = file(
  z.strictObject({
    datasets: z
      .array(z.strictObject({ system_id: Text, versions: Versions }))
      .refine((sets) => isUnique(sets.map(({ system_id }) => system_id)), 'a system is given twice'),
  }),
)

/** RFC 7946, as far as a collection of points goes. Members that it does not know are allowed. */
export const geoJsonSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      id: z.union([z.string(), z.number()]).optional(),
      geometry: z.object({ type: z.literal('Point'), coordinates: Position }),
      properties: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
})
