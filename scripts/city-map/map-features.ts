import type { Feature, Geometry, Position as GeoPosition } from 'geojson'
import { landAndSea } from './coast.ts'
import type { Box, OsmExtract, OsmRelation, OsmWay, Tags } from './osm-extract.ts'
import { isClosed, multipolygonOf, polygonOf, positionsOf } from './rings.ts'
import { areaKinds, pointKinds, roadKinds } from './map-kinds.ts'
import type { KindRule } from './map-kinds.ts'

/** Layers of the Protomaps basemap, which its styles draw (https://docs.protomaps.com/basemaps/layers). */
export type LayerName = 'earth' | 'water' | 'landuse' | 'buildings' | 'roads' | 'places' | 'pois'

export interface MapProperties {
  kind: string
  kind_detail?: string
  /** The first zoom that shows it. */
  min_zoom: number
  name?: string
  is_bridge?: true
  is_tunnel?: true
  is_link?: true
}
export type MapFeature = Feature<Geometry, MapProperties>
export type MapLayers = Record<LayerName, MapFeature[]>

/** Sorts the things of an extract into the layers of a basemap. */
export function layersOf(extract: OsmExtract, box: Box): MapLayers {
  const layers: MapLayers = { earth: [], water: [], landuse: [], buildings: [], roads: [], places: [], pois: [] }
  const { land, sea } = landAndSea(extract, box)
  layers.earth.push(featureOf(land, { kind: 'earth', min_zoom: 0 }))
  if (sea.coordinates.length > 0) layers.water.push(featureOf(sea, { kind: 'ocean', min_zoom: 0 }))
  for (const way of extract.ways.values()) addWay(layers, way, extract)
  for (const relation of extract.relations) addRelation(layers, relation, extract)
  for (const { at, tags } of extract.nodes) addPoint(layers, { type: 'Point', coordinates: at }, tags)
  return layers
}

const featureOf = (geometry: Geometry, properties: MapProperties): MapFeature => ({
  type: 'Feature',
  properties,
  geometry,
})

const nameOf = ({ name }: Tags): { name?: string } => (name === undefined ? {} : { name })

/** The first rule whose tag has one of its values. */
const ruleFor = (rules: readonly KindRule[], tags: Tags): KindRule | undefined =>
  rules.find(({ key, values }) => {
    const value = tags[key]
    return value !== undefined && value !== 'no' && (values === 'any' || values.includes(value))
  })

function addWay(layers: MapLayers, way: OsmWay, extract: OsmExtract): void {
  const isArea = isClosed(way) && way.tags.area !== 'no'
  const rule = isArea ? ruleFor(areaKinds, way.tags) : undefined
  const isRoad = way.tags.highway !== undefined && way.tags.area !== 'yes'
  if (rule && !(isRoad && rule.key === 'highway')) return addArea(layers, rule, polygonOf(way, extract), way.tags)
  const road = ruleFor(roadKinds, way.tags)
  const coordinates = positionsOf(way, extract)
  if (road && coordinates.length > 1)
    layers[road.layer].push(featureOf({ type: 'LineString', coordinates }, roadOf(road, way.tags)))
}

function addRelation(layers: MapLayers, relation: OsmRelation, extract: OsmExtract): void {
  if (relation.tags.type !== 'multipolygon') return
  const rule = ruleFor(areaKinds, relation.tags)
  const area = rule && multipolygonOf(relation, extract)
  if (rule && area) addArea(layers, rule, area, relation.tags)
}

function addArea(layers: MapLayers, rule: KindRule, area: Geometry, tags: Tags): void {
  // Its name is a point: on the area it would be repeated in every tile.
  layers[rule.layer].push(featureOf(area, { kind: rule.kind, min_zoom: rule.minZoom }))
  const middle = middleOf(area)
  if (middle) addPoint(layers, { type: 'Point', coordinates: middle }, tags)
}

function roadOf({ kind, minZoom }: KindRule, tags: Tags): MapProperties {
  const detail = (tags.highway ?? tags.railway ?? tags.waterway ?? tags.man_made ?? kind).replace(/_link$/, '')
  return {
    kind,
    kind_detail: detail,
    min_zoom: minZoom,
    ...nameOf(tags),
    ...(tags.bridge && tags.bridge !== 'no' ? { is_bridge: true } : {}),
    ...(tags.tunnel && tags.tunnel !== 'no' ? { is_tunnel: true } : {}),
    ...(tags.highway?.endsWith('_link') ? { is_link: true } : {}),
  }
}

function addPoint(layers: MapLayers, point: { type: 'Point'; coordinates: GeoPosition }, tags: Tags): void {
  const rule = ruleFor(pointKinds, tags)
  if (rule && tags.name !== undefined)
    layers[rule.layer].push(featureOf(point, { kind: rule.kind, min_zoom: rule.minZoom, name: tags.name }))
}

function middleOf(area: Geometry): GeoPosition | null {
  const rings = area.type === 'MultiPolygon' ? area.coordinates.map(([outer = []]) => outer) : []
  const ring = area.type === 'Polygon' ? area.coordinates[0] : rings.toSorted((a, b) => b.length - a.length)[0]
  if (ring === undefined || ring.length === 0) return null
  const xs = ring.map(([x = 0]) => x)
  const ys = ring.map(([, y = 0]) => y)
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}
