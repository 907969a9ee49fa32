import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  exportUnassignedHardware,
  getHardware,
  listUnassignedHardware,
} from '@wheelhouse/contract/hardware/hardware.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
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

const { hardware, dock, assign } = hardwareActions(() => ({ w, technician, location_id, controller }))

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
