import { uuidv7 } from 'uuidv7'
import { acceptIntake, listIntakes, refuseIntake } from '@wheelhouse/contract/intake/intake.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { hexId } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** A controller with one child that waits to be accepted. */
export async function makeIntake(w: TestApp, hardware_id = hexId(24)): Promise<string> {
  const [id, at] = [uuidv7(), w.clock.now().toISOString()]
  const said = {
    type: 'controller',
    mac_address: '02:00:00:00:00:01',
    mesh_id: '0000000B',
    firmware_name: 'gateway-g3',
  }
  const versions = { firmware_version: '4.2.1', pcb_version: '3.1', protocol_version: '1.2' }
  const children = JSON.stringify({ [hexId(24)]: { type: 'dock', mac_address: '02:00:00:00:00:02' } })
  const row = { id, hardware_id, ...said, ...versions, children, first_seen_at: at, last_seen_at: at }
  await w.db.insertInto('hardware_intakes').values(row).execute()
  return id
}

export const samples: FeatureSamples = {
  things: async (w) => ({ intake_id: await makeIntake(w) }),
  routes: async (w) => [
    sample(acceptIntake, { params: { intake_id: await makeIntake(w) }, body: { comment: 'Swept' } }),
    sample(refuseIntake, { params: { intake_id: await makeIntake(w) }, body: { comment: 'Swept' } }),
  ],
  lists: [
    // It belongs to the stock, in which none of the people of the test holds a role.
    listSample(listIntakes, {
      type: 'hardware',
      action: 'GETUNASSIGNED',
      rows: 'select id, array[]::text[] as through from hardware_intakes',
    }),
  ],
}
