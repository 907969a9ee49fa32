import { sql } from 'kysely'
import { fleets } from '@wheelhouse/contract/fleets/fleets.ts'
import { instant, int, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'

/** The area leaves as the corners of the contract; it is stored as a GeoJSON ring would be. */
const area = sql`(select coalesce(json_agg(json_build_object('latitude', (c.corner->>1)::float8, 'longitude', (c.corner->>0)::float8) order by c.nth), '[]'::json)
  from jsonb_array_elements(f.area) with ordinality c(corner, nth))`

const vehicles = sql`left join (select fleet_id, count(*) as vehicles, count(*) filter (where state = 'available') as available,
  count(*) filter (where state = 'on_trip') as on_trip from rental_devices group by fleet_id) n on n.fleet_id = f.id`
const count = (column: ReturnType<typeof sql>) => int(sql`coalesce(${column}, 0)`)

export const fleetList = listQuery(fleets, {
  from: () => sql`rental_fleets f left join organizations o on o.id = f.organization_id ${vehicles}`,
  id: sql`f.id`,
  visibleBy: [{ type: 'rental_fleet', column: sql`f.id` }],
  columns: () => ({
    id: uuid(sql`f.id`),
    name: text(sql`f.name`),
    description: text(sql`f.description`),
    organization_id: orNull(uuid(sql`f.organization_id`)),
    organization_name: orNull(text(sql`o.name`)),
    vehicle_kind: word(sql`f.vehicle_kind`),
    area: json(area),
    time_zone: word(sql`f.time_zone`),
    ride_orange_hours: int(sql`f.ride_orange_hours`),
    ride_red_hours: int(sql`f.ride_red_hours`),
    vehicles: count(sql`n.vehicles`),
    available: count(sql`n.available`),
    on_trip: count(sql`n.on_trip`),
    created_at: instant(sql`f.created_at`),
    updated_at: instant(sql`f.updated_at`),
    version: int(sql`f.version`),
  }),
  filters: () => ({
    q: search(sql`f.name`, sql`f.description`),
    organization_id: anyOf(sql`f.organization_id`, 'uuid'),
    created_at: age(sql`f.created_at`),
  }),
})
