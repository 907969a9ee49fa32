import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import { verdictOf } from './access-list.ts'
import type { KeyVerdict } from './access-list.ts'
import { inTurn, remember } from './hardware.ts'
import type { Hardware, KeyScan } from './hardware.ts'
import { deviceTime, sendEvent } from './device-messages.ts'
import type { Sender } from './device-messages.ts'
import { valuesOf } from './paramsys.ts'
import type { World } from '../platform/world.ts'

/** The place of the locks, and the connection through which they send. */
export interface Site {
  readonly world: World
  readonly sender: Sender
}

export function become({ world, sender }: Site, hardware: Hardware, state: DockState, commandId?: string): void {
  if (hardware.state === state) return
  hardware.state = state
  hardware.since = deviceTime(hardware).toISOString()
  remember(hardware, world.memory)
  sendEvent(sender, hardware, 'dock_state', { state, ...(commandId ? { command_id: commandId } : {}) })
}

/** About as long as a motor turns. */
const turning = ({ world }: Site): Promise<void> => world.wait(world.random.between(900, 1_800))
/** The time it takes to read and check a key. */
const reading = ({ world }: Site): Promise<void> => world.wait(world.random.between(200, 500))

export async function unlock(site: Site, hardware: Hardware, commandId?: string): Promise<void> {
  become(site, hardware, 'unlocking', commandId)
  await turning(site)
  become(site, hardware, 'unlocked', commandId)
}

export async function lock(site: Site, hardware: Hardware, commandId?: string): Promise<void> {
  become(site, hardware, 'locking', commandId)
  await turning(site)
  become(site, hardware, 'locked', commandId)
}

/**
 * Reads a key and says what the lock makes of it: its own list, and its state. Null where it has no list and nothing else
 * keeps it from opening.
 */
function scan({ sender }: Site, hardware: Hardware, { key, key_type }: KeyScan): KeyVerdict | null {
  const listed = verdictOf(hardware.accessList, { key, key_type }, deviceTime(hardware))
  const verdict = isHeldBack(hardware, key, listed) ? 'refused' : listed
  const access = verdict === 'master' ? 'granted' : verdict
  sendEvent(sender, hardware, 'key_scan', { key, key_type, ...(access ? { access } : {}) })
  return verdict
}

/** A bike of another key is in it, another key booked it, or its motor is moving or broken. A master key opens for everybody. */
function isHeldBack({ type, state, key, bookedBy }: Hardware, presented: string, listed: KeyVerdict | null): boolean {
  if (state === 'fault' || state === 'unknown') return true
  if (isMoving(state)) return true
  if (listed === 'master') return false
  if (state === 'locked') return type !== 'door' && key !== presented
  return state === 'booked' && bookedBy !== null && bookedBy !== presented
}

const isMoving = (state: DockState): boolean => ['locking', 'unlocking', 'allocated'].includes(state)

const scanOf = ({ world }: Site, key: string): KeyScan => ({ key, key_type: world.keyTypes.get(key) ?? 'rfid' })

/**
 * A rider holds a key to an empty dock and pushes the bike in. Returns false when the dock refuses the key, or became
 * occupied before that.
 */
export async function arrive(site: Site, hardware: Hardware, key: string): Promise<boolean> {
  let isIn = false
  await inTurn(hardware, async () => {
    if (hardware.state !== 'unlocked' && hardware.state !== 'booked') return
    if (scan(site, hardware, scanOf(site, key)) === 'refused') return
    isIn = true
    await takeIn(site, hardware, key)
  })
  return isIn
}

async function takeIn(site: Site, hardware: Hardware, key: string): Promise<void> {
  hardware.key = key
  await reading(site)
  if (hardware.state === 'booked') sendEvent(site.sender, hardware, 'booking', { action: 'used', key })
  hardware.bookedBy = null
  become(site, hardware, 'allocated')
  await site.world.wait(site.world.random.between(2_000, 7_000))
  await lock(site, hardware)
}

async function letOut(site: Site, hardware: Hardware): Promise<void> {
  await reading(site)
  hardware.key = null
  await unlock(site, hardware)
}

/**
 * The rider holds the same key to the dock and takes the bike. Returns false when the lock's list refuses the key by now:
 * the bike stays in.
 */
export async function depart(site: Site, hardware: Hardware, key: string): Promise<boolean> {
  let isRefused = false
  await inTurn(hardware, async () => {
    if (hardware.key !== key || hardware.state !== 'locked') return
    isRefused = scan(site, hardware, scanOf(site, key)) === 'refused'
    if (!isRefused) await letOut(site, hardware)
  })
  return !isRefused
}

/** A master key opens a dock whatever key locked it. Returns false when this lock's list does not say so. */
export async function openByMaster(site: Site, hardware: Hardware, key: string): Promise<boolean> {
  let isOpen = false
  await inTurn(hardware, async () => {
    if (scan(site, hardware, scanOf(site, key)) !== 'master' || hardware.state !== 'locked') return
    isOpen = true
    await letOut(site, hardware)
  })
  return isOpen
}

export const book = (site: Site, hardware: Hardware, key: string): Promise<void> =>
  inTurn(hardware, async () => {
    if (hardware.state !== 'unlocked') return
    hardware.bookedBy = key
    sendEvent(site.sender, hardware, 'booking', { action: 'created', key })
    become(site, hardware, 'booked')
  })

export const releaseBooking = (site: Site, hardware: Hardware, key: string): Promise<void> =>
  inTurn(hardware, async () => {
    if (hardware.state !== 'booked') return
    hardware.bookedBy = null
    sendEvent(site.sender, hardware, 'booking', { action: 'released', key })
    become(site, hardware, 'unlocked')
  })

export const strayScan = (site: Site, hardware: Hardware, key: string): Promise<void> =>
  inTurn(hardware, async () => void scan(site, hardware, scanOf(site, key)))

/** What becomes of a key at a reader. `unread`: nothing happens at all, so the server never learns of it. */
export type Presented = 'opened' | 'taken_in' | 'refused' | 'jammed' | 'unread'

/**
 * A rider holds a key to a lock in whatever state it is, and pulls or pushes the bike. The lock decides by what it knows;
 * it says no more about a refusal than that it refused.
 */
export async function presentKey(site: Site, hardware: Hardware, presented: KeyScan): Promise<Presented> {
  const read = keyAsRead(hardware, presented)
  if (read === null) return 'unread'
  // A motor that turns is not waited for: the reader says no at once.
  if (isMoving(hardware.state)) {
    scan(site, hardware, read)
    return 'refused'
  }
  let outcome: Presented = 'refused'
  await inTurn(hardware, async () => {
    if (scan(site, hardware, read) === 'refused') return
    outcome = await moveFor(site, hardware, read.key)
  })
  return outcome
}

/** What the reader sends; null of one that is dead, restarting or switched off. */
function keyAsRead(hardware: Hardware, { key, key_type }: KeyScan): KeyScan | null {
  if (hardware.isDead || hardware.isDown) return null
  if (key_type !== 'rfid') return { key, key_type }
  const { rfid_enabled, rfid_byte_order } = valuesOf(hardware)
  if (rfid_enabled === false) return null
  return { key_type, key: rfid_byte_order === 'lsb' ? (key.match(/../g) ?? []).toReversed().join('') : key }
}

async function moveFor(site: Site, hardware: Hardware, key: string): Promise<Presented> {
  if (hardware.behaviour === 'refusing') {
    await reading(site)
    if (!hardware.alarms.has('lock_jam')) {
      hardware.alarms.add('lock_jam')
      sendEvent(site.sender, hardware, 'alarm', { reason: 'lock_jam', active: true })
    }
    return 'jammed'
  }
  if (hardware.state === 'locked') {
    await letOut(site, hardware)
    return 'opened'
  }
  await takeIn(site, hardware, key)
  return 'taken_in'
}

/** Someone walks through a door of the place. */
export const passDoor = (site: Site, door: Hardware): Promise<void> =>
  inTurn(door, async () => {
    await unlock(site, door)
    sendEvent(site.sender, door, 'door', { state: 'open' })
    await site.world.wait(site.world.random.between(3_000, 9_000))
    sendEvent(site.sender, door, 'door', { state: 'closed' })
    await lock(site, door)
  })
