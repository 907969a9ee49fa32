import { AttributionControl, LngLatBounds, Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import type { GeoJSONSource, StyleSpecification } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
// Bundled by us: the address that the library guesses does not exist after bundling.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { basemapUrls, fineFromZoom, offlineStyle, showWater } from '../basemap/basemap.ts'
import { mapColours } from './map-colours.ts'
import type { MapScheme } from './map-colours.ts'
import { steerByKeys } from './map-keys.ts'
import { addPointLayers, hit, opensAtZoom, showMarks, showPoints } from './map-layers.ts'
import { pinned, showPosition } from './map-pins.ts'
import type { Pin, PinOptions } from './map-pins.ts'
import { wrapped } from './map-points.ts'
import { overlapOf, roomIn, streetZoom, worldBounds } from './map-framing.ts'
import type { Framing } from './map-framing.ts'
import type { Camera, Coordinates, MapBounds, MapPoint, MapShape } from './map-points.ts'
import type { CityTiles } from '../basemap/map-sources.ts'
import { addShapeLayers, lngLatOf, showShapes } from './map-shapes.ts'

setWorkerUrl(workerUrl)

export interface MapListeners {
  onSelect: (id: string | null) => void
  onHover: (id: string | null) => void
  /** After each movement has come to rest. */
  onView: (view: { bounds: MapBounds; camera: Camera }, isAutomatic: boolean) => void
  /** Where a click or Enter puts the pin; absent: the map places nothing. */
  onPlace: ((at: Coordinates) => void) | undefined
  /** The tiles of the street map cannot be reached. */
  onStyleFailure: () => void
}

export interface MapEngineOptions {
  container: HTMLElement
  label: string
  scheme: MapScheme
  /** Of a street map; null: the built-in basemap. */
  style: StyleSpecification | null
  /** The streets of a city above the built-in basemap. */
  city: CityTiles | null
  camera: Camera | null
  bounds: Framing | null
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
  /** Automatic: nobody asked for it; the points have come. */
  fit: (bounds: Framing, isAutomatic?: boolean) => void
  zoomBy: (steps: number) => void
  moveTo: (at: Coordinates, zoom?: number) => void
  /** A dot where the person is, as exact as the device knows it. */
  showPosition: (at: Coordinates, accuracyMetres: number) => void
  /** From now on it takes the keys. */
  focus: () => void
  /** An element of the page that stays at a place. */
  pin: (element: HTMLElement, at: Coordinates, options?: PinOptions) => Pin
  /** Moves the map until the element is whole. */
  reveal: (element: HTMLElement) => void
  remove: () => void
}
/** Marks a movement that nobody asked for. */
const automatic = 'isAutomatic'
const boxOf = ({ west, south, east, north }: MapBounds) => new LngLatBounds([west, south, east, north])

function createMap({
  container,
  label,
  scheme,
  style,
  city,
  camera,
  bounds,
  isCooperative,
  words,
}: MapEngineOptions): MapLibre {
  const map = new MapLibre({
    container,
    style: style ?? offlineStyle(mapColours[scheme]),
    ...(camera ? { center: lngLatOf(camera), zoom: camera.zoom } : { bounds: boxOf(bounds ?? worldBounds) }),
    fitBoundsOptions: { padding: roomIn(container), maxZoom: bounds?.maxZoom ?? streetZoom },
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
  if (style !== null || city !== null) map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
  map.addControl(new ScaleControl({ maxWidth: 96 }), 'bottom-left')
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
    void map.once('idle', () => isRemoved() || showWater(map))
  }
  const show = async (): Promise<void> => {
    const view = viewOf(map)
    const isFine = map.getZoom() >= fineFromZoom
    if (!isFine && shown !== null) await put(null)
    // The coarse coast would draw sea over a part of the city.
    if (isFine && !(shown && holds(shown, view))) await put(widened(view)).catch(() => (shown ? undefined : put(null)))
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
    // Nobody points at anything while the map is dragged, and to look for it would cost frames.
    if (map.isMoving()) return
    const found = listeners().onPlace ? null : hit(map, point.x, point.y, 2)
    const pointer = found === null ? 'move' : 'open'
    container.dataset.pointer = listeners().onPlace ? 'place' : pointer
    hover(found !== null && 'index' in found ? (points()[found.index]?.id ?? null) : null)
  })
  map.on('mouseout', () => hover(null))
  const recordView = (isAutomatic: boolean) => {
    const { lat: latitude, lng: longitude } = map.getCenter()
    listeners().onView({ bounds: viewOf(map), camera: { latitude, longitude, zoom: map.getZoom() } }, isAutomatic)
  }
  map.on('moveend', (event) => recordView(automatic in event))
  map.on('resize', () => recordView(true))
  map.once('load', () => recordView(true))
}

/** A map in an element. Everything that needs WebGL or the library lives behind it, so that it is loaded with the first map only. */
export function startMap(options: MapEngineOptions): MapEngine {
  const { style, scheme, listeners } = options
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
    if (style === null) showBuiltIn(map, options, () => isRemoved)
  })
  if (style !== null) watchStreets(map, style, () => listeners().onStyleFailure())
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
    fit: (bounds, isAutomatic = false) => fitTo(map, bounds, isAutomatic),
    zoomBy: (steps) => void map.zoomTo(Math.round(map.getZoom()) + steps),
    moveTo: (place, zoom) => void map.easeTo({ center: lngLatOf(place), ...(zoom === undefined ? {} : { zoom }) }),
    showPosition: (place, accuracy) => showPosition(map, place, accuracy),
    focus: () => map.getCanvas().focus({ preventScroll: true }),
    pin: (element, place, pinOptions) => pinned(map, element, place, pinOptions),
    reveal: (element) =>
      void map.panBy(overlapOf(element.getBoundingClientRect(), map.getContainer()), {}, { [automatic]: true }),
    remove: () => {
      isRemoved = true
      map.remove()
    },
  }
}

const fitTo = (map: MapLibre, bounds: Framing, isAutomatic: boolean): void =>
  void map.fitBounds(
    boxOf(bounds),
    { padding: roomIn(map.getContainer()), maxZoom: bounds.maxZoom ?? streetZoom, linear: true },
    isAutomatic ? { [automatic]: true } : {},
  )

/** The world, and above it the streets of the one city that this installation brings along. */
function showBuiltIn(map: MapLibre, { city, scheme }: MapEngineOptions, isRemoved: () => boolean): void {
  keepBasemap(map, isRemoved)
  if (city)
    void import('../basemap/city-layers.ts').then((part) => isRemoved() || part.addCity(map, city, scheme, 'area-fill'))
}

/** A style that comes out of the browser's cache says nothing about its tiles: the first of them decides. */
function watchStreets(map: MapLibre, { sources }: StyleSpecification, onFailure: () => void): void {
  let isReady = false
  let isDecided = false
  map.once('style.load', () => (isReady = true))
  const isOfStreets = (id: unknown) => typeof id === 'string' && id in sources
  map.on('sourcedata', ({ sourceId, tile }) => {
    if (tile && isOfStreets(sourceId)) isDecided = true
  })
  map.on('error', (event) => {
    // Letters and pictures that are missing leave the streets in place.
    if (isDecided || (isReady && !('sourceId' in event && isOfStreets(event.sourceId)))) return
    isDecided = true
    onFailure()
  })
}
