import { layers, namedFlavor } from '@protomaps/basemaps'
import type { Flavor } from '@protomaps/basemaps'
import { addProtocol } from 'maplibre-gl'
import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import { cityColours, mapColours } from '../map/map-colours.ts'
import type { MapScheme } from '../map/map-colours.ts'
import type { CityTiles } from './map-sources.ts'

let isKnown = false
/** Reads tiles out of an archive by ranges. */
function knowArchives(): void {
  if (isKnown) return
  isKnown = true
  addProtocol('pmtiles', new Protocol().tile)
}

const source = 'city'

/** Adds the streets of a city to the built-in basemap: areas and lines below its names, names below our shapes. */
export function addCity(map: MapLibre, { url, attribution }: CityTiles, scheme: MapScheme, belowId: string): void {
  knowArchives()
  map.addSource(source, { type: 'vector', url: `pmtiles://${new URL(url, location.href).href}`, attribution })
  for (const layer of cityLayers(scheme))
    map.addLayer(layer, layer.type === 'symbol' ? belowId : firstNameOf(map, belowId))
}

const firstNameOf = (map: MapLibre, belowId: string): string =>
  map.getStyle().layers.find(({ type }) => type === 'symbol')?.id ?? belowId

/** Its pictures would come from elsewhere, and our own points are the pictures of this map. */
const withPictures = new Set(['background', 'roads_shields', 'roads_oneway', 'address_label'])

const cityLayers = (scheme: MapScheme): LayerSpecification[] =>
  layers(source, flavorOf(scheme), { lang: 'en' })
    .filter(({ id }) => !withPictures.has(id))
    .map((layer) => ({ ...named(layer, scheme), id: `city-${layer.id}` }))

const namesOfPlaces = 'city-places'

/** Letters are drawn by the browser from the fonts of the console, because there is no glyph server. */
function named(layer: LayerSpecification, scheme: MapScheme): LayerSpecification {
  if (layer.type !== 'symbol') return layer
  const { 'icon-image': _picture, 'icon-size': _size, ...layout } = layer.layout ?? {}
  const { label, land } = mapColours[scheme]
  const isDistrict = layer.id.startsWith(namesOfPlaces.slice('city-'.length))
  return {
    ...layer,
    layout: {
      ...layout,
      'text-field': ['coalesce', ['get', 'name'], ''],
      'text-font': [isDistrict ? 'Inter SemiBold' : 'Inter Variable', 'Inter Variable', 'sans-serif'],
      ...(layer['source-layer'] === 'pois' ? { 'text-size': 11, 'text-offset': [0, 0], 'text-anchor': 'center' } : {}),
    },
    paint: {
      'text-color': layer['source-layer'] === 'water' ? cityColours[scheme].waterName : label,
      'text-halo-color': layer['source-layer'] === 'water' ? 'transparent' : land,
      'text-halo-width': 1.2,
    },
  }
}

/** The kept-up drawing rules with the shades of our maps, so that only the data has colour. */
function flavorOf(scheme: MapScheme): Flavor {
  const { land, water, label } = mapColours[scheme]
  const { park, ground, building, minor, major, highway, casing, rail } = cityColours[scheme]
  const shades: readonly (readonly [RegExp, string])[] = [
    [/casing/, casing],
    [/label_halo/, land],
    [/label/, label],
    [/highway/, highway],
    [/major|link/, major],
    [/minor|other|runway/, minor],
    [/park|wood|scrub|zoo/, park],
    [/hospital|industrial|school|pedestrian|aerodrome|military|beach|sand|glacier|pier/, ground],
    [/^buildings$/, building],
    [/railway/, rail],
    [/^water$/, water],
    [/^(earth|background)$/, land],
  ]
  const usual = namedFlavor(scheme)
  const shaded = Object.entries(usual).map(([name, colour]) => [
    name,
    typeof colour === 'string' ? (shades.find(([pattern]) => pattern.test(name))?.[1] ?? colour) : colour,
  ])
  return { ...usual, ...Object.fromEntries(shaded) }
}
