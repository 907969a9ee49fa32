import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeviceType, DockState } from '@wheelhouse/device-protocol/events.ts'
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
] as const
export const Behaviour = z.enum(behaviours)
export type Behaviour = z.infer<typeof Behaviour>

const HardwareId = z
  .string()
  .refine((text) => hardwareIdOf(text, widestIdLength) === text, 'Not a hardware id in upper case')

export const InstalledHardware = z.object({
  hardware_id: HardwareId,
  type: DeviceType,
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
  /** The controller itself comes first. */
  hardware: z.array(InstalledHardware).min(1),
})
export type InstalledController = z.infer<typeof InstalledController>

/** What is physically installed. The demonstration's seed writes it once; the fleet only reads it. */
export const FleetFile = z.object({
  version: z.literal(1),
  seed: z.int(),
  controllers: z.array(InstalledController),
  keys: z.array(z.object({ key: z.string(), home_city: z.string() })),
})
export type FleetFile = z.infer<typeof FleetFile>

export const FleetSecrets = z.record(z.string(), z.string())

/** Throws an error that says in one sentence what is wrong with the file. */
function readJson<T>(path: string, schema: z.ZodType<T>): T {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`The fleet cannot read ${path}: ${(error as Error).message}`, { cause: error })
  }
  const result = schema.safeParse(value)
  if (!result.success)
    throw new Error(`${path} is not valid: ${z.prettifyError(result.error).split('\n').slice(0, 2).join(' ')}`)
  return result.data
}

export const readFleetFile = (folder: string): FleetFile => readJson(join(folder, 'fleet.json'), FleetFile)
export const readFleetSecrets = (folder: string): Record<string, string> =>
  readJson(join(folder, 'fleet-secrets.json'), FleetSecrets)
