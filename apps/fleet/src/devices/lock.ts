import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import { verdictOf } from './access-list.ts'
import type { KeyVerdict } from './access-list.ts'
import { inTurn, remember } from './hardware.ts'
import type { Hardware, KeyScan } from './hardware.ts'
import { deviceTime, sendEvent } from './device-messages.ts'
import type { Sender } from './device-messages.ts'
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

/** Reads a key and says what the lock's own list makes of it; null where it has none. */
function scan({ sender }: Site, hardware: Hardware, { key, key_type }: KeyScan): KeyVerdict | null {
  const verdict = verdictOf(hardware.accessList, { key, key_type }, deviceTime(hardware))
  const access = verdict === 'master' ? 'granted' : verdict
  sendEvent(sender, hardware, 'key_scan', { key, key_type, ...(access ? { access } : {}) })
  return verdict
}
const card = (key: string): KeyScan => ({ key, key_type: 'rfid' })

/**
 * A rider holds a key to an empty dock and pushes the bike in. Returns false when the dock refuses the key, or became
 * occupied before that.
 */
export async function arrive(site: Site, hardware: Hardware, key: string): Promise<boolean> {
  let isIn = false
  await inTurn(hardware, async () => {
    if (hardware.state !== 'unlocked' && hardware.state !== 'booked') return
    if (scan(site, hardware, card(key)) === 'refused') return
    isIn = true
    hardware.key = key
    await reading(site)
    if (hardware.state === 'booked') sendEvent(site.sender, hardware, 'booking', { action: 'used', key })
    become(site, hardware, 'allocated')
    await site.world.wait(site.world.random.between(2_000, 7_000))
    await lock(site, hardware)
  })
  return isIn
}

/**
 * The rider holds the same key to the dock and takes the bike. Returns false when the lock's list refuses the key by now:
 * the bike stays in.
 */
export async function depart(site: Site, hardware: Hardware, key: string): Promise<boolean> {
  let isRefused = false
  await inTurn(hardware, async () => {
    if (hardware.key !== key || hardware.state !== 'locked') return
    isRefused = scan(site, hardware, card(key)) === 'refused'
    if (isRefused) return
    await reading(site)
    hardware.key = null
    await unlock(site, hardware)
  })
  return !isRefused
}

/** A master key opens a dock whatever key locked it. Returns false when this lock's list does not say so. */
export async function openByMaster(site: Site, hardware: Hardware, key: string): Promise<boolean> {
  let isOpen = false
  await inTurn(hardware, async () => {
    if (scan(site, hardware, card(key)) !== 'master' || hardware.state !== 'locked') return
    isOpen = true
    await reading(site)
    hardware.key = null
    await unlock(site, hardware)
  })
  return isOpen
}

export const book = (site: Site, hardware: Hardware, key: string): Promise<void> =>
  inTurn(hardware, async () => {
    if (hardware.state !== 'unlocked') return
    sendEvent(site.sender, hardware, 'booking', { action: 'created', key })
    become(site, hardware, 'booked')
  })

export const releaseBooking = (site: Site, hardware: Hardware, key: string): Promise<void> =>
  inTurn(hardware, async () => {
    if (hardware.state !== 'booked') return
    sendEvent(site.sender, hardware, 'booking', { action: 'released', key })
    become(site, hardware, 'unlocked')
  })

export const strayScan = (site: Site, hardware: Hardware, key: string): Promise<void> =>
  inTurn(hardware, async () => void scan(site, hardware, card(key)))

/** Someone walks through a door of the place. */
export const passDoor = (site: Site, door: Hardware): Promise<void> =>
  inTurn(door, async () => {
    await unlock(site, door)
    sendEvent(site.sender, door, 'door', { state: 'open' })
    await site.world.wait(site.world.random.between(3_000, 9_000))
    sendEvent(site.sender, door, 'door', { state: 'closed' })
    await lock(site, door)
  })
