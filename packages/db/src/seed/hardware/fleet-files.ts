import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import type { Devices, Installed } from './devices.ts'
import type { LockState, Readings } from './hardware-states.ts'
import { makeNewcomers } from './newcomers.ts'
import { hasBooking } from '../locations.ts'
import type { Place } from '../locations.ts'
import type { Rider, RiderKey, Riders } from '../people/riders.ts'
import { rhythm } from '../rhythm.ts'
import type { Rhythm } from '../rhythm.ts'
import { keyOf } from '../sessions.ts'
import type { Session } from '../sessions.ts'
import { chanceOf } from '../chance.ts'
import type { Behaviour } from '../sites/sites.ts'
import type { Stock } from './stock.ts'
import { iso } from '../times.ts'

/** What is physically installed, in the format that the simulated fleet reads (`fleet.json`). */
export interface FleetPlan {
  version: 1
  seed: number
  rhythm: Rhythm
  controllers: FleetController[]
  /** Hardware that the server does not know. */
  newcomers: FleetController[]
  /** Vehicles that are rented out, where they are left and charged, and the app keys of their riders. */
  vehicles: FleetVehicle[]
  rental_places: { city: string; latitude: number; longitude: number }[]
  rental_keys: { key: string; city: string }[]
  /** One key for each rider, who is in one place at a time, by the city where they ride. */
  keys: FleetKey[]
}

interface FleetKey {
  key: string
  key_type: RiderKey['type']
  home_city: string
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
  /** Use of its docks relative to other locations. */
  demand?: number
  takes_bookings?: boolean
  /** Keys of the riders who usually park there. */
  regulars?: string[]
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
  /** The key that locked the bike in it, if there is one, and when its rider will come for it. */
  key: string | null
  leaves_at: string | null
}

const fleetSeed = 20_261

interface FleetParts {
  devices: Devices
  locks: Map<Installed, LockState>
  readings: Map<Installed, Readings>
  riders: Riders
  regulars: ReadonlyMap<Place, readonly Rider[]>
  sessions: readonly Session[]
  stock: Stock
  rentals: Pick<FleetPlan, 'vehicles' | 'rental_places' | 'rental_keys'>
}

/** Hardware that was never switched on is left out, because it is not there yet. */
export function fleetPlan(parts: FleetParts): FleetPlan {
  const { locks, readings, regulars, stock, rentals } = parts
  const { meshes } = parts.devices
  const keys = keysOfRiders(parts)
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
      demand: isInUse(place) ? (place.site.demand ?? 1) : 0,
      takes_bookings: hasBooking(place.type),
      regulars: (regulars.get(place) ?? []).flatMap((rider) => keys.get(rider)?.key ?? []),
      hardware: devices.map((device) => hardwareOf(device, locks.get(device), certain(readings.get(device)))),
    }))
  return {
    version: 1,
    seed: fleetSeed,
    rhythm,
    controllers: [...controllers, ...stock.fleet],
    newcomers: makeNewcomers(),
    ...rentals,
    keys: [...keys.values()],
  }
}

const isInUse = ({ status, launchedAt }: Place): boolean =>
  status === 'demo' || (launchedAt !== null && status !== 'obsolete')

/** The key of a bike that is in a dock, else the one that the rider will use. Who parks elsewhere has none here. */
function keysOfRiders({ devices, locks, riders, sessions }: FleetParts): Map<Rider, FleetKey> {
  const chance = chanceOf('keys of the fleet')
  const installed = new Set(devices.meshes.flatMap((mesh) => mesh.devices))
  const open = new Map(sessions.filter(({ end }) => end === null).map((session) => [session.rider, session]))
  return new Map(
    riders.riders.flatMap((rider) => {
      const usual = keyOf(rider, chance)
      const session = open.get(rider)
      if (session && !(installed.has(session.device) && locks.get(session.device)?.key)) return []
      const { key, type } = session?.key ?? usual
      return [[rider, { key, key_type: type, home_city: rider.city }] as const]
    }),
  )
}

function hardwareOf(
  { hardware_id, type, number, behaviour }: Installed,
  lock: LockState | undefined,
  readings: Readings,
): FleetHardware {
  const hasLock = lock !== undefined && lock.state !== 'unknown'
  return {
    hardware_id: certain(hardware_id),
    type,
    number,
    behaviour,
    ...readings,
    dock_state: hasLock ? lock.state : null,
    dock_state_since: hasLock && lock.since !== null ? iso(lock.since) : null,
    key: lock?.key ?? null,
    leaves_at: lock && lock.leaves !== null ? iso(lock.leaves) : null,
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
