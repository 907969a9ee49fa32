import { mapSources } from '../basemap/map-sources.ts'
import { boundsOf, isInside } from './map-points.ts'
import type { Camera, Coordinates, MapBounds, MapPoint, MapShape } from './map-points.ts'

export const worldBounds: MapBounds = { west: -140, south: -45, east: 160, north: 68 }

/** Whether the map shows streets there: everywhere on a street map, in its city on the built-in one. */
const hasStreets = (at: Coordinates, isStreetMap: boolean): boolean => {
  const { city } = mapSources()
  return isStreetMap || (city !== null && isInside(at, city))
}

/** One rack among its streets: nearer than that nothing around it helps. */
export const streetZoom = 16
/** Without streets only the coast and the names of a city say where a place is. */
const cityZoom = 12

/** A place that is set already is shown with its streets around it; where there are none, in its city. */
export const startOf = (value: Coordinates | null | undefined, isStreetMap: boolean): Camera | null =>
  value ? { ...value, zoom: hasStreets(value, isStreetMap) ? streetZoom : cityZoom } : null

export interface Framing extends MapBounds {
  /** A single point is no area: how near the map goes. */
  maxZoom?: number
}

/** What a map of these shows first. */
export function around(points: readonly MapPoint[], shapes: readonly MapShape[], isStreetMap: boolean): Framing | null {
  const all = [...points, ...shapes.flatMap((shape) => shape.points)]
  const [first] = all
  const bounds = boundsOf(all)
  if (bounds === null || first === undefined || all.length > 1 || hasStreets(first, isStreetMap)) return bounds
  return { ...bounds, maxZoom: cityZoom }
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
/** On a phone the buttons are at the lower right, and the credits at the lower left above the legend (map.module.css). */
const narrowPx = 600
const narrowRoomPx = { top: 40, bottom: 76, left: 48, right: 80 }
/** Of these the legend takes so much in one line; where it wraps it takes more. */
const legendPx = 38

/** What stays free of points around those that the map shows. */
export function roomIn(container: HTMLElement) {
  const taken = Number.parseFloat(getComputedStyle(container).getPropertyValue('--above-legend'))
  const room = container.clientWidth < narrowPx ? narrowRoomPx : roomPx
  return { ...room, bottom: room.bottom + Math.max(0, (taken || 0) - legendPx) }
}

const edgePx = 10

/** How far an element is beyond the edges of the map, to the right and down; the legend takes its part of the bottom. */
export function overlapOf({ left, right, bottom }: DOMRect, container: HTMLElement): [number, number] {
  const map = container.getBoundingClientRect()
  const taken = Number.parseFloat(getComputedStyle(container).getPropertyValue('--above-legend')) || 0
  const beyondLeft = Math.min(0, left - map.left - edgePx)
  const beyondRight = Math.max(0, right - map.right + edgePx)
  return [beyondLeft + beyondRight, Math.max(0, bottom - map.bottom + taken + edgePx)]
}
