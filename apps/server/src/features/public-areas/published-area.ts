import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Corner } from '@wheelhouse/contract/fleets/area.ts'
import type { VehicleKind } from '@wheelhouse/contract/fleets/fleets.ts'
import type { LocationStatus, LocationType } from '@wheelhouse/contract/locations/location-values.ts'
import type { PriceTerms } from '@wheelhouse/contract/price-lists/fee.ts'
import type { Ctx } from '../../platform/context.ts'
import { contactSince, healthJoins, inContact } from '../hardware-state/health.ts'
import { lastSeenAt, stateOf, vehicleJoins } from '../rentals/vehicle-state.ts'
import { isPublicLocation } from './queries.ts'

export type Moment = Pick<Ctx, 'db' | 'clock' | 'config'>

export interface PublishedArea {
  id: string
  name: string
  description: string
  organization_id: string
  organization_name: string
  email: string
  phone: string
  link: string
  created_at: string
}

export interface Station {
  id: string
  code: string
  label: string
  address: string
  city: string
  country: string
  latitude: number
  longitude: number
  time_zone: string
  type: LocationType
  status: LocationStatus
  has_e_charging: boolean
  is_free: boolean
  docks: number
  free_docks: number
  /** Neither free nor taken: broken, or without contact. */
  disabled_docks: number
  /** Docks that hold a vehicle for rent, and how many of them have one now. */
  rental_docks: number
  docked_vehicles: number
  reported_at: string
}

export interface PublishedFleet {
  id: string
  name: string
  vehicle_kind: VehicleKind
  area: Corner[]
  /** Null: riding costs nothing. */
  price: (PriceTerms & { id: string; name: string }) | null
}

export interface FreeVehicle {
  id: string
  fleet_id: string
  is_reserved: boolean
  latitude: number
  longitude: number
  battery_percent: number | null
  /** Of the area; null: elsewhere. */
  station_id: string | null
  /** The ride that brought it, and since when it has been in its place. */
  last_ride_id: string | null
  moved_at: string | null
  reported_at: string
}

export interface Published {
  area: PublishedArea
  stations: Station[]
  fleets: PublishedFleet[]
  vehicles: FreeVehicle[]
  /** When it was read. */
  at: Date
}

export const vehiclesByStation = ({ vehicles }: Published): Map<string | null, FreeVehicle[]> =>
  Map.groupBy(vehicles, ({ station_id }) => station_id)

/** What the public may know of an area at this moment; null where there is no such area. Every feed is made of it. */
export async function readPublished(moment: Moment, areaId: string): Promise<Published | null> {
  const { rows } =
    await sql<PublishedArea>`select a.id, a.name, a.description, a.organization_id, o.name as organization_name,
      o.email, o.phone, o.link, a.created_at
    from public_areas a join organizations o on o.id = a.organization_id where a.id = ${areaId}::uuid`.execute(
      moment.db,
    )
  const [area] = rows
  if (!area) return null
  const stations = await readStations(moment, areaId)
  const box = boxAround(stations)
  const fleets = box ? await readFleets(moment, area.organization_id, box) : []
  const vehicles = box && fleets.length > 0 ? await readVehicles(moment, fleets, stations, box) : []
  return { area, stations, fleets, vehicles, at: moment.clock.now() }
}

async function readStations(moment: Moment, areaId: string): Promise<Station[]> {
  const isDock = sql`d.type in ('dock', 'locker', 'rental_dock')`
  const isHeard = inContact(contactSince(moment))
  const { rows } =
    await sql<Station>`select l.id, l.code, l.label, l.address, l.city, l.country, l.latitude, l.longitude,
      l.time_zone, l.type, l.status, l.has_e_charging, l.is_free, g.*, coalesce(g.last_contact_at, l.updated_at) as reported_at
    from public_area_locations x join locations l on l.id = x.location_id cross join lateral (
      select count(*) filter (where ${isDock})::int as docks,
        count(*) filter (where ${isDock} and hs.dock_state = 'unlocked' and ${isHeard})::int as free_docks,
        count(*) filter (where ${isDock} and (${isHeard} and hs.dock_state not in ('fault', 'unknown')) is not true)::int as disabled_docks,
        count(*) filter (where d.type = 'rental_dock')::int as rental_docks,
        count(*) filter (where d.type = 'rental_dock' and hs.dock_state = 'locked' and ${isHeard})::int as docked_vehicles,
        max(least(hs.last_heartbeat_at, cs.last_heartbeat_at)) as last_contact_at
      from devices d ${healthJoins} where d.location_id = l.id and d.deleted_at is null) g
    where x.area_id = ${areaId}::uuid and ${isPublicLocation} order by l.code`.execute(moment.db)
  return rows
}

interface Box {
  south: number
  north: number
  west: number
  east: number
}

/** Vehicles that are left a short walk outside of the outermost locations still belong to the area. */
const aroundM = 1_500
const metresADegree = 111_320

function boxAround(stations: readonly Station[]): Box | null {
  if (stations.length === 0) return null
  const [latitudes, longitudes] = [stations.map((one) => one.latitude), stations.map((one) => one.longitude)]
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const wide = aroundM / metresADegree
  const narrowing = Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180))
  return {
    south: south - wide,
    north: north + wide,
    west: Math.min(...longitudes) - wide / narrowing,
    east: Math.max(...longitudes) + wide / narrowing,
  }
}

/** The fleets of the area's owner whose own area touches it; one without an area rides everywhere. */
async function readFleets({ db, clock }: Moment, organizationId: string, box: Box): Promise<PublishedFleet[]> {
  const now = sql`${clock.now().toISOString()}::timestamptz`
  const { rows } = await sql<Omit<PublishedFleet, 'area'> & { ring: [number, number][] }>`
    select f.id, f.name, f.vehicle_kind, f.area as ring, to_json(p.*) as price
    from rental_fleets f left join lateral (
      select v.id, p.name, v.currency, v.starting_minor, v.free_minutes, v.minute_minor, v.hour_minor, v.day_minor,
        v.day_cap_minor, v.stay_cap_minor
      from price_lists p join price_list_versions v on v.price_list_id = p.id
      where p.target_type = 'rental_fleet' and p.target_id = f.id and (p.ends_at is null or p.ends_at > ${now})
        and v.valid_from <= ${now} order by v.valid_from desc limit 1) p on true
    where f.organization_id = ${organizationId}::uuid order by f.name, f.id`.execute(db)
  return rows
    .map(({ ring, ...fleet }) => ({
      ...fleet,
      area: ring.map(([longitude, latitude]) => ({ latitude, longitude })),
    }))
    .filter(({ area }) => touches(area, box))
}

const touches = (area: readonly Corner[], { south, north, west, east }: Box): boolean =>
  area.length === 0 ||
  (Math.min(...area.map((corner) => corner.latitude)) <= north &&
    Math.max(...area.map((corner) => corner.latitude)) >= south &&
    Math.min(...area.map((corner) => corner.longitude)) <= east &&
    Math.max(...area.map((corner) => corner.longitude)) >= west)

/** More than any city has; a feed beyond it would not be read. */
const vehiclesAtMost = 10_000

/** Vehicles that wait for riders. One at a location that is not public is not there for the public either. */
async function readVehicles(
  moment: Moment,
  fleets: readonly PublishedFleet[],
  stations: readonly Station[],
  { south, north, west, east }: Box,
): Promise<FreeVehicle[]> {
  const ids = (of: readonly { id: string }[]): RawBuilder<unknown> => sql`${of.map(({ id }) => id)}::uuid[]`
  const { rows } = await sql<FreeVehicle>`select v.id, v.fleet_id, v.state = 'reserved' as is_reserved, st.latitude,
      st.longitude, st.battery_percent, case when st.location_id = any(${ids(stations)}) then st.location_id end as station_id,
      r.id as last_ride_id, st.moved_at, ${lastSeenAt} as reported_at
    from rental_devices v ${vehicleJoins} left join locations l on l.id = st.location_id
      left join lateral (select s.id from rental_sessions s where s.rental_device_id = v.id
        order by s.started_at desc, s.id desc limit 1) r on true
    where v.fleet_id = any(${ids(fleets)}) and ${stateOf(moment)} in ('available', 'reserved')
      and st.latitude between ${south}::float8 and ${north}::float8 and st.longitude between ${west}::float8 and ${east}::float8
      and (l.id is null or ${isPublicLocation}) limit ${vehiclesAtMost}`.execute(moment.db)
  return rows
}
