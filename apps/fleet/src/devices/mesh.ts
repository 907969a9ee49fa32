import type { BootData } from '@wheelhouse/device-protocol/events.ts'
import { parseTopic, widestIdLength } from '@wheelhouse/device-protocol/topics.ts'
import { takePicture } from './camera.ts'
import type { View } from './camera.ts'
import { flapDownMs, flapUpMs, heartbeatFactor } from './faults.ts'
import type { InstalledController } from '../platform/fleet-file.ts'
import { boot, createHardware, hasLock, isStand } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { createLine, hangUp, isUp, openLine } from '../platform/mqtt-link.ts'
import type { Line } from '../platform/mqtt-link.ts'
import { hashOf } from '../platform/random.ts'
import { obey } from './replies.ts'
import type { CommandedSite } from './replies.ts'
import { createVoice, deviceTime, sayEvent, sayHeartbeat } from './device-messages.ts'
import type { World } from '../platform/world.ts'

/** One controller with its children: the only uplink and all the hardware behind it. */
export interface Mesh extends CommandedSite {
  readonly installed: InstalledController
  /** The controller itself comes first. */
  readonly hardware: readonly Hardware[]
  readonly heartbeat_s: number
  readonly line: Line
  readonly beats: Map<Hardware, NodeJS.Timeout>
  /** Hardware that still has to report its boot. */
  booted: readonly Hardware[]
  flap: NodeJS.Timeout | undefined
  isStopped: boolean
}

export interface MeshSettings {
  world: World
  secret: string
  heartbeat_s: number
  freeKey: (key: string) => void
}

/**
 * After connecting, each piece sends its first heartbeat soon and then keeps to its own point of the interval, so that
 * heartbeats do not arrive all at once.
 */
const firstBeatWithinMs = 6_000

/**
 * Boots every piece. It sends only from `startMesh` on, after the boot counts are saved: the server ignores a device
 * that uses a boot count twice.
 */
export function createMesh(
  installed: InstalledController,
  { world, secret, heartbeat_s, freeKey }: MeshSettings,
): Mesh {
  const id = installed.controller_id
  const line = createLine({
    broker: world.broker,
    controllerId: id,
    secret,
    random: world.random,
    onUp: () => greet(mesh),
    onCommand: (topic, payload) => hear(mesh, topic, payload),
    onTrouble: (words) => world.log.warn({ controller_id: id }, `line: ${words}`),
  })
  const hardware = installed.hardware.map((one) => createHardware(one, installed, world.memory, () => isUp(line)))
  for (const one of hardware) boot(one, world.memory)
  const mesh: Mesh = {
    installed,
    world,
    line,
    voice: createVoice(id, line),
    hardware,
    heartbeat_s,
    beats: new Map(),
    booted: hardware,
    flap: undefined,
    isStopped: false,
    freeKey,
    restart: (one) => restart(mesh, one),
    lookAround: (one, reason, at) => viewOf(mesh, one, reason, at),
  }
  return mesh
}

export function startMesh({ installed, line }: Mesh): void {
  // Hardware that is always offline never connects.
  if (installed.behaviour !== 'offline') openLine(line)
}

export async function stopMesh(mesh: Mesh): Promise<void> {
  mesh.isStopped = true
  clearTimeout(mesh.flap)
  for (const timer of mesh.beats.values()) clearTimeout(timer)
  await hangUp(mesh.line, 'shutdown')
}

function hear(mesh: Mesh, topic: string, payload: Buffer): void {
  const parsed = parseTopic(topic, widestIdLength)
  if (parsed?.kind !== 'command') return
  const one = mesh.hardware.find(({ hardware_id }) => hardware_id === parsed.hardware_id)
  if (one) obey(mesh, one, payload)
}

/**
 * On each connection, booted hardware reports its boot and every lock reports its state, so that server and hardware
 * agree.
 */
function greet(mesh: Mesh): void {
  for (const one of mesh.booted) {
    sayBoot(mesh, one)
    // A new camera sends a picture to show the installer what it sees.
    if (one.boot_count === 1) lookOut(mesh, 'started', [one])
  }
  mesh.booted = []
  for (const one of mesh.hardware) {
    sayLock(mesh, one)
    beatIn(mesh, one, mesh.world.random.between(0, Math.min(firstBeatWithinMs, mesh.heartbeat_s * 1_000)))
  }
  // The connection may have come back already; a second timer would drop it twice.
  clearTimeout(mesh.flap)
  if (mesh.installed.behaviour === 'flapping')
    mesh.flap = setTimeout(() => void goAwayAndComeBack(mesh), flapUpMs(mesh.world.random))
}

const sayBoot = ({ voice, installed }: Mesh, one: Hardware): void =>
  sayEvent(voice, one, 'boot', bootData(one, installed))
function sayLock({ voice }: Mesh, one: Hardware): void {
  if (hasLock(one)) sayEvent(voice, one, 'dock_state', { state: one.state })
}

function beatIn(mesh: Mesh, one: Hardware, ms: number): void {
  clearTimeout(mesh.beats.get(one))
  const timer = setTimeout(() => {
    sayHeartbeat(mesh.voice, one)
    beatIn(mesh, one, toOwnMoment(one.hardware_id, mesh.heartbeat_s * 1_000 * heartbeatFactor(one.behaviour)))
  }, ms)
  mesh.beats.set(one, timer)
}

async function goAwayAndComeBack(mesh: Mesh): Promise<void> {
  await hangUp(mesh.line, 'flapping')
  if (!mesh.isStopped) mesh.flap = setTimeout(() => openLine(mesh.line), flapDownMs(mesh.world.random))
}

/** Restarting a controller restarts its children. */
async function restart(mesh: Mesh, one: Hardware): Promise<void> {
  const { world, line } = mesh
  const isController = one === mesh.hardware[0]
  const fallen = isController ? mesh.hardware : [one]
  if (isController) {
    clearTimeout(mesh.flap)
    await hangUp(line, 'reboot')
  }
  for (const each of fallen) each.isDown = true
  await world.wait(world.random.between(3_000, 6_000))
  for (const each of fallen) {
    boot(each, world.memory)
    each.isDown = false
  }
  world.memory.save()
  if (mesh.isStopped) return
  if (isController) {
    mesh.booted = fallen
    openLine(line)
    return
  }
  sayBoot(mesh, one)
  sayLock(mesh, one)
  beatIn(mesh, one, world.random.between(500, 2_000))
}

/** Milliseconds until this hardware's own point in the interval. */
function toOwnMoment(hardwareId: string, intervalMs: number): number {
  const own = hashOf(`beat ${hardwareId}`) % intervalMs
  const past = (Date.now() - own) % intervalMs
  // A timer may fire slightly early; without this the same point would be used twice.
  return intervalMs - past < intervalMs * 0.02 ? 2 * intervalMs - past : intervalMs - past
}

function bootData(one: Hardware, installed: InstalledController): BootData {
  const { firmware_name, firmware_version, pcb_version, protocol_version } = one.installed
  const isController = one.hardware_id === installed.controller_id
  return {
    type: one.type,
    mac_address: macAddress(one.hardware_id),
    mesh_id: installed.mesh_id,
    firmware_name,
    firmware_version,
    pcb_version,
    protocol_version,
    boot_count: one.boot_count,
    reason: 'power_on',
    children: isController ? installed.hardware.slice(1).map(({ hardware_id }) => hardware_id) : [],
  }
}

/** A locally administered address derived from the id. */
function macAddress(hardwareId: string): string {
  const digits = hashOf(`mac ${hardwareId}`).toString(16).padStart(8, '0') + hardwareId.slice(-2)
  return ['02', ...(digits.toUpperCase().match(/../g) ?? [])].join(':')
}

const viewOf = ({ installed, hardware }: Mesh, one: Hardware, reason: string, at: Date): View => ({
  location_code: installed.location_code,
  camera: `${one.type} ${String(one.installed.number).padStart(2, '0')}`.toUpperCase(),
  taken_at: at,
  reason,
  docks: hardware.filter(isStand).map(({ installed: { number }, state }) => ({ number, isTaken: state === 'locked' })),
})

const picturesKept = 5

/** Makes its cameras take a picture and announce it; the server fetches it when it needs it. */
export function lookOut(mesh: Mesh, reason: string, among: readonly Hardware[] = mesh.hardware): void {
  for (const one of among.filter(({ type, isDead, isDown }) => type === 'guard' && !isDead && !isDown)) {
    const photo_id = `${one.hardware_id.slice(-6)}-${one.boot_count}-${one.sent + 1}`
    const picture = takePicture(viewOf(mesh, one, reason, deviceTime(one)))
    one.pictures.set(photo_id, picture)
    const [oldest] = one.pictures.keys()
    if (one.pictures.size > picturesKept && oldest !== undefined) one.pictures.delete(oldest)
    sayEvent(mesh.voice, one, 'photo', { photo_id, reason, bytes: picture.byteLength })
  }
}
