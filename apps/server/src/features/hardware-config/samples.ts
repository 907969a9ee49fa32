import { uuidv7 } from 'uuidv7'
import {
  changeConfigs,
  fetchConfigs,
  getConfigMetadata,
  listConfigChanges,
  setLowVoltageThreshold,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ConfigParameter } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples, Place } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeCommand } from '../commands/samples.ts'

const integer = (key: string, value: number, max: number): ConfigParameter => ({
  key,
  value,
  type: 'integer',
  min: 0,
  max,
  default: value,
  needs_restart: false,
  is_secret: false,
})

/** Three parameters, one of them secret. */
export const someParameters: ConfigParameter[] = [
  integer('buzzer_level', 3, 10),
  integer('low_voltage_mv', 0, 60_000),
  { key: 'apn', value: null, type: 'text', max: 100, needs_restart: true, is_secret: true },
]

interface Reading {
  config_hash?: string
  firmware_name?: string
  params?: ConfigParameter[]
}

/** Hardware whose configuration was read, and whose heartbeats say the same. */
export async function makeConfig(w: TestApp, hardware_id: string, reading: Reading = {}): Promise<string> {
  const { config_hash = '0123456789abcdef', firmware_name = 'dock-g3', params = someParameters } = reading
  const id = uuidv7()
  const at = w.clock.now().toISOString()
  const read = {
    id,
    hardware_id,
    config_hash,
    params: JSON.stringify(params),
    read_at: at,
    confirmed_at: at,
    command_id: uuidv7(),
  }
  await w.db.insertInto('hardware_configs').values(read).execute()
  await w.db
    .updateTable('hardware_state')
    .set({ config_hash, firmware_name, firmware_version: '2.14.3' })
    .where('hardware_id', '=', hardware_id)
    .execute()
  return id
}

/** A change that was sent and confirmed by nobody yet. */
export async function makeChange(w: TestApp, place: Pick<Place, 'device_id' | 'location_id' | 'hardware_id'>) {
  const id = uuidv7()
  const { device_id, location_id, hardware_id } = place
  const set_command_id = await makeCommand(w, { device_id, location_id, hardware_id }, { name: 'set_paramsys' })
  const row = {
    id,
    batch_id: uuidv7(),
    device_id,
    location_id,
    hardware_id,
    changes: JSON.stringify([{ key: 'buzzer_level', before: 3, after: 4 }]),
    comment: 'Swept',
    requested_by: await w.make.consoleUser(null),
    created_at: w.clock.now().toISOString(),
    set_command_id,
  }
  await w.db.insertInto('hardware_config_changes').values(row).execute()
  return id
}

async function configured(w: TestApp): Promise<string> {
  const hardware_id = await w.make.hardware(await w.make.controller())
  await makeConfig(w, hardware_id)
  return hardware_id
}

const stock = { hardware: ['GETUNASSIGNED'] } as const

export const samples: FeatureSamples = {
  things: async (w, place) => {
    await makeChange(w, place)
    return {}
  },
  routes: async (w, { hardware_id }) => [
    sample(getConfigMetadata, { query: { firmware_name: 'dock-g3' }, hasNoRows: true }),
    sample(fetchConfigs, { body: { hardware_ids: [hardware_id] } }),
    sample(changeConfigs, {
      body: { hardware_ids: [await configured(w)], values: [{ key: 'buzzer_level', value: 5 }], comment: 'Swept' },
      alsoNeeds: stock,
    }),
    sample(setLowVoltageThreshold, {
      body: { hardware_id: await configured(w), low_voltage_mv: 4_500 },
      alsoNeeds: stock,
    }),
  ],
  lists: [
    listSample(listConfigChanges, {
      type: 'hardware',
      action: 'GET_PARAMS',
      rows: `select id, array_remove(array['location ' || location_id], null) as through from hardware_config_changes`,
    }),
  ],
}
