import { createHash } from 'node:crypto'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { GbfsFeed } from '@wheelhouse/contract/public-areas/feeds.ts'
import { gbfsFile, gbfsManifest } from './gbfs-feeds.ts'
import type { FeedSettings } from './gbfs-feeds.ts'
import { geoJson } from './geojson-feed.ts'
import { readPublished } from './published-area.ts'
import type { Moment, Published } from './published-area.ts'

export interface FeedText {
  text: string
  /** Of what it says, without the time at which it was made: an unchanged feed is sent once. */
  etag: string
}

const textOf = (value: object, said: object): FeedText => ({
  text: JSON.stringify(value),
  etag: `W/"${createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 24)}"`,
})

export function feedText(feed: GbfsFeed, published: Published, settings: FeedSettings): FeedText {
  const value = gbfsFile(feed, published, settings)
  return textOf(value, value.data)
}

export function geoJsonText(published: Published): FeedText {
  const value = geoJson(published)
  return textOf(value, value)
}

/** Read from the tables at each request: what stopped being public is in no feed that is read after that. */
async function publishedOr404(moment: Moment, areaId: string): Promise<Published> {
  const published = await readPublished(moment, areaId)
  if (!published) throw new AppError('public_area_not_found')
  return published
}

export async function readGbfsText(moment: Moment, areaId: string, file: string): Promise<FeedText> {
  const feed = GbfsFeed.parse(file.replace(/\.json$/, ''))
  return feedText(feed, await publishedOr404(moment, areaId), moment.config)
}

export const readGeoJsonText = async (moment: Moment, areaId: string): Promise<FeedText> =>
  geoJsonText(await publishedOr404(moment, areaId))

export async function readManifestText({ db, clock, config }: Moment): Promise<FeedText> {
  const areas = await db.selectFrom('public_areas').select('id').orderBy('id').execute()
  const ids = areas.map(({ id }) => id)
  const value = gbfsManifest(ids, clock.now(), config)
  return textOf(value, value.data)
}
