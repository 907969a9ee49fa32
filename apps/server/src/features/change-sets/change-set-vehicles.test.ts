import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listChangeSetDevices } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import { changeSetActions, makeChangeSetPlace } from '../../../test/support/change-set-place.ts'
import type { Field } from '../../../test/support/change-set-place.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { readStream } from '../../../test/support/reader.ts'
import { streamAddress } from '../../../test/support/stream-place.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'

const config = ['GET', 'GET_PARAMS', 'SET_PARAMS'] as const

let w: TestApp
let site: Site
let field: Field
/** Holds the rights in the groups of the organization, where its fleet is too. */
let technician: Caller
/** Holds them over the stock alone. */
let storekeeper: Caller
let fleet_id: string
let vehicle: { id: string; hardware_id: string; code: string }

beforeAll(async () => {
  w = await testApp({ COMMANDS_PER_MINUTE: '20' })
  const stock = await w.make.group({ type: 'system', name: 'Stock' })
  storekeeper = await w.person([{ group_id: stock, needs: { hardware: ['GETUNASSIGNED', ...config] } }])
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ site, field, technician } = await makeChangeSetPlace(w))
  fleet_id = await makeFleet(w, site.organization)
  vehicle = await makeVehicle(w, fleet_id)
  await field.add(vehicle.hardware_id)
})

const place = () => ({ w, site, field, technician })
const { docks, plan, decide, read, run, started, values, person } = changeSetActions(place)
const byStorekeeper = changeSetActions(() => ({ ...place(), technician: storekeeper }))
const rows = async (change_set_id: string, who: Caller) =>
  (await who.ask(listChangeSetDevices, { query: { change_set_id } })).items

test('rights: hardware in a vehicle is planned for by who holds the rights over its fleet, and by nobody over the stock', async () => {
  const ids = [vehicle.hardware_id]
  const refused = await byStorekeeper.plan(ids)
  expect([refused.status, refused.body.error_code]).toEqual([409, 'unknown_hardware'])
  const { status, body, text } = await plan(ids)
  expect(status, text).toBe(200)
  expect(await rows(body.id, technician)).toMatchObject([
    { device_type: 'rental_device', rental_device_id: vehicle.id, rental_code: vehicle.code, location_id: null },
  ])
})

test('rights: hardware in stock stays with those who hold the rights over the stock', async () => {
  const spare = await w.make.hardware(site.controller_id)
  await field.add(spare)
  expect((await plan([spare])).body.error_code).toBe('unknown_hardware')
  expect((await byStorekeeper.plan([spare])).status).toBe(200)
})

test('rights: who planned for hardware in stock does not start it once it is built into a vehicle', async () => {
  const spare = await w.make.hardware(site.controller_id)
  await field.add(spare)
  const planned = (await byStorekeeper.plan([spare])).body
  await w.pool.query('update rental_devices set hardware_id = $2 where id = $1', [vehicle.id, spare])
  expect((await byStorekeeper.decide(planned.id, 'start')).body.missing).toBe('GET on hardware')
})

test('a vehicle is changed as a device is, and the person loses it with the rights over its fleet', async () => {
  const other = await makeVehicle(w, fleet_id)
  await field.add(other.hardware_id)
  const ids = [vehicle.hardware_id, other.hardware_id]
  const id = await started(ids, { pause_s: 0 })
  await run(3)
  expect(await read(id)).toMatchObject({ status: 'running', done: 1 })
  await w.pool.query(`delete from resource_group_members where resource_type = 'rental_fleet' and resource_id = $1`, [
    fleet_id,
  ])
  await run(3)
  expect(await read(id)).toMatchObject({ status: 'halted', halt: 'rights_lost' })
  expect(values(ids)).toEqual([6, 3])
})

test('rights: readers see the devices of a change set in their fleets and at their locations, and no others', async () => {
  const [dock = ''] = await docks('good')
  const { body } = await plan([dock, vehicle.hardware_id])
  const fleetGroup = await w.make.group()
  await w.make.members('rental_fleet', fleet_id, [fleetGroup])
  const rider = await w.person([{ group_id: fleetGroup, needs: { hardware: ['GET', 'GET_PARAMS'] } }])
  expect(await read(body.id, rider)).toMatchObject({ devices: 2 })
  expect(await rows(body.id, rider)).toMatchObject([{ hardware_id: vehicle.hardware_id }])
  const stranger = await person((await w.make.organization()).owner)
  expect(await read(body.id, stranger)).toBeUndefined()
  const refused = await decide(body.id, 'start', rider)
  expect([refused.status, refused.body.missing]).toEqual([403, 'GET on hardware'])
  expect(refused.text).not.toContain(dock)
  expect(values([dock, vehicle.hardware_id])).toEqual([3, 3])
})

test('rights: who sees a device by a group of the device itself sees it in a change set', async () => {
  const [dock = '', other = ''] = await docks('good', 'good')
  const { body } = await plan([dock, other])
  const { rows: found } = await w.pool.query<{ id: string }>('select id from devices where hardware_id = $1', [dock])
  const own = await w.make.group()
  await w.make.members('device', found[0]?.id ?? '', [own])
  const reader = await w.person([{ group_id: own, needs: { hardware: ['GET', 'GET_PARAMS'] } }])
  expect(await rows(body.id, reader)).toMatchObject([{ hardware_id: dock }])
})

test('a change set of one fleet is announced to those who may read the configurations there', async () => {
  const colleague = await person()
  const reader = await readStream(await streamAddress(w), colleague.token)
  const { body } = await plan([vehicle.hardware_id])
  expect((await reader.next())?.data.changes).toContainEqual({ type: 'change_set', id: body.id, location_id: null })
  reader.close()
})
