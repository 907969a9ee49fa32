import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import { listDeviceEvents } from '@wheelhouse/contract/events/events.ts'
import {
  assignHardware,
  assignManyHardware,
  exportUnassignedHardware,
  getHardware,
  hardwareLines,
  listUnassignedHardware,
  removeHardware,
  swapHardware,
} from '@wheelhouse/contract/hardware/hardware.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { versionAt, versioned } from '../../../test/support/versions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { endLeftSessions } from '../parking-sessions/parking-sessions.ts'
import { makeCommand } from '../commands/samples.ts'
import { makeSession } from '../parking-sessions/samples.ts'

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
  await layFoundation(w.pool)
  const groups = (await w.pool.query(`select name, id from resource_groups where name in ('Everything', 'Stock')`)).rows
  const idOf = (name: string): string => groups.find((group) => group.name === name).id
  ours = await w.make.organization()
  technician = await w.person([{ group_id: idOf('Everything'), needs: stockRights('Technician') }])
  stockTechnician = await w.person([
    { group_id: ours.owner, needs: stockRights('Technician') },
    { group_id: idOf('Stock'), needs: { hardware: ['GET', 'GETUNASSIGNED', 'ASSIGNHARDWARE'] } },
  ])
  partner = await w.person([{ group_id: ours.owner, needs: stockRights('Technician') }])
  viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }])
})
afterAll(() => w.end())
beforeEach(async () => {
  location_id = await w.make.location(ours)
  controller = await w.make.controller()
})

const hardware = (state: Record<string, unknown> = {}) => w.make.hardware(controller, state)
const dock = (values: Record<string, unknown> = {}) => w.make.device(location_id, values)
const assign = async (device_id: string, hardware_id: string, instead_of: string | null = null, who = technician) =>
  who.call(assignHardware, {
    params: { device_id },
    body: { hardware_id, instead_of },
    ...versioned(await versionOf(device_id)),
  })
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
const versionOf = (id: string): Promise<number> => versionAt(w, 'devices', id)
const many = (device_ids: string[], hardware_ids: string[], who = technician) =>
  who.call(assignManyHardware, { params: { location_id }, body: { device_ids, hardware_ids } })
const read = async (device_id: string): Promise<Device> => await technician.ask(getDevice, { params: { device_id } })
const lastEvent = async (device_id: string) =>
  (await technician.ask(listDeviceEvents, { params: { device_id } })).items[0]

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

describe('hardware in stock', () => {
  const list = (who: Caller, query: Record<string, unknown> = {}) => who.send(listUnassignedHardware, { query })

  test('is listed with what is known of it: sorted, filtered, page by page, exported', async () => {
    const beat = {
      last_heartbeat_at: w.clock.now().toISOString(),
      firmware_name: 'dock-g3',
      firmware_version: '2.14.3',
      rssi_dbm: -60,
    }
    await w.pool.query('insert into hardware_state (hardware_id, last_heartbeat_at) values ($1, $2)', [
      controller,
      beat.last_heartbeat_at,
    ])
    const ids = [await hardware(beat), await hardware(beat), await hardware()]
    const built = await hardware(beat)
    await assign(await dock(), built)
    const { mesh_id } = (await w.pool.query('select mesh_id from controllers where hardware_id = $1', [controller]))
      .rows[0]
    const filtered = { mesh_id, type: 'dock', sort: 'heartbeat_health' }
    const first = await list(technician, { ...filtered, limit: 2 })
    expect(first.body).toMatchObject({ total: 3, total_is_exact: true })
    expect(first.body.items[0]).toMatchObject({
      type: 'dock',
      mesh_id,
      heartbeat_health: 'healthy',
      firmware_name: 'dock-g3',
      device_id: null,
    })
    const rest = await list(technician, { ...filtered, limit: 2, cursor: first.body.next })
    expect([...first.body.items, ...rest.body.items].map((one: Hardware) => one.id)).toEqual(ids)
    expect(rest.body.items[0].heartbeat_health).toBe('no_data')
    expect((await list(technician, { mesh_id, health: 'healthy' })).body.total).toBe(3)
    const uninitialized = await list(technician, { mesh_id, type: 'dock', uninitialized: 'yes' })
    expect(uninitialized.body.items.map((one: Hardware) => one.id)).toEqual([ids[2]])
    const q = (ids[0] as string).toLowerCase().replace(/(.{4})(?=.)/g, '$1 ')
    expect((await list(technician, { q })).body.items.map((one: Hardware) => one.id)).toEqual([ids[0]])
    expect((await list(technician, { mesh_id, q: 'G3' })).body.total).toBe(2)
    const csv = await technician.send(exportUnassignedHardware, {
      query: { mesh_id, column: ['id', 'heartbeat_health'] },
    })
    expect(csv.text.split('\r\n')).toContain(`${ids[0]},healthy`)
    for (const sort of [
      'id',
      'type',
      'mesh_id',
      'firmware_name',
      'firmware_version',
      'pcb_version',
      'last_heartbeat_at',
      'comment',
      'created_at',
      'updated_at',
    ])
      for (const order of ['asc', 'desc']) {
        const found: string[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const page = await list(technician, { mesh_id, sort, order, limit: 2, ...(cursor ? { cursor } : {}) })
          expect(page.status, `${sort} ${order}`).toBe(200)
          found.push(...page.body.items.map((one: Hardware) => one.id))
          cursor = page.body.next
        }
        expect(found.toSorted(), `${sort} ${order}`).toEqual([...ids, controller].toSorted())
      }
  })

  test('rights: all of it for who holds GETUNASSIGNED over everything or in the stock, none of it for others', async () => {
    const hardware_id = await hardware()
    const ask = async (who: Caller) => {
      const [page, single] = [await list(who, { limit: 500 }), await who.call(getHardware, { params: { hardware_id } })]
      return [page.status, (page.body.items ?? []).some((one: Hardware) => one.id === hardware_id), single.status]
    }
    expect(await ask(technician)).toEqual([200, true, 200])
    expect(await ask(stockTechnician)).toEqual([200, true, 200])
    expect(await ask(partner)).toEqual([200, false, 404])
    expect((await ask(viewer))[0]).toBe(403)
    const noStock = await w.person([
      {
        group_id: (await w.pool.query(`select id from resource_groups where name = 'Stock'`)).rows[0].id,
        needs: { hardware: ['GET'] },
      },
    ])
    expect((await noStock.call(getHardware, { params: { hardware_id } })).status).toBe(404)
  })

  test('built in, it is seen by who sees the device', async () => {
    const hardware_id = await hardware()
    await assign(await dock(), hardware_id)
    const ask = async (who: Caller, id: string) => (await who.call(getHardware, { params: { hardware_id: id } })).status
    expect([await ask(partner, hardware_id), await ask(partner, hardware_id.toLowerCase())]).toEqual([200, 200])
    expect([
      await ask(viewer, hardware_id),
      await ask(partner, 'nonsense'),
      await ask(partner, 'F'.repeat(24)),
    ]).toEqual([404, 404, 404])
  })
})
