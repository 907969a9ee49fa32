import type { FleetFile } from '../platform/fleet-file.ts'
import type { CityPlan, Stand } from './city.ts'
import { evenRhythm } from './rhythm.ts'

/** Riders park at docks and lockers; bikes at rental docks belong to their operator. */
export const isParking = ({ type }: { type: string }): boolean => type === 'dock' || type === 'locker'

/** What the fleet file says of a city, for these stands of it. */
export function cityPlanOf(name: string, file: FleetFile, stands: readonly Stand[], pace: number): CityPlan {
  const controllers = file.controllers.filter(({ city }) => city === name)
  return {
    name,
    timezone: controllers[0]?.timezone ?? 'UTC',
    seed: file.seed,
    pace,
    rhythm: file.rhythm ?? evenRhythm,
    stands,
    places: new Map(
      controllers.map(({ location_code, demand = 1, takes_bookings = false, regulars = [] }) => [
        location_code,
        { demand, takes_bookings, regulars },
      ]),
    ),
    leaves: new Map(
      controllers
        .flatMap(({ hardware }) => hardware)
        .flatMap(({ hardware_id, leaves_at, dock_state_since: since }) =>
          leaves_at && since ? [[hardware_id, { since, at: Date.parse(leaves_at) }]] : [],
        ),
    ),
    keys: file.keys.filter(({ home_city }) => home_city === name).map(({ key }) => key),
  }
}
