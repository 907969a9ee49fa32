import * as z from 'zod'
import { Command, HardwareCommand, listHardwareCommands } from '../commands/commands.ts'
import { DeviceType, HardwareType, HeartbeatHealth } from '../devices/devices.ts'
import { age, anyOf, anyOfOrEmpty, list, ownFilter, searchText, YesNo } from '../list.ts'
import { LocationStatus } from '../locations/location-values.ts'
import { Id, Instant, route } from '../route.ts'
import { lines } from '../texts.ts'
import { getHardware, Hardware, listUnassignedHardware } from './hardware.ts'
import { HardwareId, HardwareRef } from './hardware-ids.ts'
import { OfflineClass } from './offline-classes.ts'

/** A piece of hardware with the place where it is built in. */
export const PlacedHardware = Hardware.extend({
  device_number: z.number().int().nullable(),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
  /** Printed on the vehicle that it is built into. */
  rental_code: z.string().nullable(),
  config_hash: z.string().nullable(),
})
export type PlacedHardware = z.infer<typeof PlacedHardware>

/** All hardware that the caller may see: what is built in at their places, and stock for those who see stock. */
export const hardwareList = list({
  says: { failed: 'Fetch hardware failed' },
  path: '/hardware/v1/hardware',
  summary: 'Hardware that the caller may see',
  staleOn: ['hardware', 'device'],
  access: { hardware: ['GET'] },
  row: PlacedHardware,
  filters: {
    /** Part of the id, the mesh id, the firmware name, the comment, the location or the code of the vehicle. */
    q: searchText,
    type: anyOf(HardwareType),
    /** Spec 5: find by mesh needs a mesh ID. */
    mesh_id: anyOf(z.string().regex(/^[0-9A-Fa-f]{8}$/, 'Invalid mesh ID')),
    health: anyOf(HeartbeatHealth),
    /** For how long it has been without contact: since the older of the last contacts of the piece and of its controller. */
    offline_for: anyOf(OfflineClass),
    uninitialized: anyOf(YesNo),
    firmware_name: anyOf(z.string().max(64)),
    firmware_version: anyOf(z.string().max(32)),
    config_hash: anyOfOrEmpty(z.string().max(16)),
    location_id: anyOfOrEmpty(Id),
    location_status: anyOf(LocationStatus),
    /** In any part at a location that the reader sees. */
    organization_id: anyOf(Id),
    /** Those of a dashboard, as its charts count them. One that the reader does not see finds nothing. */
    dashboard_id: ownFilter(Id.optional()),
    last_heartbeat_at: age,
  },
  sortBy: [
    'id',
    'type',
    'mesh_id',
    'location_label',
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
    'mesh_id',
    'controller_id',
    'location_code',
    'location_label',
    'device_number',
    'rental_code',
    'firmware_name',
    'firmware_version',
    'pcb_version',
    'protocol_version',
    'config_hash',
    'mac_address',
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
export const listHardware = hardwareList.route

export const HardwareDetails = PlacedHardware.extend({
  wifi_ssid: z.string().nullable(),
  wifi_rssi_dbm: z.number().int().nullable(),
  temperature_c: z.number().nullable(),
  uptime_s: z.number().int().nullable(),
  /** How far its clock is off; beyond five minutes it is shown. */
  clock_off_s: z.number().int().nullable(),
  /** Its alarms are disabled until then; past or null, they work. Absent without GETSETTINGS. */
  alarms_off_until: Instant.nullable().optional(),
  open_alarms: z.number().int(),
  /** As last read from it: 0 means no alarm; null where it was never read. Absent without GETSETTINGS. */
  low_voltage_mv: z.number().int().nullable().optional(),
  /** The newest version of the stable channel; null where none is known. */
  newest_version: z.string().nullable(),
  children: z.number().int(),
  version: z.number().int(),
})
export type HardwareDetails = z.infer<typeof HardwareDetails>

const on = { hardware: 'hardware_id' } as const
const onePath = '/hardware/v1/hardware/:hardware_id'

export const getHardwareDetails = route({
  method: 'GET',
  path: `${onePath}/details`,
  summary: 'One piece of hardware with its readings and its place',
  says: { failed: 'Fetch hardware failed' },
  staleOn: ['hardware', 'device'],
  access: { hardware: ['GET'] },
  on,
  params: HardwareRef,
  reply: HardwareDetails,
})

export const updateHardwareComment = route({
  method: 'PUT',
  path: `${onePath}/comment`,
  summary: 'Change the comment of a piece of hardware',
  says: { failed: 'Update comment failed', done: 'Comment updated' },
  access: { hardware: ['UPDATE'] },
  on,
  params: HardwareRef,
  body: z.strictObject({ comment: lines('Comment', 500).default('') }),
  needsVersion: true,
  reply: HardwareDetails,
  changes: [getHardwareDetails, getHardware, listUnassignedHardware, listHardware],
})

/** A place where it was built in, newest first. */
export const Assignment = z.object({
  id: Id,
  device_id: Id,
  device_type: DeviceType,
  device_number: z.number().int(),
  /** Null for a reader who does not see that location. */
  location_id: Id.nullable(),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
  assigned_at: Instant,
  removed_at: Instant.nullable(),
  assigned_by: z.string().nullable(),
  removed_by: z.string().nullable(),
})
export type Assignment = z.infer<typeof Assignment>

export const hardwareAssignments = route({
  method: 'GET',
  path: `${onePath}/assignments`,
  summary: 'Assignment history of a piece of hardware',
  says: { failed: 'Fetch hardware failed' },
  staleOn: ['hardware', 'device'],
  access: { hardware: ['GET'] },
  on,
  params: HardwareRef,
  reply: z.array(Assignment),
})

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
export const alarmStates = ['open', 'acknowledged', 'cleared'] as const

export const Alarm = z.object({
  id: Id,
  hardware_id: z.string(),
  reason: AlarmReason,
  state: z.enum(alarmStates),
  raised_at: Instant,
  cleared_at: Instant.nullable(),
  acknowledged_at: Instant.nullable(),
  acknowledged_by_name: z.string().nullable(),
  acknowledgement: z.string().nullable(),
})
export type Alarm = z.infer<typeof Alarm>

/** Newest first, of the places that the caller sees: of one piece of hardware, open or over, by reason. */
export const alarms = list({
  says: { failed: 'Fetch alarms failed' },
  path: '/hardware/v1/alarms',
  summary: 'Alarms that the caller may see, newest first',
  staleOn: ['hardware', 'device'],
  access: { hardware: ['GET'] },
  row: Alarm,
  filters: {
    hardware_id: ownFilter(HardwareId.optional()),
    location_id: anyOf(Id),
    reason: anyOf(AlarmReason),
    state: anyOf(z.enum(alarmStates)),
    raised_at: age,
  },
  isOneOrder: true,
  exports: [
    'id',
    'hardware_id',
    'reason',
    'state',
    'raised_at',
    'cleared_at',
    'acknowledged_at',
    'acknowledged_by_name',
    'acknowledgement',
  ],
})
export const listAlarms = alarms.route

/** It stays open until the hardware says that it is over. */
export const acknowledgeAlarm = route({
  method: 'POST',
  path: '/hardware/v1/alarm-acknowledgements',
  summary: 'Acknowledge an open alarm',
  says: { failed: 'Acknowledge alarm failed', done: 'Alarm acknowledged' },
  access: { hardware: ['UPDATE'] },
  body: z.strictObject({ alarm_id: Id, comment: lines('Comment', 500).default('') }),
  reply: Alarm,
  changes: [listAlarms, getHardwareDetails],
})

/** What is known of the one-time passwords of a piece of hardware; never a password. */
export const OneTimePasswords = z.object({
  /** When the hardware took its present secret; null: it has none yet. */
  activated_at: Instant.nullable(),
  /** A new secret is on its way. */
  rotation: Command.nullable(),
  issued: z.array(z.object({ issued_at: Instant, expires_at: Instant, issued_to_name: z.string().nullable() })),
})
export type OneTimePasswords = z.infer<typeof OneTimePasswords>

export const getOneTimePasswords = route({
  method: 'GET',
  path: `${onePath}/one-time-passwords`,
  summary: 'State of the one-time passwords of a piece of hardware',
  says: { failed: 'Fetch one-time passwords failed' },
  staleOn: ['hardware', 'command'],
  access: { hardware: ['UPDATE'] },
  on,
  params: HardwareRef,
  reply: OneTimePasswords,
})

export const hardwareBody = z.strictObject({ hardware_id: HardwareId })

/** Each password is issued once and accepted once (device protocol). */
export const generateOneTimePassword = route({
  method: 'POST',
  path: '/hardware/v1/one-time-passwords',
  summary: 'Issue a one-time password for a piece of hardware',
  says: { failed: 'Generate OTP failed' },
  access: { hardware: ['UPDATE'] },
  body: hardwareBody,
  isSecret: true,
  reply: z.object({ password: z.string(), expires_at: Instant }),
  changes: [getOneTimePasswords],
})

/** The hardware confirms the new secret; until then passwords come from the one before. */
export const rotateOtpSecret = route({
  method: 'POST',
  path: '/hardware/v1/otp-secrets',
  summary: 'Give a piece of hardware a new secret for one-time passwords',
  says: { failed: 'Rotate OTP secret failed' },
  access: { hardware: ['UPDATE'] },
  body: hardwareBody,
  reply: Command,
  changes: [getOneTimePasswords, listHardwareCommands],
})

export const getHardwareCommand = route({
  method: 'GET',
  path: `${onePath}/commands/:command_id`,
  summary: 'Status of a command to a piece of hardware',
  staleOn: ['command'],
  access: { hardware: ['GETCMDSHISTORY'] },
  on,
  params: HardwareRef.extend({ command_id: Id }),
  reply: HardwareCommand,
})
