import { uuidv7 } from 'uuidv7'
import {
  forceEndRent,
  forceEndRents,
  forceEndRentalSession,
  listActiveRentalSessions,
  listRentalSessions,
} from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'

/** A ride in progress, of nobody. */
export async function makeRide(
  w: TestApp,
  fleet_id: string,
  rental_device_id: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    fleet_id,
    rental_device_id,
    user_id: null,
    access_key_id: null,
    status: 'active',
    how_ended: null,
    started_at: now,
    ended_at: null,
    start_location_id: null,
    start_device_id: null,
    start_latitude: 59.4,
    start_longitude: 24.7,
    end_location_id: null,
    end_device_id: null,
    end_latitude: null,
    end_longitude: null,
    distance_m: null,
    currency: null,
    rating: null,
    comment: null,
    updated_at: now,
    ...values,
  }
  await w.db.insertInto('rental_sessions').values(row).execute()
  return id
}

export const endedRide = {
  status: 'ended',
  how_ended: 'normal',
  started_at: '2026-06-01T08:00:00.000Z',
  ended_at: '2026-06-01T08:30:00.000Z',
}

const words = { comment: 'Swept by a test', fee: 'waived' } as const

const rowsWhere = (condition: string) =>
  `select id, array['rental_fleet ' || fleet_id] as through from rental_sessions where ${condition}`

export const samples: FeatureSamples = {
  things: async (w, { organization, groups }) => {
    const fleet_id = await makeFleet(w, organization, {}, groups)
    const vehicle = await makeVehicle(w, fleet_id)
    await makeRide(w, fleet_id, vehicle.id, endedRide)
    return { rental_session_id: await makeRide(w, fleet_id, vehicle.id) }
  },
  routes: async (w, { organization, groups }) => {
    const fleet_id = await makeFleet(w, organization, {}, groups)
    const onTrip = async () => {
      const { id } = await makeVehicle(w, fleet_id, { state: 'on_trip' })
      await makeRide(w, fleet_id, id)
      return id
    }
    return [
      sample(forceEndRent, {
        body: { ...words, rental_session_id: null },
        params: { rental_device_id: await onTrip() },
        alsoNeeds: { rental_device: ['GET'] },
        isUnversioned: true,
      }),
      sample(forceEndRents, {
        body: { ...words, target: { ids: [await onTrip()] } },
        alsoNeeds: { rental_device: ['GET'] },
      }),
      sample(forceEndRentalSession, { body: words, isUnversioned: true }),
    ]
  },
  lists: [
    listSample(listRentalSessions, { type: 'session', action: 'GET', rows: rowsWhere(`status = 'ended'`) }),
    listSample(listActiveRentalSessions, { type: 'session', action: 'GET', rows: rowsWhere(`status <> 'ended'`) }),
  ],
}
