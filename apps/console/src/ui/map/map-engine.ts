import { AttributionControl, LngLatBounds, Map as MapLibre, Marker, setWorkerUrl } from 'maplibre-gl'
import type { GeoJSONSource } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
// Bundled by us: the address that the library guesses does not exist after bundling.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { basemapUrls, fineFromZoom, offlineStyle } from './basemap.ts'
import { mapColours } from './map-colours.ts'
import type { MapScheme } from './map-colours.ts'
import { steerByKeys } from './map-keys.ts'
import { addPointLayers, hit, opensAtZoom, showMarks, showPoints } from './map-layers.ts'
import { wrapped } from './map-points.ts'
import type { Coordinates, MapBounds, MapPoint, MapShape } from './map-points.ts'
import { addShapeLayers, showShapes } from './map-shapes.ts'

setWorkerUrl(workerUrl)

export interface Camera extends Coordinates {
  zoom: number
}

export interface MapListeners {
  onSelect: (id: string | null) => void
  onHover: (id: string | null) => void
  /** After each movement has come to rest. */
  onView: (view: { bounds: MapBounds; camera: Camera }) => void
  /** Where a click or Enter puts the pin; absent: the map places nothing. */
  onPlace: ((at: Coordinates) => void) | undefined
  /** The street style could not be loaded. */
  onStyleFailure: () => void
}

export interface MapEngineOptions {
  container: HTMLElement
  label: string
  scheme: MapScheme
  /** Empty: the built-in basemap. */
  styleUrl: string
  camera: Camera | null
  bounds: MapBounds | null
  /** In a page that scrolls: the wheel needs Ctrl, a finger scrolls the page, two move the map. */
  isCooperative: boolean
  words: Record<string, string>
  /** Read again for each event, because the listeners of a component change with its props. */
  listeners: () => MapListeners
}

export interface MapEngine {
  showPoints: (points: readonly MapPoint[]) => void
  showShapes: (shapes: readonly MapShape[]) => void
  mark: (hovered: MapPoint | undefined, selected: MapPoint | undefined) => void
  fit: (bounds: MapBounds) => void
  zoomBy: (steps: number) => void
  moveTo: (at: Coordinates, zoom?: number) => void
  /** From now on it takes the keys. */
  focus: () => void
  /** An element of the page that stays at a place. */
  pin: (
    element: HTMLElement,
    at: Coordinates,
    options?: { isBelow?: boolean; onDrag?: (at: Coordinates) => void },
  ) => Pin
  remove: () => void
}
export interface Pin {
  moveTo: (at: Coordinates) => void
  remove: () => void
}

const world: MapBounds = { west: -140, south: -45, east: 160, north: 68 }
/** One location alone would be shown from so near that nothing around it helps. */
const fitToZoom = 14
const roomPx = { top: 64, bottom: 64, left: 48, right: 56 }

const boxOf = ({ west, south, east, north }: MapBounds) => new LngLatBounds([west, south, east, north])
const at = ({ latitude, longitude }: Coordinates): [number, number] => [longitude, latitude]

function createMap({
  container,
  label,
  scheme,
  styleUrl,
  camera,
  bounds,
  isCooperative,
  words,
}: MapEngineOptions): MapLibre {
  const map = new MapLibre({
    container,
    style: styleUrl === '' ? offlineStyle(mapColours[scheme]) : styleUrl,
    ...(camera ? { center: at(camera), zoom: camera.zoom } : { bounds: boxOf(bounds ?? world) }),
    fitBoundsOptions: { padding: roomPx, maxZoom: fitToZoom },
    locale: { ...words, 'Map.Title': label },
    cooperativeGestures: isCooperative,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    keyboard: false,
    fadeDuration: 0,
    maxZoom: 18,
    minZoom: 0.6,
  })
  map.touchZoomRotate.disableRotation()
  // Streets belong to someone who wants to be named; Natural Earth is in the public domain.
  if (styleUrl !== '') map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
  return map
}

const viewOf = (map: MapLibre): MapBounds => {
  const box = map.getBounds()
  return { west: box.getWest(), south: box.getSouth(), east: box.getEast(), north: box.getNorth() }
}

/** As much again on each side, so that small movements ask for nothing. */
const widened = ({ west, south, east, north }: MapBounds): MapBounds => {
  const [width, height] = [east - west, north - south]
  return { west: west - width, south: south - height, east: east + width, north: north + height }
}
const holds = (outer: MapBounds, inner: MapBounds): boolean =>
  outer.west <= inner.west && outer.east >= inner.east && outer.south <= inner.south && outer.north >= inner.north

/** The coarse world first, the fine one of the surroundings once someone comes near. */
function keepBasemap(map: MapLibre, isRemoved: () => boolean): void {
  let shown: MapBounds | null | undefined
  let turn = 0
  const put = async (within: MapBounds | null): Promise<void> => {
    const mine = ++turn
    const urls = await basemapUrls(within)
    if (isRemoved() || mine !== turn) return
    shown = within
    const given = (['land', 'borders', 'countries'] as const).map(
      (id) => map.getSource<GeoJSONSource>(id)?.setData(urls[id]) ?? Promise.resolve(),
    )
    await Promise.all(given)
    for (const url of Object.values(urls)) URL.revokeObjectURL(url)
  }
  const show = async (): Promise<void> => {
    if (shown === undefined) await put(null)
    const view = viewOf(map)
    const isFine = map.getZoom() >= fineFromZoom
    if (!isFine && shown !== null) await put(null)
    if (isFine && !(shown && holds(shown, view))) await put(widened(view))
  }
  // Points are worth more than coasts: a map without land is still a map.
  const tryIt = () => void show().catch(() => undefined)
  map.on('moveend', tryIt)
  tryIt()
}

function listen(map: MapLibre, points: () => readonly MapPoint[], { listeners, container }: MapEngineOptions): void {
  const isCoarse = window.matchMedia('(pointer: coarse)').matches
  let hovered: string | null = null
  const hover = (id: string | null) => {
    if (id !== hovered) listeners().onHover((hovered = id))
  }
  map.on('click', ({ point, lngLat }) => {
    const { onPlace, onSelect } = listeners()
    if (onPlace) return onPlace(wrapped({ latitude: lngLat.lat, longitude: lngLat.lng }))
    const found = hit(map, point.x, point.y, isCoarse ? 14 : 4)
    if (found !== null && 'cluster' in found)
      return void opensAtZoom(map, found.cluster).then((zoom) =>
        map.easeTo({ center: found.at, zoom: Math.min(zoom + 0.2, 18) }),
      )
    onSelect(found === null ? null : (points()[found.index]?.id ?? null))
  })
  map.on('mousemove', ({ point }) => {
    const found = listeners().onPlace ? null : hit(map, point.x, point.y, 2)
    const pointer = found === null ? 'move' : 'open'
    container.dataset.pointer = listeners().onPlace ? 'place' : pointer
    hover(found !== null && 'index' in found ? (points()[found.index]?.id ?? null) : null)
  })
  map.on('mouseout', () => hover(null))
  const recordView = () => {
    const { lat: latitude, lng: longitude } = map.getCenter()
    listeners().onView({ bounds: viewOf(map), camera: { latitude, longitude, zoom: map.getZoom() } })
  }
  map.on('moveend', recordView)
  map.on('resize', recordView)
  map.once('load', recordView)
}

/** A map in an element. Everything that needs WebGL or the library lives behind it, so that it is loaded with the first map only. */
export function startMap(options: MapEngineOptions): MapEngine {
  const { styleUrl, scheme, listeners } = options
  const map = createMap(options)
  let points: readonly MapPoint[] = []
  let shapes: readonly MapShape[] = []
  let marks: [MapPoint | undefined, MapPoint | undefined] = [undefined, undefined]
  let isReady = false
  let isRemoved = false
  map.once('style.load', () => {
    isReady = true
    addShapeLayers(map, mapColours[scheme])
    addPointLayers(map, mapColours[scheme])
    showShapes(map, shapes)
    showPoints(map, points)
    showMarks(map, ...marks)
    if (styleUrl === '') keepBasemap(map, () => isRemoved)
  })
  map.on('error', () => {
    if (!isReady && styleUrl !== '') listeners().onStyleFailure()
  })
  listen(map, () => points, options)
  steerByKeys(map, () => listeners().onPlace)
  return {
    showPoints: (next) => {
      points = next
      if (isReady) showPoints(map, points)
    },
    showShapes: (next) => {
      shapes = next
      if (isReady) showShapes(map, shapes)
    },
    mark: (hovered, selected) => {
      marks = [hovered, selected]
      if (isReady) showMarks(map, hovered, selected)
    },
    fit: (bounds) => void map.fitBounds(boxOf(bounds), { padding: roomPx, maxZoom: fitToZoom, linear: true }),
    zoomBy: (steps) => void map.zoomTo(Math.round(map.getZoom()) + steps),
    moveTo: (place, zoom) => void map.easeTo({ center: at(place), ...(zoom === undefined ? {} : { zoom }) }),
    focus: () => map.getCanvas().focus({ preventScroll: true }),
    pin: (element, place, pinOptions) => pinned(map, element, place, pinOptions),
    remove: () => {
      isRemoved = true
      map.remove()
    },
  }
}

function pinned(
  map: MapLibre,
  element: HTMLElement,
  place: Coordinates,
  { isBelow, onDrag }: Parameters<MapEngine['pin']>[2] = {},
): Pin {
  const marker = new Marker({
    element,
    anchor: isBelow === true ? 'top' : 'bottom',
    draggable: onDrag !== undefined,
    offset: [0, isBelow === true ? 18 : 0],
  })
  marker.setLngLat(at(place)).addTo(map)
  element.removeAttribute('aria-label')
  marker.on('dragend', () => {
    const { lat: latitude, lng: longitude } = marker.getLngLat()
    onDrag?.(wrapped({ latitude, longitude }))
  })
  return { moveTo: (next) => void marker.setLngLat(at(next)), remove: () => void marker.remove() }
}
