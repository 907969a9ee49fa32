import { listFirmwareVersions } from '@wheelhouse/contract/firmware/firmware.ts'
import { listSample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  things: async (w, { hardware_id }) => {
    await w.db
      .updateTable('hardware_state')
      .set({ firmware_name: 'dock-g3', firmware_version: '2.14.3' })
      .where('hardware_id', '=', hardware_id)
      .execute()
    return {}
  },
  lists: [
    listSample(listFirmwareVersions, {
      type: 'hardware',
      action: 'GET',
      rows: `select s.firmware_name || ' ' || s.firmware_version as id,
          array_remove(array_agg('location ' || d.location_id) || array_agg('rental_fleet ' || v.fleet_id), null) as through
        from hardware_state s left join devices d using (hardware_id) left join rental_devices v using (hardware_id) where s.firmware_version is not null group by 1`,
    }),
  ],
}
