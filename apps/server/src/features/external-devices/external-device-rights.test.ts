import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  commentExternalDevice,
  deleteExternalDevice,
  exportExternalDevices,
  listExternalDevices,
  listSmsMessages,
  refreshSim,
  refreshSims,
  sendSmsCommand,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import {
  externalDeviceActions,
  iccid,
  makeExternalDevicePlace,
  router,
  versioned,
} from '../../../test/support/external-device-place.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeExternalDevice } from './samples.ts'

let w: TestApp
let ours: Organization
let location: string
let technician: Caller
let manager: Caller
let reader: Caller
let stranger: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('update external_devices set deleted_at = created_at where deleted_at is null')
  ;({ ours, location, technician, manager, reader, stranger } = await makeExternalDevicePlace(w))
})

const { create, made, on, change, get, names, recordedEvents } = externalDeviceActions(() => ({
  w,
  location,
  technician,
}))

describe('rights: an external device follows its location', () => {
  test('a technician may; a manager, who sees the location but holds no GETEXTDEVICES, gets 403; a stranger 404', async () => {
    const device = await made()
    const all = (who: Caller) =>
      Promise.all([
        get(device, who),
        on(listSmsMessages, device, who),
        create({ external_id: 'X' }, who),
        change(device, { name: 'Mine' }, who),
        on(commentExternalDevice, device, who, { body: { comment: '' }, ...versioned(1) }),
        on(refreshSim, device, who),
        who.call(refreshSims, { params: { location_id: location } }),
        on(sendSmsCommand, device, who, { body: { command: 'Restart' }, ...versioned(1) }),
        on(deleteExternalDevice, device, who, versioned(1)),
      ])
    expect((await all(manager)).map(({ status }) => status)).toEqual(Array(9).fill(403))
    expect((await all(stranger)).map(({ status }) => status)).toEqual(Array(9).fill(404))
    expect((await manager.refused(listExternalDevices)).body).toMatchObject({
      missing: 'GET, GETEXTDEVICES on location',
    })
    expect(await names(stranger)).toEqual([])
    expect((await all(reader)).map(({ status }) => status)).toEqual([200, 200, ...Array(7).fill(403)])
    expect((await get(device)).body).toEqual(device)
  })

  test('who may not see it writes nothing: the answer would tell it', async () => {
    const device = await made()
    const blind = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'EDITEXTDEVICES'] } }], ours.id)
    expect((await on(refreshSim, device, blind)).status).toBe(403)
    expect((await on(commentExternalDevice, device, blind, { body: { comment: '' }, ...versioned(1) })).status).toBe(
      403,
    )
  })

  test('GETEXTDEVICES here does not show those of a location that is only seen, nor those of one that is not', async () => {
    const [seen, unseen] = [await w.make.organization(), await w.make.organization()]
    await made()
    await makeExternalDevice(w, await w.make.location(seen), { name: 'Seen only' })
    await makeExternalDevice(w, await w.make.location(unseen), { name: 'Not seen' })
    const between = await w.person([
      { group_id: ours.owner, needs: { location: ['GET', 'GETEXTDEVICES'] } },
      { group_id: seen.owner, needs: { location: ['GET'] } },
      { group_id: unseen.owner, needs: { location: ['GETEXTDEVICES'] } },
    ])
    expect(await names(between)).toEqual([router.name])
    const file = await between.send(exportExternalDevices, { query: { column: 'name' } })
    expect(file.text.split('\r\n').slice(1, -1)).toEqual([router.name])
  })

  test('the address names its own location: by way of another one it is not found', async () => {
    const device = await made()
    const elsewhere = { ...device, location_id: await w.make.location(ours) }
    const unknown = { ...elsewhere, id: '01900000-0000-7000-8000-000000000000' }
    for (const ask of [
      (one: ExternalDevice) => get(one),
      (one: ExternalDevice) => change(one, { name: 'Mine' }),
      (one: ExternalDevice) => on(deleteExternalDevice, one, technician, versioned(1)),
      (one: ExternalDevice) => on(refreshSim, one),
      (one: ExternalDevice) => on(listSmsMessages, one),
      (one: ExternalDevice) => on(sendSmsCommand, one, technician, { body: { command: 'Restart' }, ...versioned(1) }),
    ]) {
      const [other, none] = [await ask(elsewhere), await ask(unknown)]
      expect([other.status, other.text]).toEqual([404, none.text])
    }
  })

  test('who reads the history of the location learns no number, no payload and no instruction', async () => {
    const device = await made()
    await change(device, {
      iccid: '8944500000000000089',
      sms_commands: [{ name: 'Restart', payload: 'admin 9999 reboot' }],
    })
    const text = JSON.stringify(await recordedEvents(device.id))
    for (const hidden of [
      iccid,
      '8944500000000000089',
      '+37251234567',
      '1234 reboot',
      '9999',
      'blue switch',
      'router.example.org',
    ])
      expect(text, hidden).not.toContain(hidden)
    expect(await recordedEvents(device.id)).toMatchObject([
      {
        verb: 'created',
        visible_through_id: location,
        after: { iccid: '…0014', sms_commands: 'Restart', links: 'Web page' },
      },
      { verb: 'updated', before: { iccid: '…0014' }, after: { iccid: '…0089' } },
    ])
  })
})
