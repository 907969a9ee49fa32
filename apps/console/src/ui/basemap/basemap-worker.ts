import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon, Position } from 'geojson'
import type { MapBounds } from '../map/map-points.ts'

type Named = { name?: string }
type World = Topology<{ countries: GeometryCollection<Named>; land: GeometryCollection }>

export interface BasemapQuestion {
  url: string
  within: MapBounds | null
}

/** Texts, ready to be read by the map's own worker: the page itself never touches the half million coordinates. */
export interface Basemap {
  land: Blob
  borders: Blob
  countries: Blob
}

const json = (value: unknown): Blob => new Blob([JSON.stringify(value)], { type: 'application/json' })

/** 11 m: finer than the data, and a third of the text. */
const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4

/**
 * A ring that jumps from 180 to -180 would draw a line across the whole world: it goes on past 180 instead. One that goes
 * round a pole does not close that way and is led along it.
 */
function unrolled(ring: readonly Position[]): Position[] {
  let turns = 0
  const open = ring.map(([x = 0, y = 0], index) => {
    const [before = x] = ring[index - 1] ?? []
    if (x - before > 180) turns -= 360
    if (before - x > 180) turns += 360
    return [rounded(x + turns), rounded(y)]
  })
  if (turns === 0) return open
  const pole = (open[0]?.[1] ?? 0) < 0 ? -90 : 90
  return [...open, [open.at(-1)?.[0] ?? 0, pole], [open[0]?.[0] ?? 0, pole], open[0] ?? []]
}

/** Each piece of land by itself, none of which jumps. */
const piecesOf = ({ geometry }: Feature<Polygon | MultiPolygon>): Position[][][] =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map((rings) => rings.map(unrolled))

/** Makes one feature of each piece, because the map cuts its tiles from the features inside them. */
const landOf = (pieces: Position[][][]): FeatureCollection<Polygon> => ({
  type: 'FeatureCollection',
  features: pieces.map((coordinates) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates },
  })),
})

/** Cuts a ring to the part on one side of a line (Sutherland and Hodgman). */
function clippedAt(ring: readonly Position[], axis: 0 | 1, bound: number, sign: 1 | -1): Position[] {
  const isIn = (at: Position) => ((at[axis] ?? 0) - bound) * sign >= 0
  const kept: Position[] = []
  ring.forEach((at, index) => {
    const before = ring.at(index - 1) ?? at
    if (isIn(at) !== isIn(before)) {
      const part = (bound - (before[axis] ?? 0)) / ((at[axis] ?? 0) - (before[axis] ?? 0))
      kept.push([0, 1].map((each) => rounded((before[each] ?? 0) + part * ((at[each] ?? 0) - (before[each] ?? 0)))))
    }
    if (isIn(at)) kept.push(at)
  })
  return kept
}

function clipped(ring: readonly Position[], { west, south, east, north }: MapBounds): Position[] {
  const inside = clippedAt(clippedAt(clippedAt(clippedAt(ring, 0, west, 1), 0, east, -1), 1, south, 1), 1, north, -1)
  return inside.length < 3 ? [] : [...inside, inside[0] ?? []]
}

const touches = (line: readonly Position[], { west, south, east, north }: MapBounds): boolean =>
  line.some(([x = 0, y = 0]) => x >= west && x <= east && y >= south && y <= north)

/** A border that crosses 180 is cut there. */
const cut = (line: readonly Position[]): Position[][] =>
  line.reduce<Position[][]>((lines, at) => {
    const last = lines.at(-1)
    const before = last?.at(-1)
    if (last && before && Math.abs((at[0] ?? 0) - (before[0] ?? 0)) < 180) last.push(at)
    else lines.push([at])
    return lines
  }, [])

function areaOf(ring: readonly Position[]): number {
  let twice = 0
  ring.forEach(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? []
    twice += x * nextY - nextX * y
  })
  return Math.abs(twice / 2)
}

/** Puts a country's name in the middle of its largest piece; `size` decides from which zoom on it is shown. */
function nameOf(country: Feature<Polygon | MultiPolygon, Named>): Feature<Point, { name: string; size: number }> {
  const rings = piecesOf(country)
    .map(([outer = []]) => outer)
    .toSorted((a, b) => areaOf(b) - areaOf(a))
  const largest = rings[0] ?? []
  const middle = [0, 1].map(
    (axis) => largest.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / Math.max(largest.length, 1),
  )
  return {
    type: 'Feature',
    properties: { name: country.properties.name ?? '', size: areaOf(largest) },
    geometry: { type: 'Point', coordinates: middle },
  }
}

interface Decoded {
  pieces: Position[][][]
  borders: Position[][]
  names: Feature<Point, { name: string; size: number }>[]
}
const worlds = new Map<string, Promise<Decoded>>()

async function decode(url: string): Promise<Decoded> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`)
  const world = (await response.json()) as World
  // The file holds areas alone; the package's types allow lines and points too.
  const countries = feature(world, world.objects.countries) as FeatureCollection<Polygon | MultiPolygon, Named>
  const land = feature(world, world.objects.land) as FeatureCollection<Polygon | MultiPolygon>
  const borders = mesh(world, world.objects.countries, (a, b) => a !== b)
  return {
    pieces: land.features.flatMap(piecesOf),
    borders: borders.coordinates.flatMap(cut),
    names: countries.features.map(nameOf),
  }
}

/** All of it, or what lies within some bounds: the map keeps a copy of what it is given in the page's own thread. */
async function basemap({ url, within }: BasemapQuestion): Promise<Basemap> {
  const decoded = worlds.get(url) ?? decode(url)
  worlds.set(url, decoded)
  decoded.catch(() => worlds.delete(url))
  const { pieces, borders, names } = await decoded
  const land = within
    ? pieces
        .map((rings) => rings.map((ring) => clipped(ring, within)).filter(({ length }) => length > 0))
        .filter(({ length }) => length > 0)
    : pieces
  return {
    land: json(landOf(land)),
    borders: json({
      type: 'MultiLineString',
      coordinates: within ? borders.filter((line) => touches(line, within)) : borders,
    }),
    countries: json({ type: 'FeatureCollection', features: names }),
  }
}

self.onmessage = ({ data, ports: [port] }: MessageEvent<BasemapQuestion>) => {
  void basemap(data).then(
    (found) => port?.postMessage(found),
    (error: unknown) => port?.postMessage({ failure: String(error) }),
  )
}
