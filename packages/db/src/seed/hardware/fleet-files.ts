import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import type { Devices, Installed } from './devices.ts'
import type { LockState, Readings } from './hardware-states.ts'
import type { Riders } from '../people/riders.ts'
import type { Behaviour } from '../sites/sites.ts'
import type { Stock } from './stock.ts'
import { iso } from '../times.ts'

/** What is physically installed, in the format that the simulated fleet reads (`fleet.json`). */
export interface FleetPlan {
  version: 1
  seed: number
  controllers: FleetController[]
  /** Vehicles that are rented out, where they are left and charged, and the app keys of their riders. */
  vehicles: FleetVehicle[]
  rental_places: { city: string; latitude: number; longitude: number }[]
  rental_keys: { key: string; city: string }[]
  /** Cards of riders, by the city where they ride. */
  keys: { key: string; home_city: string }[]
}

interface FleetController {
  controller_id: string
  mesh_id: string
  location_code: string
  /** Null: in stock, without riders. */
  city: string | null
  timezone: string
  heartbeat_s: number
  behaviour: Behaviour
  /** The controller itself comes first. */
  hardware: FleetHardware[]
}

export interface FleetVehicle {
  hardware_id: string
  code: string
  city: string
  timezone: string
  latitude: number
  longitude: number
  battery_percent: number
  state: 'available' | 'reserved' | 'on_trip' | 'deactivated'
  /** The rider left it somewhere and never ended the ride. */
  is_forgotten: boolean
  key: string | null
  /** Where the ride on it goes. */
  goal: { latitude: number; longitude: number } | null
}

interface FleetHardware extends Readings {
  hardware_id: string
  type: DeviceType
  number: number
  behaviour: Behaviour
  dock_state: LockState['state'] | null
  dock_state_since: string | null
  /** The card of the bike in it, if there is one. */
  key: string | null
}

const fleetSeed = 20_261

/** Hardware that was never switched on is left out, because it is not there yet. */
export function fleetPlan(
  { meshes }: Devices,
  locks: Map<Installed, LockState>,
  readings: Map<Installed, Readings>,
  { riders }: Riders,
  stock: Stock,
  rentals: Pick<FleetPlan, 'vehicles' | 'rental_places' | 'rental_keys'>,
): FleetPlan {
  const controllers = meshes
    .filter(({ place }) => place.site.hardware === undefined)
    .map(({ place, controller_id, mesh_id, devices }) => ({
      controller_id,
      mesh_id,
      location_code: place.site.code,
      city: place.city.city,
      timezone: place.city.time_zone,
      heartbeat_s: place.heartbeat_s,
      behaviour: place.site.behaviour ?? 'normal',
      hardware: devices.map((device) => hardwareOf(device, locks.get(device), readings.get(device) as Readings)),
    }))
  const keys = riders.flatMap(({ rfid, city }) => (rfid ? [{ key: rfid.key, home_city: city }] : []))
  return { version: 1, seed: fleetSeed, controllers: [...controllers, ...stock.fleet], ...rentals, keys }
}

function hardwareOf(
  { hardware_id, type, number, behaviour }: Installed,
  lock: LockState | undefined,
  readings: Readings,
): FleetHardware {
  const hasLock = lock !== undefined && lock.state !== 'unknown'
  return {
    hardware_id: hardware_id as string,
    type,
    number,
    behaviour,
    ...readings,
    dock_state: hasLock ? lock.state : null,
    dock_state_since: hasLock && lock.since !== null ? iso(lock.since) : null,
    key: lock?.key ?? null,
  }
}

/** Each file is written completely or not at all: next to its place, then renamed. */
export function writeFleetFiles(dataDir: string, plan: FleetPlan, secrets: Record<string, string>): void {
  mkdirSync(dataDir, { recursive: true })
  write(join(dataDir, 'fleet.json'), plan, 0o600)
  write(join(dataDir, 'fleet-secrets.json'), secrets, 0o600)
}

function write(path: string, value: unknown, mode: number): void {
  writeFileSync(`${path}.new`, JSON.stringify(value), { mode })
  renameSync(`${path}.new`, path)
}
