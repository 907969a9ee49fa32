import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { zxyToTileId } from 'pmtiles'
import type { Box } from './osm-extract.ts'

export interface Tile {
  z: number
  x: number
  y: number
  /** A vector tile, not packed yet. */
  bytes: Uint8Array
}

interface Entry {
  id: number
  offset: number
  length: number
  /** How many tiles in a row are the same. */
  run: number
}

const headerLength = 127
/** A reader asks for this much first: header and directory of a city fit. */
const firstRequest = 16_384
const [gzip, vectorTile] = [2, 1]

/** Writes an archive of version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) with one directory. */
export function pmtilesArchive(tiles: readonly Tile[], box: Box, metadata: object): Uint8Array {
  const { entries, data, contents } = packTiles(tiles)
  const directory = gzipSync(directoryOf(entries), { level: 9 })
  if (headerLength + directory.length > firstRequest)
    throw new Error('The extract has more tiles than this command can list: use a smaller one')
  const description = gzipSync(JSON.stringify(metadata), { level: 9 })
  const zooms = tiles.map(({ z }) => z)
  const header = headerOf({
    directory: directory.length,
    description: description.length,
    data: data.length,
    tiles: tiles.length,
    entries: entries.length,
    contents,
    zooms: [Math.min(...zooms), Math.max(...zooms)],
    box,
  })
  return Buffer.concat([header, directory, description, data])
}

function packTiles(tiles: readonly Tile[]): { entries: Entry[]; data: Buffer; contents: number } {
  const known = new Map<string, { offset: number; length: number }>()
  const parts: Buffer[] = []
  const entries: Entry[] = []
  let size = 0
  const sorted = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes }))
    .toSorted((one, other) => one.id - other.id)
  for (const { id, bytes } of sorted) {
    const packed = gzipSync(bytes, { level: 9 })
    const hash = createHash('sha256').update(packed).digest('base64')
    const place = known.get(hash) ?? { offset: size, length: packed.length }
    if (!known.has(hash)) {
      known.set(hash, place)
      parts.push(packed)
      size += packed.length
    }
    const last = entries.at(-1)
    if (last?.offset === place.offset && last.id + last.run === id) last.run++
    else entries.push({ id, ...place, run: 1 })
  }
  return { entries, data: Buffer.concat(parts), contents: known.size }
}

function directoryOf(entries: readonly Entry[]): Uint8Array {
  const pbf = new PbfWriter()
  const write = (numbers: readonly number[]): void => numbers.forEach((number) => pbf.writeVarint(number))
  write([entries.length])
  write(entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)))
  write(entries.map(({ run }) => run))
  write(entries.map(({ length }) => length))
  write(
    entries.map(({ offset }, index) => {
      const before = entries[index - 1]
      // Zero: it follows the one before.
      return before && before.offset + before.length === offset ? 0 : offset + 1
    }),
  )
  return pbf.finish()
}

interface Sizes {
  directory: number
  description: number
  data: number
  tiles: number
  entries: number
  contents: number
  zooms: [number, number]
  box: Box
}

function headerOf({ directory, description, data, tiles, entries, contents, zooms, box }: Sizes): Buffer {
  const header = Buffer.alloc(headerLength)
  header.write('PMTiles', 0)
  header.writeUInt8(3, 7)
  const afterDirectory = headerLength + directory
  const places = [headerLength, directory, afterDirectory, description]
  const noLeafDirectories = [afterDirectory + description, 0]
  const numbers = [...places, ...noLeafDirectories, afterDirectory + description, data, tiles, entries, contents]
  numbers.forEach((number, index) => header.writeBigUInt64LE(BigInt(number), 8 + index * 8))
  // Clustered: the tiles are in the order of their ids.
  ;[1, gzip, gzip, vectorTile, ...zooms].forEach((byte, index) => header.writeUInt8(byte, 96 + index))
  const degrees = (value: number): number => Math.round(value * 1e7)
  const corners = [box.west, box.south, box.east, box.north]
  corners.forEach((value, index) => header.writeInt32LE(degrees(value), 102 + index * 4))
  header.writeUInt8(13, 118)
  header.writeInt32LE(degrees((box.west + box.east) / 2), 119)
  header.writeInt32LE(degrees((box.south + box.north) / 2), 123)
  return header
}
