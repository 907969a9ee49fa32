import { sql } from 'kysely'
import { locationPointsAtMost } from '@wheelhouse/contract/locations/location-points.ts'
import type { LocationPoint } from '@wheelhouse/contract/locations/location-points.ts'
import type { LocationFilter } from '@wheelhouse/contract/locations/locations.ts'
import { hintOf } from '../../authz/visible.ts'
import { float, jsonOf, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import { admissionCte, admittedRow, withGatheredRights } from '../../lists/list-source.ts'
import type { ListContext, ListRequest } from '../../lists/list-source.ts'
import { deviceAggregates } from '../hardware-state/aggregates.ts'
import { locationList, needsUrgent } from './queries.ts'
import { urgentEntries } from './urgent-entries.ts'

/** As many jumps as fit above the map. */
const citiesAtMost = 5

const columns: Columns<LocationPoint> = {
  id: uuid(sql`id`),
  code: word(sql`code`),
  label: text(sql`label`),
  latitude: float(sql`latitude`),
  longitude: float(sql`longitude`),
  status: word(sql`status`),
  health: word(sql`health`),
}

interface Answer {
  items: string | null
  total: number
  cities: string
}

/**
 * The list's filter whole instead of by pages, for the map, as the text of the reply. One statement, so that points, total and cities
 * are of one moment.
 */
export async function pointsText(outside: ListContext, request: ListRequest, filter: LocationFilter): Promise<string> {
  const hint = await hintOf(outside, 'location', 'GET', 'location')
  const { inside: ctx, rights } = withGatheredRights(outside)
  const { where } = locationList.conditions(ctx, filter)
  const urgent = needsUrgent(filter) ? urgentEntries(ctx, hint) : sql``
  const body = sql`filtered as materialized (
      select l.id, l.code, l.label, l.latitude, l.longitude, l.status, l.city, g.health
      from locations l ${deviceAggregates(ctx, hint)} ${urgent} where (select is_ok from me) and ${where}
    ), points as (
      select code, ${jsonOf(columns)} as text from filtered where latitude is not null order by code limit ${locationPointsAtMost}
    ), cities as (
      select city, count(*) as locations, min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north
      from filtered where city <> '' and latitude is not null group by city order by count(*) desc, city limit ${citiesAtMost}
    )
    select me.*, (select string_agg(text, ',' order by code) from points) as items, (select count(*) from filtered) as total,
      (select coalesce(json_agg(c), '[]'::json)::text from cities c) as cities
    from me`
  const { items, total, cities } = await admittedRow<Answer>(
    outside,
    request,
    sql`${admissionCte(request, rights)}, ${body}`,
  )
  return `{"items":[${items ?? ''}],"total":${total},"cities":${cities}}`
}
