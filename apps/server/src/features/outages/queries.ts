import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Outage, OutageQuery } from '@wheelhouse/contract/outages/outages.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { decodeCursor, encodeCursor, isInstant, isUuid } from '../../lists/cursor.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { countVisible, listVisible } from '../../lists/list-visible.ts'
import type { TimeList } from '../../lists/list-visible.ts'
import { visibleTo } from '../../authz/visible.ts'

const scope = sql`case when o.hardware_id is null then 'location' when h.type = 'controller' then 'controller' else 'device' end`
const status = sql`case when o.cleared_at is not null then 'cleared' when o.confirmed_at is not null then 'confirmed' else 'open' end`

/** All that a controller speaks for, and what these speak for in their turn. */
const below = sql`with recursive below (hardware_id, depth) as (
    select b.hardware_id, 1 from hardware b where b.controller_id = o.hardware_id and b.hardware_id <> o.hardware_id
    union all select b.hardware_id, depth + 1 from below join hardware b on b.controller_id = below.hardware_id and b.hardware_id <> below.hardware_id
      where depth < 8)
  select count(*) from below join devices d on d.hardware_id = below.hardware_id`

/** What it takes along: all devices of a location, or those below a controller. */
const folded = sql`case when o.cleared_at is not null then 0
  when o.hardware_id is null then (select count(*) from devices d where d.location_id = o.location_id and d.hardware_id is not null and d.deleted_at is null)
  else (${below}) end`

const columns = sql`o.id, o.location_id, l.code as location_code, l.label as location_label, ${scope} as scope, ${status} as status,
  o.device_id, d.number as device_number, d.type as device_type, o.hardware_id, o.began_at, o.raised_at, o.confirmed_at, o.repeated_at, o.repeats,
  o.well_since, o.ended_at, o.cleared_at, o.clearing, o.folded_into, ${folded}::int as folded_devices`
const joins = sql`join locations l on l.id = o.location_id left join devices d on d.id = o.device_id left join hardware h on h.hardware_id = o.hardware_id`

const rowsByIds = (ids: RawBuilder<unknown>) => sql`
  select ${columns} from unnest((${ids})) with ordinality as k(id, nth) join outages o on o.id = k.id ${joins} order by k.nth`

const statusWhere = {
  open: sql`(cleared_at is null and confirmed_at is null)`,
  confirmed: sql`(cleared_at is null and confirmed_at is not null)`,
  cleared: sql`cleared_at is not null`,
}
const scopeWhere = {
  location: sql`hardware_id is null`,
  controller: sql`hardware_id in (select hardware_id from controllers)`,
  device: sql`(hardware_id is not null and hardware_id not in (select hardware_id from controllers))`,
}

function listOf(query: OutageQuery): TimeList {
  const { status: asked, scope: scopes } = query
  const isStanding = asked !== undefined && !asked.includes('cleared')
  const parts = [
    ...(asked
      ? [
          sql`(${sql.join(
            asked.map((one) => statusWhere[one]),
            sql` or `,
          )})`,
        ]
      : []),
    ...(scopes
      ? [
          sql`(${sql.join(
            scopes.map((one) => scopeWhere[one]),
            sql` or `,
          )})`,
        ]
      : []),
  ]
  return {
    table: 'outages',
    funnel: 'location_id',
    time: 'began_at',
    anchor: null,
    rare: null,
    period: sql<boolean>`true`,
    base: isStanding ? sql<boolean>`cleared_at is null` : sql<boolean>`true`,
    filter: parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : null,
    places: query.location_id ?? null,
    isShort: isStanding,
  }
}

export async function outagePage(
  ctx: Ctx,
  { query }: ListInput<unknown, OutageQuery>,
  isCounted = true,
): Promise<Page<Outage>> {
  const visible = await visibleTo(ctx, 'location', 'GET', 'location')
  const list = listOf(query)
  const after = query.cursor ? decodeCursor(query.cursor, ([at, id]) => isInstant(at) && isUuid(id)) : null
  const page = {
    after: after ? { at: String(after[0]), id: String(after[1]) } : null,
    order: 'desc' as const,
    limit: query.limit,
  }
  const [found, count] = await Promise.all([
    listVisible<Outage>(ctx.db, list, visible, page, rowsByIds),
    isCounted ? countVisible(ctx.db, list, visible) : { total: 0, total_is_exact: false },
  ])
  return { items: found.rows, next: found.next ? encodeCursor([found.next.at, found.next.id]) : null, ...count }
}

/** What is a part of another is told by that one. */
export async function standingOutages(db: Db, locationId: string): Promise<Outage[]> {
  const { rows } = await sql<Outage>`select ${columns} from outages o ${joins}
    where o.location_id = ${locationId}::uuid and o.cleared_at is null and o.folded_into is null
    order by o.hardware_id is not null, (h.type = 'controller') is not true, o.began_at, o.id limit 200`.execute(db)
  return rows
}
