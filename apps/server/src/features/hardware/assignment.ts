import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { AppError, BatchFailure } from '@wheelhouse/contract/errors.ts'
import type { AssignManyBody } from '@wheelhouse/contract/hardware/hardware.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { errorBody } from '../../http/errors.ts'
import { assertVersion } from '../../http/versions.ts'
import { assertNotPendingDeletion, placeHardware } from '../devices/placement.ts'
import type { Placement } from '../devices/placement.ts'
import {
  lockDevices,
  lockLastingDevice,
  lockLocation,
  lockLocationOf,
  lockLocationsOf,
  assertLocationUsable,
} from '../devices/locked-rows.ts'
import type { DeviceRow } from '../devices/locked-rows.ts'
import { answeredDevice, answeredDevices } from '../devices/device-replies.ts'
import { personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import { hasRights, requirePermission } from '../../authz/authorize.ts'

interface Assignment {
  hardware_id: string
  instead_of: string | null
}

/** `instead_of` is what the caller saw in the device: someone who was faster is not undone unseen. */
export function assignHardware(
  ctx: Ctx,
  deviceId: string,
  { hardware_id: hardwareId, instead_of: insteadOf }: Assignment,
  version?: number,
): Promise<Device> {
  return write(ctx, async (tx, journal, inside) => {
    const location = await lockLocationOf(tx, deviceId)
    const device = await lockLastingDevice(tx, deviceId)
    if (device.hardware_id === hardwareId) return answeredDevice(inside, deviceId)
    if (device.hardware_id !== insteadOf) throw new AppError('conflict', { hardware_id: device.hardware_id })
    assertLocationUsable(location)
    await lockHardware(tx, [hardwareId])
    await assertAssignable(inside, device, hardwareId)
    assertVersion(device.version, version)
    await placeHardware(tx, journal, personActor(ctx), [{ device, hardware_id: hardwareId }])
    return answeredDevice(inside, deviceId)
  })
}

/** A device that is going loses its hardware all the same: then there is nobody left to tell. */
export function removeHardware(ctx: Ctx, deviceId: string, hardwareId: string, version?: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const device = (await lockDevices(tx, [deviceId])).get(deviceId)
    if (!device) throw new AppError('not_found')
    if (device.hardware_id === null) throw new AppError('no_hardware')
    if (device.hardware_id !== hardwareId) throw new AppError('conflict', { hardware_id: device.hardware_id })
    assertVersion(device.version, version)
    await placeHardware(tx, journal, personActor(ctx), [{ device, hardware_id: null }])
    return null
  })
}

interface Versions {
  of: number
  other: number
}

/** Of the other device the same right is asked; one that is not seen is not found. */
export function swapHardware(ctx: Ctx, deviceId: string, otherId: string, versions: Versions): Promise<Device[]> {
  return write(ctx, async (tx, journal, inside) => {
    if (otherId !== deviceId)
      await requirePermission(inside, { device: ['ASSIGNHARDWARE'] }, { type: 'device', id: otherId })
    const locations = await lockLocationsOf(tx, [deviceId, otherId])
    const locked = await lockDevices(tx, [deviceId, otherId])
    const [device, other] = [locked.get(deviceId), locked.get(otherId)]
    if (!device || !other) throw new AppError('not_found')
    for (const one of [device, other]) assertNotPendingDeletion(one)
    for (const location of locations) assertLocationUsable(location)
    if (device.type !== other.type) throw new AppError('hardware_of_other_type', { field: 'with_device_id' })
    if (device.hardware_id === null && other.hardware_id === null) throw new AppError('no_hardware')
    assertVersion(device.version, versions.of)
    if (otherId !== deviceId) assertVersion(other.version, versions.other)
    const swapped: Placement[] = [
      { device, hardware_id: other.hardware_id },
      { device: other, hardware_id: device.hardware_id },
    ]
    await placeHardware(tx, journal, personActor(ctx), swapped)
    return Promise.all([answeredDevice(inside, deviceId), answeredDevice(inside, otherId)])
  })
}

/** All or none: a list that is one line off must not be half done. */
export function assignManyHardware(
  ctx: Ctx,
  locationId: string,
  { device_ids, hardware_ids }: AssignManyBody,
): Promise<Device[]> {
  return write(ctx, async (tx, journal, inside) => {
    const location = await lockLocation(tx, locationId)
    const devices = await lockDevices(tx, device_ids)
    await lockHardware(tx, hardware_ids)
    const refused: BatchFailure['error_results'] = []
    const placements: Placement[] = []
    for (const [n, id] of device_ids.entries()) {
      const [device, hardware_id] = [devices.get(id), certain(hardware_ids[n])]
      try {
        if (!device || device.location_id !== locationId) throw new AppError('not_found')
        assertNotPendingDeletion(device)
        if (n === 0) assertLocationUsable(location)
        if (device.hardware_id !== null) throw new AppError('conflict', { present_hardware_id: device.hardware_id })
        await assertAssignable(inside, device, hardware_id)
        placements.push({ device, hardware_id })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push({ device_id: id, hardware_id, ...errorBody(error.code, error.fields, error.message) })
      }
    }
    if (refused.length > 0) throw new BatchFailure(refused)
    await placeHardware(tx, journal, personActor(ctx), placements)
    return answeredDevices(inside, locationId, device_ids)
  })
}

/** Of two who assign the same piece at once the second waits here and finds it assigned. */
async function lockHardware(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select hardware_id from hardware where hardware_id = any(${[...ids]}::text[]) order by hardware_id for update`.execute(
    tx,
  )
}

/**
 * What the caller does not see is nothing that they know of: neither in stock nor in a device. What is built in where they
 * do see it says where.
 */
async function assertAssignable(inside: Ctx, device: DeviceRow, hardwareId: string): Promise<void> {
  const named = { field: 'hardware_id', hardware_id: hardwareId }
  const { rows } = await sql<{ type: string; device_id: string | null; code: string | null; number: number | null }>`
    select h.type, d.id as device_id, l.code, d.number from hardware h left join devices d on d.hardware_id = h.hardware_id
    left join locations l on l.id = d.location_id where h.hardware_id = ${hardwareId}`.execute(inside.db)
  const [hardware] = rows
  if (!hardware) throw new AppError('unknown_hardware', named)
  if (hardware.device_id !== null) {
    const [isSeen] = await hasRights(inside, [['device', 'GET']], { type: 'device', id: hardware.device_id })
    if (!isSeen) throw new AppError('unknown_hardware', named)
    const device_code = `${hardware.code}/${String(hardware.number).padStart(2, '0')}`
    throw new AppError('hardware_already_assigned', { ...named, device_code })
  }
  const stock = { type: 'hardware', id: hardwareId } as const
  const [isSeen, isAllowed] = await hasRights(
    inside,
    [
      ['hardware', 'GETUNASSIGNED'],
      ['hardware', 'ASSIGNHARDWARE'],
    ],
    stock,
  )
  if (!isSeen) throw new AppError('unknown_hardware', named)
  if (!isAllowed) throw new AppError('forbidden', { missing: 'ASSIGNHARDWARE on hardware' })
  if (hardware.type !== device.type)
    throw new AppError('hardware_of_other_type', { ...named, hardware_type: hardware.type, device_type: device.type })
}
