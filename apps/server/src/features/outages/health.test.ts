import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { noteGatewayLife } from '../hardware/gateway-lives.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { sweepOutages } from './outages.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await noteGatewayLife(w.db, new Date(w.clock.now().getTime() - 40 * 86_400_000), w.clock.now())
})
afterAll(() => w.end())

/** A dock: the seconds since its last contact (null: never) and its other conditions. */
interface Dock {
  silent_s: number | null
  is_pending?: true
  has_no_hardware?: true
}

async function place(controllerSilentS: number | null, docks: readonly Dock[], power_save = 'none') {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization, { power_save })
  const controller = await w.make.controller()
  const heard = (silent_s: number | null) =>
    silent_s === null ? null : new Date(w.clock.now().getTime() - silent_s * 1_000).toISOString()
  await w.db
    .insertInto('hardware_state')
    .values({ hardware_id: controller, last_heartbeat_at: heard(controllerSilentS), ...nothingSaid })
    .execute()
  for (const { silent_s, is_pending, has_no_hardware } of docks) {
    const hardware_id = has_no_hardware
      ? null
      : await w.make.hardware(controller, { last_heartbeat_at: heard(silent_s) })
    await w.make.device(location_id, {
      hardware_id,
      ...(is_pending ? { delete_pending: true, delete_asked_at: w.clock.now().toISOString() } : {}),
    })
  }
  const reader = await w.person([{ group_id: organization.owner, needs: { location: ['GET'], device: ['GET'] } }])
  const params = { location_id }
  return {
    location_id,
    health: (await reader.ask(getLocation, { params })).health as string,
    devices: (await reader.ask(listLocationDevices, { params })).map(
      (device: { heartbeat_health: string }) => device.heartbeat_health,
    ) as string[],
  }
}
const nothingSaid = {
  rssi_dbm: null,
  wifi_ssid: null,
  wifi_rssi_dbm: null,
  supply_mv: null,
  temperature_c: null,
  uptime_s: null,
  clock_off_s: null,
  dock_state_since: null,
  firmware_name: null,
  firmware_version: null,
  pcb_version: null,
  protocol_version: null,
  config_hash: null,
}

const dock = (silent_s: number | null): Dock => ({ silent_s })

test.each<[string, number | null, string]>([
  ['none', 180, 'healthy'],
  ['none', 181, 'late'],
  ['none', 600, 'late'],
  ['none', 601, 'offline'],
  ['none', 86_399, 'offline'],
  ['none', 86_400, 'long_offline'],
  ['none', null, 'no_data'],
  ['remote_wakeup', 900, 'healthy'],
  ['remote_wakeup', 901, 'late'],
  ['remote_wakeup', 3_001, 'offline'],
  ['local_wakeup', 2_700, 'healthy'],
  ['local_wakeup', 2_701, 'late'],
  ['local_wakeup', 9_001, 'offline'],
  ['rfid_turned_off', 2_700, 'healthy'],
])('values: with power save %s, %s s after the last heartbeat a device is %s', async (power, silent, health) => {
  expect((await place(0, [dock(silent)], power)).devices).toEqual([health])
})

test.each<[number | null, number | null, string]>([
  [0, 0, 'healthy'],
  [300, 0, 'late'],
  [700, 0, 'offline'],
  [90_000, 300, 'long_offline'],
  [null, 0, 'no_data'],
  [0, 700, 'offline'],
])(
  'values: a child is never better than its controller: %s s and %s s make it %s',
  async (controller, child, health) => {
    expect((await place(controller, [dock(child)])).devices).toEqual([health])
  },
)

test.each<[string, string, readonly Dock[]]>([
  ['no devices', 'unknown', []],
  ['no hardware', 'unknown', [{ silent_s: 0, has_no_hardware: true }]],
  ['nothing ever heard', 'unknown', [dock(null), dock(null)]],
  ['all healthy or late', 'online', [dock(0), dock(400)]],
  ['all silent', 'offline', [dock(700), dock(100_000)]],
  ['all silent or never heard', 'offline', [dock(700), dock(null)]],
  ['some silent', 'some_offline', [dock(0), dock(700)]],
  ['one never heard among healthy ones', 'some_offline', [dock(0), dock(null)]],
  ['a silent one that is to be deleted', 'online', [dock(0), { silent_s: 700, is_pending: true }]],
  ['only ones that are to be deleted', 'unknown', [{ silent_s: 0, is_pending: true }]],
  ['one without hardware among silent ones', 'offline', [dock(700), { silent_s: 0, has_no_hardware: true }]],
])(
  'values: a location with %s is %s, and has an outage as a whole only when it is offline',
  async (_words, health, docks) => {
    const made = await place(0, docks)
    expect(made.health).toBe(health)
    await sweepOutages(w)
    const whole = await w.db
      .selectFrom('outages')
      .select('id')
      .where('location_id', '=', made.location_id)
      .where('hardware_id', 'is', null)
      .execute()
    expect(whole).toHaveLength(health === 'offline' ? 1 : 0)
  },
)
