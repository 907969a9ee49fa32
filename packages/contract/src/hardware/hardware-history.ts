import * as z from 'zod'
import { DeviceRef, DeviceType, HeartbeatHealth } from '../devices/devices.ts'
import { LocationRef } from '../locations/locations.ts'
import { Id, Instant, listOf, route } from '../route.ts'
import { AlarmReason } from './hardware-details.ts'
import { HardwareRef } from './hardware-ids.ts'

/** One step of a history. Where `beats` is 0 no heartbeat arrived and the readings are null. */
export const HistoryPoint = z.object({
  at: Instant,
  beats: z.number().int(),
  /** 0 to 1, of the seconds that someone listened in; null when nobody did, or the hardware was not there yet. */
  online_share: z.number().nullable(),
  /** Maxima and means are null also where a part of the step is from before they were kept; the minima are not. */
  rssi_min_dbm: z.number().int().nullable(),
  rssi_mean_dbm: z.number().nullable(),
  rssi_max_dbm: z.number().int().nullable(),
  wifi_rssi_min_dbm: z.number().int().nullable(),
  wifi_rssi_mean_dbm: z.number().nullable(),
  wifi_rssi_max_dbm: z.number().int().nullable(),
  supply_min_mv: z.number().int().nullable(),
  supply_mean_mv: z.number().nullable(),
  supply_max_mv: z.number().int().nullable(),
  temperature_min_c: z.number().nullable(),
  temperature_mean_c: z.number().nullable(),
  temperature_max_c: z.number().nullable(),
})
export type HistoryPoint = z.infer<typeof HistoryPoint>

export const HardwareHistory = z.object({
  hardware_id: z.string(),
  /** As asked, the start moved to the step that it falls into. */
  from: Instant,
  to: Instant,
  /** Width of a step in seconds, chosen for the period and for how often the hardware speaks. */
  step_s: z.number().int(),
  /** Of the whole period, as the points tell it: 1 only where no step missed anything. Null when nobody listened. */
  online_share: z.number().nullable(),
  /** The seconds that this share is of: the hardware was there and someone listened. */
  listened_s: z.number().int(),
  /** Every step of the period, one with nothing in it too. */
  points: z.array(HistoryPoint),
})
export type HardwareHistory = z.infer<typeof HardwareHistory>

export const historyPointsAtMost = 500
const daysAtMost = 731
const dayMs = 86_400_000

/** The server repeats this check after it has replaced a missing end by the present time. */
export const isWithinHistory = (from: number, to: number): boolean => to - from <= daysAtMost * dayMs
export const beyondHistory = 'At most two years at once'

/** Default the last 24 hours; without `to` up to now, without `from` the day before `to`. */
export const HistoryQuery = z
  .strictObject({ from: Instant.optional(), to: Instant.optional() })
  .refine(({ from, to }) => !from || !to || from < to, { path: ['to'], message: 'The end must be after the start' })
  .refine(({ from, to }) => !from || !to || isWithinHistory(Date.parse(from), Date.parse(to)), {
    path: ['from'],
    message: beyondHistory,
  })
export type HistoryQuery = z.output<typeof HistoryQuery>

/** Of the hardware that is in the device now, since it is in it. */
export const deviceHeartbeatHistory = route({
  method: 'GET',
  path: '/device/v1/devices/:device_id/heartbeat-history',
  summary: 'Metrics from the heartbeats of a device over a period',
  says: { failed: 'Fetch metrics failed' },
  access: { location: ['GETMETRICS'] },
  on: { device: 'device_id' },
  params: DeviceRef,
  query: HistoryQuery,
  reply: HardwareHistory,
})

/** Built-in hardware needs the right to see metrics at its location; hardware in stock needs GETUNASSIGNED as well. */
export const hardwareHeartbeatHistory = route({
  method: 'GET',
  path: '/hardware/v1/hardware/:hardware_id/heartbeat-history',
  summary: 'Metrics from the heartbeats of a piece of hardware over a period, wherever it was assigned',
  says: { failed: 'Fetch metrics failed' },
  access: { hardware: ['GET'], location: ['GETMETRICS'] },
  on: { hardware: 'hardware_id' },
  params: HardwareRef,
  query: HistoryQuery,
  reply: HardwareHistory,
})

/** A row of the heat strip. */
export const DeviceOnline = z.object({
  device_id: Id,
  number: z.number().int(),
  type: DeviceType,
  /** Of the period; null when nobody listened or it has no hardware. */
  online_share: z.number().nullable(),
  /** A share a step, in order. */
  steps: z.array(z.number().nullable()),
})
export type DeviceOnline = z.infer<typeof DeviceOnline>

export const LocationOnline = z.object({
  from: Instant,
  to: Instant,
  step_s: z.number().int(),
  devices: z.array(DeviceOnline),
})
export type LocationOnline = z.infer<typeof LocationOnline>

export const locationOnline = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/online-history',
  summary: 'How much each device of a location was in contact over a period',
  says: { failed: 'Fetch metrics failed' },
  access: { location: ['GETMETRICS'] },
  on: { location: 'location_id' },
  params: LocationRef,
  query: HistoryQuery,
  reply: LocationOnline,
})

/** The hardware of a device, and how it is set up. */
export const PlacedHardware = z.object({
  device_id: Id,
  hardware_id: z.string(),
  type: DeviceType,
  controller_id: z.string(),
  mesh_id: z.string(),
  mac_address: z.string(),
  firmware_name: z.string().nullable(),
  firmware_version: z.string().nullable(),
  pcb_version: z.string().nullable(),
  protocol_version: z.string().nullable(),
  config_hash: z.string().nullable(),
  hardware_assigned_at: Instant.nullable(),
  /** As of `Hardware`. */
  updated_at: Instant,
  is_uninitialized: z.boolean(),
  /** What it warns of now, the oldest warning first. */
  open_alarms: z.array(AlarmReason),
  /** As of `HardwareDetails`; both are absent without GETSETTINGS at the location. */
  alarms_off_until: Instant.nullable().optional(),
  low_voltage_mv: z.number().int().nullable().optional(),
})
export type PlacedHardware = z.infer<typeof PlacedHardware>

export const locationHardware = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/hardware',
  summary: 'Hardware of the devices of a location, in their physical order',
  says: { failed: 'Fetch hardware failed' },
  staleOn: ['hardware', 'device'],
  access: { hardware: ['GET'] },
  on: { location: 'location_id' },
  params: LocationRef,
  reply: z.array(PlacedHardware),
})

/** What the last heartbeat of a device's hardware said. */
export const DeviceReadings = z.object({
  device_id: Id,
  heartbeat_health: HeartbeatHealth,
  last_heartbeat_at: Instant.nullable(),
  rssi_dbm: z.number().int().nullable(),
  wifi_ssid: z.string().nullable(),
  wifi_rssi_dbm: z.number().int().nullable(),
  supply_mv: z.number().int().nullable(),
  temperature_c: z.number().nullable(),
  uptime_s: z.number().int().nullable(),
  /** Its clock, where it is more than five minutes off. */
  clock_off_s: z.number().int().nullable(),
})
export type DeviceReadings = z.infer<typeof DeviceReadings>

export const locationReadings = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/readings',
  summary: 'Last readings of the devices of a location, in their physical order',
  says: { failed: 'Fetch metrics failed' },
  access: { location: ['GETMETRICS'] },
  on: { location: 'location_id' },
  params: LocationRef,
  reply: z.array(DeviceReadings),
})

const placed = ['device_type', 'device_number', 'alias', 'row_label'] as const
const readings = [
  'heartbeat_health',
  'last_heartbeat_at',
  'rssi_dbm',
  'wifi_ssid',
  'wifi_rssi_dbm',
  'supply_mv',
  'temperature_c',
  'uptime_s',
  'clock_off_s',
] as const
const hardware = [
  'hardware_id',
  'type',
  'controller_id',
  'mesh_id',
  'mac_address',
  'firmware_name',
  'firmware_version',
  'pcb_version',
  'protocol_version',
  'config_hash',
  'hardware_assigned_at',
  'updated_at',
  'is_uninitialized',
  'open_alarms',
  'alarms_off_until',
  'low_voltage_mv',
] as const
const technicalColumns = ['device_id', 'location_code', ...placed, ...readings, ...hardware] as const

/**
 * The technical table of a location as a file: its devices in their physical order. The last readings are empty without
 * GETMETRICS, the hardware without its GET, and paused alarms and threshold without GETSETTINGS (`locationReadings`,
 * `locationHardware`).
 */
export const exportTechnicalTable = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/technical-table.csv',
  summary: 'Devices of a location with their hardware and last readings, as CSV',
  says: { failed: 'Export failed' },
  access: { device: ['GET'] },
  on: { location: 'location_id' },
  params: LocationRef,
  query: z.strictObject({ column: listOf(z.enum(technicalColumns)) }),
  csv: technicalColumns,
})
