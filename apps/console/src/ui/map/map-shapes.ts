import type { Feature, FeatureCollection, LineString, Polygon } from 'geojson'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { MapColours } from './map-colours.ts'
import type { Coordinates, MapShape } from './map-points.ts'

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Lays tracks and areas over the basemap and below the points. */
export function addShapeLayers(map: MapLibre, colours: MapColours): void {
  map.addSource('shapes', { type: 'geojson', data: nothing })
  const isArea: ['==', ['get', string], string] = ['==', ['get', 'kind'], 'area']
  map.addLayer({
    id: 'area-fill',
    type: 'fill',
    source: 'shapes',
    filter: isArea,
    paint: { 'fill-color': colours.accent, 'fill-opacity': 0.06 },
  })
  map.addLayer({
    id: 'area-edge',
    type: 'line',
    source: 'shapes',
    filter: isArea,
    paint: { 'line-color': colours.label, 'line-width': 1.5, 'line-dasharray': [3, 2] },
  })
  map.addLayer({
    id: 'tracks',
    type: 'line',
    source: 'shapes',
    filter: ['==', ['get', 'kind'], 'track'],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colours.accent, 'line-width': 2.5, 'line-opacity': 0.85 },
  })
}

export const lngLatOf = ({ latitude, longitude }: Coordinates): [number, number] => [longitude, latitude]

function featureOf({ kind, points }: MapShape): Feature<LineString | Polygon> | null {
  const line = points.map(lngLatOf)
  const [first] = line
  if (first === undefined || line.length < 2) return null
  const geometry: LineString | Polygon =
    kind === 'track' ? { type: 'LineString', coordinates: line } : { type: 'Polygon', coordinates: [[...line, first]] }
  return { type: 'Feature', properties: { kind }, geometry }
}

export function showShapes(map: MapLibre, shapes: readonly MapShape[]): void {
  const features = shapes.map(featureOf).filter((feature) => feature !== null)
  void map.getSource<GeoJSONSource>('shapes')?.setData({ type: 'FeatureCollection', features })
}
