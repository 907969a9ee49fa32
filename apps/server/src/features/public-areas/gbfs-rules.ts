import { twiceArea } from './gbfs-feeds.ts'
import { namedTwice, unknownIn } from './gbfs-problems.ts'
import type { Problem, Problems } from './gbfs-problems.ts'
import type { GbfsFiles } from './gbfs-schemas.ts'

/** What no single file shows: ids that other files do not know, ids given twice, sums that do not add up. */
export function problemsAcross(files: GbfsFiles): Problems {
  return {
    gbfs: namedTwice(files.gbfs.data.feeds, 'feeds', ({ name }) => name),
    vehicle_types: vehicleTypeProblems(files),
    station_information: stationProblems(files),
    station_status: statusProblems(files),
    vehicle_status: vehicleProblems(files),
    system_regions: namedTwice(files.system_regions.data.regions, 'regions', ({ region_id }) => region_id),
    system_pricing_plans: namedTwice(files.system_pricing_plans.data.plans, 'plans', ({ plan_id }) => plan_id),
    geofencing_zones: zoneProblems(files),
  }
}

const typesIn = ({ vehicle_types }: GbfsFiles): Set<string> =>
  new Set(vehicle_types.data.vehicle_types.map((type) => type.vehicle_type_id))
const plansIn = ({ system_pricing_plans }: GbfsFiles): Set<string> =>
  new Set(system_pricing_plans.data.plans.map((plan) => plan.plan_id))
const stationsIn = ({ station_information }: GbfsFiles): Set<string> =>
  new Set(station_information.data.stations.map((station) => station.station_id))

function vehicleTypeProblems(files: GbfsFiles): Problem[] {
  const plans = plansIn(files)
  const types = files.vehicle_types.data.vehicle_types
  return [
    ...namedTwice(types, 'vehicle_types', ({ vehicle_type_id }) => vehicle_type_id),
    ...types.flatMap(({ default_pricing_plan_id, pricing_plan_ids = [] }, at) =>
      [default_pricing_plan_id, ...pricing_plan_ids].flatMap((id) =>
        unknownIn(plans, `data.vehicle_types.${at}`, 'the plan', id),
      ),
    ),
  ]
}

function stationProblems(files: GbfsFiles): Problem[] {
  const regions = new Set(files.system_regions.data.regions.map(({ region_id }) => region_id))
  const { stations } = files.station_information.data
  return [
    ...namedTwice(stations, 'stations', ({ station_id }) => station_id),
    ...stations.flatMap(({ region_id }, at) => unknownIn(regions, `data.stations.${at}`, 'the region', region_id)),
  ]
}

function statusProblems(files: GbfsFiles): Problem[] {
  const [known, types] = [stationsIn(files), typesIn(files)]
  const { stations } = files.station_status.data
  const reported = new Set(stations.map(({ station_id }) => station_id))
  const silent = [...known].filter((id) => !reported.has(id))
  return [
    ...namedTwice(stations, 'stations', ({ station_id }) => station_id),
    ...silent.map((id) => ({ at: 'data.stations', text: `the station ${id} has no status` })),
    ...stations.flatMap(({ station_id, num_vehicles_available, vehicle_types_available: available }, nth) => {
      const at = `data.stations.${nth}`
      const sum = (available ?? []).reduce((total, { count }) => total + count, 0)
      return [
        ...unknownIn(known, at, 'the station', station_id),
        ...(available ?? []).flatMap((one) => unknownIn(types, at, 'the vehicle type', one.vehicle_type_id)),
        ...(types.size > 0 && !available ? [{ at, text: 'vehicle_types_available is required' }] : []),
        ...(available && sum !== num_vehicles_available
          ? [{ at, text: `${num_vehicles_available} vehicles are available, and ${sum} by their types` }]
          : []),
      ]
    }),
  ]
}

function vehicleProblems(files: GbfsFiles): Problem[] {
  const [stations, types, plans] = [stationsIn(files), typesIn(files), plansIn(files)]
  const motors = new Set(
    files.vehicle_types.data.vehicle_types
      .filter(({ propulsion_type }) => propulsion_type !== 'human')
      .map(({ vehicle_type_id }) => vehicle_type_id),
  )
  const { vehicles } = files.vehicle_status.data
  return [
    ...namedTwice(vehicles, 'vehicles', ({ vehicle_id }) => vehicle_id),
    ...vehicles.flatMap((vehicle, nth) => {
      const at = `data.vehicles.${nth}`
      const hasNoRange = motors.has(vehicle.vehicle_type_id ?? '') && vehicle.current_range_meters === undefined
      return [
        ...unknownIn(stations, at, 'the station', vehicle.station_id),
        ...unknownIn(types, at, 'the vehicle type', vehicle.vehicle_type_id),
        ...unknownIn(plans, at, 'the plan', vehicle.pricing_plan_id),
        ...(hasNoRange ? [{ at, text: 'current_range_meters is required of a vehicle with a motor' }] : []),
      ]
    }),
  ]
}

function zoneProblems(files: GbfsFiles): Problem[] {
  const types = typesIn(files)
  const { geofencing_zones, global_rules } = files.geofencing_zones.data
  const rules = [...global_rules, ...geofencing_zones.features.flatMap(({ properties }) => properties.rules ?? [])]
  // RFC 7946: the outer ring goes against the clock, holes go with it.
  const isTurned = (ring: readonly [number, number][], nth: number): boolean =>
    nth === 0 ? twiceArea(ring) < 0 : twiceArea(ring) > 0
  const turned = geofencing_zones.features.flatMap(({ geometry }, at) =>
    geometry.coordinates.some((rings) => rings.some(isTurned))
      ? [{ at: `data.geofencing_zones.features.${at}`, text: 'a ring does not follow the right-hand rule' }]
      : [],
  )
  return [
    ...turned,
    ...rules.flatMap(({ vehicle_type_ids = [] }) =>
      vehicle_type_ids.flatMap((id) => unknownIn(types, 'data', 'the vehicle type', id)),
    ),
  ]
}
