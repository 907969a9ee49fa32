import { join } from 'node:path'
import type { Position as GeoPosition } from 'geojson'
import { Compression, FileSource, PMTiles, TileType } from 'pmtiles'
import { VectorTile } from '@mapbox/vector-tile'
import { expect, test } from 'vitest'
import { landAndSea } from './coast.ts'
import { layersOf } from './map-features.ts'
import type { OsmExtract, Position, Tags } from './osm-extract.ts'
import { pmtilesArchive } from './pmtiles-archive.ts'
import { areaOf, joinLines } from './rings.ts'
import { tilesOf } from './tiles.ts'

const box = { west: 0, south: 0, east: 0.02, north: 0.02 }

type Line = { tags: Tags; at: readonly Position[] }

function extractOf(...lines: readonly Line[]): OsmExtract {
  const extract: OsmExtract = { box, places: new Map(), nodes: [], ways: new Map(), relations: [] }
  lines.forEach(({ tags, at }, index) => {
    const isRing = at[0]?.join() === at.at(-1)?.join()
    const nodes = at.map((_, n) => 1_000 * (index + 1) + (isRing && n === at.length - 1 ? 0 : n))
    nodes.forEach((node, n) => extract.places.set(node, at[n] ?? [0, 0]))
    extract.ways.set(index + 1, { id: index + 1, tags, nodes })
  })
  return extract
}

const coast = (...at: Position[]): Line => ({ tags: { natural: 'coastline' }, at })
const sizeOf = (areas: readonly GeoPosition[][][]): number =>
  areas.flat().reduce((sum, ring) => sum + areaOf(ring as Position[]), 0)

test.each<[string, Line[], number]>([
  ['without a coast all is land', [], 4],
  ['the land is at the left of a coast that crosses the box', [coast([0.01, -0.01], [0.01, 0.03])], 2],
  ['and at its other side in the other direction', [coast([0.005, 0.03], [0.005, -0.01])], 3],
  ['two coasts enclose a strait', [coast([0.005, -1], [0.005, 1]), coast([0.015, 1], [0.015, -1])], 2],
  ['an island is all the land there is', [coast([0, 0], [0.01, 0], [0.01, 0.01], [0, 0.01], [0, 0])], 1],
])('%s', (_title, lines, squares) => {
  const { land, sea } = landAndSea(extractOf(...lines), box)
  expect(sizeOf(land.coordinates) / 1e-4).toBeCloseTo(squares, 6)
  expect((sizeOf(land.coordinates) + sizeOf(sea.coordinates)) / 1e-4).toBeCloseTo(4, 6)
})

test('the ways of a ring are joined in either direction, and those of a coast in their own', () => {
  expect(
    joinLines(
      [
        [1, 2],
        [3, 2],
        [3, 1],
      ],
      true,
    ),
  ).toEqual([expect.toSatisfy((ring: number[]) => ring.length === 4)])
  expect(
    joinLines(
      [
        [1, 2],
        [3, 2],
      ],
      false,
    ),
  ).toHaveLength(2)
})

test('a disused railway and an abandoned road are not drawn, a bridge says that it is one', () => {
  const layers = layersOf(
    extractOf(
      {
        tags: { railway: 'dismantled' },
        at: [
          [0, 0],
          [0.01, 0.01],
        ],
      },
      {
        tags: { highway: 'abandoned' },
        at: [
          [0, 0],
          [0.01, 0.01],
        ],
      },
      {
        tags: { highway: 'primary_link', name: 'Key Highway', bridge: 'yes' },
        at: [
          [0, 0],
          [0.01, 0.01],
        ],
      },
    ),
    box,
  )
  expect(layers.roads.map(({ properties }) => properties)).toEqual([
    {
      kind: 'major_road',
      kind_detail: 'primary',
      min_zoom: 7,
      name: 'Key Highway',
      is_bridge: true,
      is_link: true,
    },
  ])
})

const read = async (archive: PMTiles, z: number, x: number, y: number) => {
  const tile = await archive.getZxy(z, x, y)
  // The decoder brings the types of another release of the reader.
  const { PbfReader } = await import('pbf')
  return tile && new VectorTile(new PbfReader(new Uint8Array(tile.data)) as never)
}

test('a reader of archives finds in ours what was put in, and nothing beside the city', async () => {
  const road: Line = {
    tags: { highway: 'residential', name: 'Thames Street' },
    at: [
      [0.005, 0.005],
      [0.015, 0.015],
    ],
  }
  const tiles = tilesOf(layersOf(extractOf(road), box), box)
  const bytes = pmtilesArchive(tiles, box, { attribution: 'somebody' })
  const archive = new PMTiles({
    getKey: () => 'memory',
    getBytes: async (offset, length) => ({ data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer }),
  })
  expect(await archive.getHeader()).toMatchObject({ minZoom: 6, maxZoom: 15, tileType: TileType.Mvt })
  expect((await archive.getHeader()).tileCompression).toBe(Compression.Gzip)
  expect(await archive.getMetadata()).toEqual({ attribution: 'somebody' })
  const { x, y } = tiles.find(({ z }) => z === 13) ?? { x: 0, y: 0 }
  const roads = (await read(archive, 13, x, y))?.layers.roads
  expect(roads?.feature(0).properties).toMatchObject({ kind: 'minor_road', name: 'Thames Street' })
  expect((await read(archive, 8, 128, 127))?.layers.roads).toBeUndefined()
  expect(await archive.getZxy(13, 10, 10)).toBeUndefined()
})

test('the archive of the demonstration shows streets, parks and water of Fells Point', async () => {
  const { openAsBlob } = await import('node:fs')
  const file = join(import.meta.dirname, '../../packages/db/src/seed/sites/baltimore.pmtiles')
  const archive = new PMTiles(new FileSource(new File([await openAsBlob(file)], 'baltimore.pmtiles')))
  expect(await archive.getMetadata()).toMatchObject({ attribution: expect.stringContaining('OpenStreetMap') as string })
  const tile = await read(archive, 15, 9_412, 12_490)
  const names = (layer: string) =>
    Array.from({ length: tile?.layers[layer]?.length ?? 0 }, (_, n) => tile?.layers[layer]?.feature(n).properties)
  expect(names('roads')).toContainEqual(expect.objectContaining({ name: 'Thames Street' }))
  expect(names('water').map((properties) => properties?.kind)).toContain('ocean')
  expect(names('landuse').map((properties) => properties?.kind)).toContain('park')
})
