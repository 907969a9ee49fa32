import * as z from 'zod'

/** The device's names; the contract has the same list for people, and a test keeps the two equal. */
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

export const deviceTypes = ['dock', 'locker', 'door', 'guard', 'controller', 'rental_dock'] as const
export const DeviceType = z.enum(deviceTypes)
export type DeviceType = z.infer<typeof DeviceType>

/** What a piece of hardware can be: in a device of a location, or a vehicle that is rented out. */
export const hardwareTypes = [...deviceTypes, 'rental_device'] as const
export const HardwareType = z.enum(hardwareTypes)
export type HardwareType = z.infer<typeof HardwareType>

export const alarmReasons = [
  'forced_open',
  'wire_cut',
  'tamper',
  'move',
  'left_open',
  'low_voltage',
  'power_lost',
  'battery_low',
  'offline',
  'flapping',
  'lock_jam',
  'interim_state_timeout',
] as const
export const AlarmReason = z.enum(alarmReasons)

export const keyTypes = ['rfid', 'pin', 'app', 'nfc'] as const
export const KeyType = z.enum(keyTypes)
/** `refused`: the key is not on the lock's access list, or the state of the lock keeps it from opening for this key. */
export const keyAccesses = ['granted', 'refused'] as const

/** Raw bytes of a card, 4, 7 or 10 of them, as upper-case hexadecimal; a PIN or an app's key is text. */
const rfidKey = /^(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/
const otherKey = /^[0-9A-Za-z_-]{4,64}$/
export const isKey = (keyType: z.infer<typeof KeyType>, key: string): boolean =>
  (keyType === 'rfid' || keyType === 'nfc' ? rfidKey : otherKey).test(key)

/** RFC 3339 in UTC; the database keeps milliseconds. */
export const At = z.iso.datetime({ error: 'Not a time in UTC' })
export const Word = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'Not a word in snake_case')
export const Version = z.string().max(32)
export const MeshId = z.string().regex(/^[0-9A-Fa-f]{8}$/, 'Not a mesh id')
export const HardwareIdText = z.string().regex(/^[0-9A-Fa-f]{12,32}$/, 'Not a hardware id')

/**
 * `command_id` names the command that caused the change, so that the history can attribute it and a temporary unlock
 * does not end a session.
 */
export const DockStateData = z.object({ state: DockState, command_id: z.string().max(64).optional() })
export const KeyScanData = z
  .object({
    key: z.string().min(4).max(64),
    key_type: KeyType,
    /** What the lock decided; absent where it has no access list and nothing else speaks against the key. */
    access: z.enum(keyAccesses).optional(),
  })
  .refine((data) => isKey(data.key_type, data.key), { path: ['key'], error: 'Not a key of that type' })
export const DoorData = z.object({ state: z.enum(['open', 'closed']) })
export const AlarmData = z.object({ reason: AlarmReason, active: z.boolean() })
export const BookingData = z.object({
  action: z.enum(['created', 'used', 'released', 'expired']),
  key: z.string().max(64).optional(),
  until: At.optional(),
})
export const ChargeData = z.object({
  state: z.enum(['idle', 'charging', 'full', 'fault']),
  battery_percent: z.number().min(0).max(100).optional(),
})
export const PhotoData = z.object({
  photo_id: z.string().min(1).max(64),
  reason: Word,
  bytes: z.int().nonnegative().optional(),
})
export const PositionData = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  speed_kmh: z.number().min(0).max(400).optional(),
  /** Of a vehicle: its battery at this moment, so that one message a minute is enough. */
  battery_percent: z.number().min(0).max(100).optional(),
})
export type PositionData = z.infer<typeof PositionData>
/** A rental dock reports what is put into it and taken out of it, a vehicle the stages of its ride. */
export const RentalData = z.object({
  action: z.enum([
    ...(['docked', 'released', 'restarted'] as const),
    ...(['reserved', 'reservation_ended', 'rented', 'returned', 'activated', 'deactivated'] as const),
  ]),
  rental_code: z.string().min(1).max(32),
  /** The key or app that rents the vehicle. */
  key: z.string().min(4).max(64).optional(),
  /** Where it is, so that the ride begins and ends at the right place whatever message comes first. */
  position: PositionData.optional(),
  /** The rental dock that it was taken from or put into. */
  dock_hardware_id: HardwareIdText.optional(),
  /** The command that caused it. */
  command_id: z.string().max(64).optional(),
})
export type RentalData = z.infer<typeof RentalData>
/** A controller speaks for so many, itself left out. */
export const meshChildrenAtMost = 512

export const BootData = z.object({
  type: HardwareType,
  mac_address: z.string().regex(/^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/, 'Not a MAC address'),
  mesh_id: MeshId,
  firmware_name: z.string().max(64),
  firmware_version: Version,
  pcb_version: Version,
  protocol_version: Version,
  boot_count: z.int().nonnegative(),
  reason: Word.optional(),
  children: z.array(HardwareIdText).max(meshChildrenAtMost),
  /** The version of the access list that it kept; absent of hardware without one. */
  access_list_version: z.int().nonnegative().optional(),
})
export type BootData = z.infer<typeof BootData>
export const FirmwareData = z.object({
  state: z.enum(['downloading', 'installing', 'installed', 'failed']),
  channel: z.enum(['stable', 'testing', 'development', 'fallback']).optional(),
  version: Version,
  percent: z.number().min(0).max(100).optional(),
  reason: Word.optional(),
})

export const eventData = {
  dock_state: DockStateData,
  key_scan: KeyScanData,
  door: DoorData,
  alarm: AlarmData,
  booking: BookingData,
  charge: ChargeData,
  photo: PhotoData,
  rental: RentalData,
  position: PositionData,
  boot: BootData,
  firmware: FirmwareData,
} as const
export type EventType = keyof typeof eventData
