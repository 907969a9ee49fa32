import { sql } from 'kysely'

/** Of a command `c`: the vehicle it was sent to, all null for a command to a device of a location. */
export interface SentToVehicle {
  rental_device_id: string | null
  vehicle_code: string | null
  fleet_id: string | null
}
export const vehicleColumns = sql`c.rental_device_id, v.code as vehicle_code, v.fleet_id`
export const vehicleJoin = sql`left join rental_devices v on v.id = c.rental_device_id`
