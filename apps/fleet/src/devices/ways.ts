import type { Random } from '../platform/random.ts'

export interface Point {
  latitude: number
  longitude: number
}

const metresADegree = 111_320

export function distanceM(one: Point, other: Point): number {
  const narrowing = Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(other.latitude - one.latitude, (other.longitude - one.longitude) * narrowing) * metresADegree
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
/** Streets lead some metres to the side of the straight line. */
const asideDegrees = 0.0004

/** The given share of what is left of the way, near the straight line; the goal itself at its end. */
export function onTheWay(from: Point, goal: Point, share: number, random: Random): Point {
  const aside = share >= 1 ? 0 : random.between(-asideDegrees, asideDegrees)
  return {
    latitude: round(from.latitude + (goal.latitude - from.latitude) * share + aside),
    longitude: round(from.longitude + (goal.longitude - from.longitude) * share + aside),
  }
}
