import { certain } from '@wheelhouse/contract/certain.ts'
import { isInArea, metresBetween } from '@wheelhouse/contract/fleets/area.ts'
import type { Corner } from '@wheelhouse/contract/fleets/area.ts'
import { chanceOf, valueAt } from '../chance.ts'
import type { Chance } from '../chance.ts'
import type { Place } from '../locations.ts'
import type { Rider, RiderKey } from '../people/riders.ts'
import { rhythm } from '../rhythm.ts'
import { dayMs, hourMs, localHours, minuteMs } from '../times.ts'
import type { LocalHour } from '../times.ts'
import type { SeededVehicle } from './vehicles.ts'

/** One ride or reservation of the past, or one that is open now. */
export interface SeededRide {
  id: string
  vehicle: SeededVehicle
  rider: Rider
  key: RiderKey
  status: 'booked' | 'active' | 'ended'
  how_ended: 'normal' | 'forced' | 'cancelled' | null
  start: number
  end: number | null
  from: Corner
  to: Corner
  start_place: Place | null
  end_place: Place | null
  isOutside: boolean
  distance_m: number | null
  isWaived: boolean
}

/** A vehicle standing somewhere from a time on. */
export interface Rest {
  at: number
  point: Corner
  place: Place | null
}

export interface VehiclePast {
  vehicle: SeededVehicle
  rides: SeededRide[]
  /** Where it was parked, in the order of time; the last one is where it is now unless it is on a ride. */
  rests: Rest[]
}

const pastDays = 30
const speedMPerMin = 240

export function makeRides(
  now: number,
  vehicles: readonly SeededVehicle[],
  places: readonly Place[],
  riders: readonly Rider[],
): VehiclePast[] {
  const chance = chanceOf('rental-rides')
  const keys = chanceOf('rental-keys')
  const from = now - pastDays * dayMs
  return vehicles.map((vehicle, index) => {
    const { city, time_zone } = vehicle.fleet
    const served = places.filter((place) => place.city.city === city && place.launchedAt !== null)
    const hours = localHours(from, pastDays * 24 + 1, time_zone)
    // A rider is on one vehicle alone, so that nobody rides twice at once.
    const own = riders.filter((rider) => rider.city === city).filter((_, at) => at % vehicles.length === index)
    return pastOf({ now, from, vehicle, served, own, hours, chance, keys })
  })
}

interface Making {
  now: number
  from: number
  vehicle: SeededVehicle
  served: readonly Place[]
  own: readonly Rider[]
  hours: readonly LocalHour[]
  chance: Chance
  /** Apart from the rest, so that the rides themselves do not depend on the keys that they began with. */
  keys: Chance
}

function pastOf(making: Making): VehiclePast {
  const { now, from, vehicle, served, chance } = making
  const past: VehiclePast = { vehicle, rides: [], rests: [] }
  if (vehicle.condition === 'unknown') return past
  const first = chance.pick(served)
  past.rests.push({ at: Math.max(from, vehicle.createdAt), point: pointAt(first, chance), place: first })
  const until = quietFrom(vehicle, now)
  for (let at = nextStart(making, Math.max(from, vehicle.createdAt)); at < until; at = nextStart(making, at)) {
    const rest = certain(past.rests.at(-1))
    const ride = rideFrom(making, rest, at)
    if ((ride.end ?? now) >= until) break
    past.rides.push(ride)
    at = ride.end ?? at
    if (ride.how_ended !== 'cancelled') past.rests.push({ at, point: ride.to, place: ride.end_place })
    if (ride.isOutside) at = fetched(making, past, at)
  }
  return past
}

/** What is out of service or silent had no rides since. */
function quietFrom({ condition, seenAt }: SeededVehicle, now: number): number {
  if (condition === 'maintenance') return now - 30 * hourMs
  if (condition === 'deactivated') return now - 5 * dayMs
  return condition === 'missing' ? (seenAt ?? now) - hourMs : now - 12 * minuteMs
}

function nextStart({ from, hours, chance }: Making, after: number): number {
  let at = after
  // Steps of a quarter of an hour, each with the chance that the demand of its hour gives.
  for (;;) {
    at += 15 * minuteMs
    const hour = hours[Math.min(hours.length - 1, Math.floor((at - from) / hourMs))]
    const demand = (rhythm.rides.by_hour[hour?.hour ?? 12] ?? 1) * (hour?.isWeekend ? 0.8 : 1)
    if (chance.is(Math.min(0.9, demand / (rhythm.rides.mean_wait_h * 4))))
      return Math.round(at + chance.between(0, 14) * minuteMs)
  }
}

const appKeyOf = ({ keys }: Rider): RiderKey => keys.find(({ type }) => type === 'app') ?? certain(keys[0])

/** Most rides begin in the app; some of those who have a card hold it to the reader of the vehicle. */
const keyOf = (rider: Rider, chance: Chance): RiderKey => (rider.rfid && chance.is(0.25) ? rider.rfid : appKeyOf(rider))

function rideFrom({ vehicle, served, own, chance, keys }: Making, rest: Rest, start: number): SeededRide {
  const rider = chance.pick(own)
  const key = keyOf(rider, keys)
  const begun = { id: chance.id(start), vehicle, rider, key, start, from: rest.point, start_place: rest.place }
  if (chance.is(0.02)) {
    const end = Math.round(start + chance.between(4, 15) * minuteMs)
    // Reservations are made in the app.
    return { ...begun, key: appKeyOf(rider), ...nowhere(rest), status: 'ended', how_ended: 'cancelled', end }
  }
  const goal = goalOf(vehicle, served, rest, chance)
  const distance_m = Math.round(metresBetween(rest.point, goal.point) * chance.between(1.15, 1.45) + 120)
  const minutes = distance_m / (speedMPerMin * chance.between(0.75, 1.15)) + chance.between(1, 6)
  const isForced = chance.is(0.012)
  const end = Math.round(start + minutes * minuteMs * (isForced ? 4 : 1))
  return {
    ...begun,
    status: 'ended',
    how_ended: isForced ? 'forced' : 'normal',
    end,
    to: goal.point,
    end_place: goal.place,
    isOutside: goal.place === null && !isInArea(cornersOf(vehicle), goal.point),
    distance_m,
    isWaived: isForced && chance.is(0.6),
  }
}

const nowhere = ({ point, place }: Rest) =>
  ({ to: point, end_place: place, isOutside: false, distance_m: null, isWaived: false }) as const

const cornersOf = ({ fleet }: SeededVehicle): Corner[] =>
  fleet.area.map(([longitude, latitude]) => ({ latitude, longitude }))

/** Mostly a location, now and then somewhere else within the area, and rarely outside of it. */
function goalOf(vehicle: SeededVehicle, served: readonly Place[], rest: Rest, chance: Chance): Omit<Rest, 'at'> {
  const lot = chance.next()
  const others = served.filter((place) => place !== rest.place)
  const goal = chance.pick(others)
  if (lot < 0.93) return { point: pointAt(goal, chance), place: goal }
  const spread = lot < 0.985 ? 0.004 : 0.035
  const point = {
    latitude: round(goal.site.latitude + (chance.is(0.5) ? 1 : -1) * chance.between(0.5, 1) * spread),
    longitude: round(goal.site.longitude + (chance.is(0.5) ? 1 : -1) * chance.between(0.5, 1) * spread * 2),
  }
  return { point, place: null }
}

/** The crew brings a vehicle that was left outside back to a location on the next day. */
function fetched({ served, chance, now }: Making, past: VehiclePast, left: number): number {
  const at = Math.round(left + chance.between(8, 20) * hourMs)
  const place = chance.pick(served)
  if (at < now - hourMs) past.rests.push({ at, point: pointAt(place, chance), place })
  return at
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** At the racks of a location, where there is room. */
const pointAt = ({ site }: Place, chance: Chance): Corner => ({
  latitude: round(site.latitude + chance.between(-0.00018, 0.00018)),
  longitude: round(site.longitude + chance.between(-0.0003, 0.0003)),
})

/** Rides that go on now: most just began, one is long, one was forgotten; one vehicle is reserved. */
const openRides = [
  ['active', 4],
  ['active', 11],
  ['active', 17],
  ['active', 5.3 * 60],
  ['active', 27.5 * 60],
  ['booked', 3],
  ['active', 8],
  ['active', 14],
] as const

export function addOpenRides(now: number, pasts: readonly VehiclePast[], places: readonly Place[]): void {
  const chance = chanceOf('rental-rides-open')
  const waiting = pasts.filter(({ vehicle }) => vehicle.condition === 'normal')
  for (const [index, [status, minutes]] of openRides.entries()) {
    const past = waiting[Math.floor(((index + 0.5) * waiting.length) / openRides.length)]
    if (!past) continue
    const start = Math.round(now - minutes * minuteMs)
    past.rides = past.rides.filter(({ end }) => (end ?? now) < start - 10 * minuteMs)
    past.rests = past.rests.filter(({ at }, nth) => nth === 0 || at < start - 5 * minuteMs)
    const rest = certain(past.rests.at(-1))
    const rider = past.rides.at(-1)?.rider
    if (!rider) continue
    const key = appKeyOf(rider)
    const others = places.filter((place) => place.city.city === past.vehicle.fleet.city && place.launchedAt !== null)
    const goal = chance.pick(others)
    const begun = { id: chance.id(start), vehicle: past.vehicle, rider, key, status, how_ended: null, start, end: null }
    const way = { from: rest.point, to: pointAt(goal, chance), start_place: rest.place, end_place: null }
    past.rides.push({ ...begun, ...way, isOutside: false, distance_m: null, isWaived: false })
  }
}

/** How far along its way a ride is at a time, from 0 to 1: riders start fast and stop at lights. */
export const shareAt = (ride: SeededRide, at: number, now: number): number => {
  const end = ride.end ?? Math.max(now + 6 * minuteMs, ride.start + 15 * minuteMs)
  return Math.min(1, Math.max(0, (at - ride.start) / (end - ride.start)))
}

const ratings = [
  [0.6, 5],
  [0.84, 4],
  [0.93, 3],
  [0.97, 2],
  [1, 1],
] as const
export const ratingAt = (lot: number): number => valueAt(lot, ratings)
