import { createHash } from 'node:crypto'
import { GbfsFeed } from '@wheelhouse/contract/public-areas/feeds.ts'
import { gbfsFile, gbfsManifest } from './gbfs-feeds.ts'
import type { FeedSettings } from './gbfs-feeds.ts'
import { geoJson } from './geojson-feed.ts'
import type { KeptAreas } from './kept-areas.ts'
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

export async function readGbfsText(kept: KeptAreas, moment: Moment, areaId: string, file: string): Promise<FeedText> {
  const feed = GbfsFeed.parse(file.replace(/\.json$/, ''))
  return kept.text(moment, areaId, feed, (published) => feedText(feed, published, moment.config))
}

export const readGeoJsonText = (kept: KeptAreas, moment: Moment, areaId: string): Promise<FeedText> =>
  kept.text(moment, areaId, 'geojson', geoJsonText)

export async function readManifestText({ db, clock, config }: Moment): Promise<FeedText> {
  const areas = await db.selectFrom('public_areas').select('id').orderBy('id').execute()
  const ids = areas.map(({ id }) => id)
  const value = gbfsManifest(ids, clock.now(), config)
  return textOf(value, value.data)
}
