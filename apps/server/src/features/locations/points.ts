import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { locationPointsAtMost } from '@wheelhouse/contract/locations/location-points.ts'
import type { LocationPoints } from '@wheelhouse/contract/locations/location-points.ts'
import type { LocationFilter } from '@wheelhouse/contract/locations/locations.ts'
import type { Ctx } from '../../platform/context.ts'
import { visibleTo } from '../../authz/visible.ts'
import { deviceAggregates } from '../hardware-state/aggregates.ts'
import { locationList, needsUrgent } from './queries.ts'
import { urgentEntries } from './urgent-entries.ts'

/** As many jumps as fit above the map. */
const citiesAtMost = 5

/** The list's filter whole instead of by pages, for the map. One statement, so that points, total and cities are of one moment. */
export async function pointsOf(ctx: Ctx, filter: LocationFilter): Promise<LocationPoints> {
  const { hint } = await visibleTo(ctx, 'location', 'GET', 'location')
  const { where } = locationList.conditions(ctx, filter)
  const { rows } = await sql<LocationPoints>`
    with filtered as materialized (
      select l.id, l.code, l.label, l.latitude, l.longitude, l.status, l.city, g.health
      from locations l ${deviceAggregates(ctx, hint)} ${needsUrgent(filter) ? urgentEntries(ctx, hint) : sql``} where ${where}
    ), points as (
      select id, code, label, latitude, longitude, status, health from filtered where latitude is not null order by code limit ${locationPointsAtMost}
    ), cities as (
      select city, count(*) as locations, min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north
      from filtered where city <> '' and latitude is not null group by city order by count(*) desc, city limit ${citiesAtMost}
    )
    select (select count(*) from filtered) as total, (select coalesce(json_agg(p), '[]'::json) from points p) as items,
      (select coalesce(json_agg(c), '[]'::json) from cities c) as cities`.execute(ctx.db)
  return certain(rows[0])
}
