import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import { isInArea } from '@wheelhouse/contract/fleets/area.ts'
import type { Corner } from '@wheelhouse/contract/fleets/area.ts'
import type { Tx } from '../../platform/context.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { fleetRules } from '../fleets/fleets.ts'
import { setLocation } from '../rentals/positions.ts'
import { keepRidePrice, settleRideFee } from './ride-fees.ts'
import type { EndedRide } from './ride-fees.ts'
import type { VehicleRow } from '../rentals/rentals.ts'

export interface OpenRide {
  id: string
  fleet_id: string
  status: 'booked' | 'active'
  started_at: string
}

/** Where a ride begins or ends: the coordinates if any were ever reported, the rental dock if the vehicle is in one. */
export interface RidePlace {
  point: Corner | null
  location_id: string | null
  device_id: string | null
}

export interface Rider {
  access_key_id: string | null
  user_id: string | null
}

export async function openRideOf(tx: Tx, vehicleId: string): Promise<OpenRide | undefined> {
  const { rows } = await sql<OpenRide>`select id, fleet_id, status, started_at from rental_sessions
    where rental_device_id = ${vehicleId}::uuid and status <> 'ended' for update`.execute(tx)
  return rows[0]
}

/** What moves a ride. Its times, which are charged, are those of the receipt (decision 5). */
interface Move {
  journal: Journal
  vehicle: VehicleRow
  actor: Actor
}

/** A reservation, or a ride that begins without one. */
export async function beginRide(
  tx: Tx,
  { journal, vehicle, actor }: Move,
  status: 'booked' | 'active',
  place: RidePlace,
  rider: Rider,
): Promise<void> {
  const id = uuidv7()
  await tx
    .insertInto('rental_sessions')
    .values({
      id,
      fleet_id: vehicle.fleet_id,
      rental_device_id: vehicle.id,
      ...rider,
      status,
      how_ended: null,
      started_at: journal.at.toISOString(),
      ended_at: null,
      start_location_id: place.location_id,
      start_device_id: place.device_id,
      start_latitude: place.point?.latitude ?? null,
      start_longitude: place.point?.longitude ?? null,
      end_location_id: null,
      end_device_id: null,
      end_latitude: null,
      end_longitude: null,
      distance_m: null,
      currency: null,
      rating: null,
      comment: null,
      updated_at: journal.at.toISOString(),
    })
    .execute()
  if (status === 'active') {
    await keepRidePrice(tx, journal.at, id, vehicle.fleet_id)
    await setLocation(tx, vehicle.id, null)
  }
  recordRide(journal, vehicle, id, actor, {
    verb: status === 'booked' ? 'reserved' : 'rented',
    before: null,
    after: { status },
  })
}

/** The reserved vehicle is taken: the ride, and what it costs, begins now. */
export async function startReservedRide(tx: Tx, { journal, vehicle, actor }: Move, ride: OpenRide): Promise<void> {
  const now = journal.at.toISOString()
  await sql`update rental_sessions set status = 'active', started_at = ${now}::timestamptz, updated_at = ${now}::timestamptz,
    version = version + 1 where id = ${ride.id}::uuid`.execute(tx)
  await keepRidePrice(tx, journal.at, ride.id, ride.fleet_id)
  await setLocation(tx, vehicle.id, null)
  recordRide(journal, vehicle, ride.id, actor, {
    verb: 'rented',
    before: { status: 'booked' },
    after: { status: 'active' },
  })
}

export interface RideEnd {
  how_ended: 'normal' | 'forced' | 'cancelled'
  place: RidePlace
  is_fee_waived: boolean
  /** The words of the person who ended it. */
  reason: string | null
}

/** Ends a ride or a reservation. Outside of every location and of the fleet's area is recorded as such and is no error. */
export async function endRide(
  tx: Tx,
  { journal, vehicle, actor }: Move,
  ride: OpenRide,
  { how_ended, place, is_fee_waived, reason }: RideEnd,
): Promise<{ is_ended_outside: boolean }> {
  const { area } = await fleetRules(tx, ride.fleet_id)
  const isRide = how_ended !== 'cancelled'
  const is_ended_outside = isRide && place.point !== null && place.location_id === null && !isInArea(area, place.point)
  const end = journal.at.toISOString()
  const { rows } =
    await sql<EndedRide>`update rental_sessions set status = 'ended', how_ended = ${how_ended}, ended_at = greatest(started_at, ${end}::timestamptz),
    end_location_id = ${place.location_id}, end_device_id = ${place.device_id}, end_latitude = ${place.point?.latitude ?? null}, end_longitude = ${place.point?.longitude ?? null},
    is_ended_outside = ${is_ended_outside}, is_fee_waived = ${is_fee_waived}, distance_m = ${isRide ? distanceOf(ride, vehicle, end) : null},
    updated_at = ${end}::timestamptz, version = version + 1 where id = ${ride.id}::uuid
    returning id, fleet_id, user_id, started_at, ended_at`.execute(tx)
  if (rows[0] && isRide) await settleRideFee(tx, journal, rows[0], is_fee_waived ? 'support' : null)
  if (isRide) await setLocation(tx, vehicle.id, place.location_id)
  recordRide(journal, vehicle, ride.id, actor, {
    verb: endVerb(how_ended, is_ended_outside),
    before: { status: ride.status },
    after: { status: 'ended', how_ended, ...(is_fee_waived ? { is_fee_waived } : {}) },
    reason,
  })
  return { is_ended_outside }
}

function endVerb(howEnded: RideEnd['how_ended'], isOutside: boolean): EventVerb<'rental-sessions'> {
  if (howEnded === 'cancelled') return 'cancelled'
  if (howEnded === 'forced') return 'force_ended'
  return isOutside ? 'returned_outside' : 'returned'
}

const metresADegree = 111_320

/**
 * Metres from the place of its start along the recorded positions of the ride; null where none were recorded. The report that
 * began it carries a position of the moment before the server received it.
 */
const distanceOf = (ride: OpenRide, vehicle: VehicleRow, end: string) => sql`(select round(sum(step))::int from (
  select ${metresADegree}::float8 * sqrt(power(p.latitude - lag(p.latitude) over w, 2)
    + power((p.longitude - lag(p.longitude) over w) * cos(radians(p.latitude)), 2)) as step
  from (select at, latitude, longitude from rental_positions
      where rental_device_id = ${vehicle.id}::uuid and at >= ${ride.started_at}::timestamptz and at <= ${end}::timestamptz
    union all select started_at, start_latitude, start_longitude from rental_sessions
      where id = ${ride.id}::uuid and start_latitude is not null and start_longitude is not null) p
  window w as (order by p.at)) steps)`

export function recordRide(
  journal: Journal,
  vehicle: VehicleRow,
  sessionId: string,
  actor: Actor,
  details: EventDetails<'rental-sessions'>,
): void {
  addAuditRecord(journal, {
    actor,
    feature: 'rental-sessions',
    resource_type: 'session',
    resource_id: sessionId,
    resource_name: vehicle.code,
    visible_through_id: vehicle.fleet_id,
    visible_through_type: 'rental_fleet',
    verb: details.verb,
    before: details.before,
    after: details.after,
    reason: details.reason ?? null,
  })
  publishChange(journal, 'session', sessionId, null, { through: { type: 'rental_fleet', id: vehicle.fleet_id } })
}
