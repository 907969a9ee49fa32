import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { lines, requiredLine } from '../texts.ts'
import { cornersAtLeast, cornersAtMost, crossesItself } from './area.ts'

const latitude = z.number('Latitude: -90 to 90').min(-90, 'Latitude: -90 to 90').max(90, 'Latitude: -90 to 90')
const longitude = z
  .number('Longitude: -180 to 180')
  .min(-180, 'Longitude: -180 to 180')
  .max(180, 'Longitude: -180 to 180')
const AreaCorner = z.strictObject({ latitude, longitude })

/** Where a ride may end, besides at the locations. Empty: anywhere. */
const Area = z
  .array(AreaCorner)
  .max(cornersAtMost, `Area: at most ${cornersAtMost} corners`)
  .refine(
    (area) => area.length === 0 || area.length >= cornersAtLeast,
    `Area: at least ${cornersAtLeast} corners, or none`,
  )
  .refine((area) => !crossesItself(area), 'Area: its edges must not cross')

/** What can be rented of a fleet, as feeds for the public say it. */
export const vehicleKinds = ['bike', 'e_bike', 'cargo_bike', 'e_cargo_bike', 'e_scooter', 'e_moped'] as const
export const VehicleKind = z.enum(vehicleKinds, 'Vehicle type is required')
export type VehicleKind = z.infer<typeof VehicleKind>

const hours = (label: string) =>
  z.int(`${label}: whole hours`).min(1, `${label}: 1 to 8760 hours`).max(8760, `${label}: 1 to 8760 hours`)

export const RentalFleet = z.object({
  id: Id,
  name: z.string(),
  /** May be empty. */
  description: z.string(),
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  vehicle_kind: VehicleKind,
  area: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
  time_zone: z.string(),
  /** The bubble of a ride turns orange and red after so long. */
  ride_orange_hours: z.number().int(),
  ride_red_hours: z.number().int(),
  /** How many vehicles it has, and how many of them can be rented or are rented now. */
  vehicles: z.number().int(),
  available: z.number().int(),
  on_trip: z.number().int(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type RentalFleet = z.infer<typeof RentalFleet>

const FleetFields = z.strictObject({
  name: requiredLine('Name', 3, 64),
  description: lines('Description', 500).default(''),
  vehicle_kind: VehicleKind.default('e_bike'),
  area: Area.default([]),
  ride_orange_hours: hours('Orange after'),
  ride_red_hours: hours('Red after'),
})
type RideHours = Pick<z.output<typeof FleetFields>, 'ride_orange_hours' | 'ride_red_hours'>
export const isRideRedAfterOrange = ({ ride_orange_hours: orange, ride_red_hours: red }: RideHours): boolean =>
  red > orange
export const rideRedAfterOrange = 'Red after: must be later than Orange after'
const redRule = { path: ['ride_red_hours'], error: rideRedAfterOrange }

/** What an edit may change. */
export const fleetFields = FleetFields.keyof().options
/** Equal hours pass only where both stay as they are: the server asks `isRideRedAfterOrange` of hours that an edit changes. */
export const FleetBody = FleetFields.refine((hours) => hours.ride_red_hours >= hours.ride_orange_hours, redRule)
export type FleetBody = z.output<typeof FleetBody>
/** Values: rental ride. Its organization stays: the groups of the fleet, its vehicles and their rides follow from it. */
export const NewFleetBody = FleetFields.extend({
  organization_id: Id,
  ride_orange_hours: hours('Orange after').default(4),
  ride_red_hours: hours('Red after').default(24),
}).refine(isRideRedAfterOrange, redRule)
export type NewFleetBody = z.output<typeof NewFleetBody>

const path = '/rental/v1/fleets'
const FleetRef = z.strictObject({ fleet_id: Id })
const on = { rental_fleet: 'fleet_id' } as const

export const fleets = list({
  says: { failed: 'Fetch fleets failed' },
  path,
  summary: 'Rental fleets that the caller may see',
  access: { rental_fleet: ['GET'] },
  // The numbers of vehicles change with the vehicles.
  staleOn: ['rental_fleet', 'rental_device'],
  row: RentalFleet,
  filters: {
    /** Part of the name or the description. */
    q: searchText,
    organization_id: anyOf(Id),
    created_at: age,
  },
  sortBy: ['name', 'organization_name', 'vehicles', 'available', 'on_trip', 'created_at', 'updated_at', 'id'],
  exports: [
    'id',
    'name',
    'description',
    'vehicle_kind',
    'organization_name',
    'time_zone',
    'vehicles',
    'available',
    'on_trip',
    'ride_orange_hours',
    'ride_red_hours',
    'created_at',
    'updated_at',
  ],
})
export const listFleets = fleets.route

export const getFleet = route({
  method: 'GET',
  path: `${path}/:fleet_id`,
  summary: 'One rental fleet',
  says: { failed: 'Fetch fleet failed' },
  access: { rental_fleet: ['GET'] },
  on,
  params: FleetRef,
  reply: RentalFleet,
})

const changes = [listFleets] as const

/** CREATE must be held in the owner group of the organization that it names (rights). */
export const createFleet = route({
  method: 'POST',
  path,
  summary: 'Create a rental fleet',
  says: { failed: 'Create fleet failed', done: 'Fleet created' },
  access: { rental_fleet: ['CREATE'] },
  body: NewFleetBody,
  reply: RentalFleet,
  changes,
})

export const updateFleet = route({
  method: 'PUT',
  path: `${path}/:fleet_id`,
  summary: 'Update a rental fleet',
  says: { failed: 'Update fleet failed', done: 'Fleet updated' },
  access: { rental_fleet: ['UPDATE'] },
  on,
  params: FleetRef,
  body: FleetBody,
  needsVersion: true,
  reply: RentalFleet,
  changes,
})

/** Who may change it sees who changed it. */
export const listFleetEvents = eventsOf(getFleet, { rental_fleet: ['UPDATE'] })
