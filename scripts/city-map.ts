import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { messageOf } from '@wheelhouse/db/thrown.ts'
import { layersOf } from './city-map/map-features.ts'
import { readExtract } from './city-map/osm-extract.ts'
import type { Box } from './city-map/osm-extract.ts'
import { pmtilesArchive } from './city-map/pmtiles-archive.ts'
import { tilesOf, tileZooms } from './city-map/tiles.ts'

/**
 * `npm run city-map -- city.osm.pbf city.pmtiles`: makes the streets of a city (setting MAP_TILES) from an OpenStreetMap
 * extract. `--bounds west,south,east,north` where the extract does not say what it was cut to.
 */
const usage = 'Usage: npm run city-map -- city.osm.pbf city.pmtiles [--bounds west,south,east,north]'

function main(): void {
  const { values, positionals } = parseArgs({ options: { bounds: { type: 'string' } }, allowPositionals: true })
  const [from, to] = positionals
  if (from === undefined || to === undefined || positionals.length > 2) throw new Error(usage)
  const extract = readExtract(readFileSync(from))
  const box = values.bounds === undefined ? extract.box : readBounds(values.bounds)
  if (box === null) throw new Error(`The extract does not say which area it covers. ${usage}`)
  const tiles = tilesOf(layersOf(extract, box), box)
  const archive = pmtilesArchive(tiles, box, metadata)
  writeFileSync(to, archive)
  console.log(`${to}: ${tiles.length} tiles, ${(archive.length / 1e6).toFixed(1)} MB`)
}

const attribution = '<a href="https://www.openstreetmap.org/copyright" target="_blank">© OpenStreetMap contributors</a>'
const layerNames = ['earth', 'water', 'landuse', 'buildings', 'roads', 'places', 'pois']
const metadata = {
  name: 'City map',
  type: 'baselayer',
  attribution,
  vector_layers: layerNames.map((id) => ({ id, fields: {}, minzoom: tileZooms.from, maxzoom: tileZooms.to })),
}

function readBounds(text: string): Box {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = text.split(',').map(Number)
  if (!(west < east && south < north)) throw new Error(`--bounds is west,south,east,north in degrees. ${usage}`)
  return { west, south, east, north }
}

try {
  main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
