import type { Logger } from 'pino'
import { createCity, freeKey, pauseOf, setOut, stepOf } from './city/city.ts'
import type { City, Move } from './city/city.ts'
import { cityPlanOf, isParking } from './city/city-plan.ts'
import { evenRhythm } from './city/rhythm.ts'
import { openRidersApp } from './platform/riders-app.ts'
import { openFleetMemory } from './platform/fleet-state.ts'
import type { FleetMemory } from './platform/fleet-state.ts'
import type { FleetFile } from './platform/fleet-file.ts'
import { enterOneTimePassword } from './devices/keypad.ts'
import type { Hardware } from './devices/hardware.ts'
import { arrive, book, depart, openByMaster, passDoor, releaseBooking, strayScan } from './devices/lock.ts'
import { createMesh, takePictures, startMesh, stopMesh } from './devices/mesh.ts'
import { adopt, regrouped } from './devices/regrouping.ts'
import type { Homes } from './devices/regrouping.ts'
import type { Mesh } from './devices/mesh.ts'
import { hashOf, randomFrom } from './platform/random.ts'
import type { FleetSettings } from './platform/settings.ts'
import { createVehicle, startVehicle, stopVehicle } from './devices/vehicle.ts'
import type { Vehicle } from './devices/vehicle.ts'
import { createWorld } from './platform/world.ts'
import type { World } from './platform/world.ts'

/** Controllers start one after the other, not all at the same moment. */
const betweenControllersMs = 60
/** At a place with a door, half of the riders pass through it. */
const doorShare = 0.5
/** A camera takes a picture of half of the attempts with a card that opens nothing, and of few of the people who pass it. */
const watchedShare = 0.5
const motionShare = 0.03

export interface FleetParts {
  file: FleetFile
  secrets: Record<string, string>
  settings: FleetSettings
  log: Pick<Logger, 'info' | 'warn'>
}

/** A piece of hardware and the mesh that it is in. */
interface Home {
  mesh: Mesh
  one: Hardware
}

/** All installed hardware and the cities whose riders use it. */
export interface Fleet {
  readonly world: World
  readonly meshes: readonly Mesh[]
  /** Bikes and scooters that are rented out. */
  readonly vehicles: readonly Vehicle[]
  readonly cities: Map<string, City>
  readonly homes: Homes
  readonly timers: Set<NodeJS.Timeout>
  isStopped: boolean
}

export function startFleet({ file, secrets, settings, log }: FleetParts): Fleet {
  const memory = openFleetMemory(settings.folder, log)
  const random = randomFrom(file.seed)
  const { broker, speed, app } = settings
  // Its own chance, so that what riders say changes nothing of what they do.
  const opinions = openRidersApp({ settings: app, speed, random: randomFrom(file.seed ^ hashOf('opinions')), log })
  const keyTypes = new Map(file.keys.flatMap(({ key, key_type }) => (key_type ? [[key, key_type] as const] : [])))
  const world = createWorld({ broker, speed, random, keyTypes, app: opinions, memory, log })
  const cities = new Map<string, City>()
  const homes: Homes = new Map()
  const newcomers = settings.provisioning_secret ? (file.newcomers ?? []) : []
  const meshes = regrouped([...file.controllers, ...newcomers], memory).map((installed) =>
    createMesh(installed, {
      world,
      ...secretOf(installed.controller_id, { memory, secrets, settings }),
      heartbeat_s: settings.heartbeat_s ?? installed.heartbeat_s,
      freeKey: (key) => giveBack(cities.get(installed.city ?? ''), key),
      adopt: (mesh, meshId, children) => adopt(homes, mesh, meshId, children),
    }),
  )
  const vehicles = createVehicles(file, secrets, world)
  memory.save()
  for (const mesh of meshes) for (const one of mesh.hardware) homes.set(one.hardware_id, { mesh, one })
  const fleet: Fleet = { world, meshes, vehicles, cities, homes, timers: new Set(), isStopped: false }
  for (const [name, own] of Map.groupBy(meshes, ({ installed }) => installed.city)) {
    if (name === null) continue
    const stands = own.flatMap(({ hardware }) => hardware.filter(isParking))
    const city = createCity(cityPlanOf(name, file, stands, speed * settings.rush), Date.now())
    cities.set(name, city)
    live(fleet, city)
  }
  meshes.forEach((mesh, n) => later(fleet, n * betweenControllersMs, () => startMesh(mesh)))
  vehicles.forEach((vehicle, n) =>
    later(fleet, (meshes.length + n) * betweenControllersMs, () => startVehicle(vehicle)),
  )
  const sizes = `${meshes.length} controllers, ${homes.size} pieces of hardware, ${vehicles.length} vehicles`
  log.info(`fleet: ${sizes}, ${cities.size} cities`)
  return fleet
}

export async function stopFleet(fleet: Fleet): Promise<void> {
  fleet.isStopped = true
  fleet.world.app.stop()
  for (const timer of fleet.timers) clearTimeout(timer)
  await Promise.all([...fleet.meshes.map(stopMesh), ...fleet.vehicles.map(stopVehicle)])
  fleet.world.memory.save()
}

/** What was given to it after it was accepted, else what it was delivered with, else the provisioning secret. */
function secretOf(
  controllerId: string,
  { memory, secrets, settings }: Pick<FleetParts, 'secrets' | 'settings'> & { memory: FleetMemory },
): { secret: string; isNew: boolean } {
  const own = memory.of(controllerId)?.secret ?? secrets[controllerId]
  return own === undefined
    ? { secret: settings.provisioning_secret ?? '', isNew: Boolean(settings.provisioning_secret) }
    : { secret: own, isNew: false }
}

/** Vehicles of one city share its locations and its riders. */
function createVehicles(file: FleetFile, secrets: Record<string, string>, world: World): Vehicle[] {
  const cities = Map.groupBy(file.vehicles, ({ city }) => city)
  return [...cities].flatMap(([name, installed]) => {
    const places = file.rental_places.filter(({ city }) => city === name)
    const keys = file.rental_keys.filter(({ city }) => city === name).map(({ key }) => key)
    const city = { places, keys, rides: (file.rhythm ?? evenRhythm).rides }
    return installed.map((one) => createVehicle(one, secrets[one.hardware_id] ?? '', city, world))
  })
}

function later(fleet: Fleet, ms: number, act: () => void): void {
  const timer = setTimeout(() => {
    fleet.timers.delete(timer)
    if (!fleet.isStopped) act()
  }, ms)
  fleet.timers.add(timer)
}

function live(fleet: Fleet, city: City): void {
  later(fleet, pauseOf(city), () => {
    for (const move of stepOf(city, Date.now())) void play(fleet, city, move)
    live(fleet, city)
  })
}

async function play(fleet: Fleet, city: City, { kind, stand, key }: Move): Promise<void> {
  const { homes, world } = fleet
  const home = homes.get(stand.hardware_id)
  if (!home) return
  const { mesh, one } = home
  if (kind === 'book') await book(mesh, one, key)
  else if (kind === 'release_booking') await releaseBooking(mesh, one, key)
  else if (kind === 'stray_scan') {
    await strayScan(mesh, one, key)
    if (world.random.chance(watchedShare)) takePictures(mesh, 'unknown_key')
  } else {
    const door = mesh.hardware.find((piece) => piece.type === 'door' && piece.isFree())
    if (door && world.random.chance(doorShare)) void passDoor(mesh, door)
    if (world.random.chance(motionShare)) takePictures(mesh, 'motion')
    if (kind === 'depart') await leave(fleet, city, home, key)
    else if (!(await arrive(mesh, one, key))) giveBack(city, key)
  }
}

/** A technician types at the hardware. Returns whether it accepts the password. */
export async function typePassword({ homes }: Fleet, hardwareId: string, password: string): Promise<boolean> {
  const home = homes.get(hardwareId)
  return home !== undefined && enterOneTimePassword(home.mesh, home.one, password)
}

/** How long a rider whose key no longer opens waits for someone with a master key. */
const helpArrivesMs = 240_000

async function leave({ world }: Fleet, city: City, { mesh, one }: Home, key: string): Promise<void> {
  if (await depart(mesh, one, key)) {
    setOut(city, key, Date.now())
    return world.app.ask('stay', key)
  }
  const master = one.accessList?.entries.find((entry) => entry.is_master)
  if (!master) return
  await world.wait(helpArrivesMs)
  if (await openByMaster(mesh, one, master.key)) giveBack(city, key)
}

function giveBack(city: City | undefined, key: string): void {
  if (city) freeKey(city, key)
}
