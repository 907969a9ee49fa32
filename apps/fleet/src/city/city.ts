import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import type { Rhythm } from '../platform/fleet-file.ts'
import { hashOf, randomFrom } from '../platform/random.ts'
import type { Random } from '../platform/random.ts'
import { arrivalsPerHour, drawStayHours, localTime } from './rhythm.ts'

/** A place for one bike, as the model sees it. The model only reads it and decides; the lock changes it. */
export interface Stand {
  hardware_id: string
  location_code: string
  state: DockState
  /** The key that locked it; null when empty, or when it was locked without one. */
  key: string | null
  /** When it came into its state. */
  since: string
  /** The lock's own list, if it has one, lets this card in. */
  admits(key: string): boolean
  /** Its connection is up, it works and no command or rider is using it. */
  isFree(): boolean
}

export type Move =
  | { kind: 'arrive'; stand: Stand; key: string }
  | { kind: 'depart'; stand: Stand; key: string }
  | { kind: 'book'; stand: Stand; key: string }
  | { kind: 'release_booking'; stand: Stand; key: string }
  /** A rider holds a key to a dock that does not know the key. */
  | { kind: 'stray_scan'; stand: Stand; key: string }

/** What riders do at one location. */
export interface PlaceHabits {
  /** Use of its docks relative to other locations. */
  demand: number
  takes_bookings: boolean
  /** Keys of the riders who usually park there. */
  regulars: readonly string[]
}

/** When the rider of a bike comes for it, which came at `since`. */
export interface PlannedLeave {
  since: string
  at: number
}

interface Trip {
  key: string
  due: number
}
interface Booking {
  stand: Stand
  key: string
  due: number
  isUsed: boolean
}

export interface City {
  readonly plan: CityPlan
  readonly random: Random
  /** Keys that can be used now: neither in a dock nor on the way to one. */
  readonly keys: string[]
  readonly trips: Trip[]
  readonly bookings: Booking[]
  readonly leaves: Map<Stand, PlannedLeave>
  /** Docks that no bike comes to until then. */
  readonly rests: Map<Stand, number>
  /** When the fleet was started: what should have happened before is made up for. */
  readonly startedAt: number
  steppedAt: number
}

export interface CityPlan {
  name: string
  timezone: string
  seed: number
  /** How many times faster than in reality riders come and go. */
  pace: number
  rhythm: Rhythm
  stands: readonly Stand[]
  places: ReadonlyMap<string, PlaceHabits>
  /** Of the bikes that are in docks from the beginning, by hardware. */
  leaves: ReadonlyMap<string, PlannedLeave>
  keys: readonly string[]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const meanStepMs = 15_000
/** A computer that was asleep does not make up for the arrivals of that time. */
const longestStepMs = 5 * minuteMs
const strayShare = 0.05
const regularShare = 0.85
const usualHabits: PlaceHabits = { demand: 1, takes_bookings: false, regulars: [] }

export function createCity(plan: CityPlan, now: number): City {
  const random = randomFrom(plan.seed ^ hashOf(plan.name))
  const keys = idleKeys(plan, random)
  const leaves = new Map(
    plan.stands.flatMap((stand) => {
      const planned = plan.leaves.get(stand.hardware_id)
      if (planned?.since !== stand.since) return []
      const at = now + (planned.at - now) / plan.pace
      return [[stand, notMissed({ since: stand.since, at }, now, plan)] as const]
    }),
  )
  return { plan, random, keys, trips: [], bookings: [], leaves, rests: new Map(), startedAt: now, steppedAt: now }
}

/** Returns the milliseconds until the next step. */
export const pauseOf = ({ random, plan }: City): number => random.exponential(meanStepMs / plan.pace)

/** Returns the moves of this step. */
export function stepOf(city: City, now: number): Move[] {
  const { pace, stands } = city.plan
  const passedMs = Math.min(now - city.steppedAt, longestStepMs / pace)
  city.steppedAt = now
  for (const { key } of due(city.trips, now)) city.keys.push(key)
  const moves = [
    ...due(city.bookings, now).map((booking) => bookingEnd(city, booking)),
    ...stands.map((stand) => moveAt(city, stand, now, passedMs)),
  ]
  return moves.filter((move) => move !== null)
}

/** Returns the key of a bike that a command released to the keys that can be used. */
export const freeKey = (city: City, key: string): void => void city.keys.push(key)

/** The rider of this key has taken the bike, and rides for a while before it can be parked again. */
export function setOut({ trips, random, plan }: City, key: string, now: number): void {
  trips.push({ key, due: now + (random.between(4, 25) * minuteMs) / plan.pace })
}

function moveAt(city: City, stand: Stand, now: number, passedMs: number): Move | null {
  if (stand.state === 'locked') return stand.isFree() ? departure(city, stand, now) : null
  if (stand.state !== 'unlocked' || (city.rests.get(stand) ?? 0) > now) return null
  const { random, plan } = city
  const { demand } = habitsOf(plan, stand)
  const perHour = demand * arrivalsPerHour(plan.rhythm, localTime(now, plan.timezone)) * plan.pace
  if (!random.chance(1 - Math.exp((-perHour * passedMs) / hourMs)) || !stand.isFree()) return null
  return random.chance(strayShare) ? strayScan(stand, random) : arrival(city, stand, now)
}

const habitsOf = ({ places }: CityPlan, { location_code }: Stand): PlaceHabits =>
  places.get(location_code) ?? usualHabits

function arrival(city: City, stand: Stand, now: number): Move | null {
  const { random, bookings, plan } = city
  const key = takeKey(city, stand)
  if (key === null) return null
  // A bike that is refused comes again after a while.
  rest(city, stand, now)
  const { booked_first, booked_in_vain } = plan.rhythm
  const lot = habitsOf(plan, stand).takes_bookings ? random.next() : 1
  if (lot >= booked_first + booked_in_vain) return { kind: 'arrive', stand, key }
  const takesMs = random.between(3, 9) * minuteMs
  bookings.push({ stand, key, due: now + takesMs / plan.pace, isUsed: lot < booked_first })
  return { kind: 'book', stand, key }
}

/** A dock is free for a while before the next bike. */
function rest({ rests, random, plan }: City, stand: Stand, now: number): void {
  rests.set(stand, now + (random.between(1, 10) * minuteMs) / plan.pace)
}

function departure(city: City, stand: Stand, now: number): Move | null {
  const { key } = stand
  if (key === null) return null
  const planned = leaveOf(city, stand)
  if (planned.at > now) return null
  const { random, plan } = city
  // If the lock refuses the key, its rider tries again later and not at once.
  city.leaves.set(stand, { since: stand.since, at: now + (random.between(20, 60) * minuteMs) / plan.pace })
  rest(city, stand, now)
  return { kind: 'depart', stand, key }
}

/** Drawn from the stand and the time alone, so that a fleet that is started again comes to the same. */
function leaveOf(city: City, stand: Stand): PlannedLeave {
  const { plan, leaves, startedAt } = city
  const { since, hardware_id } = stand
  const known = leaves.get(stand)
  if (known?.since === since) return known
  const began = Date.parse(since)
  const hours = drawStayHours(
    plan.rhythm,
    localTime(began, plan.timezone),
    randomFrom(hashOf(`${hardware_id} ${since}`)),
  )
  const planned = notMissed({ since, at: began + (hours * hourMs) / plan.pace }, startedAt, plan)
  leaves.set(stand, planned)
  return planned
}

/** A rider who should have come while the fleet was off comes in the first hour and a half. */
function notMissed(planned: PlannedLeave, startedAt: number, { pace, seed }: CityPlan): PlannedLeave {
  if (planned.at > startedAt) return planned
  const lateMs = randomFrom(seed ^ hashOf(planned.since)).between(0, 90) * minuteMs
  return { since: planned.since, at: startedAt + lateMs / pace }
}

function bookingEnd({ keys }: City, { stand, key, isUsed }: Booking): Move | null {
  if (stand.state === 'booked' && stand.isFree() && isUsed) return { kind: 'arrive', stand, key }
  keys.push(key)
  return stand.state === 'booked' ? { kind: 'release_booking', stand, key } : null
}

/** Keys that are not in a dock. An occupied dock without a known key is given one, as if it had always had it. */
function idleKeys({ stands, keys: all }: CityPlan, random: Random): string[] {
  const inDocks = new Set(stands.map(({ key }) => key))
  const keys = all.filter((key) => !inDocks.has(key))
  for (const stand of stands) if (stand.state === 'locked' && stand.key === null) stand.key = takeAny(keys, random)
  return keys
}

/** Usually one of the location's regulars. Riders know where they may park: only a key that the lock admits comes there. */
function takeKey({ keys, random, plan }: City, stand: Stand): string | null {
  const { regulars } = habitsOf(plan, stand)
  if (random.chance(regularShare))
    for (let attempt = 0; attempt < 6; attempt++) {
      const key = random.pick(regulars)
      const at = key === undefined ? -1 : keys.indexOf(key)
      if (key !== undefined && at >= 0 && stand.admits(key)) return keys.splice(at, 1)[0] ?? null
    }
  return takeAny(keys, random, stand.admits)
}

function takeAny(keys: string[], random: Random, admits: Stand['admits'] = () => true): string | null {
  const from = Math.floor(random.next() * keys.length)
  const after = keys.findIndex((key, at) => at >= from && admits(key))
  const at = after === -1 ? keys.findIndex((key) => admits(key)) : after
  const [key] = at === -1 ? [] : keys.splice(at, 1)
  return key ?? null
}

function due<T extends { due: number }>(list: T[], now: number): T[] {
  const ready = list.filter((one) => one.due <= now)
  for (const one of ready) list.splice(list.indexOf(one), 1)
  return ready
}

const strayScan = (stand: Stand, random: Random): Move => ({
  kind: 'stray_scan',
  stand,
  key: Math.floor(random.between(0x10_00_00_00, 0xff_ff_ff_ff)).toString(16).toUpperCase(),
})
