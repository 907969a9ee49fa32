import { sql } from 'kysely'
import * as z from 'zod'
import { embedPath, gbfsFeeds, gbfsPath, geoJsonPath } from '@wheelhouse/contract/public-areas/feeds.ts'
import { FeedCheck, publicAreas, publicStatuses } from '@wheelhouse/contract/public-areas/public-areas.ts'
import type { AreaLocation, PublicAreaDetails } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { Scope } from '../../lists/list-query.ts'
import type { Ctx } from '../../platform/context.ts'
import { stored } from '../../platform/stored.ts'
import { deviceAggregates } from '../hardware-state/aggregates.ts'

/** The rule of what the public is shown, of a location `l`. Every feed and every number on the screen takes it from here. */
export const isPublicLocation = sql<boolean>`(l.is_publicly_visible and l.status in (${sql.join(
  publicStatuses.map((status) => sql.lit(status)),
)}))`

type Visible = Scope<unknown, unknown>['visible']

/** A location that the reader does not see is not counted. */
const locationsOf = (visible: Visible, condition = sql<boolean>`true`) =>
  sql`(select count(*)::int from public_area_locations x join locations l on l.id = x.location_id
    where x.area_id = a.id and ${condition} and ${visible('location', sql`l.id`)})`

const feedState = sql`case when k.area_id is null then 'unchecked' when k.problems > 0 then 'faulty' else 'valid' end`

export const areaList = listQuery(publicAreas, {
  from: () => sql`public_areas a join organizations o on o.id = a.organization_id
    left join public_area_checks k on k.area_id = a.id`,
  id: sql`a.id`,
  visibleBy: [{ type: 'public_area', column: sql`a.id`, action: 'public-area:get' }],
  columns: ({ visible }) => ({
    id: uuid(sql`a.id`),
    name: text(sql`a.name`),
    description: text(sql`a.description`),
    organization_id: uuid(sql`a.organization_id`),
    organization_name: text(sql`o.name`),
    locations: int(locationsOf(visible)),
    public_locations: int(locationsOf(visible, isPublicLocation)),
    feed_state: word(feedState),
    feed_problems: int(sql`coalesce(k.problems, 0)`),
    checked_at: orNull(instant(sql`k.checked_at`)),
    created_at: instant(sql`a.created_at`),
    updated_at: instant(sql`a.updated_at`),
    version: int(sql`a.version`),
  }),
  filters: () => ({
    q: search(sql`a.name`, sql`a.description`),
    organization_id: anyOf(sql`a.organization_id`, 'uuid'),
    feed_state: anyOf(feedState),
    created_at: age(sql`a.created_at`),
  }),
})

/** One area as its page shows it. */
export async function areaDetails(ctx: Ctx, id: string): Promise<PublicAreaDetails> {
  const area = await areaList.get(ctx, id)
  const isSeen = rowIsVisible(ctx, 'location', 'GET', 'location', sql`l.id`)
  const { rows } = await sql<AreaLocation>`select l.id, l.code, l.label, l.address, l.latitude, l.longitude, l.status,
      g.health, l.is_publicly_visible, ${isPublicLocation} as is_public
    from public_area_locations x join locations l on l.id = x.location_id ${deviceAggregates(ctx, 1)}
    where x.area_id = ${id}::uuid and ${isSeen} order by l.code`.execute(ctx.db)
  const check = await ctx.db
    .selectFrom('public_area_checks')
    .select('feeds')
    .where('area_id', '=', id)
    .executeTakeFirst()
  return {
    ...area,
    location_rows: rows,
    feeds: gbfsFeeds.map((name) => ({ name, path: gbfsPath(id, name) })),
    geojson_path: geoJsonPath(id),
    embed_path: embedPath(id),
    checks: stored(z.array(FeedCheck), check?.feeds ?? []),
  }
}
