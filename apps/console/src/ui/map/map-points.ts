import type { HealthKind } from '../details/glyphs.tsx'

/** Icon types of a point of interest (values: icon types). */
export type PlaceKind = 'water' | 'pump' | 'service' | 'planned' | 'public' | 'private'
/** States of a rental vehicle; one that never reported is the `unknown` of the health glyphs. */
export type VehicleKind = 'available' | 'reserved' | 'on_trip' | 'maintenance' | 'deactivated' | 'missing'
/** Where a ride began and where it ended. */
export type RideKind = 'ride_start' | 'ride_end'
/** Drawn from a path on a grid of 24. */
export type DrawnKind = PlaceKind | VehicleKind | RideKind
/** Decides glyph and colour. */
export type MapKind = HealthKind | DrawnKind

export interface Coordinates {
  latitude: number
  longitude: number
}
/** What a map looks at. */
export interface Camera extends Coordinates {
  zoom: number
}
export interface MapPoint extends Coordinates {
  id: string
  kind: MapKind
  /** Its name, beside it as soon as there is room. */
  label?: string | undefined
}

/** A track, or the outline of an area: drawn below the points. */
export interface MapShape {
  kind: 'track' | 'area'
  points: readonly Coordinates[]
}

/** Degrees; `west` is greater than `east` where the bounds cross the antimeridian. */
export interface MapBounds {
  west: number
  south: number
  east: number
  north: number
}

/** A jump at the top left: a name, how many are there, and where. */
export interface MapCity {
  name: string
  count?: number
  bounds: MapBounds
}

export type MapTone = 'green' | 'amber' | 'red' | 'dim' | 'text2' | 'violet' | 'accent'
/** In the order in which a cluster's ring shows them, clockwise from the top. */
export const mapTones: readonly MapTone[] = ['green', 'accent', 'text2', 'violet', 'dim', 'amber', 'red']

export const toneOfKind: Record<MapKind, MapTone> = {
  online: 'green',
  some_offline: 'amber',
  offline: 'red',
  unknown: 'dim',
  water: 'text2',
  pump: 'text2',
  service: 'text2',
  public: 'text2',
  planned: 'violet',
  private: 'dim',
  available: 'green',
  reserved: 'accent',
  on_trip: 'accent',
  maintenance: 'amber',
  deactivated: 'dim',
  missing: 'red',
  ride_start: 'text2',
  ride_end: 'accent',
}

export const wordOfKind: Record<MapKind, string> = {
  online: 'Online',
  some_offline: 'Some offline',
  offline: 'Offline',
  unknown: 'Unknown',
  water: 'Water',
  pump: 'Pump',
  service: 'Service',
  planned: 'Planned',
  public: 'Public',
  private: 'Private',
  available: 'Available',
  reserved: 'Reserved',
  on_trip: 'On trip',
  maintenance: 'Maintenance',
  deactivated: 'Deactivated',
  missing: 'Missing',
  ride_start: 'Start',
  ride_end: 'End',
}

/** Six decimals are 11 cm. */
export const roundedTo = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** A map that is turned round the world says 370: the record says 10. */
export const wrapped = ({ latitude, longitude }: Coordinates): Coordinates => ({
  latitude: roundedTo(latitude),
  longitude: roundedTo(((((longitude + 180) % 360) + 360) % 360) - 180),
})

/** Whether a point is within the bounds: asked of as many as a hundred thousand after each movement, so the bounds are read once. */
export function insideOf({ west, south, east, north }: MapBounds): (point: Coordinates) => boolean {
  const isOfLatitude = ({ latitude }: Coordinates): boolean => latitude >= south && latitude <= north
  if (east - west >= 360) return isOfLatitude
  const [{ longitude: from }, { longitude: to }] = [
    wrapped({ latitude: 0, longitude: west }),
    wrapped({ latitude: 0, longitude: east }),
  ]
  const isOfLongitude =
    from <= to
      ? ({ longitude }: Coordinates) => longitude >= from && longitude <= to
      : ({ longitude }: Coordinates) => longitude >= from || longitude <= to
  return (point) => isOfLatitude(point) && isOfLongitude(point)
}

export const isInside = (point: Coordinates, bounds: MapBounds): boolean => insideOf(bounds)(point)

/** The box of all points; null of none. */
export function boundsOf(points: readonly Coordinates[]): MapBounds | null {
  if (points.length === 0) return null
  const bounds = { west: 180, south: 90, east: -180, north: -90 }
  for (const { latitude, longitude } of points) {
    if (longitude < bounds.west) bounds.west = longitude
    if (longitude > bounds.east) bounds.east = longitude
    if (latitude < bounds.south) bounds.south = latitude
    if (latitude > bounds.north) bounds.north = latitude
  }
  return bounds
}

/** What needs a person first; the others stay in the order in which they came. */
export function byUrgency<Point extends MapPoint>(points: readonly Point[]): Point[] {
  const [red, amber, others]: [Point[], Point[], Point[]] = [[], [], []]
  const placeOf: Partial<Record<MapTone, Point[]>> = { red, amber }
  for (const point of points) (placeOf[toneOfKind[point.kind]] ?? others).push(point)
  return [...red, ...amber, ...others]
}

/** `59.437012, 24.753574`: what a person may paste elsewhere. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string =>
  `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`

/** The same for reading, with a true minus, which maps elsewhere do not understand. */
export const coordinatesLabel = (place: Coordinates): string => coordinatesText(place).replaceAll('-', '−')
