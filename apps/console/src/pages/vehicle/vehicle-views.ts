import * as z from 'zod'
import { listRentalDeviceCommands } from '@wheelhouse/contract/commands/rental-commands.ts'
import { listRentalSessions } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { listRentalDeviceEvents } from '@wheelhouse/contract/rentals/rentals.ts'
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

const Search = z.object({
  view: z.enum(vehicleViews).optional().catch(undefined),
  /** Days of the track. */
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(3), z.literal(7)]))
    .optional()
    .catch(undefined),
})
export type VehicleSearch = z.output<typeof Search>
export const vehicleSearch = (search: Record<string, unknown>): VehicleSearch => Search.parse(search)
