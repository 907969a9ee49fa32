import { done, failed } from './act.ts'
import type { Act, CommandedSite } from './act.ts'
import { deviceTime, sendEvent } from './device-messages.ts'
import { inTurn } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { become, lock, unlock } from './lock.ts'

const keyOf = (args: Record<string, unknown>): string | null => (typeof args.key === 'string' ? args.key : null)

function releaseKey(site: CommandedSite, hardware: Hardware): void {
  if (hardware.key !== null) site.freeKey(hardware.key)
  hardware.key = null
}

const cancelBooking = (site: CommandedSite, hardware: Hardware): void => {
  hardware.bookedBy = null
  sendEvent(site.sender, hardware, 'booking', { action: 'released' })
  become(site, hardware, 'unlocked')
}

export const lockActs: Record<string, Act> = {
  async force_unlock(site, hardware, { id }) {
    releaseKey(site, hardware)
    if (hardware.state !== 'unlocked') await unlock(site, hardware, id)
    return done({ state: hardware.state })
  },
  // The lock itself does not move (spec 5): the dock counts as occupied, without a key, until a command opens it.
  async force_lock(site, hardware, { id }) {
    await site.world.wait(200)
    become(site, hardware, 'locked', id)
    return done({ state: hardware.state })
  },
  async temporary_unlock(site, hardware, { id, args }) {
    if (hardware.state !== 'locked') return failed('not_locked')
    await unlock(site, hardware, id)
    const after = async () => {
      await site.world.wait(Number(args.hold_ms))
      await lock(site, hardware, id)
    }
    return { ...done({ state: hardware.state }), after }
  },
  async unlock(site, hardware, { id }) {
    if (hardware.state === 'unlocked') return done({ state: hardware.state })
    if (hardware.state !== 'locked') return failed('not_locked')
    releaseKey(site, hardware)
    await unlock(site, hardware, id)
    return done({ state: hardware.state })
  },
  async lock(site, hardware, { id, args }) {
    if (hardware.state === 'locked') return done({ state: hardware.state })
    if (hardware.state !== 'unlocked') return failed('not_unlocked')
    hardware.key = keyOf(args)
    await lock(site, hardware, id)
    return done({ state: hardware.state })
  },
  async book(site, hardware, { id, args }) {
    if (hardware.state !== 'unlocked') return failed('not_free')
    const holdMs = Number(args.hold_s) * 1_000
    const key = keyOf(args)
    hardware.bookedBy = key
    const until = new Date(deviceTime(hardware).getTime() + holdMs).toISOString()
    sendEvent(site.sender, hardware, 'booking', { action: 'created', until, ...(key ? { key } : {}) })
    become(site, hardware, 'booked', id)
    const { since } = hardware
    // The hold ends by itself, while the dock goes on with other work.
    void site.world.wait(holdMs).then(() =>
      inTurn(hardware, async () => {
        if (hardware.state !== 'booked' || hardware.since !== since) return
        hardware.bookedBy = null
        sendEvent(site.sender, hardware, 'booking', { action: 'expired' })
        become(site, hardware, 'unlocked')
      }),
    )
    return done({ state: hardware.state, until })
  },
  async cancel_booking(site, hardware) {
    if (hardware.state !== 'booked') return failed('not_booked')
    cancelBooking(site, hardware)
    return done({ state: hardware.state })
  },
  async force_cancel_booking(site, hardware) {
    if (hardware.state === 'booked' || hardware.state === 'allocated') cancelBooking(site, hardware)
    return done({ state: hardware.state })
  },
  // The lock does not move; it only learns which key to expect.
  async sync_device_session(site, hardware, { args }) {
    await site.world.wait(200)
    const key = keyOf(args)
    if (hardware.key !== null && hardware.key !== key) site.freeKey(hardware.key)
    hardware.key = key
    return done()
  },
}
