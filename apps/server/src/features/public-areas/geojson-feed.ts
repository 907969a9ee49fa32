import type { Published, Station } from './published-area.ts'

/** RFC 7946: a point for each public location, with what a map of someone else writes beside it. */
export const geoJson = ({ area, stations, vehicles }: Published) => ({
  type: 'FeatureCollection',
  /** Members beyond the standard are allowed; readers that do not know them skip them. */
  name: area.name,
  description: area.description,
  operator: area.organization_name,
  features: stations.map((station) => ({
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
      vehicles: vehiclesAt(station, vehicles),
    },
  })),
})

function vehiclesAt({ id, docked_vehicles }: Station, vehicles: Published['vehicles']): number {
  const here = vehicles.filter(({ station_id }) => station_id === id)
  return here.filter(({ is_reserved }) => !is_reserved).length + Math.max(0, docked_vehicles - here.length)
}
