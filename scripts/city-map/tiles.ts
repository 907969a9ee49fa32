import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { MapFeature, MapLayers, MapProperties } from './map-features.ts'
import type { Box } from './osm-extract.ts'
import type { Tile } from './pmtiles-archive.ts'

/** Below the first the built-in basemap shows as much, and beyond the last a map enlarges what it has. */
export const tileZooms = { from: 6, to: 15 } as const
const extent = 4096

/** Cuts the layers into vector tiles; one without any feature is left out. */
export function tilesOf(layers: MapLayers, box: Box): Tile[] {
  const indexes = Object.entries(layers).map(([name, features]) => [name, indexOf(features)] as const)
  const tiles: Tile[] = []
  for (let z: number = tileZooms.from; z <= tileZooms.to; z++)
    for (const [x, y] of tilesWithin(box, z)) {
      const cut = indexes.flatMap(([name, index]) => {
        const tile = shownAt(index.getTile(z, x, y), z)
        return tile && tile.features.length > 0 ? [[name, tile] as const] : []
      })
      if (cut.length > 0) tiles.push({ z, x, y, bytes: fromGeojsonVt(Object.fromEntries(cut), v2) })
    }
  return tiles
}

const v2 = { version: 2, extent }

const indexOf = (features: MapFeature[]): GeoJSONVT =>
  new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: tileZooms.to, indexMaxZoom: 12, tolerance: 3, buffer: 64, extent },
  )

/** What of a cut tile is read here: the library's own types do not resolve in Node. */
interface CutTile {
  features: { tags: MapProperties | null }[]
}

/** A feature comes with the first zoom that draws it, so that a tile of a whole city stays small. */
const shownAt = (tile: CutTile | null, zoom: number): CutTile | null =>
  tile && { ...tile, features: tile.features.filter(({ tags }) => (tags?.min_zoom ?? 0) <= zoom) }

function* tilesWithin({ west, south, east, north }: Box, z: number): Generator<[x: number, y: number]> {
  const [left, right] = [columnOf(west, z), columnOf(east, z)]
  const [top, bottom] = [rowOf(north, z), rowOf(south, z)]
  for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) yield [x, y]
}

const columnOf = (longitude: number, z: number): number => Math.floor(((longitude + 180) / 360) * 2 ** z)

function rowOf(latitude: number, z: number): number {
  const angle = (latitude * Math.PI) / 180
  return Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** z)
}
