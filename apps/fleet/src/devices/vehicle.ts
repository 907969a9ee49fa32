import { localTime } from '../city/rhythm.ts'
import type { InstalledVehicle, Rhythm } from '../platform/fleet-file.ts'
import type { VehicleMemory } from '../platform/fleet-state.ts'
import { closeLink, createLine, isUp, openLink } from '../platform/mqtt-link.ts'
import type { Link } from '../platform/mqtt-link.ts'
import type { World } from '../platform/world.ts'
import { createVoice, sendEvent, sendHeartbeat } from './device-messages.ts'
import { boot, createHardware, remember } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { macAddress } from './mesh.ts'
import { obey } from './replies.ts'
import type { CommandedSite } from './act.ts'
import { distanceM, onTheWay } from './ways.ts'
import type { Point } from './ways.ts'

/** What all vehicles of a city share. */
export interface RentalCity {
  places: readonly Point[]
  keys: readonly string[]
  rides: Rhythm['rides']
}

/** A bike or scooter that is rented out: its own controller, its rider if it has one, and where it is. */
export interface Vehicle extends CommandedSite {
  readonly installed: InstalledVehicle
  readonly city: RentalCity
  readonly hardware: Hardware
  readonly memory: VehicleMemory
  readonly link: Link
  readonly timers: { step?: NodeJS.Timeout; next?: NodeJS.Timeout }
  speed_kmh: number
  isStopped: boolean
}

const movingEveryMs = 60_000
const parkedEveryMs = 15 * 60_000
/** The charge of a battery in percent: of a minute on the way, of a minute at rest, and from a location with power. */
const drainMoving = 0.55
const drainParked = 0.001
const chargeParked = 0.23
const emptyPercent = 6
const metresAMinute = 240
const nearPlaceM = 60

export function createVehicle(installed: InstalledVehicle, secret: string, city: RentalCity, world: World): Vehicle {
  const { hardware_id } = installed
  const link = createLine({
    broker: world.broker,
    controllerId: hardware_id,
    secret,
    isNew: false,
    random: world.random,
    onUp: () => announce(vehicle),
    onCommand: (_topic, payload) => obey(vehicle, vehicle.hardware, payload),
    onTrouble: (words) => world.log.warn({ controller_id: hardware_id }, `connection: ${words}`),
  })
  const hardware = hardwareOf(installed, world, () => isUp(link))
  const remembered = world.memory.of(hardware_id)?.vehicle
  const { state, latitude, longitude, battery_percent, key, goal, is_forgotten } = remembered ?? installed
  const memory: VehicleMemory = { state, latitude, longitude, battery_percent, key, goal, is_forgotten }
  hardware.vehicle = memory
  boot(hardware, world.memory)
  const vehicle: Vehicle = {
    installed,
    city,
    world,
    hardware,
    memory,
    link,
    sender: createVoice(hardware_id, link),
    childrenOf: () => [],
    adopt: (_hardware, _meshId, children) => Promise.resolve([...children]),
    timers: {},
    speed_kmh: 0,
    isStopped: false,
    freeKey: () => undefined,
    restart: () => restart(vehicle),
    report: () => report(vehicle),
    cameraView: () => {
      throw new Error('A vehicle has no camera')
    },
    vehicle: {
      switchTo: (isOn, commandId) => switchTo(vehicle, isOn, commandId),
      endRent: (commandId) => endRent(vehicle, commandId),
      restart: () => restart(vehicle),
    },
  }
  return vehicle
}

function hardwareOf(installed: InstalledVehicle, world: World, isLineUp: () => boolean): Hardware {
  const { hardware_id, city, timezone } = installed
  const piece = {
    hardware_id,
    type: 'rental_device' as const,
    number: 1,
    behaviour: 'normal' as const,
    firmware_name: 'vehicle-g2',
    firmware_version: '3.4.1',
    pcb_version: '2.0',
    protocol_version: '1.3',
    rssi_dbm: -78,
    supply_mv: 39_000,
  }
  const controller = {
    controller_id: hardware_id,
    mesh_id: '00000000',
    location_code: '',
    city,
    timezone,
    heartbeat_s: 60,
    behaviour: 'normal' as const,
    hardware: [piece],
  }
  return createHardware(piece, controller, world.memory, isLineUp)
}

export const startVehicle = ({ link }: Vehicle): void => openLink(link)

export async function stopVehicle(vehicle: Vehicle): Promise<void> {
  vehicle.isStopped = true
  clearTimeout(vehicle.timers.step)
  clearTimeout(vehicle.timers.next)
  keep(vehicle)
  await closeLink(vehicle.link, 'shutdown')
}

const keep = ({ hardware, world }: Vehicle): void => remember(hardware, world.memory)

const isMoving = ({ memory }: Vehicle): boolean =>
  memory.state === 'on_trip' && memory.goal !== null && !memory.is_forgotten

/** Once the connection is there it reports its boot and its place, and goes on with what it was doing. */
function announce(vehicle: Vehicle): void {
  const { sender, hardware, installed } = vehicle
  const { firmware_name, firmware_version, pcb_version, protocol_version } = hardware.installed
  sendEvent(sender, hardware, 'boot', {
    type: 'rental_device',
    mac_address: macAddress(installed.hardware_id),
    mesh_id: '00000000',
    firmware_name,
    firmware_version,
    pcb_version,
    protocol_version,
    boot_count: hardware.boot_count,
    reason: 'power_on',
    children: [],
  })
  report(vehicle)
  schedule(vehicle)
}

const positionOf = ({ memory, speed_kmh }: Vehicle) => ({
  latitude: memory.latitude,
  longitude: memory.longitude,
  speed_kmh: Math.round(speed_kmh * 10) / 10,
  battery_percent: Math.round(memory.battery_percent * 10) / 10,
})

const report = (vehicle: Vehicle): void => sendHeartbeat(vehicle.sender, vehicle.hardware, positionOf(vehicle))

type Stage = 'reserved' | 'rented' | 'returned' | 'reservation_ended' | 'activated' | 'deactivated'

function reportStage(vehicle: Vehicle, action: Stage, more: { key?: string; command_id?: string } = {}): void {
  keep(vehicle)
  sendEvent(vehicle.sender, vehicle.hardware, 'rental', {
    action,
    rental_code: vehicle.installed.code,
    position: positionOf(vehicle),
    ...more,
  })
}

/** A step each minute on the way, else each quarter of an hour; and while it waits, the next rider. */
function schedule(vehicle: Vehicle): void {
  const { world, timers, memory } = vehicle
  clearTimeout(timers.step)
  clearTimeout(timers.next)
  if (vehicle.isStopped) return
  const every = isMoving(vehicle) ? movingEveryMs / world.speed : parkedEveryMs
  timers.step = setTimeout(() => step(vehicle, every * (isMoving(vehicle) ? world.speed : 1)), every)
  if (memory.state === 'available' && memory.battery_percent > 2 * emptyPercent)
    timers.next = setTimeout(() => void rent(vehicle), untilRent(vehicle))
  if (memory.state === 'reserved') timers.next = setTimeout(() => takeReserved(vehicle), 240_000 / world.speed)
}

function untilRent({ world, installed, city: { rides } }: Vehicle): number {
  const { hour, isWeekend } = localTime(Date.now(), installed.timezone)
  const demand = Math.max(0.05, (rides.by_hour[hour] ?? 1) * (isWeekend ? 0.8 : 1))
  return world.random.exponential((rides.mean_wait_h * 3_600_000) / demand) / world.speed
}

/** What became of it in the time that passed since the last step. */
function step(vehicle: Vehicle, passedMs: number): void {
  const { memory, city, world } = vehicle
  const minutes = passedMs / 60_000
  if (isMoving(vehicle) && memory.goal) {
    const pace = metresAMinute * world.random.between(0.7, 1.15)
    const left = distanceM(memory, memory.goal)
    Object.assign(
      memory,
      onTheWay(memory, memory.goal, Math.min(1, (pace * minutes) / Math.max(1, left)), world.random),
    )
    vehicle.speed_kmh = (pace * 60) / 1_000
    memory.battery_percent = Math.max(emptyPercent / 2, memory.battery_percent - drainMoving * minutes)
    if (left <= pace * minutes) return arrive(vehicle)
  } else {
    vehicle.speed_kmh = 0
    const isCharging = city.places.some((place) => distanceM(place, memory) <= nearPlaceM)
    const change = isCharging && memory.state !== 'on_trip' ? chargeParked : -drainParked
    memory.battery_percent = Math.min(100, Math.max(emptyPercent / 2, memory.battery_percent + change * minutes))
  }
  keep(vehicle)
  report(vehicle)
  schedule(vehicle)
}

/** Mostly to a location, sometimes nearby, and now and then somewhere else. */
function goalOf({ city, memory, world: { random } }: Vehicle): Point | null {
  const others = city.places.filter((place) => distanceM(place, memory) > 300)
  const place = random.pick(others)
  if (!place) return null
  const spread = random.chance(0.94) ? 0.0002 : random.between(0.003, 0.04)
  return {
    latitude: place.latitude + random.between(-spread, spread),
    longitude: place.longitude + random.between(-2 * spread, 2 * spread),
  }
}

const reservedShare = 0.15

async function rent(vehicle: Vehicle): Promise<void> {
  const { memory, city, world } = vehicle
  const key = world.random.pick(city.keys)
  const goal = goalOf(vehicle)
  if (memory.state !== 'available' || !goal || key === undefined || !isUp(vehicle.link)) return schedule(vehicle)
  const isReserved = world.random.chance(reservedShare)
  Object.assign(memory, { key, goal, is_forgotten: false, state: isReserved ? 'reserved' : 'on_trip' })
  reportStage(vehicle, isReserved ? 'reserved' : 'rented', { key })
  schedule(vehicle)
}

/** Four of five who reserve come and ride. */
function takeReserved(vehicle: Vehicle): void {
  const { memory, world } = vehicle
  if (memory.state !== 'reserved') return
  if (world.random.chance(0.8) && (memory.goal ??= goalOf(vehicle))) {
    memory.state = 'on_trip'
    reportStage(vehicle, 'rented', memory.key === null ? {} : { key: memory.key })
  } else {
    Object.assign(memory, { state: 'available', key: null, goal: null })
    reportStage(vehicle, 'reservation_ended')
  }
  schedule(vehicle)
}

function arrive(vehicle: Vehicle): void {
  const { memory, world } = vehicle
  const { key } = memory
  vehicle.speed_kmh = 0
  Object.assign(memory, { state: 'available', key: null, goal: null, is_forgotten: false })
  reportStage(vehicle, 'returned', key === null ? {} : { key })
  if (key !== null) world.app.ask('ride', key)
  report(vehicle)
  schedule(vehicle)
}

/** Staff ended the rent: it locks itself where it is and says so. */
function endRent(vehicle: Vehicle, command_id: string): string | null {
  const { memory } = vehicle
  vehicle.speed_kmh = 0
  const isRented = memory.state === 'on_trip' || memory.state === 'reserved'
  Object.assign(memory, { state: isRented ? 'available' : memory.state, key: null, goal: null, is_forgotten: false })
  if (isRented) reportStage(vehicle, 'returned', { command_id })
  schedule(vehicle)
  return null
}

function switchTo(vehicle: Vehicle, isOn: boolean, command_id: string): string | null {
  const { memory } = vehicle
  if (memory.state === 'on_trip' || memory.state === 'reserved') return 'in_use'
  memory.state = isOn ? 'available' : 'deactivated'
  reportStage(vehicle, isOn ? 'activated' : 'deactivated', { command_id })
  schedule(vehicle)
  return null
}

async function restart(vehicle: Vehicle): Promise<void> {
  const { hardware, link, world } = vehicle
  await closeLink(link, 'reboot')
  hardware.isDown = true
  await world.wait(world.random.between(3_000, 6_000))
  boot(hardware, world.memory)
  hardware.isDown = false
  world.memory.save()
  if (!vehicle.isStopped) openLink(link)
}
