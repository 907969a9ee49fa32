import { gbfsFeeds, gbfsPath, gbfsVersion, readGbfsManifest } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { GbfsFeed } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { VehicleKind } from '@wheelhouse/contract/fleets/fleets.ts'
import type { Config } from '../../platform/config.ts'
import { freePlan, freePlanId, pricingPlan } from './gbfs-prices.ts'
import { vehiclesByStation } from './published-area.ts'
import type { FreeVehicle, Published, PublishedFleet, Station } from './published-area.ts'
import { rotatingIds } from './vehicle-ids.ts'

export type FeedSettings = Pick<Config, 'console_url' | 'installation_key'>

/** A text in the one language in which names are kept. */
const language = 'en'
export const inEnglish = (text: string) => [{ text, language }]

/** Seconds after which a reader asks again: what moves, and what seldom changes. */
const soon = 30
const later = 300
const ttlOf: Record<GbfsFeed, number> = {
  gbfs: later,
  gbfs_versions: later,
  system_information: later,
  vehicle_types: later,
  station_information: later,
  station_status: soon,
  vehicle_status: soon,
  system_regions: later,
  system_pricing_plans: later,
  geofencing_zones: later,
}

type Maker = (published: Published, settings: FeedSettings) => object

const makers: Record<GbfsFeed, Maker> = {
  gbfs: ({ area }, { console_url }) => ({
    feeds: gbfsFeeds.map((name) => ({ name, url: `${console_url}${gbfsPath(area.id, name)}` })),
  }),
  gbfs_versions: ({ area }, settings) => ({ versions: [versionOf(area.id, settings)] }),
  system_information: systemInformation,
  vehicle_types: (published) => ({ vehicle_types: vehicleTypes(published) }),
  station_information: ({ stations }) => ({ stations: stations.map(stationInformation) }),
  station_status: (published) => ({ stations: stationStatuses(published) }),
  vehicle_status: (published, settings) => ({ vehicles: vehicleStatus(published, settings) }),
  system_regions: ({ stations }) => ({ regions: regionsOf(stations) }),
  system_pricing_plans: (published) => ({ plans: pricingPlans(published) }),
  geofencing_zones: ({ fleets }) => geofencingZones(fleets),
}

/** One file of GBFS: its envelope and its data. */
export const gbfsFile = (feed: GbfsFeed, published: Published, settings: FeedSettings) =>
  envelope(published.at, ttlOf[feed], makers[feed](published, settings))

const envelope = (at: Date, ttl: number, data: object) => ({
  last_updated: `${at.toISOString().slice(0, 19)}Z`,
  ttl,
  version: gbfsVersion,
  data,
})

const versionOf = (areaId: string, { console_url }: FeedSettings) => ({
  version: gbfsVersion,
  url: `${console_url}${gbfsPath(areaId, 'gbfs')}`,
})

/** Globally unique, and the same as long as the area exists. */
const systemId = (areaId: string): string => `wheelhouse_${areaId.replaceAll('-', '')}`

/** The feeds of every area of the installation. */
export const gbfsManifest = (areaIds: readonly string[], at: Date, settings: FeedSettings) =>
  envelope(at, later, {
    datasets: areaIds.map((id) => ({ system_id: systemId(id), versions: [versionOf(id, settings)] })),
  })

function systemInformation({ area, stations }: Published, { console_url }: FeedSettings) {
  const isPhone = /^\+[1-9]\d{1,14}$/.test(area.phone)
  return {
    system_id: systemId(area.id),
    languages: [language],
    name: inEnglish(area.name),
    operator: inEnglish(area.organization_name),
    opening_hours: '24/7',
    ...(area.link === '' ? {} : { url: area.link }),
    ...(isPhone ? { phone_number: area.phone } : {}),
    ...(area.email === '' ? {} : { email: area.email, feed_contact_email: area.email }),
    start_date: area.created_at.slice(0, 10),
    timezone: stations[0]?.time_zone ?? 'UTC',
    manifest_url: `${console_url}${readGbfsManifest.path}`,
  }
}

interface KindOfVehicle {
  form_factor: string
  propulsion_type: string
  /** With a full battery; absent without a motor. */
  max_range_meters?: number
}

const kinds: Record<VehicleKind, KindOfVehicle> = {
  bike: { form_factor: 'bicycle', propulsion_type: 'human' },
  e_bike: { form_factor: 'bicycle', propulsion_type: 'electric_assist', max_range_meters: 60_000 },
  cargo_bike: { form_factor: 'cargo_bicycle', propulsion_type: 'human' },
  e_cargo_bike: { form_factor: 'cargo_bicycle', propulsion_type: 'electric_assist', max_range_meters: 45_000 },
  e_scooter: { form_factor: 'scooter_standing', propulsion_type: 'electric', max_range_meters: 40_000 },
  e_moped: { form_factor: 'moped', propulsion_type: 'electric', max_range_meters: 70_000 },
}

const fleetType = ({ id }: Pick<PublishedFleet, 'id'>): string => `fleet_${id}`

/** Vehicles that wait in docks belong to no fleet: the dock says what it holds. */
const dockedTypes = {
  docked_bike: { form_factor: 'bicycle', propulsion_type: 'human' },
  docked_scooter: { form_factor: 'scooter_standing', propulsion_type: 'human' },
} as const
const dockedTypeOf = ({ type }: Station): keyof typeof dockedTypes =>
  type.startsWith('scooter') ? 'docked_scooter' : 'docked_bike'

function vehicleTypes({ fleets, stations }: Published) {
  const docked = new Set(stations.filter(({ rental_docks }) => rental_docks > 0).map(dockedTypeOf))
  return [
    ...fleets.map((fleet) => ({
      vehicle_type_id: fleetType(fleet),
      ...kinds[fleet.vehicle_kind],
      name: inEnglish(fleet.name),
      return_constraint: 'hybrid',
      ...withPlan(fleet.price?.id ?? freePlanId),
    })),
    ...[...docked].map((vehicle_type_id) => ({
      vehicle_type_id,
      ...dockedTypes[vehicle_type_id],
      return_constraint: 'any_station',
      ...withPlan(freePlanId),
    })),
  ]
}

const withPlan = (id: string) => ({ default_pricing_plan_id: id, pricing_plan_ids: [id] })

/** The plans of the fleets, and the one without a price where a type of vehicle needs it. */
function pricingPlans(published: Published) {
  const prices = published.fleets.map(({ price }) => price).filter((price) => price !== null)
  const needsFree = vehicleTypes(published).some((type) => type.default_pricing_plan_id === freePlanId)
  return [...prices.map(pricingPlan), ...(needsFree ? [freePlan(prices[0]?.currency ?? 'EUR')] : [])]
}

const regionId = ({ city, country }: Station): string => `${country}_${city}`.toLowerCase().replaceAll(/\s+/g, '_')

function regionsOf(stations: readonly Station[]) {
  const regions = new Map(stations.filter(({ city }) => city !== '').map((one) => [regionId(one), one.city]))
  return [...regions].map(([region_id, name]) => ({ region_id, name: inEnglish(name) }))
}

/** Racks, lockers and houses for the riders' own bikes are stations too: places to park, with nothing to rent. */
const stationInformation = (station: Station) => ({
  station_id: station.id,
  name: inEnglish(station.label),
  short_name: inEnglish(station.code),
  lat: station.latitude,
  lon: station.longitude,
  ...(station.address === '' ? {} : { address: station.address }),
  ...(station.city === '' ? {} : { region_id: regionId(station) }),
  is_virtual_station: false,
  capacity: station.docks,
  is_charging_station: station.has_e_charging,
})

function stationStatuses(published: Published) {
  const types = vehicleTypes(published)
  const byStation = vehiclesByStation(published)
  return published.stations.map((station) => stationStatus(station, byStation.get(station.id) ?? [], types))
}

function stationStatus(station: Station, here: readonly FreeVehicle[], types: ReturnType<typeof vehicleTypes>) {
  const isOpen = station.status !== 'maintenance'
  const free = here.filter(({ is_reserved }) => !is_reserved)
  // A vehicle of a fleet that is in one of the docks is counted with its fleet.
  const docked = Math.max(0, station.docked_vehicles - here.length)
  const countOf = (typeId: string): number =>
    free.filter(({ fleet_id }) => fleetType({ id: fleet_id }) === typeId).length +
    (station.rental_docks > 0 && typeId === dockedTypeOf(station) ? docked : 0)
  const available = types.map(({ vehicle_type_id }) => ({ vehicle_type_id, count: countOf(vehicle_type_id) }))
  return {
    station_id: station.id,
    num_vehicles_available: available.reduce((sum, { count }) => sum + count, 0),
    ...(types.length > 0 ? { vehicle_types_available: available } : {}),
    num_docks_available: station.free_docks,
    num_docks_disabled: station.disabled_docks,
    is_installed: true,
    is_renting: isOpen,
    is_returning: isOpen,
    last_reported: minuteOf(station.reported_at),
  }
}

/** Exact seconds would tell one vehicle from another. */
const minuteOf = (instant: string): string => `${instant.slice(0, 16)}:00Z`
const rangeStepM = 5_000

/** In the order of their ids, which change: their place in the list says nothing about which is which. */
function vehicleStatus({ vehicles, fleets }: Published, settings: FeedSettings) {
  const idOf = rotatingIds(settings)
  const byId = new Map(fleets.map((fleet) => [fleet.id, fleet]))
  return vehicles
    .flatMap((vehicle) => {
      const fleet = byId.get(vehicle.fleet_id)
      return fleet ? [oneVehicle(idOf(vehicle), vehicle, fleet)] : []
    })
    .toSorted((a, b) => (a.vehicle_id < b.vehicle_id ? -1 : 1))
}

function oneVehicle(vehicle_id: string, vehicle: FreeVehicle, fleet: PublishedFleet) {
  const { station_id, latitude, longitude, is_reserved, battery_percent } = vehicle
  const { max_range_meters: reach } = kinds[fleet.vehicle_kind]
  const range =
    reach === undefined ? null : Math.floor((reach * (battery_percent ?? 0)) / 100 / rangeStepM) * rangeStepM
  return {
    vehicle_id,
    ...(station_id === null ? { lat: latitude, lon: longitude } : { station_id }),
    is_reserved,
    is_disabled: false,
    vehicle_type_id: fleetType(fleet),
    last_reported: minuteOf(vehicle.reported_at),
    // A rough range: with the exact charge a vehicle could be found again after a ride.
    ...(range === null ? {} : { current_range_meters: range }),
    ...(fleet.price ? { pricing_plan_id: fleet.price.id } : {}),
  }
}

/** Within its area a ride of a fleet may end anywhere; outside of all areas it may only end at a station. */
function geofencingZones(fleets: readonly PublishedFleet[]) {
  const rule = (fleet: PublishedFleet, isWithin: boolean) => ({
    vehicle_type_ids: [fleetType(fleet)],
    ride_start_allowed: true,
    ride_end_allowed: isWithin,
    ride_through_allowed: true,
    station_parking: !isWithin,
  })
  const bounded = fleets.filter(({ area }) => area.length > 0)
  return {
    geofencing_zones: {
      type: 'FeatureCollection',
      features: bounded.map((fleet) => ({
        type: 'Feature',
        properties: { name: inEnglish(fleet.name), rules: [rule(fleet, true)] },
        geometry: { type: 'MultiPolygon', coordinates: [[ringOf(fleet)]] },
      })),
    },
    global_rules: fleets.map((fleet) => rule(fleet, fleet.area.length === 0)),
  }
}

/** RFC 7946: the first corner again at the end, and the inside on the left. */
function ringOf({ area }: PublishedFleet): [number, number][] {
  const corners = area.map(({ latitude, longitude }): [number, number] => [longitude, latitude])
  const ring = twiceArea(corners) < 0 ? corners.toReversed() : corners
  const [first] = ring
  return first ? [...ring, first] : []
}

/** Positive where the corners go against the clock. */
export const twiceArea = (ring: readonly (readonly [number, number])[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
