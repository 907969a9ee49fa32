import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationType } from '@wheelhouse/contract/locations/location-values.ts'

/** Keys of `t`. */
export const locationTypeLabels: Record<LocationType, string> = {
  bike_docks: 'Bike docks',
  bike_rentals: 'Bike rentals',
  scooter_docks: 'Scooter docks',
  scooter_docks_v2: 'Scooter docks v2',
  scooter_rentals: 'Scooter rentals',
  bike_lockers: 'Bike lockers',
  bike_house: 'Bike house',
  bike_house_dockless: 'Bike house dockless',
  bike_hangar: 'Bike hangar',
}

/** Spec section 4: it must not be repurposed. What would set something up there is not offered; the server refuses it. */
export const isObsolete = ({ status }: Pick<Location, 'status'>): boolean => status === 'obsolete'
