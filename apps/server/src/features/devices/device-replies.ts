import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { deviceById, devicesOf } from './queries.ts'

/** A device as the routes that change it answer it. */
export async function answeredDevice(ctx: Ctx, id: string): Promise<Device> {
  const device = await deviceById(ctx, id)
  if (!device) throw new AppError('not_found')
  return device
}

/** Of one location, in their order on the ground. */
export async function answeredDevices(ctx: Ctx, locationId: string, ids: readonly string[]): Promise<Device[]> {
  const requestedIds = new Set(ids)
  return (await devicesOf(ctx, locationId)).filter(({ id }) => requestedIds.has(id))
}
