import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { DeviceBody } from '@wheelhouse/contract/devices/device-edit.ts'
import { plainDeviceFields } from '@wheelhouse/contract/devices/device-fields.ts'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { noteOfDevice } from '../hardware-state/placed-hardware.ts'
import type { PlacedDevice } from '../hardware-state/placed-hardware.ts'
import { personActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'

/** A device as its verbs find it, locked for the transaction. */
export interface DeviceRow extends PlacedDevice, DeviceBody {
  type: DeviceType
  hardware_id: string | null
  qr_code: string | null
  former_qr_code: string | null
  qr_update_pending: boolean
  delete_pending: boolean
  version: number
}

/** The columns of a `DeviceRow`, of devices `d`. */
export const deviceRowColumns = sql.join(
  [
    'id',
    'location_id',
    'number',
    'type',
    'hardware_id',
    'qr_code',
    'former_qr_code',
    'qr_update_pending',
    'delete_pending',
    'version',
    ...plainDeviceFields,
  ].map((name) => sql.ref(`d.${name}`)),
)

/** Locks these in the order of their ids, so that two who ask for the same never wait for each other. What is deleted is not there. */
export async function lockDevices(tx: Tx, ids: readonly string[]): Promise<Map<string, DeviceRow>> {
  const { rows } = await sql<DeviceRow>`
    select ${deviceRowColumns} from devices d where d.id = any(${[...ids]}::uuid[]) and d.deleted_at is null order by d.id for update`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function lockDevice(tx: Tx, id: string): Promise<DeviceRow> {
  const device = (await lockDevices(tx, [id])).get(id)
  if (!device) throw new AppError('not_found')
  return device
}

/** What is about to go is not changed any more. */
export async function lockLastingDevice(tx: Tx, id: string): Promise<DeviceRow> {
  const device = await lockDevice(tx, id)
  if (device.delete_pending) throw new AppError('device_delete_pending')
  return device
}

/**
 * Locks a location before its devices change. Numbers, aliases and order must hold for all of its devices, and the
 * location must not become obsolete at the same time. Take this lock before any device of the location is locked, or
 * two writers can deadlock. Rows that only refer to the location (sessions, events, heartbeats) are not blocked.
 */
export async function lockLocation(tx: Tx, id: string): Promise<{ status: string }> {
  const { rows } = await sql<{
    status: string
  }>`select status from locations where id = ${id}::uuid for no key update`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

/** Those of the devices, in the order of their own ids. */
export async function lockLocationsOf(tx: Tx, deviceIds: readonly string[]): Promise<{ status: string }[]> {
  const { rows } = await sql<{ status: string }>`
    select status from locations where id in (select location_id from devices where id = any(${[...deviceIds]}::uuid[]))
    order by id for no key update`.execute(tx)
  return rows
}

export async function lockLocationOf(tx: Tx, deviceId: string): Promise<{ status: string }> {
  const [location] = await lockLocationsOf(tx, [deviceId])
  if (!location) throw new AppError('not_found')
  return location
}

/**
 * Spec section 4: obsolete locations must not be repurposed. Call it with the location locked, because its status may
 * change otherwise.
 */
export function assertLocationUsable({ status }: { status: string }): void {
  if (status === 'obsolete') throw new AppError('obsolete_location')
}

/** Records the event and notifies everyone who has the device or its location on screen. */
export function deviceEvents(
  journal: Journal,
  actor: Actor,
  device: PlacedDevice,
  details: EventDetails<'devices'>,
): void {
  noteOfDevice(journal, device, { actor, feature: 'devices', ...details })
  publishChange(journal, 'device', device.id, device.location_id)
  publishChange(journal, 'location', device.location_id, device.location_id)
}

export const recordEdit = (ctx: Ctx, journal: Journal, device: PlacedDevice, details: EventDetails<'devices'>): void =>
  deviceEvents(journal, personActor(ctx), device, details)
