import { commandRules } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'

/** Devices of a location that can take a photo. */
export function camerasOf<D extends Pick<Device, 'type' | 'hardware_id' | 'delete_pending'>>(
  devices: readonly D[],
): readonly D[] {
  const types: readonly string[] = commandRules.take_photo.device_types
  const able = devices.filter(
    ({ type, hardware_id, delete_pending }) => types.includes(type) && hardware_id !== null && !delete_pending,
  )
  // Guards come first because they have a built-in camera; controllers are used only where there is no guard.
  const guards = able.filter(({ type }) => type === 'guard')
  return guards.length > 0 ? guards : able
}
