import { inflateSync } from 'node:zlib'
import { PbfReader } from 'pbf'

export type Tags = Readonly<Record<string, string>>
/** Longitude and latitude in degrees. */
export type Position = [longitude: number, latitude: number]

export interface OsmNode {
  at: Position
  tags: Tags
}
export interface OsmWay {
  id: number
  tags: Tags
  nodes: readonly number[]
}
export interface OsmRelation {
  tags: Tags
  /** Its ways by their role, such as `outer`. */
  ways: readonly { id: number; role: string }[]
}
/** Degrees. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}
export interface OsmExtract {
  /** What the extract was cut to; null where it does not say so. */
  box: Box | null
  places: Map<number, Position>
  /** Only those with tags. */
  nodes: OsmNode[]
  ways: Map<number, OsmWay>
  relations: OsmRelation[]
}

/** Reads an OpenStreetMap extract (`.osm.pbf`), which fits into memory up to the size of a large city. */
export function readExtract(file: Uint8Array): OsmExtract {
  const extract: OsmExtract = { box: null, places: new Map(), nodes: [], ways: new Map(), relations: [] }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let at = 0; at < file.length;) {
    const headerEnd = at + 4 + view.getUint32(at)
    const header = readHeader(file.subarray(at + 4, headerEnd))
    const blob = file.subarray(headerEnd, headerEnd + header.size)
    if (header.type === 'OSMHeader') extract.box = readBox(blobOf(blob))
    if (header.type === 'OSMData') readBlock(blobOf(blob), extract)
    at = headerEnd + header.size
  }
  return extract
}

const readHeader = (bytes: Uint8Array): { type: string; size: number } =>
  new PbfReader(bytes).readFields(
    (tag, header, pbf) => {
      if (tag === 1) header.type = pbf.readString()
      if (tag === 3) header.size = pbf.readVarint()
    },
    { type: '', size: 0 },
  )

const nanodegrees = 1e-9

const readBox = (bytes: Uint8Array): Box | null =>
  new PbfReader(bytes).readFields<{ box: Box | null }>(
    (tag, header, pbf) => {
      if (tag === 1) header.box = pbf.readMessage(readSide, { west: 0, south: 0, east: 0, north: 0 })
    },
    { box: null },
  ).box

const sides = ['west', 'east', 'north', 'south'] as const
const readSide = (tag: number, box: Box, pbf: PbfReader): void => {
  const side = sides[tag - 1]
  if (side) box[side] = pbf.readSVarint() * nanodegrees
}

function blobOf(bytes: Uint8Array): Uint8Array {
  const blob = new PbfReader(bytes).readFields<{ raw?: Uint8Array; deflated?: Uint8Array }>((tag, found, pbf) => {
    if (tag === 1) found.raw = pbf.readBytes()
    if (tag === 3) found.deflated = pbf.readBytes()
  }, {})
  if (blob.raw) return blob.raw
  if (blob.deflated) return inflateSync(blob.deflated)
  throw new Error('The extract is packed in a way that this command cannot read: write it with zlib')
}

/** What the numbers of a block mean. */
interface Block {
  strings: string[]
  granularity: number
  latitude: number
  longitude: number
}

function readBlock(bytes: Uint8Array, extract: OsmExtract): void {
  const block: Block = { strings: [], granularity: 100, latitude: 0, longitude: 0 }
  // The scale of the positions comes after the groups that need it.
  const groups = new PbfReader(bytes).readFields<Uint8Array[]>((tag, found, pbf) => {
    if (tag === 1) block.strings = pbf.readMessage(readString, [])
    if (tag === 2) found.push(pbf.readBytes())
    if (tag === 17) block.granularity = pbf.readVarint()
    if (tag === 19) block.latitude = pbf.readVarint(true)
    if (tag === 20) block.longitude = pbf.readVarint(true)
  }, [])
  for (const group of groups)
    new PbfReader(group).readFields((tag, _nothing, pbf) => {
      if (tag === 2) readDenseNodes(pbf, block, extract)
      if (tag === 3) readWay(pbf, block, extract)
      if (tag === 4) readRelation(pbf, block, extract)
    }, null)
}

const utf8 = new TextDecoder()
const readString = (tag: number, strings: string[], pbf: PbfReader): void => {
  if (tag === 1) strings.push(utf8.decode(pbf.readBytes()))
}

/** What is read from the packed lists of a message. */
type Numbers<Name extends string> = Record<Name, number[]>

/** Packed lists hold the difference to the number before. */
const summed = (differences: readonly number[]): number[] => {
  let sum = 0
  return differences.map((difference) => (sum += difference))
}

const tagsOf = (keys: readonly number[], values: readonly number[], { strings }: Block): Tags =>
  Object.fromEntries(keys.map((key, index) => [strings[key] ?? '', strings[values[index] ?? 0] ?? '']))

function readDenseNodes(pbf: PbfReader, block: Block, { places, nodes }: OsmExtract): void {
  const dense = pbf.readMessage<Numbers<'ids' | 'latitudes' | 'longitudes' | 'tags'>>(
    (tag, found, reader) => {
      if (tag === 1) found.ids = summed(reader.readPackedSVarint())
      if (tag === 8) found.latitudes = summed(reader.readPackedSVarint())
      if (tag === 9) found.longitudes = summed(reader.readPackedSVarint())
      if (tag === 10) found.tags = reader.readPackedVarint()
    },
    { ids: [], latitudes: [], longitudes: [], tags: [] },
  )
  const degrees = (offset: number, number = 0): number => (offset + block.granularity * number) * nanodegrees
  let next = 0
  dense.ids.forEach((id, index) => {
    const at: Position = [
      degrees(block.longitude, dense.longitudes[index]),
      degrees(block.latitude, dense.latitudes[index]),
    ]
    places.set(id, at)
    const [keys, values]: [number[], number[]] = [[], []]
    // Keys and values of all nodes are one list, in which a zero ends each node.
    while (dense.tags.length > 0 && dense.tags[next] !== 0) {
      keys.push(dense.tags[next] ?? 0)
      values.push(dense.tags[next + 1] ?? 0)
      next += 2
    }
    next += 1
    if (keys.length > 0) nodes.push({ at, tags: tagsOf(keys, values, block) })
  })
}

function readWay(pbf: PbfReader, block: Block, { ways }: OsmExtract): void {
  const way = pbf.readMessage<{ id: number } & Numbers<'keys' | 'values' | 'nodes'>>(
    (tag, found, reader) => {
      if (tag === 1) found.id = reader.readVarint()
      if (tag === 2) found.keys = reader.readPackedVarint()
      if (tag === 3) found.values = reader.readPackedVarint()
      if (tag === 8) found.nodes = summed(reader.readPackedSVarint())
    },
    { id: 0, keys: [], values: [], nodes: [] },
  )
  ways.set(way.id, { id: way.id, tags: tagsOf(way.keys, way.values, block), nodes: way.nodes })
}

const memberIsWay = 1

function readRelation(pbf: PbfReader, block: Block, { relations }: OsmExtract): void {
  const relation = pbf.readMessage<Numbers<'keys' | 'values' | 'roles' | 'members' | 'kinds'>>(
    (tag, found, reader) => {
      if (tag === 2) found.keys = reader.readPackedVarint()
      if (tag === 3) found.values = reader.readPackedVarint()
      if (tag === 8) found.roles = reader.readPackedVarint()
      if (tag === 9) found.members = summed(reader.readPackedSVarint())
      if (tag === 10) found.kinds = reader.readPackedVarint()
    },
    { keys: [], values: [], roles: [], members: [], kinds: [] },
  )
  relations.push({
    tags: tagsOf(relation.keys, relation.values, block),
    ways: relation.members
      .map((id, index) => ({ id, role: block.strings[relation.roles[index] ?? 0] ?? '', kind: relation.kinds[index] }))
      .filter(({ kind }) => kind === memberIsWay),
  })
}
