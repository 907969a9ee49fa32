import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteLocation, writableWhenObsolete } from '@wheelhouse/contract/locations/location-edit.ts'
import { locationFieldNames } from '@wheelhouse/contract/locations/location-fields.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import {
  exportLocationEvents,
  listLocationEventPeople,
  listLocationEvents,
} from '@wheelhouse/contract/events/events.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { listLaunchChecks } from '@wheelhouse/contract/locations/location-status.ts'
import { currentOutages } from '@wheelhouse/contract/outages/outages.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeExternalDevice } from '../external-devices/samples.ts'
import { makeMaintenanceMessage } from '../maintenance-messages/samples.ts'
import { makeSecurityPhoto } from '../security-photos/samples.ts'
import { makeServiceFee } from '../service-fees/samples.ts'
import { makeLocationPlace, locationActions } from '../../../test/support/location-place.ts'

let w: TestApp
let ours: Organization
let root: Caller
let manager: Caller

beforeAll(async () => {
  w = await testApp()
  ;({ root } = await makeLocationPlace(w))
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
})

const { made, change, get, bodyOf } = locationActions(() => ({ ours, root }))

describe('spec 4: an obsolete location', () => {
  test('is described and tagged, nothing else', async () => {
    const id = await w.make.location(ours, { status: 'obsolete' })
    for (const field of locationFieldNames) {
      const { body: location } = await get({ id })
      const answer = await change(location, bodyOf(field))
      if (writableWhenObsolete.includes(field)) expect(answer.status, field).toBe(200)
      else expect(answer.body, field).toMatchObject({ error_code: 'obsolete_location' })
    }
  })

  test('is refused as obsolete before it is refused as changed (rights: order of refusals)', async () => {
    const id = await w.make.location(ours, { status: 'obsolete' })
    expect(await change({ id, version: 7 } as Location, { label: 'Renamed' })).toMatchObject({
      status: 409,
      body: { error_code: 'obsolete_location' },
    })
    expect((await change({ id, version: 7 } as Location, { tags: ['covered'] })).status).toBe(412)
    const headers = { 'if-match': '"7"' }
    expect((await root.refused(deleteLocation, { params: { location_id: id }, headers })).body.error_code).toBe(
      'location_in_use',
    )
  })
})

describe('deleting', () => {
  const remove = (location: { id: string; version: number }, who = root) =>
    who.call(deleteLocation, { params: { location_id: location.id }, headers: { 'if-match': `"${location.version}"` } })

  test('only what was never installed and has nothing in it', async () => {
    const fresh = await made({ operator_id: ours.id })
    expect((await remove({ ...fresh, version: 7 })).status).toBe(412)
    expect((await remove(fresh, manager)).status).toBe(403)
    const withDevice = await w.make.location(ours, { status: 'in_house', launched_at: null })
    await w.make.device(withDevice)
    const installed = await w.make.location(ours, { status: 'installed', launched_at: null })
    const once = await w.make.location(ours, { status: 'in_house' })
    for (const id of [withDevice, installed, once])
      expect((await remove({ id, version: 1 })).body).toMatchObject({ error_code: 'location_in_use' })
    await makeMaintenanceMessage(w, fresh.id)
    expect((await remove(fresh)).status).toBe(204)
    expect((await get(fresh)).status).toBe(404)
    expect((await get({ id: withDevice })).status).toBe(200)
    const { rows } = await w.pool.query('select 1 from resource_group_members where resource_id = $1', [fresh.id])
    expect(rows).toEqual([])
  })

  test('its history stays readable under its name, to those who could read it before, and to nobody else', async () => {
    const location = await made({ label: 'Made by mistake' })
    await change(location, { label: 'Still a mistake' })
    const reader = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'GET_EVENTS'] } }])
    const seer = await w.person([{ group_id: ours.owner, needs: { location: ['GET'] } }])
    const theirs = await w.make.organization()
    const stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Superadmin') }])
    expect((await remove({ ...location, version: 2 })).status).toBe(204)
    const params = { location_id: location.id }
    const history = await reader.call(listLocationEvents, { params })
    expect(history.body.items.map((event: AuditEvent) => [event.verb, event.resource_name])).toEqual([
      ['deleted', 'Still a mistake'],
      ['updated', 'Still a mistake'],
      ['created', 'Made by mistake'],
    ])
    expect(history.text).not.toContain('hidden_admin_description')
    expect((await reader.send(exportLocationEvents, { params, query: { column: 'verb' } })).text).toContain('deleted')
    expect(await reader.ask(listLocationEventPeople, { params })).toHaveLength(1)
    expect((await root.ask(listLocationEvents, { params })).total).toBe(3)
    expect((await seer.call(listLocationEvents, { params })).status).toBe(403)
    const unknown = await stranger.call(listLocationEvents, {
      params: { location_id: '01900000-0000-7000-8000-000000000000' },
    })
    const foreign = await stranger.call(listLocationEvents, { params })
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
    // Its history alone: nothing else of it is there any more.
    for (const route of [getLocation, listLocationDevices, listLaunchChecks, currentOutages])
      expect((await root.call(route, { params })).status, route.path).toBe(404)
    await w.db.deleteFrom('role_grants').where('person_id', '=', reader.id).execute()
    expect((await reader.call(listLocationEvents, { params })).status).toBe(404)
  })

  test('what others keep of it is not deleted with it: fees that are owed, external devices, photos', async () => {
    const payer = await made()
    const fee = await makeServiceFee(w, { location_id: payer.id })
    const equipped = await made()
    await makeExternalDevice(w, equipped.id)
    const seen = await made()
    await makeSecurityPhoto(w, seen.id)
    const wrote = await made()
    const gone = await makeExternalDevice(w, wrote.id)
    await w.pool.query('update external_devices set deleted_at = now() where id = $1', [gone])
    const sent = `insert into sim_messages (id, external_device_id, command_name, payload, iccid, status, created_at)
      values (gen_random_uuid(), $1, 'Status', 'status', '8944500000000000014', 'waiting', now())`
    await w.pool.query(sent, [gone])
    for (const location of [payer, equipped, seen, wrote])
      expect((await remove(location)).body).toMatchObject({ error_code: 'location_in_use' })
    expect((await w.pool.query('select id from service_fees where id = $1', [fee])).rows).toEqual([{ id: fee }])
  })
})
