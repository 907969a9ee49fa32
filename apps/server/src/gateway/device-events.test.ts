import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { locationHardware } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { applyDockState } from '@wheelhouse/device-protocol/dock-state.ts'
import type { DockRecord } from '@wheelhouse/device-protocol/dock-state.ts'
import { dockStates } from '@wheelhouse/device-protocol/events.ts'
import { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import { raiseStuckLocks } from '../features/alarms/alarms.ts'
import { stockRights } from '../../test/support/roles.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { makeAccessKey } from '../features/users/samples.ts'
import { applyDeviceEvent } from './device-events.ts'
import { makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../test/gateway/gateway-fixtures.ts'

let w: TestApp
let site: Site
let serial = 0

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
})

const event = (type: string, data: object, more: object = {}): DeviceEvent =>
  DeviceEvent.parse({ id: `e${++serial}`, seq: serial, at: w.clock.now().toISOString(), type, data, ...more })
const apply = (one: DeviceEvent) => applyDeviceEvent(w, site, one, w.clock.now())
const dock = (state: string, more: object = {}, data: object = {}) =>
  apply(event('dock_state', { state, ...data }, more))
const stateOf = () =>
  w.db.selectFrom('hardware_state').selectAll().where('hardware_id', '=', site.hardware_id).executeTakeFirstOrThrow()
const sessions = () =>
  w.db.selectFrom('parking_sessions').selectAll().where('device_id', '=', site.device_id).orderBy('id').execute()
const alarms = () =>
  w.db.selectFrom('alarms').selectAll().where('hardware_id', '=', site.hardware_id).orderBy('id').execute()
const history = (id: string) =>
  w.db.selectFrom('events').selectAll().where('resource_id', '=', id).orderBy('id').execute()

describe('device protocol: delivered at least once, applied exactly once', () => {
  const states = fc.array(fc.constantFrom(...dockStates), { minLength: 1, maxLength: 8 })
  // Which of the events arrive, repeatedly and in any order; each arrives at least once.
  const arrivals = (count: number) =>
    fc
      .shuffledSubarray([...Array(count).keys(), ...Array(count).keys()], { minLength: count })
      .map((some) => [...new Set([...some, ...Array(count).keys()]), ...some])
  const story = states.chain((list) => fc.record({ list: fc.constant(list), order: arrivals(list.length) }))

  test('duplicate, late and out-of-order events lead to the same state as the model, and each counts once', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ list, order }) => {
        site = await makeSite(w)
        const events = list.map((state, n) =>
          event('dock_state', { state }, { at: new Date(w.clock.now().getTime() - 100_000 + n * 1_000).toISOString() }),
        )
        let model: DockRecord | null = null
        const seen = new Set<number>()
        for (const n of order) {
          const one = events[n] as Extract<DeviceEvent, { type: 'dock_state' }>
          const outcome = await apply(one)
          if (seen.has(n)) expect(outcome).toBe('duplicate')
          else model = applyDockState(model, { seq: one.seq, at: one.at, state: one.data.state }).record
          seen.add(n)
        }
        const [state, all] = [await stateOf(), await sessions()]
        expect({ state: state.dock_state, seq: state.dock_state_seq }).toEqual({ state: model?.state, seq: model?.seq })
        expect(all.filter((session) => session.status !== 'ended').length).toBeLessThanOrEqual(1)
        if (model?.state === 'locked') expect(all.at(-1)).toMatchObject({ status: 'active' })
        if (model?.state === 'unlocked') expect(all.every((session) => session.status === 'ended')).toBe(true)
        expect(
          await w.db
            .selectFrom('device_events')
            .select('event_id')
            .where('hardware_id', '=', site.hardware_id)
            .execute(),
        ).toHaveLength(list.length)
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  test('the same event from two gateways at once counts once', async () => {
    const one = event('dock_state', { state: 'locked' })
    const outcomes = await Promise.all([apply(one), apply(one), apply(one)])
    expect(outcomes.toSorted()).toEqual(['applied', 'duplicate', 'duplicate'])
    expect(await sessions()).toHaveLength(1)
  })

  test('a late event is kept in the history and changes no state', async () => {
    await dock('locked', { seq: 10 })
    await dock('unlocked', { seq: 12 })
    expect(await dock('locked', { seq: 11 })).toBe('late')
    expect(await stateOf()).toMatchObject({ dock_state: 'unlocked', dock_state_seq: 12 })
    expect((await history(site.device_id)).map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { dock_state: 'unknown' }, after: { dock_state: 'locked' } },
      { before: { dock_state: 'locked' }, after: { dock_state: 'unlocked' } },
      { before: null, after: { dock_state: 'locked', is_late: true } },
    ])
    expect(await sessions()).toHaveLength(1)
  })

  test('the same state again records nothing new', async () => {
    await dock('locked')
    const before = await stateOf()
    w.clock.advance(60_000)
    await dock('locked')
    expect(await stateOf()).toMatchObject({ dock_state_since: before.dock_state_since, dock_state_seq: serial })
    expect(await history(site.device_id)).toHaveLength(1)
    expect(await sessions()).toHaveLength(1)
  })

  test('a counter that leaps by more than 2^40 is refused, and later messages of the device are accepted', async () => {
    await dock('locked')
    expect(await dock('unlocked', { seq: serial + 2 ** 40 + 10 })).toBe('seq_leap')
    expect(await dock('unlocked')).toBe('applied')
  })

  test('messages about unknown hardware, or hardware of another controller, change nothing', async () => {
    const other = await makeSite(w)
    const one = event('dock_state', { state: 'locked' })
    expect(
      await applyDeviceEvent(
        w,
        { controller_id: other.controller_id, hardware_id: site.hardware_id },
        one,
        w.clock.now(),
      ),
    ).toBe('foreign_hardware')
    expect(
      await applyDeviceEvent(
        w,
        { controller_id: other.controller_id, hardware_id: 'FFFFFFFFFFFFFFFFFFFFFFFF' },
        one,
        w.clock.now(),
      ),
    ).toBe('unknown_hardware')
    expect(await sessions()).toEqual([])
  })
})

describe('spec 3: parking sessions follow the lock', () => {
  const accessKey = (key: string): Promise<string> => makeAccessKey(w, null, { key })
  const scan = (key: string, more: object = {}) => apply(event('key_scan', { key, key_type: 'rfid' }, more))

  test('a scan is valid for 60 s, for one session, and only if it precedes the lock', async () => {
    const [first, second] = [await accessKey('04000000000001'), await accessKey('04000000000002')]
    await scan('04000000000001')
    await dock('locked')
    await dock('unlocked')
    await dock('locked')
    await dock('unlocked')
    await scan('04000000000002')
    w.clock.advance(61_000)
    await dock('locked')
    await dock('unlocked')
    const late = event('key_scan', { key: '04000000000002', key_type: 'rfid' })
    await dock('locked')
    await apply(late)
    expect(second).not.toBe(first)
    expect((await sessions()).map((session) => session.access_key_id)).toEqual([first, null, null, null])
  })

  test('the history names the kind of a key, never the key', async () => {
    await scan('04FFFFFFFFFF01')
    expect((await history(site.device_id))[0]).toMatchObject({
      verb: 'key_scan',
      after: { key_type: 'rfid', is_known: false },
    })
    expect(JSON.stringify(await history(site.device_id))).not.toContain('04FFFFFFFFFF01')
  })

  test('a booking becomes active when its dock locks and is cancelled when it is released', async () => {
    const key = await accessKey('0400000000AA01')
    await dock('booked')
    await apply(event('booking', { action: 'created', key: '0400000000AA01' }))
    expect(await sessions()).toMatchObject([{ status: 'booked', access_key_id: key }])
    w.clock.advance(300_000)
    await dock('locked')
    expect(await sessions()).toMatchObject([
      { status: 'active', access_key_id: key, started_at: w.clock.now().toISOString() },
    ])
    await dock('unlocked')
    await dock('booked')
    await dock('unlocked')
    const [, booked] = await sessions()
    expect(booked).toMatchObject({ status: 'ended', how_ended: 'cancelled' })
    expect((await history(booked!.id)).map((one) => one.verb)).toEqual(['booked', 'cancelled'])
  })

  test("fees use the server's time, the state the device's time unless its clock is wrong", async () => {
    await dock('locked', { at: '2026-06-15T08:00:00.000Z' })
    const started_at = w.clock.now().toISOString()
    expect(await sessions()).toMatchObject([{ started_at }])
    expect(await stateOf()).toMatchObject({ dock_state_since: '2026-06-15T08:00:00.000Z' })
    await w.db
      .updateTable('hardware_state')
      .set({ clock_off_s: -7_200 })
      .where('hardware_id', '=', site.hardware_id)
      .execute()
    w.clock.advance(1_000)
    await dock('unlocked', { at: '2026-06-15T08:30:00.000Z' })
    expect(await stateOf()).toMatchObject({ dock_state_since: w.clock.now().toISOString() })
  })

  test('a door serves many riders at once: its lock opens no session', async () => {
    await w.db.updateTable('devices').set({ type: 'door' }).where('id', '=', site.device_id).execute()
    await dock('locked')
    expect(await sessions()).toEqual([])
  })
})

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
