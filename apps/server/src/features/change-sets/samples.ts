import { uuidv7 } from 'uuidv7'
import { listChangeSetDevices } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import { decideChangeSet, listChangeSets, planChangeSet } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples, Place } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeConfig } from '../hardware-config/samples.ts'

/** A plan with one device that nobody has started. */
export async function makeChangeSet(w: TestApp, place: Pick<Place, 'device_id' | 'location_id' | 'hardware_id'>) {
  const { device_id, location_id, hardware_id } = place
  const [id, at] = [uuidv7(), w.clock.now().toISOString()]
  const planned_by = await w.make.consoleUser(null)
  const settings = { wave_size: 10, pause_s: 60, max_failed_percent: 5, healthy_within_s: 300 }
  const params = JSON.stringify([{ key: 'buzzer_level', value: 4 }])
  const changeSet = { id, name: 'Swept', kind: 'config', status: 'planned', comment: 'Swept', params, planned_by }
  await w.db
    .insertInto('change_sets')
    .values({ ...changeSet, ...settings, planned_at: at })
    .execute()
  const changes = JSON.stringify([{ key: 'buzzer_level', before: 3, after: 4 }])
  const device = { id: uuidv7(), change_set_id: id, position: 0, wave: 0, state: 'waiting', changes }
  await w.db
    .insertInto('change_set_devices')
    .values({ ...device, hardware_id, device_id, location_id })
    .execute()
  return id
}

/** Hardware in stock that is in contact and whose configuration was read. */
async function configured(w: TestApp): Promise<string> {
  const controller_id = await w.make.controller()
  const hardware_id = await w.make.hardware(controller_id)
  await makeConfig(w, hardware_id)
  const now = w.clock.now().toISOString()
  for (const id of [controller_id, hardware_id])
    await w.pool.query(
      `insert into hardware_state (hardware_id, last_heartbeat_at) values ($1, $2)
       on conflict (hardware_id) do update set last_heartbeat_at = excluded.last_heartbeat_at`,
      [id, now],
    )
  return hardware_id
}

const seen = { type: 'hardware', action: 'GET_PARAMS' } as const
const through = `array_remove(array['location ' || i.location_id, 'device ' || i.device_id, 'rental_fleet ' || i.fleet_id], null)`

export const samples: FeatureSamples = {
  things: async (w, place) => ({ change_set_id: await makeChangeSet(w, place) }),
  routes: async (w) => {
    const hardware_id = await configured(w)
    return [
      sample(planChangeSet, {
        body: {
          name: 'Swept',
          comment: 'Swept',
          change: { kind: 'config', values: [{ key: 'buzzer_level', value: 5 }] },
          hardware_ids: [hardware_id],
          canary_ids: [hardware_id],
        },
        alsoNeeds: { hardware: ['GET', 'GETUNASSIGNED', 'SET_PARAMS'] },
      }),
      sample(decideChangeSet, {
        body: { decision: 'discard' },
        alsoNeeds: { hardware: ['GET', 'SET_PARAMS'] },
      }),
    ]
  },
  lists: [
    listSample(listChangeSets, {
      ...seen,
      rows: `select s.id, (select ${through} from change_set_devices i where i.change_set_id = s.id limit 1) as through from change_sets s`,
    }),
    listSample(listChangeSetDevices, { ...seen, rows: `select i.id, ${through} as through from change_set_devices i` }),
  ],
}
