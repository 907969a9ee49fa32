import type { BootData } from '@wheelhouse/device-protocol/events.ts'
import { parseTopic, widestIdLength } from '@wheelhouse/device-protocol/topics.ts'
import { takePicture } from './camera.ts'
import type { View } from './camera.ts'
import { flapDownMs, flapUpMs, heartbeatFactor } from './faults.ts'
import type { InstalledController } from '../platform/fleet-file.ts'
import { boot, createHardware, hasLock, isStand } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { createLine, closeLink, isUp, openLink } from '../platform/mqtt-link.ts'
import type { Link } from '../platform/mqtt-link.ts'
import { hashOf } from '../platform/random.ts'
import { obey } from './replies.ts'
import type { CommandedSite } from './act.ts'
import { applyAlarms } from './alarms.ts'
import { createVoice, deviceTime, sendEvent, sendHeartbeat } from './device-messages.ts'
import type { World } from '../platform/world.ts'

/** One controller with its children: the only uplink and all the hardware behind it. */
export interface Mesh extends CommandedSite {
  readonly installed: InstalledController
  /** The controller itself comes first. */
  readonly hardware: Hardware[]
  mesh_id: string
  readonly heartbeat_s: number
  readonly link: Link
  readonly heartbeatTimers: Map<Hardware, NodeJS.Timeout>
  /** Hardware that still has to report its boot. */
  booted: readonly Hardware[]
  flap: NodeJS.Timeout | undefined
  isStopped: boolean
}

export interface MeshSettings {
  world: World
  secret: string
  /** The secret is the provisioning secret. */
  isNew?: boolean
  heartbeat_s: number
  freeKey: (key: string) => void
  /** Makes a mesh take hardware of other meshes. Returns those that it cannot reach. */
  adopt: (mesh: Mesh, meshId: string, children: readonly string[]) => Promise<string[]>
}

/**
 * After connecting, each piece sends its first heartbeat soon and then keeps to its own point of the interval, so that
 * heartbeats do not arrive all at once.
 */
const firstHeartbeatWithinMs = 6_000

/**
 * Boots every piece. It sends only from `startMesh` on, after the boot counts are saved: the server ignores a device
 * that uses a boot count twice.
 */
export function createMesh(
  installed: InstalledController,
  { world, secret, isNew = false, heartbeat_s, freeKey, adopt }: MeshSettings,
): Mesh {
  const id = installed.controller_id
  const link = createLine({
    broker: world.broker,
    controllerId: id,
    secret,
    isNew,
    random: world.random,
    onUp: () => announceState(mesh),
    onCommand: (topic, payload) => handleCommand(mesh, topic, payload),
    onTrouble: (words) => world.log.warn({ controller_id: id }, `connection: ${words}`),
  })
  const hardware = installed.hardware.map((one) => createHardware(one, installed, world.memory, () => isUp(link)))
  for (const one of hardware) boot(one, world.memory)
  const mesh: Mesh = {
    installed,
    world,
    link,
    sender: createVoice(id, link),
    hardware,
    mesh_id: world.memory.of(id)?.mesh_id ?? installed.mesh_id,
    heartbeat_s,
    heartbeatTimers: new Map(),
    booted: hardware,
    flap: undefined,
    isStopped: false,
    freeKey,
    restart: (one) => restart(mesh, one),
    takeSecret: (own) => takeSecret(mesh, own),
    report: (one) => scheduleHeartbeat(mesh, one, mesh.world.random.between(500, 2_000)),
    childrenOf: (one) => (one === hardware[0] ? hardware.slice(1) : []),
    adopt: (one, meshId, children) =>
      one === hardware[0] ? adopt(mesh, meshId, children) : Promise.resolve([...children]),
    cameraView: (one, reason, at) => viewOf(mesh, one, reason, at),
  }
  return mesh
}

export function startMesh({ installed, link }: Mesh): void {
  // Hardware that is always offline never connects.
  if (installed.behaviour !== 'offline') openLink(link)
}

export async function stopMesh(mesh: Mesh): Promise<void> {
  mesh.isStopped = true
  clearTimeout(mesh.flap)
  for (const timer of mesh.heartbeatTimers.values()) clearTimeout(timer)
  await closeLink(mesh.link, 'shutdown')
}

function handleCommand(mesh: Mesh, topic: string, payload: Buffer): void {
  const parsed = parseTopic(topic, widestIdLength)
  if (parsed?.kind !== 'command') return
  const one = mesh.hardware.find(({ hardware_id }) => hardware_id === parsed.hardware_id)
  if (one) obey(mesh, one, payload)
}

/**
 * On each connection, booted hardware reports its boot and every lock reports its state, so that server and hardware
 * agree.
 */
function announceState(mesh: Mesh): void {
  for (const one of mesh.booted) {
    sendBoot(mesh, one)
    // A new camera sends a picture to show the installer what it sees.
    if (one.boot_count === 1 && !mesh.link.settings.isNew) takePictures(mesh, 'started', [one])
  }
  mesh.booted = []
  // Until it is accepted, only its start is of interest to the server.
  if (mesh.link.settings.isNew) return
  for (const one of mesh.hardware) {
    sendLockState(mesh, one)
    scheduleHeartbeat(
      mesh,
      one,
      mesh.world.random.between(0, Math.min(firstHeartbeatWithinMs, mesh.heartbeat_s * 1_000)),
    )
  }
  // The connection may have come back already; a second timer would drop it twice.
  clearTimeout(mesh.flap)
  if (mesh.installed.behaviour === 'flapping')
    mesh.flap = setTimeout(() => void goAwayAndComeBack(mesh), flapUpMs(mesh.world.random))
}

const sendBoot = (mesh: Mesh, one: Hardware): void => sendEvent(mesh.sender, one, 'boot', bootData(one, mesh))
function sendLockState({ sender }: Mesh, one: Hardware): void {
  if (hasLock(one)) sendEvent(sender, one, 'dock_state', { state: one.state })
}

function scheduleHeartbeat(mesh: Mesh, one: Hardware, ms: number): void {
  clearTimeout(mesh.heartbeatTimers.get(one))
  const timer = setTimeout(() => {
    sendHeartbeat(mesh.sender, one)
    applyAlarms(mesh, one)
    scheduleHeartbeat(
      mesh,
      one,
      msUntilHeartbeat(one.hardware_id, mesh.heartbeat_s * 1_000 * heartbeatFactor(one.behaviour)),
    )
  }, ms)
  mesh.heartbeatTimers.set(one, timer)
}

async function goAwayAndComeBack(mesh: Mesh): Promise<void> {
  await closeLink(mesh.link, 'flapping')
  if (!mesh.isStopped) mesh.flap = setTimeout(() => openLink(mesh.link), flapDownMs(mesh.world.random))
}

/** Restarting a controller restarts its children. */
async function restart(mesh: Mesh, one: Hardware): Promise<void> {
  const { world, link } = mesh
  const isController = one === mesh.hardware[0]
  const fallen = isController ? mesh.hardware : [one]
  if (isController) {
    clearTimeout(mesh.flap)
    await closeLink(link, 'reboot')
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
    openLink(link)
    return
  }
  announce(mesh, one)
}

/** Was accepted, or its secret is replaced: it signs in with its own secret from the next connection on, also after a power cut. */
function takeSecret({ world, link, hardware: [controller] }: Mesh, secret: string): void {
  if (!controller) return
  const { hardware_id } = controller
  world.memory.change(hardware_id, { secret })
  world.memory.save()
  link.settings.secret = secret
  link.settings.isNew = false
}

/** Takes a piece out of a mesh: its old controller no longer speaks for it. */
export function release(mesh: Mesh, one: Hardware): void {
  clearTimeout(mesh.heartbeatTimers.get(one))
  mesh.heartbeatTimers.delete(one)
  mesh.hardware.splice(mesh.hardware.indexOf(one), 1)
}

/** The piece starts again behind its new controller, with all that it remembers. */
export function join(mesh: Mesh, piece: Hardware['installed']): Hardware {
  const { world, installed, link } = mesh
  const one = createHardware(piece, installed, world.memory, () => isUp(link))
  boot(one, world.memory)
  world.memory.change(one.hardware_id, { controller_id: installed.controller_id })
  mesh.hardware.push(one)
  return one
}

/** Reports of itself, as after a connection. */
export function announce(mesh: Mesh, one: Hardware): void {
  sendBoot(mesh, one)
  sendLockState(mesh, one)
  scheduleHeartbeat(mesh, one, mesh.world.random.between(500, 2_000))
}

/** Milliseconds until this hardware's own point in the interval. */
function msUntilHeartbeat(hardwareId: string, intervalMs: number): number {
  const own = hashOf(`beat ${hardwareId}`) % intervalMs
  const past = (Date.now() - own) % intervalMs
  // A timer may fire slightly early; without this the same point would be used twice.
  return intervalMs - past < intervalMs * 0.02 ? 2 * intervalMs - past : intervalMs - past
}

function bootData(one: Hardware, { installed, mesh_id, hardware }: Mesh): BootData {
  const { firmware_name, pcb_version, protocol_version } = one.installed
  const isController = one.hardware_id === installed.controller_id
  return {
    type: one.type,
    mac_address: macAddress(one.hardware_id),
    mesh_id,
    firmware_name,
    firmware_version: one.firmware_version,
    pcb_version,
    protocol_version,
    boot_count: one.boot_count,
    reason: 'power_on',
    ...(hasLock(one) ? { access_list_version: one.accessList?.version ?? 0 } : {}),
    children: isController ? hardware.slice(1).map(({ hardware_id }) => hardware_id) : [],
  }
}

/** A locally administered address derived from the id. */
export function macAddress(hardwareId: string): string {
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
export function takePictures(mesh: Mesh, reason: string, among: readonly Hardware[] = mesh.hardware): void {
  for (const one of among.filter(({ type, isDead, isDown }) => type === 'guard' && !isDead && !isDown)) {
    const photo_id = `${one.hardware_id.slice(-6)}-${one.boot_count}-${one.sent + 1}`
    const picture = takePicture(viewOf(mesh, one, reason, deviceTime(one)))
    one.pictures.set(photo_id, picture)
    const [oldest] = one.pictures.keys()
    if (one.pictures.size > picturesKept && oldest !== undefined) one.pictures.delete(oldest)
    sendEvent(mesh.sender, one, 'photo', { photo_id, reason, bytes: picture.byteLength })
  }
}
