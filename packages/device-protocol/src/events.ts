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
const HardwareIdText = z.string().regex(/^[0-9A-Fa-f]{12,32}$/, 'Not a hardware id')

/**
 * `command_id` names the command that caused the change, so that the history can attribute it and a temporary unlock
 * does not end a session.
 */
export const DockStateData = z.object({ state: DockState, command_id: z.string().max(64).optional() })
export const KeyScanData = z
  .object({ key: z.string().min(4).max(64), key_type: KeyType })
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
export const RentalData = z.object({
  action: z.enum(['docked', 'released', 'restarted']),
  rental_code: z.string().min(1).max(32),
})
export const PositionData = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  speed_kmh: z.number().min(0).max(400).optional(),
})
export const BootData = z.object({
  type: DeviceType,
  mac_address: z.string().regex(/^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/, 'Not a MAC address'),
  mesh_id: MeshId,
  firmware_name: z.string().max(64),
  firmware_version: Version,
  pcb_version: Version,
  protocol_version: Version,
  boot_count: z.int().nonnegative(),
  reason: Word.optional(),
  children: z.array(HardwareIdText).max(512),
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
