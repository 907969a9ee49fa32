import type { MultiPolygon } from 'geojson'
import type { Box, OsmExtract, Position } from './osm-extract.ts'
import { areaOf, contains, joinLines, positionsOf } from './rings.ts'

/**
 * Land and sea within a box. OpenStreetMap draws neither: it draws coasts, with the land at their left. A coast that
 * leaves the box goes on along its edge, anticlockwise, to where the next one comes in.
 */
export function landAndSea(extract: OsmExtract, box: Box): { land: MultiPolygon; sea: MultiPolygon } {
  const coasts = [...extract.ways.values()].filter(({ tags }) => tags.natural === 'coastline')
  const lines = joinLines(
    coasts.map(({ nodes }) => nodes),
    false,
  ).map((nodes) => positionsOf({ nodes }, extract))
  const pieces = lines
    .flatMap((line) => clipLine(line, box))
    .filter((piece) => isRing(piece) || isFromEdgeToEdge(piece, box))
  if (pieces.length === 0) return { land: multi([[cornersOf(box)]]), sea: multi([]) }
  return {
    land: leftOf(pieces, box),
    sea: leftOf(
      pieces.map((piece) => piece.toReversed()),
      box,
    ),
  }
}

const multi = (coordinates: Position[][][]): MultiPolygon => ({ type: 'MultiPolygon', coordinates })

/** The areas at the left of these lines: rings that turn left enclose one, the others are holes. */
function leftOf(pieces: readonly Position[][], box: Box): MultiPolygon {
  const rings = pieces.filter(isRing)
  const shores = pieces.filter((piece) => !isRing(piece))
  const enclosed = [...closeAlongEdge(shores, box), ...rings.filter((ring) => areaOf(ring) > 0)]
  const outers = enclosed.length > 0 ? enclosed : [cornersOf(box)]
  const holes = rings.filter((ring) => areaOf(ring) < 0)
  return multi(outers.map((outer) => [outer, ...holes.filter(([first = [0, 0]]) => contains(outer, first))]))
}

const isRing = (line: readonly Position[]): boolean => {
  const [first, last] = [line[0], line.at(-1)]
  return line.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

const cornersOf = ({ west, south, east, north }: Box): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

const isIn = ([x, y]: Position, { west, south, east, north }: Box): boolean =>
  x >= west && x <= east && y >= south && y <= north

/** The parts of a line within a box (Liang and Barsky for each segment). */
export function clipLine(line: readonly Position[], box: Box): Position[][] {
  if (line.every((at) => isIn(at, box))) return [[...line]]
  const pieces: Position[][] = []
  let piece: Position[] = []
  line.slice(1).forEach((to, index) => {
    const segment = clipSegment(line[index] ?? to, to, box)
    if (segment === null) return
    if (piece.length === 0) piece.push(segment.from)
    piece.push(segment.to)
    if (segment.leaves || index === line.length - 2) {
      pieces.push(piece)
      piece = []
    }
  })
  return pieces
}

function clipSegment(
  [ax, ay]: Position,
  [bx, by]: Position,
  { west, south, east, north }: Box,
): { from: Position; to: Position; leaves: boolean } | null {
  const [dx, dy] = [bx - ax, by - ay]
  let [enter, leave] = [0, 1]
  for (const [slope, room] of [
    [-dx, ax - west],
    [dx, east - ax],
    [-dy, ay - south],
    [dy, north - ay],
  ] as const) {
    if (slope === 0 && room < 0) return null
    if (slope < 0) enter = Math.max(enter, room / slope)
    if (slope > 0) leave = Math.min(leave, room / slope)
  }
  if (enter > leave) return null
  return { from: [ax + enter * dx, ay + enter * dy], to: [ax + leave * dx, ay + leave * dy], leaves: leave < 1 }
}

/** How far along the edge a point is: anticlockwise from the corner at the south-west, each side is 1. */
function alongEdge([x, y]: Position, { west, south, east, north }: Box): number {
  const [across, up] = [(x - west) / (east - west), (y - south) / (north - south)]
  const near = 1e-9
  if (Math.abs(up) < near) return across
  if (Math.abs(across - 1) < near) return 1 + up
  if (Math.abs(up - 1) < near) return 3 - across
  return Math.abs(across) < near ? 4 - up : Number.NaN
}

const isFromEdgeToEdge = (line: readonly Position[], box: Box): boolean =>
  [line[0], line.at(-1)].every((end) => end !== undefined && !Number.isNaN(alongEdge(end, box)))

function closeAlongEdge(lines: readonly Position[][], box: Box): Position[][] {
  const left = [...lines]
  const rings: Position[][] = []
  for (let ring = left.pop(); ring !== undefined; ring = left.pop()) {
    for (let isOpen = true; isOpen;) {
      const end = alongEdge(ring.at(-1) ?? [0, 0], box)
      const ahead = (line: readonly Position[]): number => (alongEdge(line[0] ?? [0, 0], box) - end + 4) % 4
      const next: Position[] = [...left, ring].toSorted((one, other) => ahead(one) - ahead(other))[0] ?? ring
      const corners = cornersBetween(end, ahead(next), box)
      isOpen = next !== ring
      ring = isOpen ? [...ring, ...corners, ...next] : [...ring, ...corners, ring[0] ?? [0, 0]]
      if (isOpen) left.splice(left.indexOf(next), 1)
    }
    rings.push(ring)
  }
  return rings
}

const cornersBetween = (from: number, length: number, box: Box): Position[] =>
  [1, 2, 3, 4, 5, 6, 7]
    .filter((corner) => corner > from && corner < from + length)
    .map((corner) => cornersOf(box)[corner % 4] ?? [0, 0])
