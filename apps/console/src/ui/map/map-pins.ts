import { Marker } from 'maplibre-gl'
import type { Map as MapLibre } from 'maplibre-gl'
import { t } from '../base/translate.ts'
import { wrapped } from './map-points.ts'
import type { Coordinates } from './map-points.ts'
import { lngLatOf } from './map-shapes.ts'
import classes from './map.module.css'

export interface Pin {
  moveTo: (at: Coordinates) => void
  remove: () => void
}

export interface PinOptions {
  isBelow?: boolean
  onDrag?: (at: Coordinates) => void
}

const positions = new WeakMap<MapLibre, Marker>()

/** A dot where the person is, as exact as the device knows it. */
export function showPosition(map: MapLibre, place: Coordinates, accuracyMetres: number): void {
  positions.get(map)?.remove()
  const element = document.createElement('div')
  element.className = classes.position ?? ''
  element.title = t('You are here, within {{metres}} m', { metres: Math.round(accuracyMetres) })
  positions.set(map, new Marker({ element }).setLngLat(lngLatOf(place)).addTo(map))
}

/** An element of the page that stays at a place. */
export function pinned(
  map: MapLibre,
  element: HTMLElement,
  place: Coordinates,
  { isBelow, onDrag }: PinOptions = {},
): Pin {
  const marker = new Marker({
    element,
    anchor: isBelow === true ? 'top' : 'bottom',
    draggable: onDrag !== undefined,
    offset: [0, isBelow === true ? 18 : 0],
  })
  marker.setLngLat(lngLatOf(place)).addTo(map)
  element.removeAttribute('aria-label')
  marker.on('dragend', () => {
    const { lat: latitude, lng: longitude } = marker.getLngLat()
    onDrag?.(wrapped({ latitude, longitude }))
  })
  return { moveTo: (next) => void marker.setLngLat(lngLatOf(next)), remove: () => void marker.remove() }
}
