import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isQrCode } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { nextDeviceNumbers } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
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

const { removeNow, create, devices, lastEvent } = deviceActions(() => ({
  w,
  operations,
  technician,
  viewer,
  location_id,
}))

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
