import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import { withForgottenBikes } from './forgotten-bikes.ts'
import { isStand } from './hardware/devices.ts'
import type { Installed } from './hardware/devices.ts'
import { hasBooking } from './locations.ts'
import { rhythm } from './rhythm.ts'
import { dayMs, hourMs, localHours, minuteMs } from './times.ts'
import type { LocalHour } from './times.ts'

/** A bike in a dock from one time to another, before a rider is assigned. */
export interface Stay {
  device: Installed
  start: number
  /** Null while it is still there. */
  end: number | null
  status: 'booked' | 'active' | 'ended'
  how_ended: 'normal' | 'forced' | 'cancelled' | null
  /** When the rider will come for a bike that is still there: the fleet does it. */
  leaves: number | null
}

const historyDays = 92

/** Three months of stays; on one dock they follow each other. */
export function makeStays(now: number, installed: readonly Installed[]): Stay[] {
  const chance = chanceOf('stays')
  const start = Math.floor((now - historyDays * dayMs) / hourMs) * hourMs
  const zones = new Map(
    [...new Set(installed.map(({ place }) => place.city.time_zone))].map((zone) => [
      zone,
      localHours(start, historyDays * 24 + 2, zone),
    ]),
  )
  const usual = installed.flatMap((device) => {
    const span = spanOf(now, start, device)
    if (!span) return []
    const hours = zones.get(device.place.city.time_zone) ?? []
    return staysOf(device, { ...span, start, hours }, chance)
  })
  const stays = withForgottenBikes(usual, now)
  return [...stays, ...bookings(now, installed, stays, chance)].toSorted((a, b) => a.start - b.start)
}

interface Span {
  from: number
  until: number
}

/**
 * When a device can have had sessions: from its launch until it fell silent, broke or was taken down. A door serves many
 * riders at once, so its lock opens none.
 */
function spanOf(now: number, start: number, device: Installed): Span | null {
  const { place, type, silentSince, fault } = device
  if (type !== 'dock' && type !== 'locker') return null
  const opened = place.status === 'demo' ? place.createdAt : place.launchedAt
  if (opened === null) return null
  return {
    from: Math.max(start, opened),
    until: Math.min(now, place.lastSeenAt, silentSince ?? now, fault?.since ?? now),
  }
}

function staysOf(
  device: Installed,
  { from, until, start, hours }: Span & { start: number; hours: readonly LocalHour[] },
  chance: Chance,
): Stay[] {
  const stays: Stay[] = []
  const demand = device.place.site.demand ?? 1
  for (let at = from; at < until;) {
    const hour = hours[Math.floor((at - start) / hourMs)] ?? { hour: 12, isWeekend: false }
    const rate = (rhythm.arrivals[dayOf(hour)][hour.hour] ?? 1) * demand
    const wait = (-Math.log(1 - chance.next()) * rhythm.mean_wait_h * hourMs) / rate
    const nextHour = start + (Math.floor((at - start) / hourMs) + 1) * hourMs
    if (at + wait >= nextHour) {
      at = nextHour
      continue
    }
    const begun = Math.round(at + wait)
    if (begun >= until) break
    const stay = stayFrom(device, begun, hour, chance)
    stays.push(endsBy(stay, until))
    // A dock is free for a while before the next bike.
    at = (stay.end ?? until) + chance.between(1, 10) * minuteMs
  }
  return stays
}

function stayFrom(device: Installed, start: number, hour: LocalHour, chance: Chance): Stay {
  const ended = { device, start, status: 'ended', leaves: null } as const
  if (hasBooking(device.place.type) && chance.is(rhythm.booked_in_vain))
    return { ...ended, end: Math.round(start + chance.between(3, 10) * minuteMs), how_ended: 'cancelled' }
  const lot = chance.next()
  const choice = rhythm.stays[dayOf(hour)][hour.hour]?.find(({ below }) => lot < below)
  const end = Math.round(start + chance.between(choice?.from_h ?? 1, choice?.to_h ?? 2) * hourMs)
  return { ...ended, end, how_ended: chance.is(0.006) ? 'forced' : 'normal' }
}

const dayOf = ({ isWeekend }: LocalHour): 'weekday' | 'weekend' => (isWeekend ? 'weekend' : 'weekday')

/** A stay beyond the last time is still open, unless the dock broke or the location was taken down. */
function endsBy(stay: Stay, until: number): Stay {
  if (stay.end === null || stay.end <= until) return stay
  const isOver = stay.device.fault !== null || stay.device.place.status === 'obsolete'
  if (isOver) return { ...stay, end: until, how_ended: 'forced' }
  return stay.how_ended === 'cancelled'
    ? { ...stay, end: until }
    : { ...stay, end: null, status: 'active', how_ended: null, leaves: stay.end }
}

/** A few docks are reserved right now (a booking lasts 10 minutes). */
function bookings(now: number, installed: readonly Installed[], stays: readonly Stay[], chance: Chance): Stay[] {
  const busy = new Set(
    stays.filter((stay) => stay.end === null || stay.end > now - 20 * minuteMs).map((stay) => stay.device.id),
  )
  const bookable = installed.filter((device) => {
    const { place, type, silentSince, fault } = device
    const isWell =
      silentSince === null && fault === null && place.site.behaviour === undefined && place.status === 'launched'
    return isWell && isStand(type) && hasBooking(place.type) && place.lastSeenAt === now && !busy.has(device.id)
  })
  return [0.1, 0.35, 0.6, 0.9].flatMap((share) => {
    const device = bookable[Math.floor(bookable.length * share)]
    return device
      ? [
          {
            device,
            start: Math.round(now - chance.between(1, 8) * minuteMs),
            end: null,
            status: 'booked' as const,
            how_ended: null,
            leaves: null,
          },
        ]
      : []
  })
}
