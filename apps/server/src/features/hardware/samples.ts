import {
  assignHardware,
  assignManyHardware,
  listUnassignedHardware,
  swapHardware,
} from '@wheelhouse/contract/hardware/hardware.ts'
import { uuidv7 } from 'uuidv7'
import { revokeControllerSecret, rotateControllerSecret } from '@wheelhouse/contract/hardware/controller-secrets.ts'
import {
  acknowledgeAlarm,
  generateOneTimePassword,
  listAlarms,
  listHardware,
  rotateOtpSecret,
  updateHardwareComment,
} from '@wheelhouse/contract/hardware/hardware-details.ts'
import { seal } from '../../platform/seal.ts'
import type { Organization } from '../../../test/support/factories.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

/** An open alarm. */
export async function makeAlarm(w: TestApp, hardware_id: string, reason = 'tamper', place = {}): Promise<string> {
  const id = uuidv7()
  const row = {
    id,
    hardware_id,
    device_id: null,
    location_id: null,
    reason,
    raised_at: w.clock.now().toISOString(),
    ...place,
  }
  await w.db.insertInto('alarms').values(row).execute()
  return id
}

/** An active secret, as after the hardware has confirmed it. */
export async function makeOtpSecret(w: TestApp, hardware_id: string, secret: string): Promise<string> {
  const id = uuidv7()
  const at = w.clock.now().toISOString()
  const row = {
    id,
    hardware_id,
    sealed: seal(w.config, secret, id),
    command_id: uuidv7(),
    created_at: at,
    activated_at: at,
  }
  await w.db.insertInto('otp_secrets').values(row).execute()
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { device_id, location_id, hardware_id }) => {
    await makeAlarm(w, hardware_id, 'move', { device_id, location_id })
    return {}
  },
  routes: async (w, { device_id, busy_device_id, hardware_id, ...place }) => [
    sample(assignManyHardware, {
      body: {
        device_ids: [busy_device_id],
        hardware_ids: [await w.make.hardware(await w.make.controller())],
      },
      alsoNeeds: { hardware: ['GETUNASSIGNED', 'ASSIGNHARDWARE'] },
      isUnversioned: true,
    }),
    sample(assignHardware, { body: { hardware_id, instead_of: hardware_id }, wrongVersionStatus: 200 }),
    sample(updateHardwareComment, { body: { comment: 'Swept' } }),
    sample(acknowledgeAlarm, { body: { alarm_id: await makeAlarm(w, hardware_id), comment: '' } }),
    sample(generateOneTimePassword, { body: { hardware_id: await hardwareWithSecret(w, hardware_id) } }),
    sample(rotateOtpSecret, { body: { hardware_id } }),
    sample(rotateControllerSecret, { body: { hardware_id: await placedController(w, place) } }),
    sample(revokeControllerSecret, { body: { hardware_id: await placedController(w, place), comment: 'Swept' } }),
    sample(swapHardware, { body: { with_device_id: device_id, with_device_version: 1 } }),
  ],
  lists: [
    listSample(listAlarms, {
      type: 'hardware',
      action: 'GET',
      rows: `select id, array_remove(array['location ' || location_id], null) as through from alarms`,
    }),
    listSample(listHardware, {
      type: 'hardware',
      action: 'GET',
      rows: `select h.hardware_id as id, array_remove(array['location ' || d.location_id, 'device ' || d.id, 'rental_fleet ' || v.fleet_id], null) as through
        from hardware h left join devices d on d.hardware_id = h.hardware_id left join rental_devices v on v.hardware_id = h.hardware_id`,
    }),
    // It belongs to the stock, in which none of the people of the test holds a role: only rights over everything show it.
    listSample(listUnassignedHardware, {
      type: 'hardware',
      action: 'GETUNASSIGNED',
      rows: `select hardware_id as id, array[]::text[] as through from hardware h
        where not exists (select 1 from devices d where d.hardware_id = h.hardware_id)
          and not exists (select 1 from rental_devices v where v.hardware_id = h.hardware_id)`,
    }),
  ],
}

async function hardwareWithSecret(w: TestApp, hardware_id: string): Promise<string> {
  await makeOtpSecret(w, hardware_id, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  return hardware_id
}

/** At another location: samples of other features name all devices of the place. */
async function placedController(
  w: TestApp,
  { organization, groups }: { organization: Organization; groups: string[] },
): Promise<string> {
  const location_id = await w.make.location(null, { owner_id: organization.id })
  await w.make.members('location', location_id, groups)
  const hardware_id = await w.make.controller()
  await w.make.device(location_id, { type: 'controller', hardware_id })
  return hardware_id
}
