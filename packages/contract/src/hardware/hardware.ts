import * as z from 'zod'
import { Device, DeviceRef, getDevice, HardwareType, HeartbeatHealth } from '../devices/devices.ts'
import { devicesAtOnce, SeveralDevices } from '../devices/device-edit.ts'
import { listLocations, LocationRef } from '../locations/locations.ts'
import { age, anyOf, anyOfOrEmpty, list, searchText, YesNo } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { HardwareId, HardwareRef, isHardwareId, normalizedHardwareId } from './hardware-ids.ts'

/** One line of a list that was typed, pasted or scanned. */
export interface HardwareLine {
  /** From 1, as people count. */
  line: number
  text: string
  hardware_id: string
  fault: 'Invalid Hardware ID' | 'Already scanned' | null
}

function faultOf(hardwareId: string, seen: ReadonlySet<string>): HardwareLine['fault'] {
  if (!isHardwareId(hardwareId)) return 'Invalid Hardware ID'
  return seen.has(hardwareId) ? 'Already scanned' : null
}

/** Spec section 5: ids one per line, valid and not yet scanned. Empty lines are none. */
export function hardwareLines(text: string): HardwareLine[] {
  const seen = new Set<string>()
  return text.split(/\r\n|\r|\n/).flatMap((raw, index): HardwareLine[] => {
    if (raw.trim() === '') return []
    const hardware_id = normalizedHardwareId(raw)
    const fault = faultOf(hardware_id, seen)
    seen.add(hardware_id)
    return [{ line: index + 1, text: raw.trim(), hardware_id, fault }]
  })
}

/** A piece of hardware. Its id is the printed text, which is its key everywhere. */
export const Hardware = z.object({
  id: z.string(),
  type: HardwareType,
  /** Speaks for it; of a controller and of what stands alone, itself. */
  controller_id: z.string(),
  mesh_id: z.string(),
  mac_address: z.string(),
  comment: z.string(),
  firmware_name: z.string().nullable(),
  firmware_version: z.string().nullable(),
  pcb_version: z.string().nullable(),
  protocol_version: z.string().nullable(),
  rssi_dbm: z.number().int().nullable(),
  supply_mv: z.number().int().nullable(),
  heartbeat_health: HeartbeatHealth,
  last_heartbeat_at: Instant.nullable(),
  created_at: Instant,
  /** When it last said something new of what it is (firmware, PCB, protocol, configuration, MAC address, mesh); until then when it was entered. */
  updated_at: Instant,
  /** It was entered but never connected: it has sent neither a start message nor a heartbeat. */
  is_uninitialized: z.boolean(),
  /** Where it is built in; null in stock. */
  device_id: Id.nullable(),
  location_id: Id.nullable(),
})
export type Hardware = z.infer<typeof Hardware>

const stockPath = '/hardware/v1/unassigned-hardware'
const device = { device: 'device_id' } as const

/** Visible only to holders of GETUNASSIGNED in `everything` or in the system group `Stock` (rights: model). */
export const unassignedHardware = list({
  says: { failed: 'Fetch unassigned hardware failed' },
  path: stockPath,
  summary: 'Hardware that is assigned to no device',
  access: { hardware: ['GETUNASSIGNED'] },
  row: Hardware,
  filters: {
    /** Part of the id, the mesh id, the firmware name or the comment; the beginning of an id however it is grouped. */
    q: searchText,
    type: anyOf(HardwareType),
    mesh_id: anyOfOrEmpty(z.string().regex(/^[0-9A-Fa-f]{8}$/)),
    health: anyOf(HeartbeatHealth),
    uninitialized: anyOf(YesNo),
    last_heartbeat_at: age,
  },
  sortBy: [
    'id',
    'type',
    'mesh_id',
    'firmware_name',
    'firmware_version',
    'pcb_version',
    'heartbeat_health',
    'last_heartbeat_at',
    'comment',
    'created_at',
    'updated_at',
  ],
  exports: [
    'id',
    'type',
    'controller_id',
    'mesh_id',
    'mac_address',
    'firmware_name',
    'firmware_version',
    'pcb_version',
    'protocol_version',
    'rssi_dbm',
    'supply_mv',
    'heartbeat_health',
    'last_heartbeat_at',
    'comment',
    'created_at',
    'updated_at',
    'is_uninitialized',
  ],
})
export const listUnassignedHardware = unassignedHardware.route
export const exportUnassignedHardware = unassignedHardware.csv

/** Unassigned hardware asks for GETUNASSIGNED besides. */
export const getHardware = route({
  method: 'GET',
  path: '/hardware/v1/hardware/:hardware_id',
  summary: 'One piece of hardware',
  says: { failed: 'Fetch hardware failed' },
  access: { hardware: ['GET'] },
  on: { hardware: 'hardware_id' },
  params: HardwareRef,
  reply: Hardware,
})

const changes = [getDevice, listLocations, listUnassignedHardware, getHardware] as const

/** Not yet built in, of the device's own type, and seen by the caller with ASSIGNHARDWARE on it. */
export const assignHardware = route({
  method: 'PUT',
  path: '/device/v1/devices/:device_id/hardware',
  summary: 'Assign hardware to a device, or put another one in its place',
  says: { failed: 'Assign hardware failed', done: 'Hardware assigned' },
  access: { device: ['ASSIGNHARDWARE'] },
  on: device,
  params: DeviceRef,
  body: z.strictObject({
    hardware_id: HardwareId,
    /** What the caller sees in it now, null for none: 409 when someone was faster. What comes out goes to stock. */
    instead_of: HardwareId.nullable(),
  }),
  needsVersion: true,
  reply: Device,
  changes,
})

/** It goes to stock. 409 when the device holds another one by now. */
export const removeHardware = route({
  method: 'DELETE',
  path: '/device/v1/devices/:device_id/hardware/:hardware_id',
  summary: 'Remove the hardware of a device',
  says: { failed: 'Remove hardware failed', done: 'Hardware removed' },
  access: { device: ['ASSIGNHARDWARE'] },
  on: device,
  params: DeviceRef.extend(HardwareRef.shape),
  needsVersion: true,
  changes,
})

/**
 * Both of one type; ASSIGNHARDWARE is asked on both. One of them may be without hardware: it moves. `If-Match` carries the
 * version of the device in the address; that of the other one stands beside its id.
 */
export const swapHardware = route({
  method: 'POST',
  path: '/device/v1/devices/:device_id/hardware-swap',
  summary: 'Swap the hardware of two devices',
  says: { failed: 'Swap hardware failed', done: 'Hardware swapped' },
  access: { device: ['ASSIGNHARDWARE'] },
  on: device,
  params: DeviceRef,
  body: z.strictObject({ with_device_id: Id, with_device_version: z.int('Version is required') }),
  needsVersion: true,
  reply: z.array(Device),
  changes,
})

export const AssignManyBody = z
  .strictObject({
    /** Devices without hardware, in the order of the ids. */
    device_ids: SeveralDevices,
    hardware_ids: z.array(HardwareId).max(devicesAtOnce, `At most ${devicesAtOnce} hardware ids at once`),
  })
  .refine(({ device_ids, hardware_ids }) => device_ids.length === hardware_ids.length, {
    path: ['hardware_ids'],
    message: 'Invalid number of IDs',
  })
  .refine(({ hardware_ids }) => new Set(hardware_ids).size === hardware_ids.length, {
    path: ['hardware_ids'],
    message: 'Already scanned',
  })
  .refine(({ device_ids }) => new Set(device_ids).size === device_ids.length, {
    path: ['device_ids'],
    message: 'Each device once',
  })
export type AssignManyBody = z.output<typeof AssignManyBody>

/** All or none: 422 names each pair that was refused, and nothing is assigned. */
export const assignManyHardware = route({
  method: 'POST',
  path: '/location/v1/locations/:location_id/hardware-assignments',
  summary: 'Assign hardware to devices of a location that have none',
  says: { failed: 'Assign hardware failed', done: 'Hardware assigned' },
  access: { device: ['ASSIGNHARDWARE'] },
  on: { location: 'location_id' },
  params: LocationRef,
  body: AssignManyBody,
  reply: z.array(Device),
  changes,
})
