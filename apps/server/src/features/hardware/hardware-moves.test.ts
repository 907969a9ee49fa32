import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { assignHardware, removeHardware, swapHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { versioned } from '../../../test/support/versions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { endLeftSessions } from '../parking-sessions/parking-sessions.ts'
import { makeCommand } from '../commands/samples.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { makeHardwarePlace, hardwareActions } from '../../../test/support/hardware-place.ts'

let w: TestApp
let ours: Organization
let technician: Caller
let partner: Caller
let viewer: Caller
let location_id: string
let controller: string

beforeAll(async () => {
  w = await testApp()
  ;({ ours, technician, partner, viewer } = await makeHardwarePlace(w))
})
afterAll(() => w.end())
beforeEach(async () => {
  location_id = await w.make.location(ours)
  controller = await w.make.controller()
})

const { hardware, dock, assign, versionOf, read, lastEvent } = hardwareActions(() => ({
  w,
  technician,
  location_id,
  controller,
}))
const remove = async (device_id: string, hardware_id: string, who = technician) =>
  who.call(removeHardware, { params: { device_id, hardware_id }, ...versioned(await versionOf(device_id)) })
const swap = async (device_id: string, with_device_id: string, who = technician) =>
  swapOf(device_id, with_device_id, [await versionOf(device_id), await versionOf(with_device_id)], who)
const swapOf = (
  device_id: string,
  with_device_id: string,
  [version, with_device_version]: [number, number],
  who = technician,
) =>
  who.call(swapHardware, {
    params: { device_id },
    body: { with_device_id, with_device_version },
    ...versioned(version),
  })

describe('remove and swap', () => {
  test('removed hardware is in stock; a second removal is refused', async () => {
    const [device_id, hardware_id, other] = [await dock(), await hardware(), await hardware()]
    await assign(device_id, hardware_id)
    expect((await remove(device_id, other)).body.error_code).toBe('conflict')
    expect((await remove(device_id, hardware_id, viewer)).status).toBe(403)
    expect((await remove(device_id, hardware_id)).status).toBe(204)
    expect(await read(device_id)).toMatchObject({
      hardware_id: null,
      dock_state: 'unknown',
      heartbeat_health: 'no_data',
    })
    expect((await remove(device_id, hardware_id)).body.error_code).toBe('no_hardware')
    expect((await assign(await dock(), hardware_id)).status).toBe(200)
  })

  test('two devices swap in one transaction; sessions stay, states move', async () => {
    const [a, b] = [await hardware({ dock_state: 'locked' }), await hardware({ dock_state: 'unlocked' })]
    const [left, right] = [await dock({ hardware_id: a }), await dock({ hardware_id: b })]
    const session = await makeSession(w, location_id, left)
    const done = await swap(left, right)
    expect(
      done.body.map((device: Device) => [device.id, device.hardware_id, device.dock_state, device.session?.id ?? null]),
    ).toEqual([
      [left, b, 'unlocked', session],
      [right, a, 'locked', null],
    ])
    const { rows } = await w.pool.query('select device_id, status from parking_sessions where id = $1', [session])
    expect(rows[0]).toEqual({ device_id: left, status: 'active' })
    for (const device_id of [left, right]) expect((await lastEvent(device_id))?.verb).toBe('hardware_replaced')
  })

  test('a lock that was put in with a bike standing there has a minute to be closed before its session ends', async () => {
    const long = new Date(w.clock.now().getTime() - 86_400_000).toISOString()
    const [device_id, next] = [await dock(), await hardware({ dock_state: 'unlocked', dock_state_since: long })]
    const session = await makeSession(w, location_id, device_id)
    const status = async () =>
      (await w.pool.query('select status from parking_sessions where id = $1', [session])).rows[0].status
    await assign(device_id, next)
    await endLeftSessions(w, w.clock.now())
    expect(await status()).toBe('active')
    w.clock.advance(61_000)
    await endLeftSessions(w, w.clock.now())
    expect(await status()).toBe('ended')
  })

  test('one without hardware takes that of the other; two without have nothing to swap', async () => {
    const [hardware_id, empty, third] = [await hardware(), await dock(), await dock()]
    const full = await dock({ hardware_id })
    expect((await swap(full, empty)).body.map((device: Device) => device.hardware_id)).toEqual([null, hardware_id])
    expect((await swap(full, third)).body.error_code).toBe('no_hardware')
    expect((await swap(empty, await dock({ type: 'door', hardware_id: await hardware() }))).body.error_code).toBe(
      'hardware_of_other_type',
    )
    const foreign = await w.make.device(await w.make.location(await w.make.organization()), {
      hardware_id: await hardware(),
    })
    expect((await swap(empty, foreign, partner)).status).toBe(404)
    expect((await swap(empty, full, viewer)).status).toBe(403)
  })

  test('swapped crosswise at the same time nobody waits for ever', async () => {
    const [a, b] = [await dock({ hardware_id: await hardware() }), await dock({ hardware_id: await hardware() })]
    // All have read the same version, so all but the first are refused as stale.
    const [one, other] = [await versionOf(a), await versionOf(b)]
    const [there, back] = [() => swapOf(a, b, [one, other]), () => swapOf(b, a, [other, one])]
    const all = await Promise.all([there(), back(), there(), back()])
    expect(all.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 412, 412, 412])
  })

  test('values, concurrency: assigning, removing and swapping name the version; none is 428, a stale one 412 and nothing moves', async () => {
    const [inside, spare] = [await hardware(), await hardware()]
    const [a, b] = [await dock({ hardware_id: inside }), await dock()]
    const assignTo = { params: { device_id: b }, body: { hardware_id: spare, instead_of: null } }
    const removeFrom = { params: { device_id: a, hardware_id: inside } }
    const swapOver = { params: { device_id: a }, body: { with_device_id: b, with_device_version: 1 } }
    for (const [route, input] of [
      [assignHardware, assignTo],
      [removeHardware, removeFrom],
      [swapHardware, swapOver],
    ] as const) {
      expect((await technician.send(route, input)).body.error_code).toBe('version_required')
      expect((await technician.send(route, { ...input, ...versioned(7) })).body).toMatchObject({
        error_code: 'stale_version',
        version: 1,
      })
    }
    expect((await swapOf(a, b, [1, 7])).body).toMatchObject({ error_code: 'stale_version', version: 1 })
    expect([(await read(a)).hardware_id, (await read(b)).hardware_id]).toEqual([inside, null])
    expect(await technician.ask(assignHardware, { ...assignTo, ...versioned(1) })).toMatchObject({
      hardware_id: spare,
      version: 2,
    })
    // The other device changed after it was read, so the swap would not move the hardware that was shown.
    expect((await swapOf(a, b, [1, 1])).status).toBe(412)
    expect((await swapOf(a, b, [1, 2])).body).toMatchObject([
      { hardware_id: spare, version: 2 },
      { hardware_id: inside, version: 3 },
    ])
  })

  test('commands under way to hardware that moves are cancelled: they were meant for its former place', async () => {
    const hardware_id = await hardware()
    const device_id = await dock({ hardware_id })
    const commands = [
      await makeCommand(w, { device_id, location_id, hardware_id }),
      await makeCommand(w, { device_id, location_id, hardware_id }),
    ]
    await w.pool.query(
      `update commands set status = 'in_progress', ended_at = null, step = case id when $1::uuid then 'not_sent' else 'sent' end where id = any($2)`,
      [commands[0], commands],
    )
    await remove(device_id, hardware_id)
    const { rows } = await w.pool.query('select status, failure from commands where id = any($1) order by id', [
      commands,
    ])
    expect(rows).toEqual([
      { status: 'failed', failure: 'cancelled_before_sending' },
      { status: 'failed', failure: 'hardware_removed' },
    ])
  })
})
