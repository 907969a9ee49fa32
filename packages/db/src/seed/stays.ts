import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import { isStand } from './hardware/devices.ts'
import type { Installed } from './hardware/devices.ts'
import { hasBooking } from './locations.ts'
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
}

const historyDays = 92
/** Maximum number of bikes behind one door at once. */
const bikesBehindADoor = 8
/** How long a free dock waits for the next bike at average demand. */
const meanWaitMs = 15 * hourMs

// Arrivals by local hour; the average of a weekday is 1.
const weekday = [
  0.25, 0.15, 0.1, 0.1, 0.2, 0.6, 1.3, 2.3, 2.6, 1.7, 1, 0.9, 1.1, 1, 0.9, 1.1, 1.5, 2, 1.7, 1.1, 0.8, 0.6, 0.5, 0.35,
]
const weekend = [
  0.4, 0.3, 0.2, 0.12, 0.1, 0.15, 0.3, 0.5, 0.8, 1.1, 1.3, 1.4, 1.5, 1.4, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6,
  0.5,
]

/** Three months of stays; on one dock they follow each other, behind a door many overlap. */
export function makeStays(now: number, installed: readonly Installed[]): Stay[] {
  const chance = chanceOf('stays')
  const start = Math.floor((now - historyDays * dayMs) / hourMs) * hourMs
  const zones = new Map(
    [...new Set(installed.map(({ place }) => place.city.time_zone))].map((zone) => [
      zone,
      localHours(start, historyDays * 24 + 2, zone),
    ]),
  )
  const stays = installed.flatMap((device) => {
    const span = spanOf(now, start, device)
    if (!span) return []
    const hours = zones.get(device.place.city.time_zone) ?? []
    const lanes = device.type === 'door' ? bikesBehindADoor : 1
    const left = leftSince(now, device, chance)
    if (left !== null && left > span.from && left < span.until)
      return [
        ...staysOf(device, { ...span, until: left, start, hours }, chance).map(over(left)),
        openFrom(device, left),
      ]
    return Array.from({ length: lanes }, () => staysOf(device, { ...span, start, hours }, chance)).flat()
  })
  return [...stays, ...bookings(now, installed, stays, chance)].toSorted((a, b) => a.start - b.start)
}

/** Some bikes were left for days, so that each city has some at any hour. */
function leftSince(now: number, { type, fault, place }: Installed, chance: Chance): number | null {
  const lot = chance.next()
  if (!isStand(type) || fault || place.status === 'obsolete' || lot > 0.035) return null
  return Math.round(now - (lot < 0.015 ? chance.between(73, 150) : chance.between(25, 60)) * hourMs)
}

/** Earlier stays have ended by then. */
const over =
  (at: number) =>
  (stay: Stay): Stay =>
    stay.end === null
      ? {
          ...stay,
          end: at - 2 * minuteMs > stay.start ? at - 2 * minuteMs : stay.start + 1,
          status: 'ended',
          how_ended: 'normal',
        }
      : stay
const openFrom = (device: Installed, start: number): Stay => ({
  device,
  start,
  end: null,
  status: 'active',
  how_ended: null,
})

interface Span {
  from: number
  until: number
}

/** When a device can have had sessions: from its launch until it fell silent, broke or was taken down. */
function spanOf(now: number, start: number, device: Installed): Span | null {
  const { place, type, silentSince, fault } = device
  if (type !== 'dock' && type !== 'locker' && !(type === 'door' && place.type === 'bike_house_dockless')) return null
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
    const rate = ((hour.isWeekend ? weekend : weekday)[hour.hour] ?? 1) * demand
    const wait = (-Math.log(1 - chance.next()) * meanWaitMs) / rate
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
  if (hasBooking(device.place.type) && chance.is(0.012))
    return {
      device,
      start,
      end: Math.round(start + chance.between(3, 10) * minuteMs),
      status: 'ended',
      how_ended: 'cancelled',
    }
  const end = Math.round(start + chance.between(...hoursParked(hour, chance)) * hourMs)
  return { device, start, end, status: 'ended', how_ended: chance.is(0.006) ? 'forced' : 'normal' }
}

/** Minimum and maximum hours, by what people do at that time of day: work, sleep, shop, forget the bike. */
function hoursParked({ hour, isWeekend }: LocalHour, chance: Chance): [number, number] {
  const lot = chance.next()
  if (lot < 0.004) return [72, 150]
  if (lot < 0.025) return [24, 62]
  const isMorning = hour >= 6 && hour < 10 && !isWeekend
  const isEvening = hour >= 16 || hour < 4
  if (isMorning) return lot < 0.8 ? [7.5, 10.5] : [0.4, 3]
  if (isEvening) return lot < 0.72 ? [10, 16.5] : [0.3, 2.5]
  if (lot < 0.35) return [4, 8]
  return lot < 0.58 ? [16, 24] : [0.3, 2.5]
}

/** A stay beyond the last time is still open, unless the dock broke or the location was taken down. */
function endsBy(stay: Stay, until: number): Stay {
  if (stay.end === null || stay.end <= until) return stay
  const isOver = stay.device.fault !== null || stay.device.place.status === 'obsolete'
  if (isOver) return { ...stay, end: until, how_ended: 'forced' }
  return stay.how_ended === 'cancelled'
    ? { ...stay, end: until }
    : { ...stay, end: null, status: 'active', how_ended: null }
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
          },
        ]
      : []
  })
}
