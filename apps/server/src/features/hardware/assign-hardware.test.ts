import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { listDeviceEvents } from '@wheelhouse/contract/events/events.ts'
import { assignManyHardware, getHardware, hardwareLines } from '@wheelhouse/contract/hardware/hardware.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeHardwarePlace, hardwareActions } from '../../../test/support/hardware-place.ts'

let w: TestApp
let ours: Organization
let technician: Caller
let stockTechnician: Caller
let partner: Caller
let viewer: Caller
let location_id: string
let controller: string

beforeAll(async () => {
  w = await testApp()
  ;({ ours, technician, stockTechnician, partner, viewer } = await makeHardwarePlace(w))
})
afterAll(() => w.end())
beforeEach(async () => {
  location_id = await w.make.location(ours)
  controller = await w.make.controller()
})

const { hardware, dock, assign, read, lastEvent } = hardwareActions(() => ({ w, technician, location_id, controller }))
const many = (device_ids: string[], hardware_ids: string[], who = technician) =>
  who.call(assignManyHardware, { params: { location_id }, body: { device_ids, hardware_ids } })

describe('assign hardware', () => {
  test('the device has the state of the hardware from then on; who and what is kept', async () => {
    const [device_id, hardware_id] = [
      await dock(),
      await hardware({ dock_state: 'locked', firmware_version: '2.14.3' }),
    ]
    const done = await assign(device_id, hardware_id.toLowerCase().replace(/(.{4})(?=.)/g, '$1-'))
    expect(done.status, done.text).toBe(200)
    expect(done.body).toMatchObject({
      hardware_id,
      controller_id: controller,
      dock_state: 'locked',
      firmware_version: '2.14.3',
    })
    expect(await lastEvent(device_id)).toMatchObject({
      feature: 'devices',
      verb: 'hardware_assigned',
      actor_id: technician.id,
      before: { hardware_id: null },
      after: { hardware_id },
    })
    expect((await assign(device_id, hardware_id)).status).toBe(200)
    expect((await technician.ask(listDeviceEvents, { params: { device_id } })).items).toHaveLength(1)
  })

  test("spec 8: 'Hardware already assigned', and where", async () => {
    const [first, second, hardware_id] = [await dock({ number: 7 }), await dock(), await hardware()]
    await assign(first, hardware_id)
    const refused = await assign(second, hardware_id)
    const { location_code } = await read(first)
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error_code: 'hardware_already_assigned',
        error_message: 'Hardware already assigned',
        field: 'hardware_id',
        hardware_id,
        device_code: `${location_code}/07`,
      },
    ])
  })

  test("spec 5: 'Invalid Hardware ID', in form and in fact", async () => {
    const device_id = await dock()
    for (const text of ['', 'XYZ', 'A4C1', 'G'.repeat(24), 'A'.repeat(33)]) {
      const refused = await assign(device_id, text)
      expect([text, refused.status, refused.body.error_message]).toEqual([
        text,
        400,
        expect.stringContaining('Invalid Hardware ID'),
      ])
    }
    const unknown = await assign(device_id, 'F'.repeat(24))
    expect([unknown.status, unknown.body.error_code, unknown.body.error_message]).toEqual([
      409,
      'unknown_hardware',
      'Invalid Hardware ID',
    ])
  })

  test('when two people assign the same hardware at once, one succeeds and the other is refused with the reason', async () => {
    for (let n = 0; n < 5; n++) {
      const [a, b, hardware_id] = [await dock(), await dock(), await hardware()]
      const both = await Promise.all([assign(a, hardware_id), assign(b, hardware_id)])
      expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body.error_code).toBe('hardware_already_assigned')
    }
  })

  test('two who put different hardware into one device at once: the second sees that it was changed', async () => {
    const [device_id, one, other] = [await dock(), await hardware(), await hardware()]
    const both = await Promise.all([assign(device_id, one), assign(device_id, other)])
    expect(both.map(({ status, body }) => [status, body.error_code]).toSorted((x, y) => x[0] - y[0])).toEqual([
      [200, undefined],
      [409, 'conflict'],
    ])
  })

  test('in place of another one: that one goes to stock, and only if it is the one that was seen', async () => {
    const [device_id, old, next] = [await dock(), await hardware(), await hardware()]
    await assign(device_id, old)
    expect((await assign(device_id, next)).body.error_code).toBe('conflict')
    expect((await assign(device_id, next, old)).body.hardware_id).toBe(next)
    expect(await lastEvent(device_id)).toMatchObject({
      verb: 'hardware_replaced',
      before: { hardware_id: old },
      after: { hardware_id: next },
    })
    expect((await technician.ask(getHardware, { params: { hardware_id: old } })).device_id).toBe(null)
  })

  test('hardware is of the type of its device; obsolete locations and devices that are going take none', async () => {
    const wrong = await assign(await dock(), controller)
    expect([wrong.status, wrong.body]).toEqual([
      409,
      expect.objectContaining({
        error_code: 'hardware_of_other_type',
        hardware_type: 'controller',
        device_type: 'dock',
      }),
    ])
    const obsolete = await w.make.device(await w.make.location(ours, { status: 'obsolete' }))
    expect((await assign(obsolete, await hardware())).body.error_code).toBe('obsolete_location')
    const going = await dock({ hardware_id: await hardware(), delete_pending: true })
    expect((await assign(going, await hardware())).body.error_code).toBe('device_delete_pending')
  })

  test('rights: ASSIGNHARDWARE on the device; of the hardware, what is in stock is seen by few', async () => {
    const [device_id, hardware_id, there] = [await dock(), await hardware(), await hardware()]
    await w.make.device(await w.make.location(await w.make.organization()), { hardware_id: there })
    expect((await assign(device_id, hardware_id, null, viewer)).status).toBe(403)
    // To who may not see the stock, or that other place, they are no hardware at all.
    const none = 'F'.repeat(24)
    const answers = await Promise.all([hardware_id, there, none].map((id) => assign(device_id, id, null, partner)))
    expect(
      answers.map(({ status, text }, n) => [status, text.replaceAll([hardware_id, there, none][n] as string, 'ID')]),
    ).toEqual(answers.map(() => [409, answers[0]?.text.replaceAll(hardware_id, 'ID')]))
    expect((await assign(device_id, hardware_id, null, stockTechnician)).status).toBe(200)
  })
})

describe('assign a list', () => {
  test("spec 5: as many ids as devices ('Invalid number of IDs'), each once", async () => {
    const devices = [await dock(), await dock()]
    const [a, b, c] = [await hardware(), await hardware(), await hardware()]
    for (const ids of [[a], [a, b, c], []]) {
      const refused = await many(devices, ids)
      expect([refused.status, refused.body.error_message]).toEqual([
        400,
        expect.stringContaining('Invalid number of IDs'),
      ])
    }
    expect((await many(devices, [a, a])).body.error_message).toContain('Already scanned')
    expect((await many(devices, [a, 'no id'])).body.error_message).toContain('Invalid Hardware ID')
    const done = await many(devices, [b, a])
    expect(done.status, done.text).toBe(200)
    expect(Object.fromEntries(done.body.map((device: Device) => [device.id, device.hardware_id]))).toEqual({
      [devices[0] as string]: b,
      [devices[1] as string]: a,
    })
  })

  test('all or none: each pair that was refused is named', async () => {
    const [first, second, third, fourth] = [
      await dock(),
      await dock({ hardware_id: await hardware() }),
      await dock(),
      await dock(),
    ]
    const [a, b, c, taken] = [await hardware(), await hardware(), 'F'.repeat(24), await hardware()]
    await assign(await dock(), taken)
    const refused = await many([first, second, third, fourth], [a, b, c, taken])
    expect(refused.status).toBe(422)
    expect(refused.body.results).toEqual([])
    expect(
      refused.body.error_results.map((one: Record<string, string>) => [one.device_id, one.hardware_id, one.error_code]),
    ).toEqual([
      [second, b, 'conflict'],
      [third, c, 'unknown_hardware'],
      [fourth, taken, 'hardware_already_assigned'],
    ])
    expect((await read(first)).hardware_id).toBe(null)
    const elsewhere = await w.make.device(await w.make.location(ours))
    expect((await many([elsewhere], [a])).body.error_results[0].error_code).toBe('not_found')
    expect((await many([first], [a], viewer)).status).toBe(403)
  })

  test('two lists that share a piece at once: one is refused whole', async () => {
    const [a, b, c] = [await hardware(), await hardware(), await hardware()]
    const lists = [
      [await dock(), await dock()],
      [await dock(), await dock()],
    ] as const
    const both = await Promise.all([many([...lists[0]], [a, b]), many([...lists[1]], [b, c])])
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422])
  })

  test('ids are read one a line, as they are typed and scanned', () => {
    const id = 'A4C138F09E00A4C138F09E00'
    expect(hardwareLines(`${id}\r\n\n a4c1 38f0 9e00 a4c1 38f0 9e00\nnonsense`)).toEqual([
      { line: 1, text: id, hardware_id: id, fault: null },
      { line: 3, text: 'a4c1 38f0 9e00 a4c1 38f0 9e00', hardware_id: id, fault: 'Already scanned' },
      { line: 4, text: 'nonsense', hardware_id: 'NONSENSE', fault: 'Invalid Hardware ID' },
    ])
  })
})
