import { getRentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import { uuidv7 } from 'uuidv7'
import { stockRights } from './roles.ts'
import type { Caller, TestApp } from './test-app.ts'
import { applyDeviceEvent } from '../../src/gateway/device-events.ts'
import { makeFleet } from '../../src/features/fleets/samples.ts'
import { makeVehicle } from '../../src/features/rentals/samples.ts'

export let serial = 0

export const inside = { latitude: 59.405, longitude: 24.705 }

export const outside = { latitude: 59.5, longitude: 24.9 }

/** A fleet with a vehicle, and the people who see its rides. */
export async function makeRidePlace(w: TestApp) {
  const ours = await w.make.organization()
  const fleet = await makeFleet(w, ours)
  const vehicle = await makeVehicle(w, fleet)
  const support = await w.person([{ group_id: ours.owner, needs: stockRights('Support') }])
  const viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }])
  return { ours, fleet, vehicle, support, viewer }
}

interface Place {
  w: TestApp
  vehicle: { id: string; hardware_id: string; code: string }
  support: Caller
}

/** What tests do with rides. The place is asked for at each call, because every test has another one. */
export function rideActions(place: () => Place) {
  const report = (type: string, data: object, more: { seq?: number; id?: string; at?: string } = {}) => {
    const seq = more.seq ?? ++serial
    const message = {
      id: more.id ?? `e${uuidv7()}`,
      seq,
      at: more.at ?? place().w.clock.now().toISOString(),
      type,
      data,
    }
    const sender = { controller_id: place().vehicle.hardware_id, hardware_id: place().vehicle.hardware_id }
    return applyDeviceEvent(place().w, sender, DeviceEvent.parse(message), place().w.clock.now())
  }
  const stage = (action: string, more: object = {}, stamp = {}) =>
    report('rental', { action, rental_code: place().vehicle.code, ...more }, stamp)
  const rides = async (): Promise<Record<string, unknown>[]> =>
    (
      await place().w.pool.query('select * from rental_sessions where rental_device_id = $1 order by id', [
        place().vehicle.id,
      ])
    ).rows
  const state = async () =>
    (await place().support.ask(getRentalDevice, { params: { rental_device_id: place().vehicle.id } })) as Record<
      string,
      unknown
    >
  const verbs = async (id: unknown): Promise<string[]> =>
    (await place().w.pool.query('select verb from events where resource_id = $1 order by id', [id])).rows.map(
      ({ verb }) => verb,
    )
  return { report, stage, rides, state, verbs }
}
