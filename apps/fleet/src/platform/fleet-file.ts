import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockState, HardwareType, KeyType } from '@wheelhouse/device-protocol/events.ts'
import { hardwareIdOf, widestIdLength } from '@wheelhouse/device-protocol/topics.ts'
import * as z from 'zod'

export const behaviours = [
  'normal',
  'offline',
  'late',
  'flapping',
  'slow',
  'refusing',
  'duplicate',
  'out_of_order',
  'half_dead',
  'wrong_clock',
  // Faults of commands: it reports another configuration hash than it has, loses its firmware download half-way,
  // answers after the time limit, receives and never answers, knows no command.
  'wrong_hash',
  'dies_half_way',
  'answers_late',
  'silent',
  'outdated',
  // Its configuration can be read and not be changed, or not even be read.
  'config_locked',
  'config_unreadable',
] as const
export const Behaviour = z.enum(behaviours)
export type Behaviour = z.infer<typeof Behaviour>

const HardwareId = z
  .string()
  .refine((text) => hardwareIdOf(text, widestIdLength) === text, 'Not a hardware id in upper case')

export const InstalledHardware = z.object({
  hardware_id: HardwareId,
  type: HardwareType,
  number: z.int(),
  behaviour: Behaviour,
  firmware_name: z.string(),
  firmware_version: z.string(),
  pcb_version: z.string(),
  protocol_version: z.string(),
  dock_state: DockState.nullish(),
  dock_state_since: z.string().nullish(),
  /** The key of the bike in the dock, where it is known. */
  key: z.string().nullish(),
  /** When its rider comes for it. */
  leaves_at: z.string().nullish(),
  rssi_dbm: z.number().nullish(),
  supply_mv: z.number().nullish(),
})
export type InstalledHardware = z.infer<typeof InstalledHardware>

export const InstalledController = z.object({
  controller_id: HardwareId,
  mesh_id: z.string(),
  location_code: z.string(),
  /** Null: in stock. It is switched on and has no riders. */
  city: z.string().nullable(),
  timezone: z.string(),
  heartbeat_s: z.number().positive(),
  behaviour: Behaviour,
  /** Use of its docks relative to other locations; 0: not in use. */
  demand: z.number().nonnegative().optional(),
  takes_bookings: z.boolean().optional(),
  /** Keys of the riders who usually park there. */
  regulars: z.array(z.string()).optional(),
  /** The controller itself comes first. */
  hardware: z.array(InstalledHardware).min(1),
})
export type InstalledController = z.infer<typeof InstalledController>

const byDay = <T extends z.ZodType>(value: T) =>
  z.object({ weekday: z.array(value).length(24), weekend: z.array(value).length(24) })

/** How riders come and go, by the local hour of their city. */
export const Rhythm = z.object({
  mean_wait_h: z.number().positive(),
  arrivals: byDay(z.number().nonnegative()),
  /** Lots below the number stay between these hours; in ascending order. */
  stays: byDay(z.array(z.object({ below: z.number(), from_h: z.number(), to_h: z.number() }))),
  booked_first: z.number(),
  booked_in_vain: z.number(),
  rides: z.object({ mean_wait_h: z.number().positive(), by_hour: z.array(z.number()).length(24) }),
})
export type Rhythm = z.infer<typeof Rhythm>

const Place = z.object({ latitude: z.number(), longitude: z.number() })

/** A bike or scooter that is rented out: its own controller, and always under way or parked somewhere. */
export const InstalledVehicle = z.object({
  hardware_id: HardwareId,
  code: z.string(),
  city: z.string(),
  timezone: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  battery_percent: z.number(),
  state: z.enum(['available', 'reserved', 'on_trip', 'deactivated']),
  /** The rider left it somewhere and never ended the ride. */
  is_forgotten: z.boolean(),
  key: z.string().nullable(),
  goal: Place.nullable(),
})
export type InstalledVehicle = z.infer<typeof InstalledVehicle>

/** What is physically installed. The demonstration's seed writes it once; the fleet only reads it. */
export const FleetFile = z.object({
  version: z.literal(1),
  seed: z.int(),
  /** Missing in files of earlier versions: riders then come evenly through the day. */
  rhythm: Rhythm.optional(),
  controllers: z.array(InstalledController),
  /** Hardware that the server does not know yet: it connects with the provisioning secret. */
  newcomers: z.array(InstalledController).optional(),
  /** One for each rider. */
  keys: z.array(z.object({ key: z.string(), key_type: KeyType.optional(), home_city: z.string() })),
  vehicles: z.array(InstalledVehicle).default([]),
  /** Where vehicles are left and charged, and the app keys of the riders who rent them. */
  rental_places: z.array(Place.extend({ city: z.string() })).default([]),
  rental_keys: z.array(z.object({ key: z.string(), city: z.string() })).default([]),
})
export type FleetFile = z.infer<typeof FleetFile>

export const FleetSecrets = z.record(z.string(), z.string())

/** Throws an error that says in one sentence what is wrong with the file. */
function readJson<T>(path: string, schema: z.ZodType<T>): T {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`The fleet cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  const result = schema.safeParse(value)
  if (!result.success)
    throw new Error(`${path} is not valid: ${z.prettifyError(result.error).split('\n').slice(0, 2).join(' ')}`)
  return result.data
}

export const readFleetFile = (folder: string): FleetFile => readJson(join(folder, 'fleet.json'), FleetFile)
export const readFleetSecrets = (folder: string): Record<string, string> =>
  readJson(join(folder, 'fleet-secrets.json'), FleetSecrets)
