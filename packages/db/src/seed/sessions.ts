import type { Insertable } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { ParkingSessionsTable } from '../tables.gen.ts'
import { chanceOf, valueAt } from './chance.ts'
import type { Chance } from './chance.ts'
import type { Place } from './locations.ts'
import type { Rider, RiderKey } from './people/riders.ts'
import type { Stay } from './stays.ts'
import { hourMs, iso } from './times.ts'

export interface Session extends Stay {
  id: string
  rider: Rider
  key: RiderKey
}

/** The riders who usually park at each location, where most of its bikes come from. */
export function makeRegulars(places: readonly Place[], riders: readonly Rider[]): Map<Place, Rider[]> {
  const chance = chanceOf('regulars')
  const byCity = Map.groupBy(riders, (rider) => rider.city)
  return new Map(places.map((place) => [place, regularsOf(place, byCity.get(place.city.city) ?? [], chance)]))
}

/** Assigns each stay a rider of the city who is nowhere else at that time, usually one of the location's regulars. */
export function makeSessions(
  stays: readonly Stay[],
  riders: readonly Rider[],
  regulars: ReadonlyMap<Place, readonly Rider[]>,
): Session[] {
  const chance = chanceOf('sessions')
  const byCity = Map.groupBy(riders, (rider) => rider.city)
  const busyUntil = new Map<Rider, number>()
  return stays.map((stay) => {
    const { place } = stay.device
    const city = byCity.get(place.city.city) ?? []
    const isFree = (rider: Rider) => (busyUntil.get(rider) ?? 0) < stay.start
    const rider = riderFor(isFree, regulars.get(place) ?? city, city, chance)
    busyUntil.set(rider, stay.end ?? Number.POSITIVE_INFINITY)
    return { ...stay, id: chance.id(stay.start), rider, key: keyOf(rider, chance) }
  })
}

const regularsOf = (place: Place, city: readonly Rider[], chance: Chance): Rider[] =>
  Array.from({ length: 30 + place.site.docks * 3 }, () => chance.pick(city))

function riderFor(
  isFree: (rider: Rider) => boolean,
  regulars: readonly Rider[],
  city: readonly Rider[],
  chance: Chance,
): Rider {
  for (let attempt = 0; attempt < 12; attempt++) {
    const rider = chance.pick(chance.is(0.85) ? regulars : city)
    if (isFree(rider)) return rider
  }
  const rider = city.find(isFree)
  if (!rider) throw new Error('Every rider of the city has a bike in a dock already')
  return rider
}

/** Most riders use their card, the others the app and some their PIN. */
export function keyOf(rider: Rider, chance: Chance): RiderKey {
  if (rider.rfid && chance.is(0.6)) return rider.rfid
  const others = rider.keys.filter((key) => key.type !== 'rfid')
  return chance.is(0.8) ? certain(others[0]) : chance.pick(others)
}

const praise = [
  'Quick and easy.',
  'Light at the rack is great.',
  'Always a free place here.',
  'Lock opened at once.',
  'Väga mugav!',
  'Fint og trygt.',
]
const blame = [
  'Card had to be held three times.',
  'The dock is tight for a cargo bike.',
  'App was slow today.',
  'Dark at night, a lamp is missing.',
  'Lukk ei avanenud kohe.',
  'Låsen var treg.',
]
const stuck = [
  'Could not get my bike out, support helped.',
  'Lock was jammed, waited 20 minutes.',
  'Charged although it is free here.',
  'Dock said free and was not.',
]

export function sessionRows(sessions: readonly Session[]): Insertable<ParkingSessionsTable>[] {
  const chance = chanceOf('fees')
  return sessions.map((session) => {
    const { id, device, rider, key, status, how_ended, start, end } = session
    const fee_minor = feeOf(session)
    const rating =
      status === 'ended' && how_ended !== 'cancelled' && chance.is(0.12)
        ? ratingOf(how_ended === 'forced', chance)
        : null
    return {
      id,
      location_id: device.place.id,
      device_id: device.id,
      device_type: device.type,
      user_id: rider.id,
      access_key_id: key.id,
      status,
      how_ended,
      started_at: iso(start),
      ended_at: end === null ? null : iso(end),
      fee_minor,
      currency: fee_minor > 0 ? device.place.city.currency : null,
      payment_state: fee_minor > 0 ? paymentState(chance) : 'not_charged',
      rating,
      comment: rating !== null && chance.is(0.2) ? chance.pick(commentsFor(rating)) : null,
      updated_at: iso(end ?? start),
    }
  })
}

/** Whole hours after the free ones, for at most three days. */
function feeOf({ device, start, end, how_ended }: Session): number {
  const { is_free, free_parking_hours, city } = device.place
  if (end === null || is_free || how_ended !== 'normal') return 0
  const hours = Math.ceil((end - start) / hourMs - free_parking_hours)
  return Math.min(72, Math.max(0, hours)) * city.hour_minor
}

function ratingOf(wasForced: boolean, chance: Chance): number {
  const lot = wasForced ? chance.between(0.75, 1) : chance.next()
  return valueAt(lot, [
    [0.56, 5],
    [0.8, 4],
    [0.9, 3],
    [0.95, 2],
    [1, 1],
  ])
}

function commentsFor(rating: number): readonly string[] {
  if (rating >= 4) return praise
  return rating === 3 ? blame : stuck
}

const paymentStates = [
  [0.955, 'paid'],
  [0.965, 'pending'],
  [0.978, 'failed'],
  [0.986, 'needs_approval'],
  [0.991, 'approved'],
  [0.997, 'refunded'],
  [0.998, 'refund_failed'],
  [1, 'cancelled'],
] as const

const paymentState = (chance: Chance): string => valueAt(chance.next(), paymentStates)
