import { mapSources } from '../basemap/map-sources.ts'
import { boundsOf, isInside } from './map-points.ts'
import type { Camera, Coordinates, MapBounds, MapPoint, MapShape } from './map-points.ts'

export const worldBounds: MapBounds = { west: -140, south: -45, east: 160, north: 68 }

/** Whether the map shows streets there: everywhere on a street map, in its city on the built-in one. */
const hasStreets = (at: Coordinates, isStreetMap: boolean): boolean => {
  const { city } = mapSources()
  return isStreetMap || (city !== null && isInside(at, city))
}

/** A place that is set already is shown with its streets around it; where there are none, in its country. */
export const startOf = (value: Coordinates | null | undefined, isStreetMap: boolean): Camera | null =>
  value ? { ...value, zoom: hasStreets(value, isStreetMap) ? 15 : 5.5 } : null

/** A single point without streets needs some surroundings to show where it is. */
const landDegrees = 1.6

/** What a map of these shows first. */
export function around(
  points: readonly MapPoint[],
  shapes: readonly MapShape[],
  isStreetMap: boolean,
): MapBounds | null {
  const all = [...points, ...shapes.flatMap((shape) => shape.points)]
  const [first] = all
  const bounds = boundsOf(all)
  if (bounds === null || first === undefined || all.length > 1 || hasStreets(first, isStreetMap)) return bounds
  const { west, south, east, north } = bounds
  return {
    west: west - landDegrees * 2,
    south: south - landDegrees,
    east: east + landDegrees * 2,
    north: north + landDegrees,
  }
}

/** `39.28271,-76.59317,15.2`: the view as an address holds it. */
export const cameraText = ({ latitude, longitude, zoom }: Camera): string =>
  `${latitude.toFixed(5)},${longitude.toFixed(5)},${zoom.toFixed(1)}`

export function cameraOf(text: string | undefined): Camera | null {
  const [latitude, longitude, zoom] = (text ?? '').split(',').map(Number)
  if (latitude === undefined || longitude === undefined || zoom === undefined) return null
  return [latitude, longitude, zoom].every(Number.isFinite) ? { latitude, longitude, zoom } : null
}

const roomPx = { top: 64, bottom: 64, left: 48, right: 56 }
/** Of these the legend takes so much in one line; where it wraps it takes more. */
const legendPx = 38

/** What stays free of points around those that the map shows. */
export function roomIn(container: HTMLElement) {
  const taken = Number.parseFloat(getComputedStyle(container).getPropertyValue('--above-legend'))
  return { ...roomPx, bottom: roomPx.bottom + Math.max(0, (taken || 0) - legendPx) }
}
