import type { VehicleKind } from '@wheelhouse/contract/fleets/fleets.ts'

/** Keys of `t`. */
export const vehicleKindLabels: Record<VehicleKind, string> = {
  bike: 'Bike',
  e_bike: 'E-bike',
  cargo_bike: 'Cargo bike',
  e_cargo_bike: 'Electric cargo bike',
  e_scooter: 'E-scooter',
  e_moped: 'Electric moped',
}
