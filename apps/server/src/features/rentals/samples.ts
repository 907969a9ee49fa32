import { uuidv7 } from 'uuidv7'
import {
  activateRentalDevice,
  activateRentalDevices,
  createRentalDevice,
  deactivateRentalDevice,
  deactivateRentalDevices,
  listRentalDevices,
  listRentalPlaces,
  rentalDevices,
  restartRentalDevice,
  restartRentalDevices,
  updateRentalDevice,
} from '@wheelhouse/contract/rentals/rentals.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { hexId, serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'

/** Hardware made for a vehicle, and its own controller; in no vehicle yet. */
export async function makeVehicleHardware(w: TestApp): Promise<string> {
  const hardware_id = hexId(24)
  const now = w.clock.now().toISOString()
  const mesh_id = '00000000'
  await w.db
    .insertInto('controllers')
    .values({ hardware_id, mesh_id, secret_hash: 'none', online_at: null, created_at: now })
    .execute()
  await w.db
    .insertInto('hardware')
    .values({ hardware_id, controller_id: hardware_id, type: 'rental_device', created_at: now })
    .execute()
  await w.db.insertInto('hardware_state').values({ hardware_id, last_heartbeat_at: now }).execute()
  return hardware_id
}

/** A vehicle of a fleet with its hardware and a place. */
export async function makeVehicle(
  w: TestApp,
  fleet_id: string,
  values: Record<string, unknown> = {},
  state: Record<string, unknown> = {},
): Promise<{ id: string; hardware_id: string; code: string }> {
  const [id, hardware_id, code] = [uuidv7(), await makeVehicleHardware(w), `BIKE-${serial()}`]
  const now = w.clock.now().toISOString()
  const row = {
    id,
    fleet_id,
    code,
    hardware_id,
    state: 'available',
    state_since: now,
    created_at: now,
    updated_at: now,
  }
  await w.db
    .insertInto('rental_devices')
    .values({ ...row, ...values })
    .execute()
  const place = { latitude: 59.4, longitude: 24.7, battery_percent: 80, position_at: now, moved_at: now }
  await w.db
    .insertInto('rental_device_states')
    .values({
      rental_device_id: id,
      speed_kmh: 0,
      still_latitude: null,
      still_longitude: null,
      location_id: null,
      ...place,
      ...state,
    })
    .execute()
  return { id, hardware_id, code }
}

/** A restart that the vehicle has obeyed. */
async function makeVehicleCommand(w: TestApp, rental_device_id: string, hardware_id: string): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const ended = { status: 'success', step: 'received', sent_at: now, received_at: now, ended_at: now, deadline_at: now }
  const asked = { device_id: null, location_id: null, reason: null, comment: null, requested_by: null, failure: null }
  await w.db
    .insertInto('commands')
    .values({
      ...asked,
      ...ended,
      id,
      rental_device_id,
      hardware_id,
      name: 'restart',
      actor_kind: 'system',
      created_at: now,
      result: null,
    })
    .execute()
  return id
}

const words = { reason: 'testing', comment: 'Swept by a test' } as const

const rows = {
  type: 'rental_device',
  action: 'GET',
  rows: `select id, array['rental_fleet ' || fleet_id] as through from rental_devices`,
} as const

export const samples: FeatureSamples = {
  things: async (w, { organization, groups }) => {
    const fleet_id = await makeFleet(w, organization, {}, groups)
    const { id, hardware_id } = await makeVehicle(w, fleet_id)
    return { rental_device_id: id, rental_command_id: await makeVehicleCommand(w, id, hardware_id) }
  },
  routes: async (w, { organization, groups }) => {
    const fleet_id = await makeFleet(w, organization, {}, groups)
    const one = async (values: Record<string, unknown> = {}) => (await makeVehicle(w, fleet_id, values)).id
    const many = async (values: Record<string, unknown> = {}) => ({ target: { ids: [await one(values)] }, ...words })
    const off = { state: 'deactivated' }
    return [
      sample(rentalDevices.selection, { body: {} }),
      sample(createRentalDevice, {
        body: { code: `NEW-${serial()}`, fleet_id, comment: '', hardware_id: await makeVehicleHardware(w) },
        alsoNeeds: { hardware: ['GETUNASSIGNED'], rental_fleet: ['GET'] },
        isCheckedTwice: true,
      }),
      sample(updateRentalDevice, {
        body: { code: `SWEPT-${serial()}`, fleet_id, comment: '' },
        alsoNeeds: { rental_fleet: ['GET'] },
      }),
      sample(restartRentalDevice, { body: words, isUnversioned: true }),
      sample(activateRentalDevice, { body: words, params: { rental_device_id: await one(off) }, isUnversioned: true }),
      sample(deactivateRentalDevice, { body: words, params: { rental_device_id: await one() }, isUnversioned: true }),
      sample(restartRentalDevices, { body: await many() }),
      sample(activateRentalDevices, { body: await many(off) }),
      sample(deactivateRentalDevices, { body: await many() }),
    ]
  },
  lists: [listSample(listRentalDevices, rows), listSample(listRentalPlaces, rows)],
}
