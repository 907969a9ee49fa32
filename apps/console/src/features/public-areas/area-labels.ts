import type { FeedState } from '@wheelhouse/contract/public-areas/public-areas.ts'

/** Keys of `t`. */
export const feedStateLabels: Record<FeedState, string> = {
  valid: 'Valid',
  faulty: 'Not valid',
  unchecked: 'Not checked yet',
}

/** What each feed tells the apps that read it; keys of `t`. */
export const feedLabels: Readonly<Record<string, string>> = {
  gbfs: 'Start here: the list of all files',
  gbfs_versions: 'Versions of the standard',
  system_information: 'Operator and contact',
  vehicle_types: 'Vehicle types',
  station_information: 'Locations',
  station_status: 'Free docks and rental devices at the locations',
  vehicle_status: 'Available rental devices',
  system_regions: 'Cities',
  system_pricing_plans: 'Prices of rentals',
  geofencing_zones: 'Where rentals may end',
  geojson: 'Locations with their free docks, for a map',
}
