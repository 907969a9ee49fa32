import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { entriesOf, keysOf } from '@wheelhouse/contract/certain.ts'
import type { BarFigures } from '@wheelhouse/contract/dashboards/charts.ts'
import { arrangeDashboard, createDashboard, getDashboardFigures } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { hardwareList } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { offlineClasses } from '@wheelhouse/contract/hardware/offline-classes.ts'
import { idleStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import { locationStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeSuperadmin, stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
/** Sees all there are. */
let all: Caller
/** Sees the places of one of the organizations. */
let part: Caller
let board: Dashboard
/** The place of `ours`, and its device that is offline for longest. */
let place: string
let oldest: string
const seesBoard = { dashboards: ['analytics-dashboard:get'], organization: ['analytics-dashboard:get'] } as const
const seesDevices = { location: ['GET'], device: ['GET'], ...seesBoard } as const

/** Minutes at which a class ends and the next one begins. */
const bounds = entriesOf(offlineClasses).flatMap(([, { below }]) => (below === null ? [] : [below * 60]))

/**
 * Without contact for exactly as long as each class begins with, by the silence of the device, and for a minute less, by that of its
 * controller. One is in contact, one was never seen, and one dock has no hardware.
 */
async function makePlace(owner: Organization): Promise<{ location_id: string; devices: string[] }> {
  const location_id = await w.make.location(owner)
  const ago = (minutes: number): string => new Date(w.clock.now().getTime() - minutes * 60_000).toISOString()
  const silent = async (own: number | null, controller: number): Promise<string> => {
    const state = { last_heartbeat_at: own === null ? null : ago(own) }
    const hardware_id = await w.make.hardware(await w.make.controller('none', ago(controller)), state)
    return w.make.device(location_id, { hardware_id })
  }
  const devices: string[] = []
  for (const bound of bounds) devices.push(await silent(0, bound - 1), await silent(bound, 0))
  await silent(0, 0)
  await silent(null, 0)
  await w.make.device(location_id)
  return { location_id, devices }
}

beforeAll(async () => {
  w = await testApp()
  all = await makeSuperadmin(w)
  ;[ours, theirs] = [await w.make.organization(), await w.make.organization()]
  part = await w.person([{ group_id: ours.owner, needs: stockRights('Superadmin') }], ours.id)
  const made = await makePlace(ours)
  ;[place, oldest] = [made.location_id, made.devices.at(-1) ?? '']
  await makePlace(theirs)
  // Not on the dashboard.
  await makePlace(await w.make.organization())
  const body = {
    name: 'All places',
    organization_id: ours.id,
    location_ids: [],
    organization_ids: [ours.id, theirs.id],
  }
  const created = await all.call(createDashboard, { body })
  const arranged = await all.send(arrangeDashboard, {
    params: { dashboard_id: created.body.id },
    body: { tiles: [{ chart: 'offline_devices', size: 'small' as const }] },
    headers: { 'if-match': `"${created.body.version}"` },
  })
  board = arranged.body
})
afterAll(() => w.end())

async function barsFor(caller: Caller): Promise<BarFigures['bars']> {
  const query = { from: '2026-06-01', to: '2026-06-10' }
  const { status, body, text } = await caller.send(getDashboardFigures, { params: { dashboard_id: board.id }, query })
  expect(status, text).toBe(200)
  return body.charts[0].bars
}
const valuesOf = (bars: BarFigures['bars']) => bars.map(({ value }) => value)
const classesOf = (bars: BarFigures['bars']) => bars.flatMap(({ offline_for }) => offline_for ?? [])

async function listed(caller: Caller, query: object): Promise<number> {
  const { status, body, text } = await caller.send(hardwareList.route, {
    query: { limit: 200, dashboard_id: board.id, ...query },
  })
  expect(status, text).toBe(200)
  expect(body.total).toBe(body.items.length)
  return body.total
}
/** The rows of the list to which a bar leads. */
const listedFor = (caller: Caller, offline_for: readonly string[]): Promise<number> =>
  listed(caller, { offline_for, location_status_not: idleStatuses })

describe('issue 14: devices that are offline, by age', () => {
  afterEach(async () => {
    await w.pool.query(`update locations set status = 'launched' where id = $1`, [place])
  })

  test('each bar equals the list that it opens, and so do all of them, for who sees all and for who sees a part', async () => {
    for (const [caller, devices] of [
      [all, [2, 4, 4, 2]],
      [part, [1, 2, 2, 1]],
    ] as const) {
      const bars = await barsFor(caller)
      expect(valuesOf(bars)).toEqual(devices)
      expect(classesOf(bars)).toEqual(keysOf(offlineClasses))
      for (const { offline_for = '', value } of bars) expect(await listedFor(caller, [offline_for])).toBe(value)
      expect(await listedFor(caller, classesOf(bars))).toBe(devices.reduce((sum, count) => sum + count, 0))
    }
  })

  test.each(idleStatuses)('nothing is offline where a location is %s', async (status) => {
    await w.pool.query('update locations set status = $2 where id = $1', [place, status])
    const bars = await barsFor(part)
    expect(valuesOf(bars)).toEqual([0, 0, 0, 0])
    expect(classesOf(bars)).toEqual([])
    expect(await listedFor(part, keysOf(offlineClasses))).toBe(0)
    expect(await listed(part, { offline_for: keysOf(offlineClasses) })).toBe(6)
    expect(await listed(part, { location_status: status })).toBe(8)
  })

  test('who sees devices and not their hardware is led nowhere', async () => {
    const viewer = await w.person([{ group_id: ours.owner, needs: seesDevices }])
    const bars = await barsFor(viewer)
    expect(valuesOf(bars)).toEqual([1, 2, 2, 1])
    expect(classesOf(bars)).toEqual([])
  })

  test('who sees the hardware of one device is led to its class, of which it is the only one', async () => {
    const group = await w.make.group()
    await w.make.members('device', oldest, [group])
    const watcher = await w.person([
      { group_id: ours.owner, needs: seesDevices },
      { group_id: group, needs: { hardware: ['GET'] } },
    ])
    const bars = await barsFor(watcher)
    expect(valuesOf(bars)).toEqual([1, 2, 2, 1])
    expect(classesOf(bars)).toEqual(['more_than_7_d'])
    expect(await listedFor(watcher, classesOf(bars))).toBe(1)
  })

  test('who would find more in the list than is counted is led nowhere', async () => {
    const watcher = await w.person([
      { group_id: ours.owner, needs: { hardware: ['GET'], ...seesDevices } },
      { group_id: theirs.owner, needs: { location: ['GET'], hardware: ['GET'] } },
    ])
    const bars = await barsFor(watcher)
    expect(valuesOf(bars)).toEqual([1, 2, 2, 1])
    expect(classesOf(bars)).toEqual([])
    expect(await listedFor(watcher, ['more_than_7_d'])).toBe(2)
  })

  test('a bar of nothing does not tell of devices that the reader does not see', async () => {
    const keeper = await w.person([
      { group_id: ours.owner, needs: { location: ['GET'], ...seesBoard } },
      { group_id: (await w.make.organization()).owner, needs: { device: ['GET'] } },
    ])
    const bars = await barsFor(keeper)
    expect(valuesOf(bars)).toEqual([0, 0, 0, 0])
    expect(classesOf(bars)).toEqual([])
  })

  test('who sees the hardware and not its location does not find it by the status of the location', async () => {
    const group = await w.make.group()
    await w.make.members('device', oldest, [group])
    const watcher = await w.person([{ group_id: group, needs: { hardware: ['GET'] } }])
    const found = async (query: object) =>
      (await watcher.call(hardwareList.route, { query: { limit: 200, ...query } })).body.total
    expect(await found({})).toBe(1)
    for (const location_status of locationStatuses) expect(await found({ location_status })).toBe(0)
  })
})
