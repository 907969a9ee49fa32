import { uuidv7 } from 'uuidv7'
import {
  commentExternalDevice,
  createExternalDevice,
  listExternalDevices,
  refreshSim,
  refreshSims,
  sendSmsCommand,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

export async function makeExternalDevice(
  w: TestApp,
  location_id: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    location_id,
    name: `Router ${serial()}`,
    type: 'router',
    external_id: `R-${serial()}`,
    iccid: null,
    msisdn: null,
    sim_provider: 'other',
    sms_commands: '[]',
    links: '[]',
    sim_status_at: null,
    sim_status_word: null,
    sim_status_source: null,
    sim_update_id: null,
    sim_update_at: null,
    sim_update_failure: null,
    created_at: now,
    updated_at: now,
    ...values,
  }
  await w.db.insertInto('external_devices').values(row).execute()
  return id
}

/** The row has these values already: an update that changes nothing leaves the version to the next sample. */
const router = {
  name: 'Swept',
  type: 'router',
  external_id: 'SWEPT-1',
  iccid: '8944500000000000014',
  sim_provider: 'm2m',
  sms_commands: [{ name: 'Status', payload: 'STATUS' }],
} as const

export const samples: FeatureSamples = {
  things: async (w, { location_id }) => ({
    external_device_id: await makeExternalDevice(w, location_id, {
      ...router,
      sms_commands: JSON.stringify(router.sms_commands),
    }),
  }),
  routes: [
    sample(createExternalDevice, {
      body: { ...router, sms_commands: [...router.sms_commands], external_id: 'SWEPT-2', iccid: null },
      isUnversioned: true,
    }),
    sample(updateExternalDevice, { body: { ...router, sms_commands: [...router.sms_commands] } }),
    sample(commentExternalDevice, { body: { comment: '' } }),
    sample(sendSmsCommand, { body: { command: 'Status' } }),
    sample(refreshSim, { isUnversioned: true }),
    sample(refreshSims, { isUnversioned: true }),
  ],
  lists: [
    listSample(listExternalDevices, {
      type: 'location',
      action: 'GETEXTDEVICES',
      rows: `select id, array['location ' || location_id] as through from external_devices`,
    }),
  ],
}
