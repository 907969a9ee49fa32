import coarse from 'world-atlas/countries-50m.json?url'
import fine from 'world-atlas/countries-10m.json?url'
import type {
  ExpressionSpecification,
  Map as MapLibre,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import type { Basemap, BasemapQuestion } from './basemap-worker.ts'
import { placeNames } from './basemap-names.ts'
import type { MapColours } from '../map/map-colours.ts'
import type { MapBounds } from '../map/map-points.ts'

/** From this zoom on, the coarse coastline is visibly wrong. */
export const fineFromZoom = 5.5

let worker: Worker | undefined

/** Addresses of the coarse world, or of the fine one within some bounds; decoded beside the page's own thread. */
export function basemapUrls(within: MapBounds | null): Promise<Record<keyof Basemap, string>> {
  worker ??= new Worker(new URL('./basemap-worker.ts', import.meta.url), { type: 'module' })
  const { port1: answer, port2: port } = new MessageChannel()
  const question: BasemapQuestion = { url: new URL(within === null ? coarse : fine, location.href).href, within }
  return new Promise((resolve, reject) => {
    answer.addEventListener('message', ({ data }: MessageEvent<Basemap | { failure: string }>) => {
      answer.close()
      if ('failure' in data) return reject(new Error(data.failure))
      const [land, borders, countries] = [data.land, data.borders, data.countries].map((text) =>
        URL.createObjectURL(text),
      )
      resolve({ land: land ?? '', borders: borders ?? '', countries: countries ?? '' })
    })
    answer.start()
    worker?.postMessage(question, [port])
  })
}

const waterId = 'water'
const nothing = { type: 'FeatureCollection' as const, features: [] }
const font = ['sans-serif']

/** Land, water, borders and names from our own origin. There is no glyph server: letters are drawn by the browser. */
export const offlineStyle = (colours: MapColours): StyleSpecification => ({
  version: 8,
  sources: {
    land: { type: 'geojson', data: nothing, maxzoom: 12, tolerance: 0.3 },
    borders: { type: 'geojson', data: nothing, maxzoom: 10 },
    countries: { type: 'geojson', data: nothing, maxzoom: 6 },
    places: { type: 'geojson', data: placeNames, maxzoom: 12 },
  },
  layers: [
    // Land, until the coasts are drawn: a city that opens in the sea looks broken.
    { id: 'ground', type: 'background', paint: { 'background-color': colours.land } },
    { id: waterId, type: 'background', layout: { visibility: 'none' }, paint: { 'background-color': colours.water } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land, 'fill-antialias': true } },
    { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colours.coast, 'line-width': 1 } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: { 'line-color': colours.border, 'line-width': 1, 'line-dasharray': [3, 2] },
    },
    { ...names('countries', colours, 12), source: 'countries', minzoom: 1, maxzoom: 7, filter: fits },
    {
      ...names('cities', colours, 12),
      source: 'places',
      minzoom: 3,
      maxzoom: 13,
      filter: ['==', ['get', 'rank'], 'city'],
    },
    { ...names('districts', colours, 11), source: 'places', minzoom: 11, filter: ['==', ['get', 'rank'], 'district'] },
    { ...names('waters', colours, 13), source: 'places', minzoom: 9, filter: ['==', ['get', 'rank'], 'water'] },
  ],
})

/** Once the land above it is drawn. */
export const showWater = (map: MapLibre): void => void map.setLayoutProperty(waterId, 'visibility', 'visible')

// Square degrees: a name needs as much room as its country has at that zoom.
const fits: ExpressionSpecification = ['>=', ['get', 'size'], ['step', ['zoom'], 400, 2, 150, 3, 30, 4, 6, 5, 0.5]]

const names = (
  id: string,
  colours: MapColours,
  size: number,
): Pick<SymbolLayerSpecification, 'id' | 'type' | 'layout' | 'paint'> => ({
  id,
  type: 'symbol',
  layout: {
    'text-field': ['get', 'name'],
    'text-font': font,
    'text-size': size,
    'text-letter-spacing': id === 'districts' ? 0.09 : 0.02,
    'text-transform': id === 'districts' ? 'uppercase' : 'none',
    'text-max-width': 8,
    'text-padding': 12,
  },
  paint: {
    'text-color': colours.label,
    'text-halo-color': colours.land,
    'text-halo-width': id === 'waters' ? 0 : 1,
    'text-opacity': 0.85,
  },
})
