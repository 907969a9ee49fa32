import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { findByCode, isQrCode } from '@wheelhouse/contract/deep-link/deep-link.ts'
import {
  confirmQrCode,
  createDevices,
  deleteDevice,
  deleteDevices,
  generateQrCodes,
  getDeviceOrder,
  keepDevice,
  nextDeviceNumbers,
  setDeviceOrder,
  setQrCode,
  updateDevice,
} from '@wheelhouse/contract/devices/device-edit.ts'
import { blankDevice, plainDeviceFields } from '@wheelhouse/contract/devices/device-fields.ts'
import type { PlainDeviceField } from '@wheelhouse/contract/devices/device-fields.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { exportLocationDevices, getDevice, listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { listDeviceEvents, listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { previewImport } from '@wheelhouse/contract/imports/imports.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import {
  listActiveParkingSessions,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { versionAt, versioned } from '../../../test/support/versions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { settleDeletions } from './remove-device.ts'
import { makeSession } from '../parking-sessions/samples.ts'

let w: TestApp
let ours: Organization
let operations: Caller
let technician: Caller
let viewer: Caller
let stranger: Caller
let location_id: string

beforeAll(async () => {
  w = await testApp()
  ours = await w.make.organization()
  const theirs = await w.make.organization()
  operations = await w.person([{ group_id: ours.owner, needs: stockRights('Operations') }])
  technician = await w.person([{ group_id: ours.owner, needs: stockRights('Technician') }])
  viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }])
  stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Superadmin') }])
})
afterAll(() => w.end())
beforeEach(async () => {
  location_id = await w.make.location(ours)
})

const nowOf = async (device_id: string) => versioned(await versionAt(w, 'devices', device_id))
const removeNow = async (device_id: string, who = operations) =>
  who.call(deleteDevice, { params: { device_id }, ...(await nowOf(device_id)) })
const keep = async (device_id: string) =>
  operations.call(keepDevice, { params: { device_id }, ...(await nowOf(device_id)) })
const confirm = async (device_id: string, qr_code: string) =>
  technician.call(confirmQrCode, { params: { device_id }, body: { qr_code }, ...(await nowOf(device_id)) })
const put = async ({ id: device_id }: { id: string }, qr_code: string | null, who = technician) =>
  who.call(setQrCode, { params: { device_id }, body: { qr_code }, ...(await nowOf(device_id)) })
const create = (body: Record<string, unknown>, who = operations, at = location_id) =>
  who.call(createDevices, { params: { location_id: at }, body: { type: 'dock', amount: 1, ...body } } as never)
const devices = async (): Promise<Device[]> =>
  (await viewer.call(listLocationDevices, { params: { location_id } })).body
const one = async (body: Record<string, unknown> = {}): Promise<Device> => (await create(body)).body[0]
const read = (device_id: string, who = viewer) => who.call(getDevice, { params: { device_id } })
const lastEvent = async (device_id: string) =>
  (await operations.call(listDeviceEvents, { params: { device_id } })).body.items[0]

describe('spec 5: create devices', () => {
  test('many of a type, numbered on, in a row, each with a code whose sticker is still to be put on', async () => {
    const made = await create({ amount: 3, row_label: 'Wall' })
    expect(made.status, made.text).toBe(200)
    expect(
      made.body.map((device: Device) => [
        device.type,
        device.number,
        device.row_label,
        device.row_number,
        device.place,
      ]),
    ).toEqual([
      ['dock', 1, 'Wall', 1, 1],
      ['dock', 2, 'Wall', 1, 2],
      ['dock', 3, 'Wall', 1, 3],
    ])
    expect(
      made.body.every(
        (device: Device) => isQrCode(device.qr_code ?? '') && device.qr_update_pending && !device.hardware_id,
      ),
    ).toBe(true)
    expect(new Set(made.body.map((device: Device) => device.qr_code)).size).toBe(3)
    const more = await create({ amount: 2, row_label: 'Yard' })
    expect(more.body.map((device: Device) => [device.number, device.row_number, device.place])).toEqual([
      [4, 2, 1],
      [5, 2, 2],
    ])
    expect((await create({ row_label: 'Wall' })).body[0]).toMatchObject({ number: 6, row_number: 1, place: 4 })
    expect((await create({ type: 'controller', has_qr_codes: false })).body[0]).toMatchObject({
      number: 1,
      qr_code: null,
      qr_update_pending: false,
    })
    expect(await lastEvent(made.body[0].id)).toMatchObject({
      verb: 'created',
      resource_name: 'Dock 01',
      after: { number: 1, row_label: 'Wall' },
    })
  })

  test.each([0, -1, 1.5, '3', 201, null])('amount %s is refused', async (amount) => {
    const refused = await create({ amount })
    expect([refused.status, refused.body.error_code]).toEqual([400, 'invalid_body'])
    expect(refused.body.error_message).toContain(amount === 201 ? 'At most 200 at once' : 'Positive numbers only')
    expect(await devices()).toEqual([])
  })

  test('a number is given once for ever, also when its device is deleted', async () => {
    const [first, second] = (await create({ amount: 2, first_number: 10 })).body
    expect([first.number, second.number]).toEqual([10, 11])
    await removeNow(second.id)
    const next = async () => (await operations.call(nextDeviceNumbers, { params: { location_id } })).body
    expect(await next()).toEqual([{ type: 'dock', number: 12 }])
    expect((await create({})).body[0].number).toBe(12)
    expect(await next()).toEqual([{ type: 'dock', number: 13 }])
    expect((await viewer.call(nextDeviceNumbers, { params: { location_id } })).status).toBe(403)
    const taken = await create({ amount: 3, first_number: 9 })
    expect([taken.status, taken.body.error_code, taken.body.field, taken.body.number]).toEqual([
      409,
      'device_number_taken',
      'first_number',
      10,
    ])
    expect((await create({ first_number: 11 })).body.error_code).toBe('device_number_taken')
    expect((await create({ type: 'door', first_number: 11 })).status).toBe(200)
    expect((await create({ amount: 2, first_number: 9_999 })).body.error_code).toBe('device_numbers_used_up')
  })

  test('two who create at once get different numbers', async () => {
    const both = await Promise.all([create({ amount: 20 }), create({ amount: 20 })])
    expect(both.map((answer) => answer.status)).toEqual([200, 200])
    expect((await devices()).map((device) => device.number)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  })

  test('an alias is for one alone, and unique within the location', async () => {
    expect((await create({ amount: 2, alias: 'By the lamp' })).body.error_message).toContain(
      'Alias: of one device only',
    )
    await create({ alias: 'By the lamp' })
    expect((await create({ alias: 'by the LAMP' })).body).toMatchObject({ error_code: 'alias_taken', field: 'alias' })
    const other = await w.make.location(ours)
    expect((await create({ alias: 'By the lamp' }, operations, other)).status).toBe(200)
  })

  test('at most a thousand in a location, none in an obsolete one', async () => {
    for (let n = 0; n < 5; n++) await create({ amount: 200 })
    expect((await create({})).body.error_code).toBe('too_many_devices')
    const obsolete = await w.make.location(ours, { status: 'obsolete' })
    expect((await create({}, operations, obsolete)).body.error_code).toBe('obsolete_location')
  })

  test('rights: CREATE is asked in the groups of the location', async () => {
    expect((await create({}, viewer)).status).toBe(403)
    expect((await create({}, technician)).status).toBe(403)
    expect((await create({}, stranger)).status).toBe(404)
    const both = await w.person([
      { group_id: ours.owner, needs: stockRights('Viewer') },
      { group_id: ours.operator, needs: { device: ['CREATE'] } },
    ])
    expect((await create({}, both)).status).toBe(403)
    await w.make.members('location', location_id, [ours.operator])
    expect((await create({}, both)).status).toBe(200)
  })
})

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

describe('QR code of a device', () => {
  const find = (code: string) => viewer.call(findByCode, { query: { code } })

  test('a new one is pending until its sticker is scanned at the device; the old one leads there until then', async () => {
    const dock = await one()
    const old = dock.qr_code ?? ''
    expect((await confirm(dock.id, old)).body.qr_update_pending).toBe(false)
    const done = await technician.call(generateQrCodes, { body: { device_ids: [dock.id], replace: true } })
    expect(done.body).toEqual({ results: [{ id: dock.id }], background_job_id: null })
    const renewed: Device = (await read(dock.id)).body
    expect(renewed).toMatchObject({ qr_update_pending: true, former_qr_code: old })
    expect(renewed.qr_code).not.toBe(old)
    for (const code of [old, renewed.qr_code ?? '']) expect((await find(code)).body.id).toBe(dock.id)
    expect((await technician.call(search, { query: { q: old } })).body.items[0].id).toBe(dock.id)
    const wrong = await confirm(dock.id, old)
    expect([wrong.status, wrong.body.error_code]).toEqual([409, 'qr_code_differs'])
    const address = `https://console.test/deep-link/search?code=${renewed.qr_code?.toLowerCase()}`
    const confirmed = await confirm(dock.id, address)
    expect(confirmed.body).toMatchObject({ qr_update_pending: false, former_qr_code: null })
    expect((await find(old)).status).toBe(404)
    expect(await lastEvent(dock.id)).toMatchObject({
      verb: 'qr_code',
      before: { qr_update_pending: true },
      after: { qr_update_pending: false },
    })
  })

  test('of two changes in a row the sticker that is on still leads there', async () => {
    const dock = await one()
    await confirm(dock.id, dock.qr_code ?? '')
    for (let n = 0; n < 2; n++)
      await technician.call(generateQrCodes, { body: { device_ids: [dock.id], replace: true } })
    expect((await read(dock.id)).body.former_qr_code).toBe(dock.qr_code)
  })

  test('who has one keeps it, unless it is to be replaced; a refused one is named', async () => {
    const [has, hasNone] = [await one(), await one({ has_qr_codes: false })]
    const foreign = await w.make.device(await w.make.location(await w.make.organization()))
    const done = await technician.call(generateQrCodes, { body: { device_ids: [has.id, hasNone.id, foreign] } })
    expect(done.status).toBe(422)
    expect(done.body.error_results).toEqual([{ id: foreign, error_code: 'not_found', error_message: 'Not found' }])
    expect((await read(has.id)).body.qr_code).toBe(has.qr_code)
    expect(isQrCode((await read(hasNone.id)).body.qr_code)).toBe(true)
  })

  test('a scanned one is set at once; it must be valid, and nobody else may have it', async () => {
    const [first, second] = [await one(), await one({ has_qr_codes: false })]
    const invalid = await put(second, 'ABCDEFGHJ0')
    expect([invalid.status, invalid.body.error_message]).toEqual([400, expect.stringContaining('QR must be valid')])
    expect((await put(second, first.qr_code)).body).toMatchObject({ error_code: 'qr_code_taken', field: 'qr_code' })
    expect((await put(first, null)).body).toMatchObject({ qr_code: null, qr_update_pending: false })
    expect((await put(second, first.qr_code)).body).toMatchObject({ qr_code: first.qr_code, qr_update_pending: false })
    expect((await put(second, null, viewer)).status).toBe(403)
    expect((await put(second, null, stranger)).status).toBe(404)
  })

  test('the same code set on two devices at once goes to one', async () => {
    const [a, b, other] = [await one({ has_qr_codes: false }), await one({ has_qr_codes: false }), await one()]
    await put(other, null)
    const both = await Promise.all([a, b].map((device) => put(device, other.qr_code)))
    expect(both.map((answer) => answer.status).toSorted((x, y) => x - y)).toEqual([200, 409])
  })
})

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

  test('rights: DELETE, and what one sees', async () => {
    const dock = await one()
    expect((await remove(dock.id, technician)).status).toBe(403)
    expect((await remove(dock.id, stranger)).status).toBe(404)
    expect((await keep(dock.id)).status).toBe(200)
  })
})
