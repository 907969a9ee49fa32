import { uuidv7 } from 'uuidv7'
import {
  acknowledgeOutage,
  assignOutage,
  listOutages,
  muteOutage,
  unmuteOutage,
} from '@wheelhouse/contract/outages/outages.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** Of the whole location, since an hour. */
export async function makeOutage(
  w: TestApp,
  location_id: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const at = new Date(w.clock.now().getTime() - 3_600_000).toISOString()
  const row = {
    id,
    location_id,
    device_id: null,
    hardware_id: null,
    began_at: at,
    raised_at: at,
    confirmed_at: null,
    repeated_at: null,
    well_since: null,
    cleared_at: null,
    ended_at: null,
    clearing: null,
    folded_into: null,
    ...values,
  }
  await w.db.insertInto('outages').values(row).execute()
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { location_id }) => ({ outage_id: await makeOutage(w, location_id) }),
  routes: [
    sample(acknowledgeOutage, { body: { note: 'On my way' } }),
    sample(assignOutage, { body: { assignee_id: null, note: '' } }),
    sample(muteOutage, { body: { length: 'day', note: 'The street is being dug up' } }),
    sample(unmuteOutage, {}),
  ],
  lists: [
    listSample(listOutages, {
      type: 'location',
      action: 'GET',
      rows: `select id, array['location ' || location_id] as through from outages`,
    }),
  ],
}
