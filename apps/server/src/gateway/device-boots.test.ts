import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { locationHardware } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { raiseStuckLocks } from '../features/alarms/alarms.ts'
import { stockRights } from '../../test/support/roles.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { applyDeviceEvent } from './device-events.ts'
import { makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../test/gateway/gateway-fixtures.ts'
import { deviceEventActions } from '../../test/support/device-event-place.ts'

let w: TestApp
let site: Site

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
})

const { event, apply, dock, stateOf, history } = deviceEventActions(() => ({ w, site }))
const alarms = () =>
  w.db.selectFrom('alarms').selectAll().where('hardware_id', '=', site.hardware_id).orderBy('id').execute()

describe('values: alarms', () => {
  test('are raised once and cleared once, and a raise that arrives after its end stays cleared', async () => {
    const at = (seconds: number) => new Date(w.clock.now().getTime() - 60_000 + seconds * 1_000).toISOString()
    const alarm = (active: boolean, seconds: number) =>
      apply(event('alarm', { reason: 'tamper', active }, { at: at(seconds), seq: 1_000 + seconds }))
    await alarm(true, 1)
    await alarm(true, 2)
    expect(await alarms()).toMatchObject([
      { reason: 'tamper', raised_at: at(1), cleared_at: null, location_id: site.location_id },
    ])
    await alarm(false, 3)
    await alarm(false, 5)
    await alarm(true, 4)
    expect((await alarms()).every((one) => one.cleared_at !== null)).toBe(true)
    expect((await history(site.device_id)).map((one) => one.verb)).toEqual(['raised', 'cleared'])
    await alarm(true, 6)
    expect((await alarms()).filter((one) => one.cleared_at === null)).toHaveLength(1)
  })

  test('a lock between two states for 60 s raises an alarm until it moves', async () => {
    await raiseStuckLocks(w.db, w.config, w.clock.now())
    await dock('locking')
    w.clock.advance(59_000)
    expect(await raiseStuckLocks(w.db, w.config, w.clock.now())).toBe(0)
    w.clock.advance(1_000)
    expect(await raiseStuckLocks(w.db, w.config, w.clock.now())).toBe(1)
    expect(await raiseStuckLocks(w.db, w.config, w.clock.now())).toBe(0)
    expect(await alarms()).toMatchObject([{ reason: 'interim_state_timeout', cleared_at: null }])
    await dock('locked')
    expect((await alarms())[0]?.cleared_at).not.toBeNull()
  })
})

test('a boot reports the firmware, unless a later heartbeat has reported it', async () => {
  const boot = {
    type: 'dock',
    mac_address: '02:00:00:00:00:01',
    mesh_id: '0000000A',
    firmware_name: 'dock',
    firmware_version: '4.0.0',
    pcb_version: 'D',
    protocol_version: '1',
    boot_count: 2,
    children: [],
  }
  await apply(event('boot', boot))
  expect(await stateOf()).toMatchObject({ firmware_version: '4.0.0', pcb_version: 'D' })
  await w.db.updateTable('hardware_state').set({ seq: 1_000_000 }).where('hardware_id', '=', site.hardware_id).execute()
  await apply(event('boot', { ...boot, firmware_version: '3.9.0' }))
  expect(await stateOf()).toMatchObject({ firmware_version: '4.0.0' })
  expect((await history(site.device_id))[0]?.after).toEqual({
    type: 'dock',
    mesh_id: '0000000A',
    firmware_name: 'dock',
    firmware_version: '4.0.0',
    pcb_version: 'D',
    protocol_version: '1',
    boot_count: 2,
  })
})

const controllerBoot = {
  type: 'controller',
  mac_address: '02:00:00:00:00:09',
  mesh_id: '0000000C',
  firmware_name: 'controller',
  firmware_version: '4.0.0',
  pcb_version: 'D',
  protocol_version: '1',
  boot_count: 2,
  children: [],
}

test('spec 3, last updated: set when a boot reports a new firmware, address or mesh', async () => {
  const words = {
    type: 'dock',
    firmware_name: 'dock',
    firmware_version: '4.0.0',
    pcb_version: 'D',
    protocol_version: '1',
  }
  const boot = { ...words, mac_address: '02:00:00:00:00:01', mesh_id: '0000000A', boot_count: 2, children: [] }
  const described = async (): Promise<string | null> => {
    const { described_at } = await stateOf()
    return described_at
  }
  const startsWith = async (more: object, from: Site | { hardware_id: string; controller_id: string } = site) => {
    w.clock.advance(1_000)
    await applyDeviceEvent(w, from, event('boot', { ...boot, ...more }), w.clock.now())
    return w.clock.now().toISOString()
  }
  expect(await described()).toBe(null)
  const first = await startsWith({})
  expect(await described()).toBe(first)
  await startsWith({ boot_count: 3 })
  expect(await described()).toBe(first)
  const elsewhere = await startsWith({ mac_address: '02:00:00:00:00:02' })
  expect(await described()).toBe(elsewhere)
  const newer = await startsWith({ mac_address: '02:00:00:00:00:02', firmware_version: '4.1.0' })
  expect(await described()).toBe(newer)
  const group_id = await w.make.group({ type: 'system', covers_everything: true })
  const technician = await w.person([{ group_id, needs: stockRights('Technician') }])
  const updated = async () => {
    const { body } = await technician.call(getHardware, { params: { hardware_id: site.hardware_id } })
    const { body: placed } = await technician.call(locationHardware, { params: { location_id: site.location_id } })
    return [body.updated_at, placed.find((one: PlacedHardware) => one.device_id === site.device_id).updated_at]
  }
  expect(await updated()).toEqual([newer, newer])
  const controller = { hardware_id: site.controller_id, controller_id: site.controller_id }
  const meshed = await startsWith({ type: 'controller', mesh_id: '0000000B' }, controller)
  expect(await updated()).toEqual([meshed, meshed])
  await startsWith({ type: 'controller', mesh_id: '0000000B' }, controller)
  expect(await updated()).toEqual([meshed, meshed])
  const last = await startsWith({ mac_address: '02:00:00:00:00:02', firmware_version: '4.2.0' })
  expect(await updated()).toEqual([last, last])
})

test('a mesh starts without waiting for the heartbeats of its children, which wait for their controller', async () => {
  await apply(event('boot', { ...controllerBoot, type: 'dock' }))
  const blocker = await w.pool.connect()
  await blocker.query('begin')
  await blocker.query('update hardware_state set seq = seq + 1 where hardware_id = $1', [site.hardware_id])
  const controller = { hardware_id: site.controller_id, controller_id: site.controller_id }
  expect(await applyDeviceEvent(w, controller, event('boot', controllerBoot), w.clock.now())).toBe('applied')
  await blocker.query('commit')
  blocker.release()
  const { rows } = await w.pool.query('select mesh_id from controllers where hardware_id = $1', [site.controller_id])
  expect(rows).toEqual([{ mesh_id: controllerBoot.mesh_id }])
})

test('a starting mesh is one entry of the history: a child that boots with its controller adds none, one that boots alone does', async () => {
  const boot = {
    type: 'dock',
    mac_address: '02:00:00:00:00:02',
    mesh_id: '0000000B',
    firmware_name: 'dock',
    firmware_version: '4.0.0',
    pcb_version: 'D',
    protocol_version: '1',
    boot_count: 2,
    children: [],
  }
  const boots = async (id: string) => (await history(id)).filter(({ verb }) => verb === 'boot').length
  await applyDeviceEvent(
    w,
    { ...site, hardware_id: site.controller_id },
    event('boot', { ...boot, type: 'controller' }),
    w.clock.now(),
  )
  await apply(event('boot', boot))
  expect([await boots(site.controller_device_id), await boots(site.device_id)]).toEqual([1, 0])
  w.clock.advance(120_000)
  await apply(event('boot', boot))
  expect(await boots(site.device_id)).toBe(1)
})
