import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  confirmQrCode,
  deleteDevice,
  getDeviceOrder,
  keepDevice,
  setDeviceOrder,
  setQrCode,
  updateDevice,
} from '@wheelhouse/contract/devices/device-edit.ts'
import { blankDevice, plainDeviceFields } from '@wheelhouse/contract/devices/device-fields.ts'
import type { PlainDeviceField } from '@wheelhouse/contract/devices/device-fields.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { exportLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { previewImport } from '@wheelhouse/contract/imports/imports.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { versioned } from '../../../test/support/versions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
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

describe('alias and comment', () => {
  const update = (device: Device, body: Record<string, unknown>, who = operations, version = device.version) =>
    who.call(updateDevice, {
      params: { device_id: device.id },
      body: body as never,
      headers: { 'if-match': `"${version}"` },
    })

  test('an edit keeps what was before and after, and a stale one is refused', async () => {
    const dock = await one()
    const edited = await update(dock, { ...blankDevice, alias: 'By the lamp', comment: 'Wobbles' })
    expect(edited.body).toMatchObject({ alias: 'By the lamp', comment: 'Wobbles', version: 2 })
    expect((await update(dock, blankDevice)).status).toBe(412)
    expect((await update(edited.body, { ...blankDevice, alias: 'By the lamp' })).body).toMatchObject({
      comment: '',
      version: 3,
    })
    expect(await lastEvent(dock.id)).toMatchObject({
      feature: 'devices',
      verb: 'updated',
      before: { comment: 'Wobbles' },
      after: { comment: '' },
    })
    expect((await update({ ...dock, version: 3 }, { ...blankDevice, alias: 'By the lamp' })).body.version).toBe(3)
  })

  /** A value for each plain field, as an import writes it: a field without one does not compile. */
  const values: Record<PlainDeviceField, string> = { alias: 'Corner', comment: 'Bends to the left' }

  test('each plain field is created, edited, exported and imported as it was sent', async () => {
    const made = await one(values)
    expect(made).toMatchObject(values)
    const dock = await one()
    await update(made, blankDevice)
    const edited = await update(dock, values)
    expect(edited, edited.text).toMatchObject({ status: 200, body: values })
    expect(await lastEvent(dock.id)).toMatchObject({ verb: 'updated', after: values })
    const column = ['location_code', 'type', 'number', ...plainDeviceFields]
    const file = await operations.call(exportLocationDevices, { params: { location_id }, query: { column } } as never)
    const [head, first = [], second] = parse(file.text, { bom: true })
    expect([head, second]).toEqual([column, [dock.location_code, 'dock', '2', ...Object.values(values)]])
    expect(first.slice(3)).toEqual(plainDeviceFields.map(() => ''))
    const csv = file.text.replace(
      /dock,1,.*/,
      `dock,1,${Object.values(values)
        .map((one) => `Other ${one}`)
        .join(',')}`,
    )
    const preview = await operations.call(previewImport, { body: { kind: 'devices', csv } })
    expect(preview.body.rows).toMatchObject([
      {
        action: 'update',
        changes: plainDeviceFields.map((field) => ({ field, before: '', after: `Other ${values[field]}` })),
      },
      { action: 'same' },
    ])
  })

  test('bounds, and an alias that another device has', async () => {
    const [first, second] = (await create({ amount: 2 })).body
    await update(first, { ...blankDevice, alias: 'Cargo' })
    expect((await update(second, { ...blankDevice, alias: 'CARGO' })).body).toMatchObject({
      error_code: 'alias_taken',
      field: 'alias',
    })
    expect((await update(second, { ...blankDevice, alias: 'a'.repeat(65) })).status).toBe(400)
    expect((await update(second, { ...blankDevice, comment: 'a'.repeat(501) })).status).toBe(400)
    await removeNow(first.id)
    expect((await update(second, { ...blankDevice, alias: 'Cargo' })).status).toBe(200)
    expect((await update(second, blankDevice, technician, 2)).status).toBe(403)
  })
})

describe('values, concurrency: whatever is written of one device names the version that was read', () => {
  test('none is 428, a stale one 412 and nothing is done, the right one counts on', async () => {
    const dock = await one()
    const params = { device_id: dock.id }
    const body = { qr_code: dock.qr_code ?? '' }
    const tries = async (act: (headers: object) => Promise<Answer>) => {
      const before = (await read(dock.id)).body
      expect(await act({})).toMatchObject({ status: 428, body: { error_code: 'version_required' } })
      const stale = await act(versioned(before.version + 1))
      expect(stale).toMatchObject({ status: 412, body: { error_code: 'stale_version', version: before.version } })
      expect((await read(dock.id)).body).toEqual(before)
      const done = await act(versioned(before.version))
      expect([200, 204]).toContain(done.status)
      expect((await read(dock.id)).body.version).toBe(before.version + 1)
    }
    await tries((version) => technician.call(confirmQrCode, { params, body, ...version }))
    await tries((version) => technician.call(setQrCode, { params, body: { qr_code: null }, ...version }))
    await w.pool.query('update devices set hardware_id = $2 where id = $1', [
      dock.id,
      await w.make.hardware(await w.make.controller()),
    ])
    await tries((version) => operations.call(deleteDevice, { params, ...version }))
    await tries((version) => operations.call(keepDevice, { params, ...version }))
  })

  test('a form that was open while the code changed is refused as stale', async () => {
    const dock = await one()
    await put(dock, null)
    const params = { device_id: dock.id }
    const saved = await operations.call(updateDevice, {
      params,
      body: { ...blankDevice, alias: 'Cargo' },
      ...versioned(dock.version),
    })
    expect(saved.status).toBe(412)
  })

  test('deleted twice, or kept when nothing is pending, is done already, whatever version is named', async () => {
    const { id } = await one()
    await w.pool.query('update devices set hardware_id = $2 where id = $1', [
      id,
      await w.make.hardware(await w.make.controller()),
    ])
    const remove = () => operations.call(deleteDevice, { params: { device_id: id }, ...versioned(1) })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
    const now = await nowOf(id)
    expect((await operations.call(keepDevice, { params: { device_id: id }, ...now })).status).toBe(200)
    expect((await operations.call(keepDevice, { params: { device_id: id }, ...now })).status).toBe(200)
  })
})

describe('the order on the ground', () => {
  const order = async () => (await viewer.call(getDeviceOrder, { params: { location_id } })).body
  const set = (rows: unknown, version: number, who = operations) =>
    who.call(setDeviceOrder, {
      params: { location_id },
      body: { rows } as never,
      headers: { 'if-match': `"${version}"` },
    })

  test('is set as a whole, with its own version', async () => {
    const [a, b, c] = (await create({ amount: 3 })).body.map((device: Device) => device.id)
    expect(await order()).toEqual({ version: 1, rows: [{ label: '', device_ids: [a, b, c] }] })
    const rows = [
      { label: 'Wall', device_ids: [c] },
      { label: 'Yard', device_ids: [b, a] },
    ]
    expect((await set(rows, 1)).body).toEqual({ version: 2, rows })
    expect(await order()).toEqual({ version: 2, rows })
    expect((await devices()).map((device) => [device.id, device.row_label, device.row_number, device.place])).toEqual([
      [c, 'Wall', 1, 1],
      [b, 'Yard', 2, 1],
      [a, 'Yard', 2, 2],
    ])
    expect((await set(rows, 1)).status).toBe(412)
    expect((await set([{ label: 'Wall', device_ids: [a, b, c] }], 2)).body.version).toBe(3)
    const [event] = (await operations.call(listLocationEvents, { params: { location_id } })).body.items
    expect(event).toMatchObject({ verb: 'ordered', before: { order: ['Wall: dock 3', 'Yard: dock 2, dock 1'] } })
  })

  test('names each device of the location once and no other', async () => {
    const [a, b] = (await create({ amount: 2 })).body.map((device: Device) => device.id)
    const foreign = await w.make.device(await w.make.location(ours))
    for (const ids of [[a], [a, b, b], [a, b, foreign], [a, foreign]]) {
      const refused = await set([{ label: '', device_ids: ids }], 1)
      expect([ids.length, refused.status, refused.body.error_code]).toEqual([ids.length, 409, 'devices_changed'])
    }
    expect((await set([], 1)).body.error_code).toBe('devices_changed')
    expect((await set([{ label: '', device_ids: [b, a] }], 1, technician)).status).toBe(403)
    expect((await set([{ label: '', device_ids: [b, a] }], 1, stranger)).status).toBe(404)
  })
})
