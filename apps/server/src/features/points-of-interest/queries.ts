import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { pointPlacesAtMost } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type {
  PointFilter,
  PointOfInterest,
  PointPlace,
  PointQuery,
  pointSorts,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { contains, collated, sortedPage } from '../../lists/keyset.ts'
import type { SortColumn } from '../../lists/keyset.ts'
import { visiblePredicate, rowIsVisible, visibleTo } from '../../authz/visible.ts'

type Sort = (typeof pointSorts)[number]

const sorts: Record<Sort, SortColumn> = {
  label: { by: collated(sql`p.label`), kind: 'text' },
  type: { by: sql`p.type`, kind: 'text' },
  icon_type: { by: sql`p.icon_type`, kind: 'text' },
  access_level: { by: sql`p.access_level`, kind: 'text' },
  external_id: { by: collated(sql`nullif(p.external_id, '')`), kind: 'text' },
  location_label: { by: collated(sql`l.label`), kind: 'text' },
  organization_name: { by: collated(sql`o.name`), kind: 'text' },
  created_at: { by: sql`p.created_at`, kind: 'timestamptz' },
  updated_at: { by: sql`p.updated_at`, kind: 'timestamptz' },
  id: { by: sql`p.id`, kind: 'uuid' },
}

const columns = sql`p.id, p.label, p.type, p.icon_type, p.access_level, p.latitude, p.longitude, p.description, p.external_id,
  l.id as location_id, l.code as location_code, l.label as location_label, p.organization_id, o.name as organization_name,
  p.created_at, p.updated_at, p.version`

/** A location that the reader does not see is none. */
const joins = (seesLocation: RawBuilder<boolean>) =>
  sql`left join organizations o on o.id = p.organization_id left join locations l on l.id = p.location_id and ${seesLocation}`

function filterOf({ q, type, access_level, location_id }: PointFilter): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  if (q)
    parts.push(
      sql<boolean>`(${contains(sql`p.label`, q)} or ${contains(sql`p.external_id`, q)} or ${contains(sql`p.description`, q)})`,
    )
  if (type) parts.push(sql<boolean>`p.type = any(${type}::text[])`)
  if (access_level) parts.push(sql<boolean>`p.access_level = any(${access_level}::text[])`)
  if (location_id) parts.push(sql<boolean>`l.id = any(${location_id}::uuid[])`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** Visibility and filter, over `p` and its joins; the same for the list, the map, the export and a frozen selection. */
async function asked(ctx: Ctx, filter: PointFilter) {
  const visible = await visibleTo(ctx, 'point_of_interest', 'GET', 'point_of_interest')
  const joined = joins(visiblePredicate(await visibleTo(ctx, 'location', 'GET', 'location'), sql`l.id`))
  return { joined, where: sql<boolean>`${visiblePredicate(visible, sql`p.id`)} and ${filterOf(filter)}` }
}

export async function pointPage(ctx: Ctx, { query }: ListInput<unknown, PointQuery>): Promise<Page<PointOfInterest>> {
  const { joined, where } = await asked(ctx, query)
  const list = {
    sorts,
    where,
    columns,
    id: sql`p.id`,
    from: sql`points_of_interest p ${joined}`,
    rows: sql`left join points_of_interest p on p.id = page.id ${joined}`,
  }
  return sortedPage<PointOfInterest, Sort>(ctx.db, list, query)
}

export async function placesOf(ctx: Ctx, filter: PointFilter): Promise<{ items: PointPlace[]; total: number }> {
  const { joined, where } = await asked(ctx, filter)
  const { rows } = await sql<PointPlace & { total: number }>`
    select p.id, p.label, p.type, p.icon_type, p.access_level, p.latitude, p.longitude, count(*) over () as total
    from points_of_interest p ${joined} where ${where} order by ${collated(sql`p.label`)}, p.id limit ${pointPlacesAtMost}`.execute(
    ctx.db,
  )
  return { items: rows.map(({ total: _, ...place }) => place), total: rows[0]?.total ?? 0 }
}

export async function pointById(ctx: Ctx, id: string): Promise<PointOfInterest> {
  const joined = joins(rowIsVisible(ctx, 'location', 'GET', 'location', sql`l.id`))
  const { rows } = await sql<PointOfInterest>`
    select ${columns} from points_of_interest p ${joined} where p.id = ${id}::uuid`.execute(ctx.db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}
