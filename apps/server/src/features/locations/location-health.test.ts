import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getDevice, listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { getLocation, locationTotals } from '@wheelhouse/contract/locations/locations.ts'
import { locationPoints } from '@wheelhouse/contract/locations/location-points.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeLogEntry } from '../maintenance-log/samples.ts'
import { locationListActions } from '../../../test/support/location-list-place.ts'

let w: TestApp
let organization: Organization
let caller: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  caller = await w.person([{ group_id: organization.owner, needs: { location: ['GET'], device: ['GET'] } }])
})

const { ago, rows, locationOf } = locationListActions(() => ({ w, organization, caller }))
const hour = 3600

describe('values: health of a location over its devices', () => {
  const cases: [string, Parameters<typeof locationOf>, string][] = [
    ['no devices', [[]], 'unknown'],
    ['devices without hardware only', [['none', 'none']], 'unknown'],
    ['none ever heard', [[null, null], {}, null], 'unknown'],
    ['all healthy or late', [[10, 200]], 'online'],
    ['one offline', [[10, 700]], 'some_offline'],
    ['all offline, long offline or never heard', [[700, 90_000, null]], 'offline'],
    ['a child is never better than its controller', [[10, 20], {}, 800], 'offline'],
    ['sleeping hardware is expected every 15 minutes', [[2_600], { power_save: 'local_wakeup' }, 2_600], 'online'],
  ]
  test.each(cases)('%s', async (_name, args, health) => {
    const id = await locationOf(...args)
    expect((await rows()).find((row) => row.id === id)?.health).toBe(health)
  })

  test('late after 3 intervals, offline after the greater of 10 intervals and 10 minutes, long offline after a day', async () => {
    const id = await locationOf([180, 181, 600, 601, 86_399, 86_400, null])
    const devices = (await caller.ask(listLocationDevices, { params: { location_id: id } })) as {
      heartbeat_health: string
    }[]
    expect(devices.map((device) => device.heartbeat_health)).toEqual([
      'healthy',
      'late',
      'late',
      'offline',
      'offline',
      'long_offline',
      'no_data',
    ])
  })

  test('devices pending deletion are left out', async () => {
    const id = await locationOf([10, 700])
    await w.db
      .updateTable('devices')
      .set({ delete_pending: true })
      .where('location_id', '=', id)
      .where(
        'number',
        '=',
        w.db
          .selectFrom('devices')
          .where('location_id', '=', id)
          .select((e) => e.fn.max('number').as('n')),
      )
      .execute()
    expect((await rows())[0]?.health).toBe('online')
  })
})

describe('values: docks and issues of a location', () => {
  test('total counts docks, lockers and rental docks; available those unlocked and in contact', async () => {
    const id = await locationOf([10, 10, 700, 'none'])
    await w.make.device(id, { type: 'door' })
    const [device] = (await caller.ask(listLocationDevices, { params: { location_id: id } })) as {
      hardware_id: string
    }[]
    await w.db
      .updateTable('hardware_state')
      .set({ dock_state: 'locked', dock_state_since: ago(30 * hour) })
      .where('hardware_id', '=', device?.hardware_id ?? '')
      .execute()
    const [row] = await rows()
    expect(row).toMatchObject({ total_docks: 4, available_docks: 1, issues: 3 })
    expect(row?.docks[0]).toMatchObject({ dock_state: 'locked', in_contact: true, dock_state_since: ago(30 * hour) })
    expect(await caller.ask(locationTotals)).toMatchObject({
      locations: 1,
      total_docks: 4,
      available_docks: 1,
      occupied: 0,
      occupied_orange: 1,
      occupied_red: 0,
    })
  })

  test('issues are counted by kind, and a filter finds the locations that have one', async () => {
    const id = await locationOf([10, 700, 'none', 90_000])
    const well = await locationOf([10])
    expect((await rows()).find((row) => row.id === id)).toMatchObject({
      issues: 3,
      issue_kinds: { fault: 0, alarm: 0, offline: 2, no_hardware: 1 },
    })
    const found = async (query: Record<string, unknown>) => (await rows(query)).map((row) => row.id)
    expect(await found({ issue: 'offline' })).toEqual([id])
    expect(await found({ issue: ['fault', 'no_hardware'] })).toEqual([id])
    expect(await found({ issue: 'fault' })).toEqual([])
    expect(await found({ issue_not: 'offline' })).toEqual([well])
  })

  test('open log entries of critical and high priority are issues, for those who read the log', async () => {
    const id = await locationOf([10])
    const well = await locationOf([10, 'none'])
    const words = { reason: 'No spare part', resolution: 'Replaced' }
    await makeLogEntry(w, id, { priority: 'critical', status: 'blocked', ...words })
    await makeLogEntry(w, id, { priority: 'high', status: 'new' })
    await makeLogEntry(w, id, { priority: 'medium', status: 'new' })
    await makeLogEntry(w, id, { priority: 'high', status: 'resolved', ...words })
    const ofThem = { organization_id: organization.id }
    const idsOf = async (query: Record<string, unknown>) => (await rows({ ...ofThem, ...query })).map((row) => row.id)
    const told = async () => ({
      row: (await rows(ofThem)).find((row) => row.id === id)?.issue_kinds.log_entry,
      one: (await caller.ask(getLocation, { params: { location_id: id } })).issues,
      total: (await caller.send(locationTotals, { query: ofThem })).body.issues,
      mapped: (await caller.send(locationPoints, { query: { ...ofThem, issue: 'log_entry' } })).body.total,
      found: await idsOf({ issue: 'log_entry' }),
      others: await idsOf({ issue_not: 'log_entry' }),
      sorted: await idsOf({ sort: 'issues', order: 'desc' }),
    })
    const untold = { row: 0, one: 0, total: 1, mapped: 0, found: [], others: [id, well], sorted: [well, id] }
    const all = { row: 2, one: 2, total: 3, mapped: 1, found: [id], others: [well], sorted: [id, well] }
    expect(await told()).toEqual(untold)
    await w.make.grant(caller.id, organization.owner, [['location', 'GET_MAINTENANCE_LOG_ENTRIES']])
    expect(await told()).toEqual(all)
    // The statement of a reader who sees everything takes another path.
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    caller = await w.person([{ group_id: everything, needs: { location: ['GET'] } }])
    expect(await told()).toEqual(untold)
    await w.make.grant(caller.id, everything, [['location', 'GET_MAINTENANCE_LOG_ENTRIES']])
    expect(await told()).toEqual(all)
  })

  test.each(['in_house', 'in_delivery', 'obsolete'])('nothing is an issue while a location is %s', async (status) => {
    await locationOf([700, 'none'], { status })
    expect((await rows())[0]).toMatchObject({ issues: 0, issue_kinds: { offline: 0, no_hardware: 0 } })
    expect(await rows({ issue: 'offline' })).toEqual([])
  })

  test('an open alarm is an issue until it is cleared', async () => {
    const id = await locationOf([10])
    const [device] = (await caller.ask(listLocationDevices, { params: { location_id: id } })) as {
      hardware_id: string
      id: string
    }[]
    const alarm = {
      id: '01900000-0000-7000-8000-00000000aaaa',
      hardware_id: device?.hardware_id ?? '',
      device_id: device?.id ?? null,
      location_id: id,
      reason: 'tamper',
      raised_at: ago(10),
      cleared_at: null,
    }
    await w.db.insertInto('alarms').values(alarm).execute()
    expect((await rows())[0]?.issues).toBe(1)
    expect((await caller.ask(getDevice, { params: { device_id: device?.id ?? '' } })).alarms).toEqual(['tamper'])
    await w.db
      .updateTable('alarms')
      .set({ cleared_at: ago(0) })
      .execute()
    expect((await rows())[0]?.issues).toBe(0)
  })
})
