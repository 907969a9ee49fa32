import type * as z from 'zod'
import * as zod from 'zod'
import { fieldOf, recordOf } from '@wheelhouse/contract/certain.ts'
import { gbfsFeeds } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { GbfsFeed } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { FeedCheck, PublicAreaDetails } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { Id } from '@wheelhouse/contract/route.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { openJournal, publishChange, withJournal } from '../../journal/journal.ts'
import type { Ctx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { feedText, geoJsonText } from './feeds.ts'
import { implausible } from './gbfs-plausibility.ts'
import { brokenIf, unknownIn } from './gbfs-problems.ts'
import type { Problem, Problems } from './gbfs-problems.ts'
import { problemsAcross } from './gbfs-rules.ts'
import { gbfsSchemas, geoJsonSchema } from './gbfs-schemas.ts'
import type { GbfsFiles } from './gbfs-schemas.ts'
import { readPublished } from './published-area.ts'
import type { Moment, Published } from './published-area.ts'
import { areaDetails } from './queries.ts'

/** After each edit of an area. */
export const checkArea = jobKind({ name: 'public-areas.check', payload: zod.strictObject({ area_id: Id }), retries: 2 })

/** Every quarter of an hour, because what the feeds say changes with locations, docks and vehicles. */
export const checkAllAreas = jobKind({
  name: 'public-areas.check-all',
  payload: zod.object({}),
  cron: '*/15 * * * *',
  retries: 0,
})

const problemsShown = 20

/** Reads the published texts as any reader of the feeds would, and returns what breaks the standards. */
export function checkFeeds(published: Published, settings: Moment['config']): FeedCheck[] {
  const texts = recordOf(gbfsFeeds, (feed) => feedText(feed, published, settings).text)
  return checkTexts(texts, geoJsonText(published).text)
}

export function checkTexts(gbfs: Record<GbfsFeed, string>, geojson: string): FeedCheck[] {
  const values = gbfsFeeds.map((feed): [GbfsFeed, unknown] => [feed, JSON.parse(gbfs[feed])])
  const own = values.map(([feed, value]) => [feed, problemsOf(gbfsSchemas[feed], value)] as const)
  const isReadable = own.every(([, problems]) => problems.length === 0)
  // Read by its schema each, where none of them breaks it.
  const files = Object.fromEntries(values) as GbfsFiles
  const across: Problems = isReadable ? problemsAcross(files) : {}
  const beyond: Problems = isReadable ? implausible(files) : {}
  const collection: unknown = JSON.parse(geojson)
  return [
    ...own.map(([feed, problems], at) =>
      checked(feed, values[at]?.[1], [...problems, ...(across[feed] ?? []), ...(beyond[feed] ?? [])]),
    ),
    checked('geojson', { data: collection }, geoJsonProblems(collection, isReadable ? files : null)),
  ]
}

/** The map of other pages shows the stations of GBFS, each once. */
function geoJsonProblems(collection: unknown, files: GbfsFiles | null): Problem[] {
  const { data, error } = geoJsonSchema.safeParse(collection)
  if (error) return problemsOf(geoJsonSchema, collection)
  const ids = data.features.map(({ id }) => String(id))
  const stations = new Set((files?.station_information.data.stations ?? []).map(({ station_id }) => station_id))
  return [
    ...brokenIf(new Set(ids).size < ids.length, 'features', 'a location is given twice'),
    ...(files === null ? [] : ids.flatMap((id, nth) => unknownIn(stations, `features.${nth}`, 'the location', id))),
    ...brokenIf(files !== null && ids.length < stations.size, 'features', 'a station of GBFS is missing'),
  ]
}

const problemsOf = (schema: z.ZodType, value: unknown): FeedCheck['problems'] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({ at: path.join('.'), text: message }))

const checked = (feed: string, value: unknown, problems: FeedCheck['problems']): FeedCheck => ({
  feed,
  // The languages of the system are no items.
  items: feed === 'system_information' ? 0 : itemsIn(fieldOf(Object(value), 'data')),
  problems: problems.slice(0, problemsShown),
})

/** The first list in it: a feed has one. */
function itemsIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0
  const lists = Object.values(data).flatMap((one) => [one, fieldOf(Object(one), 'features')])
  return lists.find((one) => Array.isArray(one))?.length ?? 0
}

/** Keeps what a check found; readers of the area are notified. */
async function checkOne(ctx: Moment, areaId: string): Promise<void> {
  const published = await readPublished(ctx, areaId)
  if (!published) return
  const feeds = checkFeeds(published, ctx.config)
  const problems = feeds.reduce((sum, feed) => sum + feed.problems.length, 0)
  const journal = openJournal(ctx.clock.now())
  await withJournal(ctx.db, journal, async (tx) => {
    const found = { checked_at: journal.at.toISOString(), feeds: JSON.stringify(feeds), problems }
    // The area may have been deleted while its feeds were read.
    const area = await tx.selectFrom('public_areas').select('id').where('id', '=', areaId).forShare().executeTakeFirst()
    if (!area) return
    await tx
      .insertInto('public_area_checks')
      .values({ area_id: areaId, ...found })
      .onConflict((conflict) => conflict.column('area_id').doUpdateSet(found))
      .execute()
    publishChange(journal, 'public_area', areaId, null, { through: { type: 'public_area', id: areaId } })
  })
}

export const runCheckArea = ({ area_id }: { area_id: string }, ctx: JobCtx): Promise<void> => checkOne(ctx, area_id)

export async function runCheckAllAreas(ctx: JobCtx): Promise<void> {
  const areas = await ctx.db.selectFrom('public_areas').select('id').orderBy('id').execute()
  for (const { id } of areas) {
    if (ctx.signal.aborted) return
    await checkOne(ctx, id)
  }
}

export async function checkNow(ctx: Ctx, id: string): Promise<PublicAreaDetails> {
  if (ctx.db.isTransaction) throw new AppError('internal', {}, 'A check is a transaction of its own')
  await checkOne(ctx, id)
  return areaDetails(ctx, id)
}
