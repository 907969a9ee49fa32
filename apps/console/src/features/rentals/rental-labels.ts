import type { RentalState } from '@wheelhouse/contract/rentals/rentals.ts'

/** Keys of `t`. */
export const stateLabels: Record<RentalState, string> = {
  available: 'Available',
  reserved: 'Reserved',
  on_trip: 'On trip',
  maintenance: 'Maintenance',
  deactivated: 'Deactivated',
  missing: 'Missing',
  unknown: 'Unknown',
}
