import * as z from 'zod'
import { Id, route } from '../route.ts'
import { areaPath } from './public-areas.ts'

/** The files of GBFS 3.0 that an area publishes, in the order of its discovery file. */
export const gbfsFeeds = [
  'gbfs',
  'gbfs_versions',
  'system_information',
  'vehicle_types',
  'station_information',
  'station_status',
  'vehicle_status',
  'system_regions',
  'system_pricing_plans',
  'geofencing_zones',
] as const
export const GbfsFeed = z.enum(gbfsFeeds)
export type GbfsFeed = z.infer<typeof GbfsFeed>

/** It is in the address of each file, so that a later version can be published beside it. */
export const gbfsVersion = '3.0'

const publicFeed = {
  public: 'for everybody: it holds public information and names no person and no rental device',
} as const
const area = { public_area_id: Id }

/** Any value of JSON: the schemas of the standards are those of the product's own check. */
const Feed = z.unknown()

export const readGbfs = route({
  method: 'GET',
  path: `${areaPath}/gbfs/${gbfsVersion}/:gbfs_file`,
  summary: 'One file of the GBFS feed of a public area',
  access: publicFeed,
  params: z.strictObject({ ...area, gbfs_file: z.templateLiteral([GbfsFeed, '.json']) }),
  reply: Feed,
})

export const readGbfsManifest = route({
  method: 'GET',
  path: '/public-area/v1/gbfs/manifest.json',
  summary: 'The GBFS feeds of all public areas',
  access: publicFeed,
  reply: Feed,
})

export const readGeoJson = route({
  method: 'GET',
  path: `${areaPath}/locations.geojson`,
  summary: 'The public locations of a public area as GeoJSON',
  access: publicFeed,
  params: z.strictObject(area),
  reply: Feed,
})

const within = (path: string, id: string): string => path.replace(':public_area_id', id)
export const gbfsPath = (id: string, feed: GbfsFeed): string =>
  within(readGbfs.path, id).replace(':gbfs_file', `${feed}.json`)
export const geoJsonPath = (id: string): string => within(readGeoJson.path, id)
/** A page of the console that other pages may show in a frame. */
export const embedPath = (id: string): string => `/embed/public-areas/${id}`
