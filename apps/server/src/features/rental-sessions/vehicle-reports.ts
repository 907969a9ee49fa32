import { sql } from 'kysely'
import type { PositionData, RentalData } from '@wheelhouse/device-protocol/events.ts'
import type { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import type { Tx } from '../../platform/context.ts'
import type { Keyed } from '../../platform/seal.ts'
import { hardwareActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { placeOf, setBattery, writePositions } from '../rentals/positions.ts'
import { lockVehicleOf, publishVehicle, recordVehicleEvent, setVehicleState } from '../rentals/rentals.ts'
import type { VehicleRow } from '../rentals/rentals.ts'
import { placeAt, riderOf } from './places.ts'
import { beginRide, endRide, openRideOf, recordRide, startReservedRide } from './rides.ts'
import type { OpenRide, RidePlace, Rider } from './rides.ts'

/** A message of a vehicle, and when it happened in server time as far as its clock is believed. */
interface Report {
  config: Keyed
  hardware: PlacedHardware
  event: DeviceEvent
  at: Date
}

/** What a vehicle reports of itself and its rides. Null: the hardware is in no vehicle, or the message is of another kind. */
export async function applyVehicleReport(
  tx: Tx,
  journal: Journal,
  { config, hardware, event, at }: Report,
): Promise<'applied' | 'late' | null> {
  if (hardware.device || !['position', 'charge', 'rental'].includes(event.type)) return null
  const vehicle = await lockVehicleOf(tx, hardware.hardware_id)
  if (!vehicle) return null
  if (event.type === 'position') {
    await keepPosition(tx, { hardware, event, at }, event.data)
    publishVehicle(journal, vehicle)
  }
  if (event.type === 'charge' && event.data.battery_percent !== undefined) {
    const { battery_percent } = event.data
    if (!(await setBattery(tx, vehicle.id, { battery_percent, seq: event.seq }))) return 'late'
    publishVehicle(journal, vehicle)
  }
  if (event.type !== 'rental') return 'applied'
  if (event.data.position) await keepPosition(tx, { hardware, event, at }, event.data.position)
  return applyStage(tx, journal, vehicle, { config, seq: event.seq, at, data: event.data })
}

const keepPosition = (tx: Tx, { hardware, event, at }: Omit<Report, 'config'>, position: PositionData) =>
  writePositions(tx, [
    {
      controller_id: hardware.controller_id,
      hardware_id: hardware.hardware_id,
      seq: event.seq,
      at: at.toISOString(),
      latitude: position.latitude,
      longitude: position.longitude,
      speed_kmh: position.speed_kmh ?? null,
      battery_percent: position.battery_percent ?? null,
    },
  ])

interface Stage {
  config: Keyed
  seq: number
  /** Since when the vehicle is in its state. Its ride is charged by the time of receipt. */
  at: Date
  data: RentalData
}

/** An older stage than the one that set the state is kept in history and moves nothing. */
async function applyStage(tx: Tx, journal: Journal, vehicle: VehicleRow, stage: Stage): Promise<'applied' | 'late'> {
  const actor = hardwareActor(vehicle.hardware_id ?? vehicle.code)
  const ride = await openRideOf(tx, vehicle.id)
  if (stage.seq <= vehicle.state_seq) {
    const late = { verb: 'late_report', before: null, after: { action: stage.data.action } } as const
    recordRide(journal, vehicle, ride?.id ?? vehicle.id, actor, late)
    return 'late'
  }
  const { action } = stage.data
  if (action === 'activated' || action === 'deactivated') await applySwitch(tx, journal, vehicle, stage)
  else if (action === 'restarted') recordVehicleEvent(journal, vehicle, actor, { verb: 'restarted' })
  else await applyRideStage(tx, { journal, vehicle, actor }, ride, stage)
  return 'applied'
}

interface Move {
  journal: Journal
  vehicle: VehicleRow
  actor: Actor
}

async function applyRideStage(tx: Tx, move: Move, ride: OpenRide | undefined, stage: Stage): Promise<void> {
  const { config, data, seq } = stage
  const point = data.position ?? (await placeOf(tx, move.vehicle.id))
  const place = await placeAt(tx, point, data.dock_hardware_id)
  const rider = (): Promise<Rider> => riderOf(tx, config, data.key)
  const become = (state: 'available' | 'reserved' | 'on_trip') =>
    setVehicleState(tx, move.journal, move.vehicle, { state, since: stage.at.toISOString(), seq })
  if (data.action === 'reserved') {
    if (!ride) await beginRide(tx, move, 'booked', place, await rider())
    return become('reserved')
  }
  if (data.action === 'rented') {
    await rent(tx, move, ride, place, rider)
    return become('on_trip')
  }
  if (data.action !== 'returned' && data.action !== 'reservation_ended') return
  // Staff may have ended the ride before: then the report says where the vehicle is now, and nothing more.
  if (ride) await endRide(tx, move, ride, endOf(ride, place))
  return become('available')
}

const endOf = ({ status }: OpenRide, place: RidePlace) =>
  ({ how_ended: status === 'booked' ? 'cancelled' : 'normal', place, is_fee_waived: false, reason: null }) as const

/** A ride that is still open when the next one begins was returned, and the report of it was lost. */
async function rent(
  tx: Tx,
  move: Move,
  ride: OpenRide | undefined,
  place: RidePlace,
  rider: () => Promise<Rider>,
): Promise<void> {
  if (ride?.status === 'booked') return startReservedRide(tx, move, ride)
  if (ride) await endRide(tx, move, ride, endOf(ride, place))
  await beginRide(tx, move, 'active', place, await rider())
}

/** A vehicle that was deactivated for maintenance is shown as in maintenance: the command behind it says so. */
async function applySwitch(tx: Tx, journal: Journal, vehicle: VehicleRow, { seq, at, data }: Stage): Promise<void> {
  const command = await commandBehind(tx, vehicle, data.command_id)
  const actor: Actor = command
    ? { kind: 'person', id: command.requested_by, name: command.requested_by_name }
    : hardwareActor(vehicle.hardware_id ?? vehicle.code)
  const off = command?.reason === 'maintenance' ? 'maintenance' : 'deactivated'
  const state = data.action === 'activated' ? 'available' : off
  await setVehicleState(tx, journal, vehicle, { state, since: at.toISOString(), seq })
  recordVehicleEvent(journal, vehicle, actor, {
    verb: data.action === 'activated' ? 'activated' : 'deactivated',
    before: { state: vehicle.state },
    after: { state },
  })
}

interface CommandBehind {
  reason: string | null
  requested_by: string | null
  requested_by_name: string | null
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Only a command to this very vehicle counts, whatever id it names. */
async function commandBehind(
  tx: Tx,
  { id }: VehicleRow,
  commandId: string | undefined,
): Promise<CommandBehind | undefined> {
  if (commandId === undefined || !uuid.test(commandId)) return undefined
  const { rows } = await sql<CommandBehind>`
    select c.reason, c.requested_by, p.name as requested_by_name from commands c left join console_users p on p.id = c.requested_by
    where c.id = ${commandId}::uuid and c.rental_device_id = ${id}::uuid and c.requested_by is not null`.execute(tx)
  return rows[0]
}
