import * as z from 'zod'
import { Id, Instant, listOf, route } from '../route.ts'
import { LocationRef } from '../locations/locations.ts'
import { plainDeviceFields, plainDeviceReplies } from './device-fields.ts'

export const deviceTypes = ['dock', 'locker', 'door', 'guard', 'controller', 'rental_dock'] as const
export const DeviceType = z.enum(deviceTypes)
export type DeviceType = z.infer<typeof DeviceType>

/** Words of a screen and of the event history: "Dock 07". */
export const deviceTypeLabels: Record<DeviceType, string> = {
  dock: 'Dock',
  locker: 'Locker',
  door: 'Door',
  guard: 'Guard',
  controller: 'Controller',
  rental_dock: 'Rental dock',
}

/** What a piece of hardware can be: in a device of a location, or a vehicle that is rented out. */
export const HardwareType = z.enum([...deviceTypes, 'rental_device'])
export type HardwareType = z.infer<typeof HardwareType>
export const hardwareTypeLabels: Record<HardwareType, string> = { ...deviceTypeLabels, rental_device: 'Rental device' }

/** The types in which a bike or a scooter can be parked; they count as docks of a location. */
export const dockTypes = ['dock', 'locker', 'rental_dock'] as const

export const dockStates = [
  'unlocked',
  'booked',
  'allocated',
  'locking',
  'locked',
  'unlocking',
  'fault',
  'unknown',
] as const
export const DockState = z.enum(dockStates)
export type DockState = z.infer<typeof DockState>

export const heartbeatHealths = ['healthy', 'late', 'offline', 'long_offline', 'no_data'] as const
export const HeartbeatHealth = z.enum(heartbeatHealths)
export type HeartbeatHealth = z.infer<typeof HeartbeatHealth>

/** The session of the vehicle that is parked in a dock. The rider needs `user: ['GET']` and is null without. */
export const DeviceSession = z.object({
  id: Id,
  started_at: Instant,
  key_type: z.string().nullable(),
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
})

export const Device = z.object({
  id: Id,
  location_id: Id,
  location_code: z.string(),
  number: z.number().int(),
  type: DeviceType,
  /** Physical order on the ground: row by row, then from left to right. */
  row_label: z.string(),
  row_number: z.number().int(),
  place: z.number().int(),
  ...plainDeviceReplies,
  qr_code: z.string().nullable(),
  /** Its new sticker is not yet on. */
  qr_update_pending: z.boolean(),
  /** The code of the old sticker, which leads to the device until the new one is confirmed. */
  former_qr_code: z.string().nullable(),
  delete_pending: z.boolean(),
  /** While its deletion is pending: since when, and when it goes without the word of its hardware. */
  delete_asked_at: Instant.nullable(),
  delete_by: Instant.nullable(),
  /** 12 to 32 hexadecimal digits in upper case, null while none is assigned. */
  hardware_id: z.string().nullable(),
  controller_id: z.string().nullable(),
  mesh_id: z.string().nullable(),
  dock_state: DockState,
  dock_state_since: Instant.nullable(),
  heartbeat_health: HeartbeatHealth,
  last_heartbeat_at: Instant.nullable(),
  /** Highest counter of the hardware that was applied. */
  seq: z.number().int(),
  rssi_dbm: z.number().int().nullable(),
  wifi_ssid: z.string().nullable(),
  wifi_rssi_dbm: z.number().int().nullable(),
  supply_mv: z.number().int().nullable(),
  firmware_name: z.string().nullable(),
  firmware_version: z.string().nullable(),
  pcb_version: z.string().nullable(),
  protocol_version: z.string().nullable(),
  /** Reasons of its open alarms. */
  alarms: z.array(z.string()),
  session: DeviceSession.nullable(),
  created_at: Instant,
  /** Of what people write of it: alias, comment, QR code, hardware, deletion. What its hardware says counts for nothing. */
  version: z.number().int(),
})
export type Device = z.infer<typeof Device>

export const DeviceRef = z.strictObject({ device_id: Id })

export const listLocationDevices = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/devices',
  summary: 'Devices of a location in their physical order',
  says: { failed: 'Fetch location devices failed' },
  access: { device: ['GET'] },
  on: { location: 'location_id' },
  params: LocationRef,
  reply: z.array(Device),
})

const deviceColumns = [
  'id',
  'location_code',
  'type',
  'number',
  'row_label',
  'row_number',
  'place',
  ...plainDeviceFields,
  'qr_code',
  'qr_update_pending',
  'delete_pending',
  'dock_state',
  'dock_state_since',
  'heartbeat_health',
  'last_heartbeat_at',
  'hardware_id',
  'controller_id',
  'mesh_id',
  'firmware_name',
  'firmware_version',
  'pcb_version',
  'created_at',
] as const satisfies readonly (keyof Device)[]

/** Names are those that an import takes (`imports.ts`): a file that was exported here can be mended and read in again. */
export const exportLocationDevices = route({
  method: 'GET',
  path: `${listLocationDevices.path}.csv`,
  summary: `${listLocationDevices.summary}, as CSV`,
  says: { failed: 'Export failed' },
  access: { device: ['GET'] },
  on: { location: 'location_id' },
  params: LocationRef,
  query: z.strictObject({ column: listOf(z.enum(deviceColumns)) }),
  csv: deviceColumns,
})

export const getDevice = route({
  method: 'GET',
  path: '/device/v1/devices/:device_id',
  summary: 'One device',
  says: { failed: 'Fetch device failed' },
  access: { device: ['GET'] },
  on: { device: 'device_id' },
  params: DeviceRef,
  reply: Device,
})
