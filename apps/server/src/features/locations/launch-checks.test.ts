import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { launchLocation, listLaunchChecks, setLocationStatus } from '@wheelhouse/contract/locations/location-status.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeSuperadmin } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { versionAt, versioned } from '../../../test/support/versions.ts'

let w: TestApp
let ours: Organization
let root: Caller

beforeAll(async () => {
  w = await testApp()
  ours = await w.make.organization()
  root = await makeSuperadmin(w)
})
afterAll(() => w.end())

const versionOf = (id: string): Promise<number> => versionAt(w, 'locations', id)
const at = (status: LocationStatus, values: object = {}) => w.make.location(ours, { status, ...values })
const checks = async (id: string) => await root.ask(listLaunchChecks, { params: { location_id: id } })
const missing = async (id: string) =>
  (await checks(id)).flatMap((check: { name: string; is_met: boolean; missing: string }) =>
    check.is_met ? [] : [check.missing],
  )
const launch = async (id: string, who = root): Promise<Answer> =>
  who.call(launchLocation, { params: { location_id: id }, ...versioned(await versionOf(id)) })

/** A dock and its controller, which is assigned at another location. Both sent their last heartbeat so long ago. */
async function equip(id: string, number: number, agoMs: number): Promise<string> {
  const last_heartbeat_at = new Date(w.clock.now().getTime() - agoMs).toISOString()
  const controller = await w.make.controller('none', last_heartbeat_at)
  await w.make.device(await w.make.location(ours), { type: 'controller', hardware_id: controller })
  return w.make.device(id, { number, hardware_id: await w.make.hardware(controller, { last_heartbeat_at }) })
}

test('from nothing: each check says what is missing until it is met, then it is launched once', async () => {
  const body = {
    code: '700001',
    label: 'From nothing',
    country: 'EE',
    type: 'bike_docks',
    generation: 'G3',
    power_save: 'none',
  }
  const made = await root.send(createLocation, {
    body: { ...body, icon_type: 'bike', owner_id: ours.id, hidden_admin_description: 'Made by a test' },
  })
  const { id } = made.body
  expect((await launch(id)).body).toMatchObject({ error_code: 'status_not_next', status: 'in_house' })
  await root.call(setLocationStatus, {
    params: { location_id: id },
    body: { status: 'installed', reason: 'Moved by a test of ours' },
    ...versioned(await versionOf(id)),
  })
  const all = [
    'There are no devices',
    'No hardware is assigned',
    'No controller is assigned',
    'No device has reported',
    'There is no address',
    'The place is not on the map',
  ]
  expect(await missing(id)).toEqual(all)
  const refused = await launch(id)
  expect(refused.body).toMatchObject({ error_code: 'launch_checks_missing', missing: all.join('; ') })
  expect(refused.status).toBe(409)
  const bare = await w.make.device(id, { number: 8 })
  const silent = await equip(id, 7, 86_400_000)
  expect((await missing(id)).slice(0, 2)).toEqual([
    '1 of 2 devices has no hardware: Dock 08',
    '1 of 2 devices has no contact: Dock 07',
  ])
  const [, hardware, , health] = await checks(id)
  expect([hardware?.devices, health?.devices]).toEqual([
    [{ id: bare, type: 'dock', number: 8 }],
    [{ id: silent, type: 'dock', number: 7 }],
  ])
  // One is being deleted, the other one is gone.
  await w.pool.query('update devices set delete_pending = true where id = $1', [silent])
  await w.pool.query('update devices set deleted_at = now() where id = $1', [bare])
  await equip(id, 9, 0)
  expect(await missing(id)).toEqual(['There is no address', 'The place is not on the map'])
  await w.pool.query(`update locations set address = 'Street 1', latitude = 59.4, longitude = 24.7 where id = $1`, [id])
  expect(await missing(id)).toEqual([])
  const technician = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'SETSTATUS'] } }])
  expect((await launch(id, technician)).body).toMatchObject({
    error_code: 'forbidden',
    missing: 'LAUNCH on location',
  })
  const stale = await root.call(launchLocation, { params: { location_id: id }, ...versioned(1) })
  expect(stale).toMatchObject({ status: 412, body: { error_code: 'stale_version' } })
  const launched = await launch(id)
  expect(launched.body).toMatchObject({ status: 'launched', launched_at: w.clock.now().toISOString() })
  expect((await launch(id)).body).toMatchObject({ error_code: 'status_not_next', status: 'launched' })
  const { rows: events } = await w.pool.query(
    'select verb, before, after from events where resource_id = $1 order by id',
    [id],
  )
  expect(events.at(-1)).toMatchObject({
    verb: 'launched',
    before: { status: 'installed' },
    after: { status: 'launched' },
  })
})

test('hardware is not ready while its controller is in stock', async () => {
  const id = await at('installed', { address: 'Street 1', latitude: 59.4, longitude: 24.7, launched_at: null })
  const last_heartbeat_at = w.clock.now().toISOString()
  const controller = await w.make.controller('none', last_heartbeat_at)
  const hardware_id = await w.make.hardware(controller, { last_heartbeat_at })
  const dock = await w.make.device(id, { number: 7, hardware_id })
  expect(await missing(id)).toEqual(['1 of 1 devices has a controller in stock: Dock 07'])
  expect((await checks(id)).find(({ name }) => name === 'controllers')?.devices).toEqual([
    { id: dock, type: 'dock', number: 7 },
  ])
  expect((await launch(id)).body).toMatchObject({
    error_code: 'launch_checks_missing',
    missing: '1 of 1 devices has a controller in stock: Dock 07',
  })
  const built = await w.make.device(id, { type: 'controller', hardware_id: controller })
  expect(await missing(id)).toEqual([])
  await w.pool.query('update devices set delete_pending = true where id = $1', [built])
  expect((await missing(id))[0]).toContain('a controller in stock')
  await w.pool.query('update devices set delete_pending = false where id = $1', [built])
  expect((await launch(id)).body).toMatchObject({ status: 'launched' })
})

test('an obsolete location is not launched', async () => {
  expect((await launch(await at('obsolete'))).body).toMatchObject({ error_code: 'obsolete_location' })
})
