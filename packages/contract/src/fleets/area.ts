/** A corner of a fleet's area. */
export interface Corner {
  latitude: number
  longitude: number
}

/** Fewer corners enclose nothing; more than this nobody draws by hand. */
export const cornersAtLeast = 3
export const cornersAtMost = 200

/**
 * Whether a point is within the polygon: a ray to the east crosses its edges an odd number of times. A fleet without an
 * area encloses everything. Areas do not cross the date line.
 */
export function isInArea(area: readonly Corner[], { latitude, longitude }: Corner): boolean {
  if (area.length === 0) return true
  return area.reduce((isInside, corner, at) => {
    const before = area.at(at - 1) ?? corner
    const isCrossed = corner.latitude > latitude !== before.latitude > latitude
    if (!isCrossed) return isInside
    const share = (latitude - corner.latitude) / (before.latitude - corner.latitude)
    const crossing = corner.longitude + share * (before.longitude - corner.longitude)
    return longitude < crossing ? !isInside : isInside
  }, false)
}

const metresADegree = 111_320

/** Metres between two points, exact enough within a city. */
export function metresBetween(one: Corner, other: Corner): number {
  const narrowing = Math.cos((((one.latitude + other.latitude) / 2) * Math.PI) / 180)
  const [north, east] = [other.latitude - one.latitude, (other.longitude - one.longitude) * narrowing]
  return Math.hypot(north, east) * metresADegree
}

const side = (from: Corner, to: Corner, point: Corner): number =>
  (to.longitude - from.longitude) * (point.latitude - from.latitude) -
  (to.latitude - from.latitude) * (point.longitude - from.longitude)

const areCrossing = (a: Corner, b: Corner, c: Corner, d: Corner): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0

/** Whether two edges of the polygon cross: then inside and outside are not what the drawing suggests. */
export function crossesItself(area: readonly Corner[]): boolean {
  const edges = area.map((corner, at): [Corner, Corner] => [corner, area[(at + 1) % area.length] ?? corner])
  return edges.some(([a, b], at) => edges.slice(at + 1).some(([c, d]) => areCrossing(a, b, c, d)))
}
