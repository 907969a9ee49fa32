import type { Insertable } from 'kysely'
import type pg from 'pg'
import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import { ensureHistoryParts, historyParts } from '../../history-partitions.ts'
import type {
  CommandsTable,
  RentalDeviceStatesTable,
  RentalDevicesTable,
  RentalFleetsTable,
  RentalPositionsTable,
  RentalSessionsTable,
  ResourceGroupMembersTable,
} from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { FleetVehicle } from '../hardware/fleet-files.ts'
import type { RecordEvent } from '../history.ts'
import { insertRows } from '../insert-rows.ts'
import type { Place } from '../locations.ts'
import type { Organizations } from '../people/organizations.ts'
import type { Staff } from '../people/people.ts'
import type { Rider } from '../people/riders.ts'
import { dayMs, hourMs, iso } from '../times.ts'
import { rideEvents, vehicleStories } from './events.ts'
import { makePositions } from './positions.ts'
import { addOpenRides, makeRides, ratingAt } from './rides.ts'
import type { SeededRide, VehiclePast } from './rides.ts'
import { rideFeeOf } from './ride-prices.ts'
import { makeVehicles } from './vehicles.ts'

interface Surroundings {
  places: readonly Place[]
  organizations: Organizations
  riders: readonly Rider[]
  staff: Staff
}

export interface Rentals {
  vehicles: ReturnType<typeof makeVehicles>
  pasts: VehiclePast[]
  fleets: Insertable<RentalFleetsTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
  devices: Insertable<RentalDevicesTable>[]
  states: Insertable<RentalDeviceStatesTable>[]
  positions: Insertable<RentalPositionsTable>[]
  sessions: Insertable<RentalSessionsTable>[]
  commands: Insertable<CommandsTable>[]
}

/** Two fleets, their vehicles with six days of track, and six weeks of rides up to those that go on now. */
export function makeRentals(
  recordEvent: RecordEvent,
  now: number,
  { places, organizations, riders, staff }: Surroundings,
): Rentals {
  const vehicles = makeVehicles(now)
  const pasts = makeRides(now, vehicles.vehicles, places, riders)
  addOpenRides(now, pasts, places)
  const positions = makePositions(now, pasts)
  const fleets = vehicles.fleets.map(({ id, plan, createdAt }) => ({
    id,
    organization_id: organizations.idOf(plan.organization),
    name: plan.name,
    description: plan.description,
    area: plan.area,
    time_zone: plan.time_zone,
    created_at: iso(createdAt),
    updated_at: iso(createdAt),
  }))
  const members = vehicles.fleets.flatMap(({ id, plan }) =>
    organizationRoles.map((role) => ({
      resource_type: 'rental_fleet',
      resource_id: id,
      group_id: organizations.groupOf(plan.organization, role),
    })),
  )
  rideEvents(recordEvent, now, pasts, staff)
  const commands = vehicleStories(recordEvent, now, pasts, staff)
  return {
    vehicles,
    pasts,
    fleets,
    members,
    devices: pasts.map((past) => deviceRow(past)),
    states: pasts.flatMap((past) => stateRow(past, positions)),
    positions,
    sessions: sessionRows(pasts),
    commands,
  }
}

function deviceRow({ vehicle, rides }: VehiclePast): Insertable<RentalDevicesTable> {
  const { id, fleet_id, code, hardware_id, createdAt, condition } = vehicle
  const last = rides.at(-1)
  const open = last?.end === null ? last : undefined
  const since = last ? (last.end ?? last.start) : createdAt
  const created_at = iso(createdAt)
  const state = condition === 'maintenance' || condition === 'deactivated' ? condition : stateWith(open)
  return {
    id,
    fleet_id,
    code,
    hardware_id,
    state,
    state_since: iso(since),
    comment: condition === 'unknown' ? 'New, waits for its first start.' : '',
    created_at,
    updated_at: created_at,
  }
}

function stateWith(open: SeededRide | undefined): 'available' | 'reserved' | 'on_trip' {
  if (!open) return 'available'
  return open.status === 'booked' ? 'reserved' : 'on_trip'
}

function stateRow(
  { vehicle, rides, rests }: VehiclePast,
  positions: readonly Insertable<RentalPositionsTable>[],
): Insertable<RentalDeviceStatesTable>[] {
  const last = positions.findLast((one) => one.rental_device_id === vehicle.id)
  if (!last) return []
  const ride = rides.at(-1)
  const isAway = ride?.end === null && ride.status === 'active'
  const rest = rests.at(-1)
  const { latitude, longitude, speed_kmh, battery_percent, at } = last
  const moved = isAway ? at : iso(rest?.at ?? vehicle.createdAt)
  return [
    {
      rental_device_id: vehicle.id,
      latitude,
      longitude,
      speed_kmh: speed_kmh ?? null,
      battery_percent: battery_percent ?? null,
      position_at: at,
      moved_at: moved,
      still_latitude: latitude,
      still_longitude: longitude,
      location_id: isAway ? null : (rest?.place?.id ?? null),
    },
  ]
}

const praise = ['Smooth ride.', 'Battery was full, great.', 'Väga hea ratas!', 'Rask og grei tur.']
const blame = ['Brake squeaks.', 'Saddle does not stay up.', 'Lock needed three tries.', 'Bremsen hyler.']

function sessionRows(pasts: readonly VehiclePast[]): Insertable<RentalSessionsTable>[] {
  const chance = chanceOf('rental-sessions')
  const rides = pasts.flatMap((past) => past.rides).toSorted((a, b) => a.start - b.start)
  return rides.map((ride) => {
    const fee = rideFeeOf(ride)?.total_minor ?? 0
    const isRated = ride.how_ended === 'normal' && chance.is(0.14)
    const rating = isRated ? ratingAt(chance.next()) : null
    const comment = rating !== null && chance.is(0.25) ? chance.pick(rating > 3 ? praise : blame) : null
    const { fleet, fleet_id, id } = ride.vehicle
    return {
      id: ride.id,
      fleet_id,
      rental_device_id: id,
      user_id: ride.rider.id,
      access_key_id: ride.key.id,
      status: ride.status,
      how_ended: ride.how_ended,
      started_at: iso(ride.start),
      ended_at: ride.end === null ? null : iso(ride.end),
      start_location_id: ride.start_place?.id ?? null,
      start_device_id: null,
      start_latitude: ride.from.latitude,
      start_longitude: ride.from.longitude,
      end_location_id: ride.end === null ? null : (ride.end_place?.id ?? null),
      end_device_id: null,
      end_latitude: ride.end === null ? null : ride.to.latitude,
      end_longitude: ride.end === null ? null : ride.to.longitude,
      is_ended_outside: ride.isOutside,
      distance_m: ride.distance_m,
      fee_minor: fee,
      currency: fee > 0 ? fleet.currency : null,
      is_fee_waived: ride.isWaived,
      payment_state: fee > 0 ? chance.pick(paymentStates) : 'not_charged',
      rating,
      comment,
      updated_at: iso(ride.end ?? ride.start),
    }
  })
}

/** Mostly paid. */
const paymentStates = [...Array.from({ length: 46 }, () => 'paid'), 'failed', 'refunded', 'pending', 'needs_approval']

/** Inserted behind everything but the history of heartbeats, which vehicles have as all hardware does. */
export async function insertRentals(client: pg.PoolClient, rentals: Rentals, now: number): Promise<void> {
  await insertRows(client, 'controllers', rentals.vehicles.controllers)
  await insertRows(client, 'hardware', rentals.vehicles.hardware)
  await insertRows(client, 'hardware_state', rentals.vehicles.states)
  await insertRows(client, 'rental_fleets', rentals.fleets)
  await insertRows(client, 'resource_group_members', rentals.members)
  await insertRows(client, 'rental_devices', rentals.devices)
  await insertRows(client, 'rental_device_states', rentals.states)
  await ensureHistoryParts(
    client,
    historyParts('rental_positions', new Date(now - 8 * dayMs), new Date(now + 4 * dayMs)),
  )
  await insertRows(client, 'rental_positions', rentals.positions)
  await insertRows(client, 'rental_sessions', rentals.sessions)
  await insertRows(client, 'commands', rentals.commands)
  // A rider joins the operator and the distributor of the fleet with the first ride, as at a location.
  await client.query(`insert into resource_group_members (resource_type, resource_id, group_id)
    select distinct 'user', s.user_id, g.id from rental_sessions s join rental_fleets f on f.id = s.fleet_id
    join resource_groups g on g.organization_id = f.organization_id and g.organization_part in ('operator', 'distributor')
    where s.user_id is not null on conflict do nothing`)
}

/** Vehicles, the locations of their cities and the riders who have an app, in the format that the simulated fleet reads. */
export function rentalPlan(rentals: Rentals, places: readonly Place[], riders: readonly Rider[], now: number) {
  const cities = new Set(rentals.vehicles.fleets.map(({ plan }) => plan.city))
  return {
    vehicles: fleetVehicles(rentals, now),
    rental_places: places
      .filter(({ city, launchedAt }) => cities.has(city.city) && launchedAt !== null)
      .map(({ city: { city }, site: { latitude, longitude } }) => ({ city, latitude, longitude })),
    rental_keys: riders.flatMap(({ city, keys }) =>
      cities.has(city) ? keys.filter(({ type }) => type === 'app').map(({ key }) => ({ key, city })) : [],
    ),
  }
}

/** Where each vehicle is, and what it does. */
function fleetVehicles({ pasts, states }: Rentals, now: number): FleetVehicle[] {
  return pasts
    .filter(({ vehicle }) => vehicle.condition !== 'missing' && vehicle.condition !== 'unknown')
    .map(({ vehicle, rides }) => {
      const state = states.find((one) => one.rental_device_id === vehicle.id)
      const open = rides.at(-1)?.end === null ? rides.at(-1) : undefined
      const { code, hardware_id, condition, fleet } = vehicle
      return {
        hardware_id,
        code,
        city: fleet.city,
        timezone: fleet.time_zone,
        latitude: state?.latitude ?? 0,
        longitude: state?.longitude ?? 0,
        battery_percent: state?.battery_percent ?? 50,
        state: condition === 'maintenance' || condition === 'deactivated' ? 'deactivated' : stateWith(open),
        /** A ride that was forgotten goes nowhere. */
        is_forgotten: open !== undefined && open.start < now - hourMs,
        key: open?.key.key ?? null,
        goal: open && open.status === 'active' ? open.to : null,
      }
    })
}
