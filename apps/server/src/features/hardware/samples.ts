import {
  assignHardware,
  assignManyHardware,
  listUnassignedHardware,
  swapHardware,
} from '@wheelhouse/contract/hardware/hardware.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: async (w, { device_id, busy_device_id, hardware_id }) => [
    sample(assignManyHardware, {
      body: {
        device_ids: [busy_device_id],
        hardware_ids: [await w.make.hardware(await w.make.controller())],
      },
      alsoNeeds: { hardware: ['GETUNASSIGNED', 'ASSIGNHARDWARE'] },
      isUnversioned: true,
    }),
    sample(assignHardware, { body: { hardware_id, instead_of: hardware_id }, wrongVersionStatus: 200 }),
    sample(swapHardware, { body: { with_device_id: device_id, with_device_version: 1 } }),
  ],
  lists: [
    // It belongs to the stock, in which none of the people of the test holds a role: only rights over everything show it.
    listSample(listUnassignedHardware, {
      type: 'hardware',
      action: 'GETUNASSIGNED',
      rows: `select hardware_id as id, array[]::text[] as through from hardware h
        where not exists (select 1 from devices d where d.hardware_id = h.hardware_id)`,
    }),
  ],
}
