import type { Feature, MultiPolygon, Polygon } from 'geojson'
import type { OsmExtract, OsmRelation, OsmWay, Position } from './osm-extract.ts'

export const positionsOf = ({ nodes }: Pick<OsmWay, 'nodes'>, { places }: OsmExtract): Position[] =>
  nodes.map((node) => places.get(node)).filter((at) => at !== undefined)

export const isClosed = ({ nodes }: OsmWay): boolean => nodes.length > 3 && nodes[0] === nodes.at(-1)

/** Joins lines whose ends are the same node, in their direction, or in either where that is allowed. */
export function joinLines(lines: readonly (readonly number[])[], mayReverse: boolean): number[][] {
  const open = lines.filter(({ length }) => length > 1).map((line) => [...line])
  const joined: number[][] = []
  for (let line = open.pop(); line !== undefined; line = open.pop()) {
    for (let longer: number[] | null = line; longer !== null; longer = extended(line, open, mayReverse)) line = longer
    joined.push(line)
  }
  return joined
}

/** The line with the first of the open ones that goes on from one of its ends, which is open no longer. */
function extended(line: readonly number[], open: number[][], mayReverse: boolean): number[] | null {
  const [first, last] = [line[0], line.at(-1)]
  if (first === last) return null
  for (const [index, next] of open.entries()) {
    const way = next.at(-1) === last && mayReverse ? next.toReversed() : next
    if (way[0] !== last && way.at(-1) !== first) continue
    open.splice(index, 1)
    return way[0] === last ? [...line, ...way.slice(1)] : [...way, ...line.slice(1)]
  }
  return null
}

export function areaOf(ring: readonly Position[]): number {
  let twice = 0
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [0, 0]
    twice += x * nextY - nextX * y
  })
  return twice / 2
}

export function contains(ring: readonly Position[], [x, y]: Position): boolean {
  let isInside = false
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring.at(index - 1) ?? [0, 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  })
  return isInside
}

/** The area of a multipolygon relation; null where the extract holds no whole ring of it. */
export function multipolygonOf(relation: OsmRelation, extract: OsmExtract): Feature<MultiPolygon>['geometry'] | null {
  const ringsOf = (isInner: boolean): Position[][] =>
    joinLines(
      relation.ways
        .filter(({ role }) => (role === 'inner') === isInner)
        .map(({ id }) => extract.ways.get(id)?.nodes ?? []),
      true,
    )
      .filter((ring) => ring.length > 3 && ring[0] === ring.at(-1))
      .map((nodes) => positionsOf({ nodes }, extract))
  const inner = ringsOf(true)
  const coordinates = ringsOf(false).map((outer) => [
    outer,
    ...inner.filter(([first]) => first !== undefined && contains(outer, first)),
  ])
  return coordinates.length === 0 ? null : { type: 'MultiPolygon', coordinates }
}

export const polygonOf = (way: OsmWay, extract: OsmExtract): Polygon => ({
  type: 'Polygon',
  coordinates: [positionsOf(way, extract)],
})
