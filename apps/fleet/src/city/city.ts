import type { DockState } from '@wheelhouse/device-protocol/events.ts'
import { characters, demandAt, localTime, movesPerDockHour, usualOccupancy } from './demand.ts'
import type { Character, LocalTime } from './demand.ts'
import { hashOf, randomFrom } from '../platform/random.ts'
import type { Random } from '../platform/random.ts'

/** A place for one bike, as the model sees it. The model only reads it and decides; the lock changes it. */
export interface Stand {
  hardware_id: string
  location_code: string
  state: DockState
  /** The key that locked it; null when empty, or when it was locked without one. */
  key: string | null
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

interface Place {
  code: string
  stands: Stand[]
  character: Character
  weight: number
}
interface Trip {
  key: string
  due: number
  from: string
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
  readonly places: readonly Place[]
  /** Keys that can be used now: neither in a dock nor on the way to one. */
  readonly keys: string[]
  readonly trips: Trip[]
  readonly bookings: Booking[]
}

export interface CityPlan {
  name: string
  timezone: string
  seed: number
  speed: number
  stands: Stand[]
  keys: string[]
}

const bookingShare = 0.04
const strayShare = 0.02
const tripShare = 0.55
/** Share of spontaneous arrivals when a place is at its usual occupancy; completed trips account for the rest. */
const evenArrivalShare = 0.5
const pull = 4

export function createCity(plan: CityPlan): City {
  const random = randomFrom(plan.seed ^ hashOf(plan.name))
  return { plan, random, places: placesOf(plan.stands, random), keys: idleKeys(plan, random), trips: [], bookings: [] }
}

const timeIn = (city: City, now: number): LocalTime => localTime(now, city.plan.timezone)

/** Returns the milliseconds until the next step. */
export function pauseOf(city: City, now: number): number {
  const { stands, speed } = city.plan
  const movesAnHour = movesPerDockHour * demandAt(timeIn(city, now)) * Math.max(1, stands.length) * speed
  return city.random.exponential(3_600_000 / movesAnHour)
}

/** Returns the moves of this step. */
export function stepOf(city: City, now: number): Move[] {
  const moves = [
    ...due(city.trips, now).map((trip) => tripEnd(city, trip, now)),
    ...due(city.bookings, now).map((booking) => bookingEnd(city, booking)),
    demandMove(city, now),
  ]
  return moves.filter((move) => move !== null)
}

/** Returns the key of a bike that a command released to the keys that can be used. */
export const freeKey = (city: City, key: string): void => void city.keys.push(key)

function demandMove(city: City, now: number): Move | null {
  const { random } = city
  const place = weighted(city.places, random)
  if (!place) return null
  if (random.chance(strayShare)) return strayScan(place, random)
  const share = evenArrivalShare + pull * (usualOccupancy(place.character, timeIn(city, now)) - occupancy(place))
  return random.chance(Math.min(0.95, Math.max(0.05, share))) ? arrival(city, place, now) : departure(city, place, now)
}

function arrival({ random, keys, bookings, plan }: City, place: Place, now: number): Move | null {
  const stand = random.pick(emptyStands(place))
  const key = stand ? take(keys, random, stand.admits) : null
  if (!stand || key === null) return null
  if (!random.chance(bookingShare)) return { kind: 'arrive', stand, key }
  bookings.push({ stand, key, due: now + random.between(60_000, 240_000) / plan.speed, isUsed: random.chance(0.8) })
  return { kind: 'book', stand, key }
}

function departure({ random, keys, trips, plan }: City, place: Place, now: number): Move | null {
  const stand = random.pick(place.stands.filter((one) => one.state === 'locked' && one.key !== null && one.isFree()))
  if (!stand || stand.key === null) return null
  const { key } = stand
  if (random.chance(tripShare))
    trips.push({ key, due: now + (random.between(4, 25) * 60_000) / plan.speed, from: stand.location_code })
  else keys.push(key)
  return { kind: 'depart', stand, key }
}

function tripEnd(city: City, trip: Trip, now: number): Move | null {
  const { random, places, keys } = city
  const goals = [1, 2, 3]
    .map(() => weighted(places, random))
    .filter((place) => place !== undefined && place.code !== trip.from)
  const goal = emptiest(goals as Place[], timeIn(city, now))
  const stand = goal && random.pick(emptyStands(goal))
  if (stand?.admits(trip.key)) return { kind: 'arrive', stand, key: trip.key }
  keys.push(trip.key)
  return null
}

function bookingEnd({ keys }: City, { stand, key, isUsed }: Booking): Move | null {
  if (stand.state === 'booked' && stand.isFree() && isUsed) return { kind: 'arrive', stand, key }
  keys.push(key)
  return stand.state === 'booked' ? { kind: 'release_booking', stand, key } : null
}

function placesOf(stands: readonly Stand[], random: Random): Place[] {
  const byCode = Map.groupBy(stands, ({ location_code }) => location_code)
  return [...byCode].map(([code, own]) => ({
    code,
    stands: own,
    character: characters[hashOf(code) % characters.length] ?? 'mixed',
    weight: own.length * random.between(0.6, 1.4),
  }))
}

/** Keys that are not in a dock. An occupied dock without a known key is given one, as if it had always had it. */
function idleKeys(plan: CityPlan, random: Random): string[] {
  const inDocks = new Set(plan.stands.map(({ key }) => key))
  const keys = plan.keys.filter((key) => !inDocks.has(key))
  for (const stand of plan.stands) if (stand.state === 'locked' && stand.key === null) stand.key = take(keys, random)
  return keys
}

/** Riders know where they may park: only a key that the lock admits comes there. */
function take(keys: string[], random: Random, admits: Stand['admits'] = () => true): string | null {
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

const emptyStands = (place: Place): Stand[] =>
  place.stands.filter((stand) => stand.state === 'unlocked' && stand.isFree())
const occupancy = (place: Place): number =>
  place.stands.filter(({ state }) => state === 'locked' || state === 'locking').length / place.stands.length

function weighted(places: readonly Place[], random: Random): Place | undefined {
  let rest = random.next() * places.reduce((sum, { weight }) => sum + weight, 0)
  return places.find(({ weight }) => (rest -= weight) < 0)
}

function emptiest(places: readonly Place[], time: LocalTime): Place | undefined {
  const excess = (place: Place) => occupancy(place) - usualOccupancy(place.character, time)
  return places.reduce<Place | undefined>(
    (best, place) => (best === undefined || excess(place) < excess(best) ? place : best),
    undefined,
  )
}

function strayScan(place: Place, random: Random): Move | null {
  const stand = random.pick(emptyStands(place))
  return stand
    ? {
        kind: 'stray_scan',
        stand,
        key: Math.floor(random.between(0x10_00_00_00, 0xff_ff_ff_ff)).toString(16).toUpperCase(),
      }
    : null
}
