import { vehiclesByStation } from './published-area.ts'
import type { FreeVehicle, Published, Station } from './published-area.ts'

/** RFC 7946: a point for each public location, with what a map of someone else writes beside it. */
export function geoJson(published: Published) {
  const { area, stations } = published
  const byStation = vehiclesByStation(published)
  return {
    type: 'FeatureCollection',
    /** Members beyond the standard are allowed; readers that do not know them skip them. */
    name: area.name,
    description: area.description,
    operator: area.organization_name,
    features: stations.map((station) => feature(station, byStation.get(station.id) ?? [])),
  }
}

const feature = (station: Station, here: readonly FreeVehicle[]) => ({
  type: 'Feature',
  id: station.id,
  geometry: { type: 'Point', coordinates: [station.longitude, station.latitude] },
  properties: {
    name: station.label,
    code: station.code,
    address: station.address,
    city: station.city,
    country: station.country,
    type: station.type,
    is_open: station.status !== 'maintenance',
    is_free: station.is_free,
    has_e_charging: station.has_e_charging,
    docks: station.docks,
    free_docks: station.free_docks,
    vehicles: vehiclesAt(station, here),
  },
})

function vehiclesAt({ docked_vehicles }: Station, here: readonly FreeVehicle[]): number {
  return here.filter(({ is_reserved }) => !is_reserved).length + Math.max(0, docked_vehicles - here.length)
}
