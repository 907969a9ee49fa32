import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import {
  activateRentalDevice,
  createRentalDevice,
  deactivateRentalDevice,
  getRentalDevice,
  listRentalDeviceEvents,
  listRentalDevices,
  listRentalPlaces,
  rentalActionsOf,
  restartRentalDevice,
  restartRentalDevices,
  updateRentalDevice,
} from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { listRentalDeviceCommands } from '@wheelhouse/contract/commands/rental-commands.ts'
import { DeviceEvent, ResponseMessage } from '@wheelhouse/device-protocol/messages.ts'
import { uuidv7 } from 'uuidv7'
import type { Organization } from '../../../test/support/factories.ts'
import { makeRidePlace } from '../../../test/support/ride-place.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { applyDeviceEvent, speaksFor } from '../../gateway/device-events.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { takeAnswer } from '../commands/command-results.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle, makeVehicleHardware } from './samples.ts'

let w: TestApp
let ours: Organization
let fleet: string
let vehicle: { id: string; hardware_id: string; code: string }
let operations: Caller
let support: Caller
let technician: Caller
let serial = 0

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, fleet, vehicle, support } = await makeRidePlace(w))
  operations = await w.person([{ group_id: ours.owner, needs: stockRights('Operations') }])
  technician = await w.person([{ group_id: ours.owner, needs: stockRights('Technician') }])
})

const words = { reason: 'maintenance', comment: 'Brake pads are worn' } as const
const params = (id = vehicle.id) => ({ rental_device_id: id })
const read = async (id = vehicle.id): Promise<RentalDevice> =>
  await support.ask(getRentalDevice, { params: params(id) })
const codes = async (query: object): Promise<string[]> =>
  (await support.send(listRentalDevices, { query })).body.items.map(({ code }: RentalDevice) => code)
const stage = (action: string, command_id?: string) => {
  const data = { action, rental_code: vehicle.code, ...(command_id ? { command_id } : {}) }
  const seq = ++serial
  const event = DeviceEvent.parse({ id: `s${uuidv7()}`, seq, at: w.clock.now().toISOString(), type: 'rental', data })
  const sender = { controller_id: vehicle.hardware_id, hardware_id: vehicle.hardware_id }
  return applyDeviceEvent(w, sender, event, w.clock.now())
}
const answer = (command_id: string, status: string, more: object = {}) => {
  const message = ResponseMessage.parse({ command_id, at: w.clock.now().toISOString(), status, ...more })
  const sender = { controller_id: vehicle.hardware_id, hardware_id: vehicle.hardware_id }
  const journal = openJournal(w.clock.now())
  return withJournal(w.db, journal, async (tx) => {
    const hardware = await speaksFor(tx, sender)
    return typeof hardware === 'string' ? hardware : takeAnswer(tx, journal, hardware, message)
  })
}

test('rights: the history of a vehicle tells commands to readers of its commands, not to those of docks', async () => {
  await support.call(restartRentalDevice, { params: params(), body: words })
  const holding = (needs: Needs) =>
    w.person([{ group_id: ours.owner, needs: { rental_device: ['GET', 'GET_EVENTS'], ...needs } }])
  const features = async (who: Caller): Promise<string[]> => {
    const { items } = await who.ask(listRentalDeviceEvents, { params: params() })
    return items.map(({ feature }: { feature: string }) => feature)
  }
  const command = async (who: Caller) => (await who.ask(getRentalDevice, { params: params() })).command_name
  const ofDocks = await holding({ device: ['GET', 'GETCMDSHISTORY'] })
  const ofVehicles = await holding({ rental_device: ['GET', 'GET_EVENTS', 'GETCMDSHISTORY'] })
  expect([await features(ofDocks), await command(ofDocks)]).toEqual([[], null])
  expect([await features(ofVehicles), await command(ofVehicles)]).toEqual([['commands'], 'restart'])
})

describe('spec 4: restart, activate, deactivate', () => {
  test('a command is a row with its progress; the vehicle decides its own state', async () => {
    const { body: command } = await support.call(deactivateRentalDevice, { params: params(), body: words })
    expect(command).toMatchObject({
      name: 'deactivate',
      status: 'in_progress',
      step: 'not_sent',
      reason: 'maintenance',
    })
    expect(await read()).toMatchObject({ state: 'available', command_name: 'deactivate' })
    await stage('deactivated', command.id)
    expect(await answer(command.id, 'success')).toBe('ended')
    expect(await read()).toMatchObject({ state: 'maintenance', command_name: null })
    const { body } = await support.call(listRentalDeviceCommands, { params: params() })
    expect(body.items).toMatchObject([{ id: command.id, status: 'success', requested_by: support.id }])
    const { rows } = await w.pool.query('select verb, actor_id from events where resource_id = $1 order by id', [
      vehicle.id,
    ])
    expect(rows).toEqual([
      { verb: 'sent', actor_id: support.id },
      { verb: 'deactivated', actor_id: support.id },
      { verb: 'ended', actor_id: null },
    ])
  })

  test('with another reason than maintenance it is deactivated, and activated again', async () => {
    const off = await support.call(deactivateRentalDevice, { params: params(), body: { ...words, reason: 'other' } })
    await stage('deactivated', off.body.id)
    expect(await read()).toMatchObject({ state: 'deactivated' })
    const on = await support.call(activateRentalDevice, { params: params(), body: words })
    await stage('activated', on.body.id)
    expect(await read()).toMatchObject({ state: 'available' })
  })

  const actions = { restart: restartRentalDevice, activate: activateRentalDevice, deactivate: deactivateRentalDevice }
  const cases = (['available', 'on_trip', 'reserved', 'maintenance', 'deactivated'] as const).flatMap((state) =>
    (Object.keys(actions) as (keyof typeof actions)[]).map((name) => [state, name] as const),
  )
  test.each(cases)('a vehicle that is %s: %s is allowed exactly where the table says so', async (state, name) => {
    const { id } = await makeVehicle(w, fleet, { state })
    const reply = await support.call(actions[name], { params: params(id), body: words })
    const isAllowed = (rentalActionsOf[state] as readonly string[]).includes(name)
    expect(reply.status).toBe(isAllowed ? 200 : 409)
    if (!isAllowed) expect(reply.body).toMatchObject({ error_code: 'rental_action_not_now', state })
  })

  test.each([
    ['no reason', { comment: words.comment }, 'reason'],
    ['a comment of 2 characters', { ...words, comment: 'ab' }, 'comment'],
  ])('spec 5: %s is refused', async (_name, body, field) => {
    const reply = await support.send(restartRentalDevice, { params: params(), body: body })
    expect(reply.body).toMatchObject({ error_code: 'invalid_body', field })
  })

  test('many at once, and a foreign one is not found', async () => {
    const foreign = await makeVehicle(w, await makeFleet(w, null))
    const reply = await support.call(restartRentalDevices, {
      body: { ...words, target: { ids: [vehicle.id, foreign.id] } },
    })
    expect(reply.body).toMatchObject({
      error_results: [{ id: foreign.id, error_code: 'not_found' }],
      results: [{ id: vehicle.id }],
    })
  })
})

describe('screens: rental devices', () => {
  const seen = (hours: number) => new Date(w.clock.now().getTime() - hours * 3_600_000).toISOString()

  test('values: silent for a day while it waits is missing, never seen is unknown', async () => {
    const old = { position_at: seen(25), moved_at: seen(25) }
    const missing = await makeVehicle(w, fleet, {}, old)
    const off = await makeVehicle(w, fleet, { state: 'deactivated' }, old)
    const reserved = await makeVehicle(w, fleet, { state: 'reserved' }, old)
    const unknown = await makeVehicle(w, fleet, {}, { position_at: null })
    for (const { hardware_id } of [missing, off, reserved])
      await w.pool.query('update hardware_state set last_heartbeat_at = $2 where hardware_id = $1', [
        hardware_id,
        seen(25),
      ])
    await w.pool.query('update hardware_state set last_heartbeat_at = null where hardware_id = $1', [
      unknown.hardware_id,
    ])
    expect((await read(missing.id)).state).toBe('missing')
    expect((await read(off.id)).state).toBe('deactivated')
    expect((await read(reserved.id)).state).toBe('reserved')
    expect((await read(unknown.id)).state).toBe('unknown')
    expect(await codes({ state: 'missing' })).toEqual([missing.code])
    expect(await codes({ state: 'available' })).toEqual([vehicle.code])
  })

  test('filters by battery, fleet and not moved for; the map has the same rows', async () => {
    const low = await makeVehicle(w, fleet, {}, { battery_percent: 12 })
    const still = await makeVehicle(w, fleet, {}, { moved_at: seen(30) })
    const away = await makeVehicle(w, fleet, { state: 'on_trip' }, { moved_at: seen(30) })
    expect(await codes({ battery_below: 20 })).toEqual([low.code])
    expect(await codes({ not_moved_hours: 24 })).toEqual([still.code])
    expect(await codes({ fleet_id: fleet, q: away.code })).toEqual([away.code])
    const { body } = await support.call(listRentalPlaces, { query: { battery_below: 20 } })
    expect(body).toMatchObject({ total: 1, items: [{ id: low.id, state: 'available', battery_percent: 12 }] })
  })

  test('rights: a technician and a viewer hold no right over rental devices', async () => {
    expect((await technician.call(listRentalDevices, { query: {} })).status).toBe(403)
    expect((await technician.call(getRentalDevice, { params: params() })).status).toBe(404)
  })
})

describe('rental devices are created and edited', () => {
  const stockKeeper = () => w.person([{ group_id: ours.owner, needs: stockRights('Operations') }])

  test('hardware that is not seen in stock is unknown; its code is unique and upper case', async () => {
    const hardware_id = await makeVehicleHardware(w)
    const body = { code: 'bike-9', fleet_id: fleet, hardware_id, comment: '' }
    const keeper = await stockKeeper()
    expect((await keeper.refused(createRentalDevice, { body })).body).toMatchObject({ error_code: 'unknown_hardware' })
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    await w.make.grant(keeper.id, everything, [['hardware', 'GETUNASSIGNED']])
    // As it is printed and shown, in groups.
    const printed = hardware_id.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ')
    const { body: made } = await keeper.call(createRentalDevice, { body: { ...body, hardware_id: printed } })
    expect(made).toMatchObject({ code: 'BIKE-9', state: 'deactivated', hardware_id, fleet_id: fleet })
    const again = { ...body, code: 'BIKE-10' }
    expect((await keeper.refused(createRentalDevice, { body: again })).body).toMatchObject({
      error_code: 'hardware_already_assigned',
    })
    const taken = { ...body, hardware_id: await makeVehicleHardware(w) }
    expect((await keeper.refused(createRentalDevice, { body: taken })).body).toMatchObject({
      error_code: 'rental_code_taken',
      field: 'code',
    })
    const dock = await w.make.hardware(await w.make.controller())
    expect((await keeper.refused(createRentalDevice, { body: { ...again, hardware_id: dock } })).body).toMatchObject({
      error_code: 'hardware_of_other_type',
    })
  })

  test('an edit names its version; a vehicle on a ride stays in its fleet', async () => {
    const other = await makeFleet(w, ours)
    const edit = (body: object, version = 1, id = vehicle.id) =>
      operations.call(updateRentalDevice, {
        params: params(id),
        body: { code: vehicle.code, fleet_id: fleet, comment: '', ...body },
        headers: { 'if-match': `"${version}"` },
      })
    expect((await edit({ comment: 'New saddle' })).body).toMatchObject({ comment: 'New saddle', version: 2 })
    expect((await edit({ comment: 'Older' })).status).toBe(412)
    expect((await edit({ fleet_id: other }, 2)).body).toMatchObject({ fleet_id: other })
    const riding = await makeVehicle(w, fleet, { state: 'on_trip' })
    expect((await edit({ code: riding.code, fleet_id: other }, 1, riding.id)).body).toMatchObject({
      error_code: 'rental_action_not_now',
    })
  })
})
