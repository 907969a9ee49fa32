import { closeSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'

/** Settings of what the maps of the console show below their points. */
export const mapSettings = {
  /** Style of a public or own street map (MapLibre style specification); empty: none. */
  MAP_STYLE_URL: z.string().default(''),
  /** The same map for the dark theme; without it the dark theme shows MAP_STYLE_URL. */
  MAP_STYLE_DARK_URL: z.string().default(''),
  /** A PMTiles archive with the streets of a city, which is served from our own origin. */
  MAP_TILES: z.string().default(''),
}
type MapSettings = z.output<z.ZodObject<typeof mapSettings>>

export interface MapTiles {
  file: string
  west: number
  south: number
  east: number
  north: number
  min_zoom: number
  max_zoom: number
  /** Who has to be named on the map; may hold links. */
  attribution: string
}

export interface MapConfig {
  style_url: string
  style_dark_url: string
  tiles: MapTiles | null
}

export const mapsOf = (s: MapSettings, refuse: (name: string, reason: string) => never): MapConfig => ({
  style_url: s.MAP_STYLE_URL,
  style_dark_url: s.MAP_STYLE_DARK_URL || s.MAP_STYLE_URL,
  tiles: s.MAP_TILES === '' ? null : readTiles(s.MAP_TILES, (reason) => refuse('MAP_TILES', reason)),
})

const headerLength = 127

/** Reads the header and the metadata of an archive (PMTiles specification, version 3), so that a wrong file ends the start. */
function readTiles(file: string, refuse: (reason: string) => never): MapTiles {
  const header = readPart(file, 0, headerLength) ?? refuse(`the file ${file} cannot be read`)
  if (header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
    return refuse(`${file} is not a PMTiles archive of version 3`)
  if (header[99] !== vectorTiles) return refuse(`${file} holds no vector tiles`)
  const degrees = (at: number): number => header.readInt32LE(at) / 1e7
  return {
    file,
    west: degrees(102),
    south: degrees(106),
    east: degrees(110),
    north: degrees(114),
    min_zoom: header[100] ?? 0,
    max_zoom: header[101] ?? 0,
    attribution: attributionOf(file, header),
  }
}

const [vectorTiles, gzip] = [1, 2]
const Metadata = z.object({ attribution: z.string().default('') })

function attributionOf(file: string, header: Buffer): string {
  const [from, length] = [Number(header.readBigUInt64LE(24)), Number(header.readBigUInt64LE(32))]
  try {
    const bytes = readPart(file, from, length) ?? Buffer.alloc(0)
    return Metadata.parse(JSON.parse((header[97] === gzip ? gunzipSync(bytes) : bytes).toString())).attribution
  } catch {
    return ''
  }
}

/** Undefined: the file cannot be read, or is shorter. */
function readPart(file: string, from: number, length: number): Buffer | undefined {
  const part = Buffer.alloc(length)
  try {
    const handle = openSync(file, 'r')
    const read = readSync(handle, part, 0, length, from)
    closeSync(handle)
    return read === length ? part : undefined
  } catch {
    return undefined
  }
}
