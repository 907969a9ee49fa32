import { listRentalDeviceEvents } from '@wheelhouse/contract/rentals/rentals.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'

/** What was done to the vehicle and what it reported, newest first. */
export const VehicleEvents = ({ id }: { id: string }) => (
  <ThingEvents route={listRentalDeviceEvents} params={{ rental_device_id: id }} />
)
