import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  commentExternalDevice,
  createExternalDevice,
  deleteExternalDevice,
  exportExternalDevices,
  externalDevicesAtMost,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import {
  externalDeviceActions,
  iccid,
  makeExternalDevicePlace,
  router,
  versioned,
} from '../../../test/support/external-device-place.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeExternalDevice } from './samples.ts'

let w: TestApp
let ours: Organization
let location: string
let technician: Caller
let manager: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('update external_devices set deleted_at = created_at where deleted_at is null')
  ;({ ours, location, technician, manager } = await makeExternalDevicePlace(w))
})

const { create, made, on, change, get, names, recordedEvents } = externalDeviceActions(() => ({
  w,
  location,
  technician,
}))
const otherIccid = '8944500000000000089'

describe('spec 3: what an external device is', () => {
  test('it is kept with all its fields, and nothing is known of its SIM yet', async () => {
    const device = await made()
    expect(device).toMatchObject({ ...router, location_id: location, location_label: 'Station', version: 1 })
    expect(device).toMatchObject({
      sim_status: 'unknown',
      sim_status_at: null,
      sim_update: 'none',
      sim_update_failure: null,
    })
    expect((await get(device)).body).toEqual(device)
  })

  test('ICCID, MSISDN and the lists are optional; name, type and id are not', async () => {
    const required = { name: 'Barrier', type: 'barrier', external_id: 'B-1' }
    const post = (body: object) =>
      technician.send(createExternalDevice, { params: { location_id: location }, body: body })
    expect((await post(required)).body).toMatchObject({
      iccid: null,
      msisdn: null,
      sim_provider: 'other',
      sms_commands: [],
      links: [],
    })
    for (const [name, words] of Object.entries({
      name: 'Name is required',
      type: 'Type is required',
      external_id: 'ID is required',
    })) {
      const { [name as 'name']: _left, ...body } = required
      expect((await post(body)).body, name).toMatchObject({ field: name, error_message: fieldSentence(name, words) })
    }
  })

  test.each([
    ['an ICCID whose check digit is wrong', { iccid: '8944500000000000015' }, 'iccid', 'Invalid ICCID'],
    ['an ICCID of 17 digits', { iccid: '89445000000000004' }, 'iccid', 'Invalid ICCID'],
    ['an ICCID of 23', { iccid: '89445000000000000000000' }, 'iccid', 'Invalid ICCID'],
    ['an ICCID with letters', { iccid: '89445000000000000AF' }, 'iccid', 'Invalid ICCID'],
    ['an MSISDN without its country', { msisdn: '51234567' }, 'msisdn', 'Invalid phone number'],
    ['an MSISDN that a phone library refuses', { msisdn: '+372123456' }, 'msisdn', 'Invalid phone number'],
    ['a link that is not https', { links: [{ label: 'Page', url: 'http://a.example' }] }, 'links.0.url', 'Invalid URL'],
    [
      'a link that is a script',
      { links: [{ label: 'Page', url: 'javascript:alert(1)//https://' }] },
      'links.0.url',
      'Invalid URL',
    ],
    [
      'a link with a password',
      { links: [{ label: 'Page', url: 'https://me:secret@a.example' }] },
      'links.0.url',
      'Invalid URL',
    ],
    [
      'a link without a label',
      { links: [{ label: ' ', url: 'https://a.example' }] },
      'links.0.label',
      'Label is required',
    ],
    [
      'a payload of blanks',
      { sms_commands: [{ name: 'A', payload: '  ' }] },
      'sms_commands.0.payload',
      'Payload is required',
    ],
    [
      'a payload of 161 places',
      { sms_commands: [{ name: 'A', payload: `${'a'.repeat(159)}€` }] },
      'sms_commands.0.payload',
      'Payload: at most 160 characters',
    ],
    [
      'a payload that no SMS can carry',
      { sms_commands: [{ name: 'A', payload: 'käivita 🚲' }] },
      'sms_commands.0.payload',
      'Payload: only characters of an SMS',
    ],
    [
      'two commands of one name',
      {
        sms_commands: [
          { name: 'Restart', payload: 'a' },
          { name: 'restart', payload: 'b' },
        ],
      },
      'sms_commands',
      'Two SMS commands have the same name',
    ],
  ])('spec 5, values: %s is refused, new or edited', async (_name, body, field, words) => {
    const refused = { error_code: 'invalid_body', field, error_message: fieldSentence(field, words) }
    expect((await create(body)).body).toMatchObject(refused)
    expect((await change(await made(), body)).body).toMatchObject(refused)
  })

  test.each([
    ['an ICCID of 18 digits', { iccid: '894450000000000019' }],
    ['one of 20', { iccid: '89445000000000000019' }],
    ['one of 22', { iccid: '8944500000000000000019' }],
    ['a payload of 160 places', { sms_commands: [{ name: 'A', payload: `${'a'.repeat(158)}€` }] }],
  ])('values: %s will do', async (_name, body) => {
    const answer = await create(body)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  })

  test('its id is unique at its location, also for two who write at once', async () => {
    const wired = (external_id: string = router.external_id) => ({ iccid: null, external_id })
    await create(wired())
    expect((await create(wired())).body).toMatchObject({ error_code: 'external_device_id_taken', field: 'external_id' })
    expect((await create(wired(), technician, await w.make.location(ours))).status).toBe(200)
    const second = await made(wired('RUT-2'))
    expect((await change(second, wired())).status).toBe(409)
    expect((await create(wired('rut-2'))).body.error_code).toBe('external_device_id_taken')
    expect((await change(second, wired('rut-2'))).body.external_id).toBe('rut-2')
    const both = await Promise.all([create(wired('RUT-3')), create(wired('Rut-3'))])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('one card is in one device: a stranger neither shares its turns nor learns whose it is by typing its number', async () => {
    const device = await made()
    const theirs = await w.make.organization()
    const there = await w.make.location(theirs)
    const other = await w.person([{ group_id: theirs.owner, needs: stockRights('Technician') }], theirs.id)
    const taken = { error_code: 'iccid_taken', error_message: 'ICCID already in use', field: 'iccid' }
    const refused = await create({}, other, there)
    expect([refused.status, refused.body]).toEqual([409, taken])
    expect((await create({ external_id: 'RUT-2', sim_provider: 'other' })).body).toEqual(taken)
    const wired: ExternalDevice = (await create({ iccid: null }, other, there)).body
    expect((await change(wired, {}, other)).body).toEqual(taken)
    expect((await change(wired, { iccid: otherIccid }, other)).body).toMatchObject({ iccid: otherIccid })
    expect((await change(device, { name: 'Renamed' })).body).toMatchObject({
      iccid,
      name: 'Renamed',
      sim_askable_at: null,
    })
    await on(deleteExternalDevice, device, technician, versioned(2))
    expect((await change({ ...wired, version: 2 }, {}, other)).body).toMatchObject({ iccid })
  })

  test('when two people enter the same card at once, one of them is refused because it is in use', async () => {
    const places = await Promise.all(Array.from({ length: 6 }, () => w.make.location(ours)))
    const answers = await Promise.all(places.map((at) => create({}, technician, at)))
    expect(answers.map(({ body }): string => body.error_code ?? 'made').toSorted()).toEqual([
      ...Array(5).fill('iccid_taken'),
      'made',
    ])
  })

  test('two of one card, which an older installation may hold, are edited as they are', async () => {
    const [first, second] = [await made(), await made({ external_id: 'RUT-2', iccid: otherIccid })]
    await w.pool.query('update external_devices set iccid = $2 where id = $1', [second.id, iccid])
    expect((await change(first, { name: 'Renamed' })).status).toBe(200)
    expect((await change(second, { external_id: 'RUT-2', name: 'Renamed' })).status).toBe(200)
    expect((await change(first, { iccid: otherIccid }, technician, 2)).status).toBe(200)
    expect((await change(first, {}, technician, 3)).body.error_code).toBe('iccid_taken')
  })

  test('a location holds a hundred at most', async () => {
    for (let n = 0; n < externalDevicesAtMost; n++) await makeExternalDevice(w, location)
    expect((await create()).body).toMatchObject({ error_code: 'external_devices_full' })
  })
})

describe('values, concurrency', () => {
  test('an edit, a comment and a deletion name the version: none is 428, a stale one 412', async () => {
    const device = await made()
    const comment = (version: number | null) =>
      on(commentExternalDevice, device, technician, { body: { comment: 'Right door' }, ...versioned(version) })
    const remove = (version: number | null) => on(deleteExternalDevice, device, technician, versioned(version))
    for (const act of [(v: number | null) => change(device, { name: 'Second' }, technician, v), comment, remove]) {
      expect((await act(null)).status).toBe(428)
      expect((await act(7)).body).toMatchObject({ error_code: 'stale_version', version: 1 })
    }
    expect((await comment(1)).body).toMatchObject({ comment: 'Right door', version: 2, name: router.name })
    expect((await comment(1)).status).toBe(412)
    expect((await remove(2)).status).toBe(204)
    expect((await get(device)).status).toBe(404)
    expect((await recordedEvents(device.id)).map(({ verb }) => verb)).toEqual(['created', 'updated', 'deleted'])
  })

  test('an edit that changes nothing is no edit', async () => {
    const device = await made()
    expect((await change(device, {})).body).toEqual(device)
    expect(await recordedEvents(device.id)).toHaveLength(1)
  })
})

describe('the list and its export', () => {
  test('sorted, filtered and found, over all locations or of one', async () => {
    const other = await w.make.location(ours, { label: 'Harbour' })
    await made()
    await create(
      { name: 'Camera', type: 'camera', external_id: 'C-1', iccid: null, msisdn: null, sim_provider: 'other' },
      technician,
      other,
    )
    await create({ name: 'Barrier', type: 'barrier', external_id: 'B-9', iccid: null, msisdn: null }, technician, other)
    expect(await names(technician)).toEqual(['Barrier', 'Camera', router.name])
    expect(await names(technician, { sort: 'type', order: 'desc' })).toEqual([router.name, 'Camera', 'Barrier'])
    expect(await names(technician, { location_id: other })).toEqual(['Barrier', 'Camera'])
    expect(await names(technician, { type: ['camera', 'router'] })).toEqual(['Camera', router.name])
    expect(await names(technician, { sim_provider: 'm2m', location_id: location })).toEqual([router.name])
    for (const q of ['cabinet', 'rut-240', '0000014', '5123'])
      expect(await names(technician, { q }), q).toEqual([router.name])
    expect(await names(technician, { q: '%' })).toEqual([])
  })

  test('formulas in exported cells are inert', async () => {
    await made({ comment: '=HYPERLINK("https://a.example")' })
    const { text } = await technician.send(exportExternalDevices, {
      query: { column: ['name', 'comment', 'msisdn'] },
    })
    expect(text).toContain(`'=HYPERLINK`)
    expect(text).toContain(`'+37251234567`)
    expect((await manager.call(exportExternalDevices)).status).toBe(403)
  })
})
