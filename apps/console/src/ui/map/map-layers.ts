import type { FeatureCollection, Point } from 'geojson'
import type {
  ExpressionSpecification,
  GeoJSONSource,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl'
import type { MapColours } from './map-colours.ts'
import { clusterImage, pointImage } from './map-glyphs.ts'
import { mapTones, toneOfKind } from './map-points.ts'
import type { MapKind, MapPoint } from './map-points.ts'

/** Neighbours nearer than a glyph and a half melt into a ring. */
const clusterRadiusPx = 34
/** From the next zoom level on, points are not clustered. The list separates points that share an address. */
const clusterToZoom = 15

/** Names of more points than that would fill the memory, and none of them would find room. */
const namedAtMost = 5_000
/** From this zoom on, streets are apart far enough for names. */
const namesFromZoom = 12

type Indexed = { index: number; kind: MapKind; label?: string | undefined }

/** A clone of every feature goes to the map's worker: two short properties and no ids keep 100,000 of them small. */
const featuresOf = (points: readonly MapPoint[]): FeatureCollection<Point, Indexed> => ({
  type: 'FeatureCollection',
  features: points.map(({ latitude, longitude, kind, label }, index) => ({
    type: 'Feature',
    properties: {
      index,
      kind: kind in toneOfKind ? kind : 'unknown',
      ...(label === undefined || points.length > namedAtMost ? {} : { label }),
    },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
})

const kindsOf = (tone: string): string[] =>
  Object.entries(toneOfKind).flatMap(([kind, its]) => (its === tone ? [kind] : []))

const countOf = (tone: string): [string, ExpressionSpecification] => [
  '+',
  ['case', ['in', ['get', 'kind'], ['literal', kindsOf(tone)]], 1, 0],
]

const pointsSource: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
  cluster: true,
  clusterRadius: clusterRadiusPx,
  clusterMaxZoom: clusterToZoom,
  clusterProperties: Object.fromEntries(mapTones.map((tone) => [tone, countOf(tone)])),
  maxzoom: 17,
}

const isKind = (name: string): name is MapKind => Object.hasOwn(toneOfKind, name)

const kindPrefix = 'kind|'
const clusterPrefix = 'cluster|'
const eighths = (tone: string): ExpressionSpecification => [
  'case',
  ['==', ['get', tone], 0],
  0,
  ['max', 1, ['round', ['*', 8, ['/', ['get', tone], ['get', 'point_count']]]]],
]
/**
 * `cluster|<diameter>|<eighths of each tone>,…`: the name of a ring, drawn when it is first needed. Few enough that none
 * is ever taken away: removing a picture makes the map load every tile again that shows it.
 */
const clusterName: ExpressionSpecification = [
  'concat',
  clusterPrefix,
  ['step', ['get', 'point_count'], 27, 5, 30, 10, 35, 100, 42, 1_000, 50],
  '|',
  ...mapTones.flatMap((tone) => [eighths(tone), ',']),
]

// Names of the basemap give way to them.
const alwaysShown = { 'icon-allow-overlap': true } as const
// The worst state is drawn on top.
const worseOnTop: ExpressionSpecification = ['match', ['get', 'kind'], 'offline', 3, 'some_offline', 2, 'unknown', 1, 0]

/** 940, 1.2k, 12k: what fits into a ring. */
const clusterCount: ExpressionSpecification = [
  'step',
  ['get', 'point_count'],
  ['to-string', ['get', 'point_count']],
  1_000,
  ['concat', ['/', ['round', ['/', ['get', 'point_count'], 100]], 10], 'k'],
  9_950,
  ['concat', ['round', ['/', ['get', 'point_count'], 1_000]], 'k'],
]

const pointLayer = (): LayerSpecification => ({
  id: 'points',
  type: 'symbol',
  source: 'points',
  filter: ['!', ['has', 'point_count']],
  layout: { 'icon-image': ['concat', kindPrefix, ['get', 'kind']], 'symbol-sort-key': worseOnTop, ...alwaysShown },
})

/** Beside its point, where it covers nothing; below the layer of the points, so that each of them comes before any name. */
const nameLayer = (colours: MapColours): LayerSpecification => ({
  id: 'point-names',
  type: 'symbol',
  source: 'points',
  minzoom: namesFromZoom,
  filter: ['has', 'label'],
  layout: {
    'text-field': ['get', 'label'],
    'text-font': ['Inter SemiBold', 'Inter Variable', 'sans-serif'],
    'text-size': 12,
    'text-max-width': 9,
    'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
    // Beyond the rim of the glyph, whose room counts as taken.
    'text-radial-offset': 1.4,
    'text-justify': 'auto',
    'text-padding': 1,
    'symbol-sort-key': ['*', -1, worseOnTop],
  },
  paint: { 'text-color': colours.strong, 'text-halo-color': colours.land, 'text-halo-width': 1.6 },
})

const clusterLayer = (colours: MapColours): LayerSpecification => ({
  id: 'clusters',
  type: 'symbol',
  source: 'points',
  filter: ['has', 'point_count'],
  layout: {
    'icon-image': clusterName,
    'symbol-sort-key': ['get', 'point_count'],
    'text-field': clusterCount,
    // The first name only says how bold; a street style has no such letters, and then they are drawn here all the same.
    'text-font': ['Inter SemiBold', 'Inter Variable', 'sans-serif'],
    'text-size': ['step', ['get', 'point_count'], 11.5, 100, 12.5],
    'text-allow-overlap': true,
    ...alwaysShown,
  },
  paint: { 'text-color': colours.strong },
})

const markLayers = (colours: MapColours): LayerSpecification[] => [
  {
    id: 'mark-ring',
    type: 'circle',
    source: 'marks',
    paint: {
      'circle-radius': ['case', ['get', 'is_selected'], 13, 12],
      'circle-color': colours.page,
      'circle-opacity': 0.85,
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': ['case', ['get', 'is_selected'], 2, 1.5],
    },
  },
  {
    id: 'marks',
    type: 'symbol',
    source: 'marks',
    layout: { 'icon-image': ['concat', kindPrefix, ['get', 'kind']], ...alwaysShown },
  },
]

/**
 * Draws glyphs and rings when the map first asks for them. Finer than the screen, because only then the map blends pixels
 * and a glyph between two of them keeps its shape; rings only a little, because each tile carries its own copies.
 */
function drawOnDemand(map: MapLibre, colours: MapColours): void {
  const screen = Math.min(window.devicePixelRatio, 2)
  const [fine, less] = [screen * 1.5, screen * 1.25]
  map.setMissingStyleImageResolver((id) => {
    const [what, first = '', second = ''] = id.split('|')
    if (!map.hasImage(id) && what === 'kind' && isKind(first))
      map.addImage(id, pointImage(first, colours, fine), { pixelRatio: fine })
    if (!map.hasImage(id) && what === 'cluster') {
      const shares = second.split(',').slice(0, mapTones.length).map(Number)
      map.addImage(id, clusterImage(Number(first), shares, colours, less), { pixelRatio: less })
    }
    return Promise.resolve()
  })
}

/** Lays our points over whatever style has loaded. */
export function addPointLayers(map: MapLibre, colours: MapColours): void {
  drawOnDemand(map, colours)
  map.addSource('points', pointsSource)
  map.addSource('marks', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  for (const layer of [nameLayer(colours), pointLayer(), clusterLayer(colours), ...markLayers(colours)])
    map.addLayer(layer)
}

const source = (map: MapLibre, id: string) => map.getSource<GeoJSONSource>(id)

export const showPoints = (map: MapLibre, points: readonly MapPoint[]): void => {
  void source(map, 'points')?.setData(featuresOf(points))
}

/** Marked points are drawn above everything, even when their cluster hides them. */
export function showMarks(map: MapLibre, hovered: MapPoint | undefined, selected: MapPoint | undefined): void {
  const marked = [hovered === selected ? undefined : hovered, selected].filter((point) => point !== undefined)
  void source(map, 'marks')?.setData({
    type: 'FeatureCollection',
    features: marked.map((point) => ({
      type: 'Feature',
      properties: { kind: point.kind, is_selected: point === selected },
      geometry: { type: 'Point', coordinates: [point.longitude, point.latitude] },
    })),
  })
}

/** What is under the pointer: the index of a point in the list, or a ring. */
export function hit(
  map: MapLibre,
  x: number,
  y: number,
  reachPx: number,
): { index: number } | { cluster: number; at: [number, number] } | null {
  if (map.getLayer('points') === undefined) return null
  const [feature] = map.queryRenderedFeatures(
    [
      [x - reachPx, y - reachPx],
      [x + reachPx, y + reachPx],
    ],
    { layers: ['marks', 'points', 'clusters'] },
  )
  if (feature === undefined) return null
  const { index, cluster_id: cluster }: { index?: number; cluster_id?: number } = feature.properties
  if (index !== undefined) return { index }
  if (cluster === undefined || feature.geometry.type !== 'Point') return null
  const [longitude = 0, latitude = 0] = feature.geometry.coordinates
  return { cluster, at: [longitude, latitude] }
}

export const opensAtZoom = (map: MapLibre, cluster: number): Promise<number> =>
  source(map, 'points')?.getClusterExpansionZoom(cluster) ?? Promise.resolve(map.getZoom() + 2)
