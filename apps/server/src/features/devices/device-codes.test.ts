import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findByCode, isQrCode } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { confirmQrCode, generateQrCodes } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
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

const { nowOf, put, one, read, lastEvent } = deviceActions(() => ({ w, operations, technician, viewer, location_id }))
const confirm = async (device_id: string, qr_code: string) =>
  technician.call(confirmQrCode, { params: { device_id }, body: { qr_code }, ...(await nowOf(device_id)) })

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
