import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import {
  createDevices,
  deleteDevice,
  generateQrCodes,
  getDeviceOrder,
  setDeviceOrder,
  setQrCode,
  updateDevice,
} from '@wheelhouse/contract/devices/device-edit.ts'
import { blankDevice } from '@wheelhouse/contract/devices/device-fields.ts'
import {
  createExternalDevice,
  deleteExternalDevice,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import {
  assignHardware,
  assignManyHardware,
  removeHardware,
  swapHardware,
} from '@wheelhouse/contract/hardware/hardware.ts'
import { deleteLocation, updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { forceLocationStatus, setLocationStatus } from '@wheelhouse/contract/locations/location-status.ts'
import {
  clearMaintenanceMessage,
  listMaintenanceMessages,
  setMaintenanceMessage,
  setMaintenanceMessages,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { makeSuperadmin } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { versionAt, versioned } from '../../../test/support/versions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeCommand } from '../commands/samples.ts'
import { makeSession } from '../parking-sessions/samples.ts'

let w: TestApp
let root: Caller
let ours: Organization
let id: string

beforeAll(async () => {
  w = await testApp()
  root = await makeSuperadmin(w)
  ours = await w.make.organization()
})
afterAll(() => w.end())

const reason = 'Moved by a test of ours'
const location = () => ({ params: { location_id: id } })
const ofLocation = async () => ({ ...location(), ...versioned(await versionAt(w, 'locations', id)) })
const ofDevice = async (device_id: string) => ({
  params: { device_id },
  ...versioned(await versionAt(w, 'devices', device_id)),
})
const make = async (): Promise<string> =>
  certain((await root.ask(createDevices, { ...location(), body: { type: 'dock', amount: 1 } }))[0]).id

describe('spec 4: an obsolete location is not repurposed', () => {
  const external = { name: 'Router', type: 'router', external_id: 'R1' } as const
  const fee = { service: 'platform', fee: 100, currency: 'EUR', period: 'monthly', start_date: '2020-01-01' } as const
  let dock: string
  let full: string
  let spare: string
  let router: { id: string; version: number }

  beforeEach(async () => {
    id = await w.make.location(ours)
    const controller = await w.make.controller()
    spare = await w.make.hardware(controller)
    dock = await make()
    full = await make()
    await w.pool.query('update devices set hardware_id = $2 where id = $1', [full, await w.make.hardware(controller)])
    const { body } = await root.call(createExternalDevice, { ...location(), body: external })
    router = body
    await root.call(setMaintenanceMessage, { ...location(), body: { text: 'Closed for good' } })
    await root.call(forceLocationStatus, { ...(await ofLocation()), body: { status: 'obsolete', reason } })
  })

  const order = async () => {
    const { body } = await root.call(getDeviceOrder, location())
    return root.call(setDeviceOrder, {
      ...location(),
      ...versioned(body.version),
      body: { rows: [{ label: 'Wall', device_ids: [dock, full] }] },
    })
  }
  const assign = async () =>
    root.call(assignHardware, { ...(await ofDevice(dock)), body: { hardware_id: spare, instead_of: null } })
  const swap = async () => {
    const with_device_version = await versionAt(w, 'devices', full)
    return root.call(swapHardware, { ...(await ofDevice(dock)), body: { with_device_id: full, with_device_version } })
  }
  const refused: [string, () => Promise<Answer>][] = [
    [
      'a maintenance message',
      () => root.call(setMaintenanceMessage, { ...location(), body: { text: 'Works on Monday' } }),
    ],
    [
      'a new external device',
      () => root.call(createExternalDevice, { ...location(), body: { ...external, external_id: 'R2' } }),
    ],
    [
      'an external device that is edited',
      () =>
        root.call(updateExternalDevice, {
          params: { location_id: id, external_device_id: router.id },
          body: { ...external, name: 'Other router' },
          ...versioned(router.version),
        }),
    ],
    ['a new service fee', () => root.send(serviceFeesOf.location.create, { ...location(), body: fee })],
    [
      'an alias',
      async () => root.call(updateDevice, { ...(await ofDevice(dock)), body: { ...blankDevice, alias: 'Cargo' } }),
    ],
    [
      'a code',
      async () => root.call(setQrCode, { ...(await ofDevice(dock)), body: { qr_code: await codeOfAnother() } }),
    ],
    ['codes of many', () => root.call(generateQrCodes, { body: { device_ids: [dock], replace: true } })],
    ['hardware', assign],
    [
      'hardware of many',
      () => root.call(assignManyHardware, { ...location(), body: { device_ids: [dock], hardware_ids: [spare] } }),
    ],
    ['a swap', swap],
    ['the order on the ground', order],
    ['new devices', () => root.call(createDevices, { ...location(), body: { type: 'dock', amount: 1 } })],
  ]
  /** Of a device that has none any more: codes have a check digit. */
  async function codeOfAnother(): Promise<string> {
    const { rows } = await w.pool.query<{ qr_code: string }>('select qr_code from devices where id = $1', [dock])
    await w.pool.query('update devices set qr_code = null where id = $1', [dock])
    return rows[0]?.qr_code ?? ''
  }

  const codeIn = ({ body }: Answer): string => body.error_code ?? body.error_results[0].error_code

  test.each(refused)('%s is refused', async (_what, act) => {
    expect(codeIn(await act())).toBe('obsolete_location')
  })

  test.each(refused)('%s is refused where it becomes obsolete meanwhile', async (_what, act) => {
    await w.pool.query(`update locations set status = 'launched' where id = $1`, [id])
    const other = await w.pool.connect()
    await other.query('begin')
    await other.query(`update locations set status = 'obsolete' where id = $1`, [id])
    const answer = act()
    await w.waitingForLocks(1)
    await other.query('commit')
    other.release()
    expect(codeIn(await answer)).toBe('obsolete_location')
  })

  test('whoever has their turn at a location keeps nobody from beginning a session there', async () => {
    await w.pool.query(`update locations set status = 'launched' where id = $1`, [id])
    const other = await w.pool.connect()
    await other.query('begin')
    await other.query('select id from devices where id = $1 for update', [dock])
    const answer = assign()
    await w.waitingForLocks(1)
    await makeSession(w, id, full)
    await other.query('rollback')
    other.release()
    expect((await answer).status).toBe(200)
  })

  test('of many at once it is the one that is refused', async () => {
    const other = await w.make.location(ours)
    const messages = await root.call(setMaintenanceMessages, {
      body: { target: { ids: [id, other] }, text: 'Works on Monday' },
    })
    expect(messages.body).toMatchObject({
      results: [{ id: other }],
      error_results: [{ id, error_code: 'obsolete_location' }],
    })
    const codes = await root.call(generateQrCodes, { body: { device_ids: [dock], replace: true } })
    expect(codes.body).toMatchObject({ error_results: [{ id: dock, error_code: 'obsolete_location' }] })
  })

  test('it is described, and what stands there is taken away', async () => {
    const described = await root.call(updateLocation, {
      ...(await ofLocation()),
      body: { restricted_description: 'Moved to the port' },
    })
    expect(described.status).toBe(200)
    const [message] = await root.ask(listMaintenanceMessages, location())
    const clear = { params: { location_id: id, message_id: certain(message).id } }
    expect((await root.call(clearMaintenanceMessage, clear)).status).toBe(204)
    expect((await root.call(setQrCode, { ...(await ofDevice(dock)), body: { qr_code: null } })).status).toBe(200)
    const hardware_id = await w.make.hardware(await w.make.controller())
    await w.pool.query('update devices set hardware_id = $2 where id = $1', [dock, hardware_id])
    const { headers } = await ofDevice(dock)
    expect((await root.call(removeHardware, { params: { device_id: dock, hardware_id }, headers })).status).toBe(204)
    expect((await root.call(deleteDevice, await ofDevice(dock))).status).toBe(204)
    const gone = { params: { location_id: id, external_device_id: router.id }, ...versioned(router.version) }
    expect((await root.call(deleteExternalDevice, gone)).status).toBe(204)
  })
})

describe('a location is deleted that was made by mistake', () => {
  const remove = async () => root.call(deleteLocation, await ofLocation())

  beforeEach(async () => {
    id = await w.make.location(ours, { status: 'in_house', launched_at: null })
  })

  test('installed once and taken back in house it has a past', async () => {
    const set = async (status: 'installed' | 'in_house') =>
      root.call(setLocationStatus, { ...(await ofLocation()), body: { status, reason } })
    await set('installed')
    expect((await set('in_house')).status).toBe(200)
    expect((await remove()).body.error_code).toBe('location_in_use')
  })

  test('one that stood there installed before anybody wrote down when has one too', async () => {
    await w.pool.query(`update locations set status = 'maintenance' where id = $1`, [id])
    await root.call(forceLocationStatus, { ...(await ofLocation()), body: { status: 'demo', reason } })
    expect((await remove()).body.error_code).toBe('location_in_use')
  })

  test('a dock that was made by mistake and deleted goes with it, and its order', async () => {
    const dock = await make()
    const { body } = await root.call(getDeviceOrder, location())
    await root.call(setDeviceOrder, {
      ...location(),
      ...versioned(body.version),
      body: { rows: [{ label: 'Wall', device_ids: [dock] }] },
    })
    expect((await remove()).body.error_code).toBe('location_in_use')
    await root.call(deleteDevice, await ofDevice(dock))
    expect((await remove()).status).toBe(204)
    expect((await w.pool.query('select id from devices where id = $1', [dock])).rows).toEqual([])
  })

  test.each(['a session', 'a command', 'an alarm'])('a deleted dock in which there was %s keeps it', async (what) => {
    const dock = await make()
    const hardware_id = await w.make.hardware(await w.make.controller())
    if (what === 'a session')
      await makeSession(w, id, dock, { status: 'ended', how_ended: 'normal', ended_at: w.clock.now().toISOString() })
    if (what === 'a command') await makeCommand(w, { device_id: dock, location_id: id, hardware_id })
    if (what === 'an alarm')
      await w.pool.query(
        `insert into alarms (id, hardware_id, device_id, location_id, reason, raised_at) values (gen_random_uuid(), $1, $2, $3, 'tamper', now())`,
        [hardware_id, dock, id],
      )
    await root.call(deleteDevice, await ofDevice(dock))
    expect((await remove()).body.error_code).toBe('location_in_use')
    expect((await w.pool.query('select id from devices where id = $1', [dock])).rows).toHaveLength(1)
  })
})
