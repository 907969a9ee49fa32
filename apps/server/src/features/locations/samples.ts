import {
  changeLocationPrivateTags,
  changeLocationTags,
  createLocation,
  deleteLocation,
  selectLocations,
  updateLocation,
} from '@wheelhouse/contract/locations/location-edit.ts'
import { locationPoints } from '@wheelhouse/contract/locations/location-points.ts'
import {
  forceLocationStatus,
  forceLocationStatuses,
  launchLocation,
  setLocationStatus,
  setLocationStatuses,
} from '@wheelhouse/contract/locations/location-status.ts'
import {
  listLocationPrivateTags,
  listLocations,
  listLocationTags,
  locationTotals,
} from '@wheelhouse/contract/locations/locations.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** Nothing is missing for its launch. */
async function makeReadyLocation(w: TestApp): Promise<string> {
  const id = await w.make.location(null, { status: 'installed', launched_at: null })
  const last_heartbeat_at = w.clock.now().toISOString()
  const controller = await w.make.controller('none', last_heartbeat_at)
  await w.make.device(id, { type: 'controller', hardware_id: controller })
  await w.make.device(id, { hardware_id: await w.make.hardware(controller, { last_heartbeat_at }) })
  return id
}

const rows = {
  type: 'location',
  action: 'GET',
  rows: `select id, array['location ' || id] as through from locations`,
} as const

export const samples: FeatureSamples = {
  routes: async (w, { groups }) => {
    const seen = async (id: string): Promise<string> => {
      await w.make.members('location', id, groups)
      return id
    }
    const target = { ids: [await w.make.location(null)] }
    const reason = 'Changed by the sweep'
    return [
      sample(createLocation, {
        body: {
          code: '900001',
          label: 'Swept',
          country: 'EE',
          type: 'bike_docks',
          generation: 'G3',
          power_save: 'none',
          icon_type: 'bike',
        },
      }),
      sample(updateLocation, { body: {} }),
      sample(deleteLocation, {
        params: { location_id: await seen(await w.make.location(null, { status: 'in_house', launched_at: null })) },
      }),
      sample(setLocationStatus, { body: { status: 'maintenance', reason } }),
      sample(forceLocationStatus, { body: { status: 'demo', reason } }),
      sample(launchLocation, { params: { location_id: await seen(await makeReadyLocation(w)) } }),
      sample(selectLocations, { body: {} }),
      sample(changeLocationTags, { body: { target, add: ['swept'] } }),
      sample(changeLocationPrivateTags, { body: { target, add: ['swept'] } }),
      sample(setLocationStatuses, { body: { target, status: 'maintenance', reason } }),
      sample(forceLocationStatuses, {
        body: { target: { ids: [await w.make.location(null)] }, status: 'obsolete', reason },
      }),
      sample(locationTotals, { hasNoRows: true }),
      sample(listLocationTags, { hasNoRows: true }),
      sample(listLocationPrivateTags, { hasNoRows: true }),
    ]
  },
  lists: [listSample(listLocations, rows), listSample(locationPoints, rows)],
}
