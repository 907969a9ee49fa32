import { sql } from 'kysely'
import { pointPlacesAtMost, points } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointPlace } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { FilterOfList } from '@wheelhouse/contract/list.ts'
import type { Ctx } from '../../platform/context.ts'
import { collated, float, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'

export const pointList = listQuery(points, {
  // A location that the reader does not see is not joined, so its fields are null.
  from: ({ visible }) => sql`points_of_interest p left join organizations o on o.id = p.organization_id
    left join locations l on l.id = p.location_id and ${visible('location', sql`l.id`)}`,
  id: sql`p.id`,
  visibleBy: [{ type: 'point_of_interest', column: sql`p.id` }],
  columns: () => ({
    id: uuid(sql`p.id`),
    label: text(sql`p.label`),
    type: word(sql`p.type`),
    icon_type: word(sql`p.icon_type`),
    access_level: word(sql`p.access_level`),
    latitude: float(sql`p.latitude`),
    longitude: float(sql`p.longitude`),
    description: text(sql`p.description`),
    external_id: text(sql`p.external_id`),
    location_id: orNull(uuid(sql`l.id`)),
    location_code: orNull(word(sql`l.code`)),
    location_label: orNull(text(sql`l.label`)),
    organization_id: orNull(uuid(sql`p.organization_id`)),
    organization_name: orNull(text(sql`o.name`)),
    created_at: instant(sql`p.created_at`),
    updated_at: instant(sql`p.updated_at`),
    version: int(sql`p.version`),
  }),
  filters: () => ({
    q: search(sql`p.label`, sql`p.external_id`, sql`p.description`),
    type: anyOf(sql`p.type`),
    access_level: anyOf(sql`p.access_level`),
    location_id: anyOf(sql`l.id`, 'uuid'),
    created_at: age(sql`p.created_at`),
  }),
})

/** Every place of a filter, for the map. */
export async function pointPlaces(
  ctx: Ctx,
  filter: FilterOfList<typeof points>,
): Promise<{ items: PointPlace[]; total: number }> {
  const { from, where } = pointList.conditions(ctx, filter)
  const { rows } = await sql<PointPlace & { total: number }>`
    select p.id, p.label, p.type, p.icon_type, p.access_level, p.latitude, p.longitude, count(*) over () as total
    from ${from} where ${where} order by ${collated(sql`p.label`)}, p.id limit ${pointPlacesAtMost}`.execute(ctx.db)
  return { items: rows.map(({ total: _, ...place }) => place), total: rows[0]?.total ?? 0 }
}
