import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { findByCode } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { deleteDevices, keepDevice, updateDevice } from '@wheelhouse/contract/devices/device-edit.ts'
import { blankDevice } from '@wheelhouse/contract/devices/device-fields.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import {
  listActiveParkingSessions,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { settleDeletions } from './remove-device.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { makeDevicePlace, deviceActions } from '../../../test/support/device-place.ts'

let w: TestApp
let ours: Organization
let operations: Caller
let technician: Caller
let viewer: Caller
let stranger: Caller
let location_id: string

beforeAll(async () => {
  w = await testApp()
  ;({ ours, operations, technician, viewer, stranger } = await makeDevicePlace(w))
})
afterAll(() => w.end())
beforeEach(async () => {
  location_id = await w.make.location(ours)
})

const { nowOf, removeNow, put, create, devices, one, read, lastEvent } = deviceActions(() => ({
  w,
  operations,
  technician,
  viewer,
  location_id,
}))
const keep = async (device_id: string) =>
  operations.call(keepDevice, { params: { device_id }, ...(await nowOf(device_id)) })

describe('spec 4: delete a device', () => {
  const remove = removeNow
  const settle = () => settleDeletions(w)
  const answer = (device_id: string, status: string) =>
    w.pool.query(
      `update commands set status = $2, ended_at = now() where device_id = $1 and name = 'sync_device_session' and status = 'in_progress'`,
      [device_id, status],
    )
  const withHardware = async () => {
    const hardware_id = await w.make.hardware(await w.make.controller(), {
      dock_state: 'unlocked',
      last_heartbeat_at: w.clock.now().toISOString(),
    })
    return { hardware_id, device_id: await w.make.device(location_id, { hardware_id }) }
  }

  test('without hardware it goes at once; what happened in it stays readable', async () => {
    const device_id = await w.make.device(location_id, { alias: 'Gone soon' })
    const ended = { status: 'ended', how_ended: 'normal', ended_at: w.clock.now().toISOString() }
    const session_id = await makeSession(w, location_id, device_id, ended)
    expect((await remove(device_id)).status).toBe(204)
    expect((await read(device_id)).status).toBe(404)
    expect(await devices()).toEqual([])
    for (const code of ['Gone soon', device_id])
      expect((await viewer.call(findByCode, { query: { code } })).status).toBe(404)
    expect((await operations.call(search, { query: { q: device_id } })).body.items).toEqual([])
    const sessions = await viewer.call(listParkingSessions, { query: { location_id } })
    expect(sessions.body.items.map((session: { id: string }) => session.id)).toEqual([session_id])
    expect(await lastEvent(device_id)).toMatchObject({ verb: 'deleted', before: { alias: 'Gone soon' } })
    expect((await remove(device_id)).status).toBe(404)
  })

  test('a device with hardware stays pending until the hardware confirms, and then the hardware is in stock', async () => {
    const { device_id, hardware_id } = await withHardware()
    expect((await remove(device_id)).status).toBe(204)
    expect((await remove(device_id)).status).toBe(204)
    const pending: Device = (await read(device_id)).body
    expect(pending).toMatchObject({ delete_pending: true, delete_asked_at: w.clock.now().toISOString() })
    expect(Date.parse(pending.delete_by ?? '') - w.clock.now().getTime()).toBe(24 * 3_600_000)
    const { rows: told } = await w.pool.query(
      `select name, actor_kind, status, step from commands where device_id = $1`,
      [device_id],
    )
    expect(told).toEqual([
      { name: 'sync_device_session', actor_kind: 'system', status: 'in_progress', step: 'not_sent' },
    ])
    expect(await settle()).toBe(0)
    await answer(device_id, 'success')
    expect(await settle()).toBe(1)
    expect((await read(device_id)).status).toBe(404)
    const { rows } = await w.pool.query('select hardware_id, deleted_at from devices where id = $1', [device_id])
    expect(rows[0]).toEqual({ hardware_id: null, deleted_at: w.clock.now().toISOString() })
    expect((await w.pool.query('select 1 from hardware where hardware_id = $1', [hardware_id])).rowCount).toBe(1)
    expect(await lastEvent(device_id)).toMatchObject({
      verb: 'deleted',
      actor_kind: 'system',
      before: { hardware_id },
      after: { how: 'confirmed' },
    })
  })

  test('the command is repeated to hardware that does not answer, and after its time limit the device is deleted all the same', async () => {
    const { device_id } = await withHardware()
    await remove(device_id)
    const count = async () =>
      Number((await w.pool.query('select count(*) as n from commands where device_id = $1', [device_id])).rows[0].n)
    for (const status of ['hardware_timeout', 'failed']) {
      await answer(device_id, status)
      await settle()
      const before = await count()
      w.clock.advance(15 * 60_000)
      await settle()
      expect(await count()).toBe(before + 1)
    }
    w.clock.advance(24 * 3_600_000)
    expect(await settle()).toBe(1)
    expect(await lastEvent(device_id)).toMatchObject({ verb: 'deleted', after: { how: 'time_limit' } })
    const { rows } = await w.pool.query(
      'select status, failure from commands where device_id = $1 order by id desc limit 1',
      [device_id],
    )
    expect(rows[0]).toEqual({ status: 'failed', failure: 'cancelled_before_sending' })
  })

  test('an open session refuses the deletion, and one that begins after the request keeps the device until the session ends', async () => {
    const { device_id } = await withHardware()
    const session_id = await makeSession(w, location_id, device_id)
    const refused = await remove(device_id)
    expect([refused.status, refused.body.error_code]).toEqual([409, 'session_in_device'])
    await w.pool.query(
      `update parking_sessions set status = 'ended', how_ended = 'normal', ended_at = now() where id = $1`,
      [session_id],
    )
    await remove(device_id)
    const late = await makeSession(w, location_id, device_id)
    await answer(device_id, 'success')
    w.clock.advance(25 * 3_600_000)
    expect(await settle()).toBe(0)
    expect((await viewer.call(listActiveParkingSessions, { query: { location_id } })).body.items[0].id).toBe(late)
    await w.pool.query(
      `update parking_sessions set status = 'ended', how_ended = 'normal', ended_at = now() where id = $1`,
      [late],
    )
    expect(await settle()).toBe(1)
  })

  test('pending, it takes no command and no edit; it can be kept', async () => {
    const { device_id } = await withHardware()
    await remove(device_id)
    const refusals = [
      await technician.call(sendCommand, {
        params: { device_id },
        body: { name: 'identify', reason: 'testing', comment: 'which one' },
      }),
      await operations.call(updateDevice, {
        params: { device_id },
        body: { ...blankDevice, alias: 'New' },
        headers: { 'if-match': '"1"' },
      }),
      await put({ id: device_id }, null),
    ]
    expect(refusals.map(({ status, body }) => [status, body.error_code])).toEqual(
      refusals.map(() => [409, 'device_delete_pending']),
    )
    const kept = await keep(device_id)
    expect(kept.body).toMatchObject({ delete_pending: false, delete_asked_at: null, delete_by: null })
    expect((await keep(device_id)).body).toEqual(kept.body)
    await answer(device_id, 'success')
    expect(await settle()).toBe(0)
    expect((await read(device_id)).status).toBe(200)
    // What was confirmed then is not taken for the word of another deletion.
    w.clock.advance(1_000)
    await remove(device_id)
    expect(await settle()).toBe(0)
  })

  test('health leaves pending ones out, and counts of docks what is deleted', async () => {
    await withHardware()
    const silent = await w.make.device(location_id, { hardware_id: await w.make.hardware(await w.make.controller()) })
    const location = async () => (await viewer.call(getLocation, { params: { location_id } })).body
    await w.pool.query(
      `update hardware_state set last_heartbeat_at = $1 where hardware_id in (select hardware_id from devices where id = $2)`,
      [new Date(w.clock.now().getTime() - 7_200_000).toISOString(), silent],
    )
    await w.pool.query(
      `insert into hardware_state (hardware_id, last_heartbeat_at) select h.controller_id, $1 from devices d join hardware h using (hardware_id) where d.location_id = $2 on conflict do nothing`,
      [w.clock.now().toISOString(), location_id],
    )
    expect(await location()).toMatchObject({ health: 'some_offline', total_docks: 2 })
    await remove(silent)
    expect(await location()).toMatchObject({ health: 'online', total_docks: 2 })
    await answer(silent, 'unhandled')
    await settle()
    expect(await location()).toMatchObject({ health: 'online', total_docks: 1, issues: 0 })
  })

  test('many at once: what is refused is named, the others go', async () => {
    const [free, taken] = (await create({ amount: 2 })).body
    await makeSession(w, location_id, taken.id)
    const done = await operations.call(deleteDevices, { body: { device_ids: [free.id, taken.id] } })
    expect(done.status).toBe(422)
    expect(done.body.results).toEqual([{ id: free.id }])
    expect(done.body.error_results[0]).toMatchObject({ id: taken.id, error_code: 'session_in_device' })
    expect((await devices()).map((device) => device.id)).toEqual([taken.id])
  })

  test('rights: deleting needs DELETE, and who does not see the device finds nothing', async () => {
    const dock = await one()
    expect((await remove(dock.id, technician)).status).toBe(403)
    expect((await remove(dock.id, stranger)).status).toBe(404)
    expect((await keep(dock.id)).status).toBe(200)
  })
})
