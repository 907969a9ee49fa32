import { certain } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ForceEndRentBody, RentalSession } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { personActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { sendToVehicle } from '../commands/vehicle-commands.ts'
import { placeOf } from '../rentals/positions.ts'
import { assertOperationsOn, commandedVehicle, toManyVehicles } from '../rentals/rental-actions.ts'
import type { Counted } from '../rentals/rental-actions.ts'
import { lockVehicle, setVehicleState } from '../rentals/rentals.ts'
import { placeAt } from './places.ts'
import { rentalSessionRow } from './queries.ts'
import { endRide, openRideOf } from './rides.ts'
import type { OpenRide } from './rides.ts'

interface Asked extends ForceEndRentBody {
  /** The ride that was shown; null where it is not known. */
  rental_session_id: string | null
  /** When it was asked for: a ride that began later was not meant. */
  asked_at: string
}

/** By the vehicle: the ride that was shown, or that was open when this was asked for. */
export function forceEndOfVehicle(ctx: Ctx, vehicleId: string, body: Asked): Promise<RentalSession> {
  return write(ctx, async (tx, journal, inside) => {
    const ride = await rideUnderLock(tx, vehicleId)
    if (!ride) throw new AppError('not_rented')
    const isShown = body.rental_session_id === null || ride.id === body.rental_session_id
    if (!isShown || Date.parse(ride.started_at) > Date.parse(body.asked_at)) throw new AppError('ride_changed')
    return end(tx, journal, inside, vehicleId, ride, body)
  })
}

/** By the session: a later ride on the same vehicle stays open. */
export function forceEndOfSession(ctx: Ctx, sessionId: string, body: ForceEndRentBody): Promise<RentalSession> {
  return write(ctx, async (tx, journal, inside) => {
    const row = await tx
      .selectFrom('rental_sessions')
      .select('rental_device_id')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (!row) throw new AppError('not_found')
    const ride = await rideUnderLock(tx, row.rental_device_id)
    if (ride?.id !== sessionId) throw new AppError('session_ended')
    return end(tx, journal, inside, row.rental_device_id, ride, body)
  })
}

/** The vehicle first, as its own reports do: two that wait for each other would both fail. */
async function rideUnderLock(tx: Tx, vehicleId: string): Promise<OpenRide | undefined> {
  await lockVehicle(tx, vehicleId)
  return openRideOf(tx, vehicleId)
}

/**
 * The rent ends here and now, so that the rider pays for no minute more. The vehicle is asked to lock itself; whether it
 * does is the story of that command.
 */
async function end(
  tx: Tx,
  journal: Journal,
  inside: Ctx,
  vehicleId: string,
  ride: OpenRide,
  { comment, fee }: ForceEndRentBody,
): Promise<RentalSession> {
  const row = await lockVehicle(tx, vehicleId)
  const actor = personActor(inside)
  const place = await placeAt(tx, await placeOf(tx, vehicleId), undefined)
  const how_ended = ride.status === 'booked' ? 'cancelled' : 'forced'
  const isWaived = ride.status === 'active' && fee === 'waived'
  await endRide(tx, { journal, vehicle: row, actor }, ride, {
    how_ended,
    place,
    is_fee_waived: isWaived,
    reason: comment,
  })
  if (row.state === 'on_trip' || row.state === 'reserved')
    await setVehicleState(tx, journal, row, { state: 'available', since: journal.at.toISOString(), seq: null })
  if (row.hardware_id !== null) {
    const vehicle = await commandedVehicle(tx, inside, vehicleId)
    await sendToVehicle(tx, journal, inside, vehicle, { name: 'force_end_rent', reason: null, comment })
  }
  return certain(await rentalSessionRow(inside, ride.id))
}

export const forceEndMany = bulkAction<Asked & Counted>({
  name: 'rental-sessions.force-end',
  title: 'Force end rentals',
  type: 'rental_device',
  needs: { session: ['FORCE_END_SESSION'] },
  async each(ctx, id, { count, ...asked }) {
    await assertOperationsOn(ctx, 'force_end_rent', id, { count })
    return forceEndOfVehicle(ctx, id, asked)
  },
  ...toManyVehicles('force_end_rent'),
})
