import type { Logger } from 'pino'
import { createCity, freeKey, pauseOf, stepOf } from './city/city.ts'
import type { City, Move } from './city/city.ts'
import { openFleetMemory } from './platform/fleet-state.ts'
import type { FleetFile } from './platform/fleet-file.ts'
import { isStand } from './devices/hardware.ts'
import type { Hardware } from './devices/hardware.ts'
import { arrive, book, depart, passDoor, releaseBooking, strayScan } from './devices/lock.ts'
import { createMesh, takePictures, startMesh, stopMesh } from './devices/mesh.ts'
import type { Mesh } from './devices/mesh.ts'
import { randomFrom } from './platform/random.ts'
import type { FleetSettings } from './platform/settings.ts'
import { createWorld } from './platform/world.ts'
import type { World } from './platform/world.ts'

/** Controllers start one after the other, not all at the same moment. */
const betweenControllersMs = 60
/** At a place with a door, half of the riders pass through it. */
const doorShare = 0.5
/** A camera takes a picture of half of the attempts with a card that opens nothing. */
const watchedShare = 0.5

export interface FleetParts {
  file: FleetFile
  secrets: Record<string, string>
  settings: FleetSettings
  log: Pick<Logger, 'info' | 'warn'>
}

/** All installed hardware and the cities whose riders use it. */
export interface Fleet {
  readonly world: World
  readonly meshes: readonly Mesh[]
  readonly cities: Map<string, City>
  readonly homes: Map<string, { mesh: Mesh; one: Hardware }>
  readonly timers: Set<NodeJS.Timeout>
  isStopped: boolean
}

export function startFleet({ file, secrets, settings, log }: FleetParts): Fleet {
  const memory = openFleetMemory(settings.folder)
  const world = createWorld({
    broker: settings.broker,
    speed: settings.speed,
    random: randomFrom(file.seed),
    memory,
    log,
  })
  const cities = new Map<string, City>()
  const meshes = file.controllers.map((installed) =>
    createMesh(installed, {
      world,
      secret: secrets[installed.controller_id] ?? '',
      heartbeat_s: settings.heartbeat_s ?? installed.heartbeat_s,
      freeKey: (key) => giveBack(cities.get(installed.city ?? ''), key),
    }),
  )
  memory.save()
  const homes = new Map(meshes.flatMap((mesh) => mesh.hardware.map((one) => [one.hardware_id, { mesh, one }])))
  const fleet: Fleet = { world, meshes, cities, homes, timers: new Set(), isStopped: false }
  for (const [name, own] of Map.groupBy(meshes, ({ installed }) => installed.city)) {
    if (name === null) continue
    const city = cityOf(name, own, file, settings)
    cities.set(name, city)
    live(fleet, city)
  }
  meshes.forEach((mesh, n) => later(fleet, n * betweenControllersMs, () => startMesh(mesh)))
  log.info(`fleet: ${meshes.length} controllers, ${homes.size} pieces of hardware, ${cities.size} cities`)
  return fleet
}

export async function stopFleet(fleet: Fleet): Promise<void> {
  fleet.isStopped = true
  for (const timer of fleet.timers) clearTimeout(timer)
  await Promise.all(fleet.meshes.map(stopMesh))
  fleet.world.memory.save()
}

const cityOf = (name: string, own: readonly Mesh[], file: FleetFile, settings: FleetSettings): City =>
  createCity({
    name,
    timezone: own[0]?.installed.timezone ?? 'UTC',
    seed: file.seed,
    speed: settings.speed,
    stands: own.flatMap(({ hardware }) => hardware.filter(isStand)),
    keys: file.keys.filter(({ home_city }) => home_city === name).map(({ key }) => key),
  })

function later(fleet: Fleet, ms: number, act: () => void): void {
  const timer = setTimeout(() => {
    fleet.timers.delete(timer)
    if (!fleet.isStopped) act()
  }, ms)
  fleet.timers.add(timer)
}

function live(fleet: Fleet, city: City): void {
  later(fleet, pauseOf(city, Date.now()), () => {
    for (const move of stepOf(city, Date.now())) void play(fleet, city, move)
    live(fleet, city)
  })
}

async function play({ homes, world }: Fleet, city: City, { kind, stand, key }: Move): Promise<void> {
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
    if (kind === 'depart') await depart(mesh, one, key)
    else if (!(await arrive(mesh, one, key))) giveBack(city, key)
  }
}

function giveBack(city: City | undefined, key: string): void {
  if (city) freeKey(city, key)
}
