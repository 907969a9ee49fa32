import * as v from 'valibot'
import { listRentalDeviceCommands } from '@wheelhouse/contract/commands/rental-commands.ts'
import { listRentalSessions } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { listRentalDeviceEvents } from '@wheelhouse/contract/rentals/rentals.ts'
import { asNumber, leftOut } from '../../lists/address-values.ts'
import { useCanCall } from '../../session/can.ts'

const vehicleViews = ['overview', 'rentals', 'commands', 'events'] as const
export type VehicleView = (typeof vehicleViews)[number]

/** Keys of `t`. */
export const viewLabels: Record<VehicleView, string> = {
  overview: 'Overview',
  rentals: 'Rentals',
  commands: 'Commands',
  events: 'Events',
}

/** The views that this person may open. */
export function useVehicleViews(): readonly VehicleView[] {
  const may: Record<VehicleView, boolean> = {
    overview: true,
    rentals: useCanCall(listRentalSessions),
    commands: useCanCall(listRentalDeviceCommands),
    events: useCanCall(listRentalDeviceEvents),
  }
  return vehicleViews.filter((view) => may[view])
}

const Search = v.object({
  view: leftOut(v.picklist(vehicleViews)),
  /** Days of the track. */
  days: leftOut(v.pipe(asNumber, v.picklist([1, 3, 7]))),
})
export type VehicleSearch = v.InferOutput<typeof Search>
export const vehicleSearch = (search: Record<string, unknown>): VehicleSearch => v.parse(Search, search)
