import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import { inTurn, remember } from './hardware.ts'
import type { Hardware } from './hardware.ts'
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

const scan = ({ sender }: Site, hardware: Hardware, key: string): void =>
  sendEvent(sender, hardware, 'key_scan', { key, key_type: 'rfid' })

/**
 * A rider holds a key to an empty dock and pushes the bike in. Returns false when the dock became occupied before that.
 */
export async function arrive(site: Site, hardware: Hardware, key: string): Promise<boolean> {
  let isIn = false
  await inTurn(hardware, async () => {
    if (hardware.state !== 'unlocked' && hardware.state !== 'booked') return
    isIn = true
    hardware.key = key
    scan(site, hardware, key)
    await reading(site)
    if (hardware.state === 'booked') sendEvent(site.sender, hardware, 'booking', { action: 'used', key })
    become(site, hardware, 'allocated')
    await site.world.wait(site.world.random.between(2_000, 7_000))
    await lock(site, hardware)
  })
  return isIn
}

/** The rider holds the same key to the dock and takes the bike. */
export const depart = (site: Site, hardware: Hardware, key: string): Promise<void> =>
  inTurn(hardware, async () => {
    if (hardware.key !== key || hardware.state !== 'locked') return
    scan(site, hardware, key)
    await reading(site)
    hardware.key = null
    await unlock(site, hardware)
  })

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
  inTurn(hardware, async () => scan(site, hardware, key))

/** Someone walks through a door of the place. */
export const passDoor = (site: Site, door: Hardware): Promise<void> =>
  inTurn(door, async () => {
    await unlock(site, door)
    sendEvent(site.sender, door, 'door', { state: 'open' })
    await site.world.wait(site.world.random.between(3_000, 9_000))
    sendEvent(site.sender, door, 'door', { state: 'closed' })
    await lock(site, door)
  })
