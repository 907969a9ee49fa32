import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  arrangeDashboard,
  deleteDashboard,
  getDashboard,
  listDashboardEvents,
  listDashboards,
  updateDashboard,
} from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { ref, at, makeDashboardPlace, dashboardActions } from '../../../test/support/dashboard-place.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
let manager: Caller
let stranger: Caller
let here: string
let there: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, theirs, manager, stranger, here, there } = await makeDashboardPlace(w))
})

const { body, create, made, open } = dashboardActions(() => ({ w, ours, manager, here }))

describe('spec 5: dashboards', () => {
  test('at least one location or organization must be picked', async () => {
    expect(await create({ location_ids: [] })).toMatchObject({
      status: 400,
      body: { error_message: expect.stringContaining('Pick at least one location or organization') },
    })
    expect((await create({ location_ids: [], organization_ids: [ours.id] })).status).toBe(200)
  })

  test('one is made, changed, arranged and deleted, each with its event', async () => {
    const board = await made()
    expect(board).toMatchObject({ name: 'City centre', locations: [{ id: here }], public_link: null })
    const tiles = [{ chart: 'uptime', size: 'wide' }] as const
    const renamed = (
      await manager.call(updateDashboard, {
        params: ref(board),
        body: body({ name: 'Old town' }),
        headers: at(board),
      } as never)
    ).body as Dashboard
    const arranged = (
      await manager.call(arrangeDashboard, {
        params: ref(board),
        body: { tiles: [...tiles] },
        headers: at(renamed),
      } as never)
    ).body as Dashboard
    expect(arranged).toMatchObject({ name: 'Old town', tiles })
    const events = (await manager.call(listDashboardEvents, { params: ref(board) } as never)).body.items
    expect(events.map(({ verb }: { verb: string }) => verb)).toEqual(['arranged', 'updated', 'created'])
    await manager.call(deleteDashboard, { params: ref(board), headers: at(arranged) } as never)
    expect((await manager.call(getDashboard, { params: ref(board) })).status).toBe(404)
  })

  test('a place that its maker does not see is not found, and one that another person picked stays', async () => {
    expect((await create({ location_ids: [there] })).status).toBe(404)
    const board = await made()
    await w.db.insertInto('dashboard_locations').values({ dashboard_id: board.id, location_id: there }).execute()
    await manager.call(updateDashboard, {
      params: ref(board),
      body: body({ name: 'Kept' }),
      headers: at(board),
    } as never)
    const { rows } = await w.pool.query('select location_id from dashboard_locations where dashboard_id = $1', [
      board.id,
    ])
    expect(new Set(rows.map((row) => row.location_id))).toEqual(new Set([here, there]))
  })

  test('search dashboards: by name, organization and location', async () => {
    const board = await made({ name: 'Findable' })
    const { rows } = await w.pool.query('select label from locations where id = $1', [here])
    const found = async (q: string, who = manager): Promise<string[]> =>
      (await who.call(listDashboards, { query: { q } })).body.items.map(({ id }: Dashboard) => id)
    for (const q of ['findab', board.organization_name, rows[0].label])
      expect([q, await found(q)]).toEqual([q, [board.id]])
    expect(await found('Findable', stranger)).toEqual([])
  })
})

describe('spec 6: the leave of the organization to have dashboards', () => {
  test('without it nothing is listed, read, made or changed', async () => {
    const board = await made()
    const { organization: _, ...rights } = stockRights('Manager')
    const needs = { ...rights, organization: ['GET'] } as const
    const without = await w.person([{ group_id: ours.owner, needs }], ours.id)
    expect((await without.call(listDashboards)).status).toBe(403)
    expect((await without.call(getDashboard, { params: ref(board) })).status).toBe(403)
    expect((await create({}, without)).status).toBe(403)
    expect((await open(board, {}, without)).status).toBe(403)
  })

  test('the leave of one organization is none for another', async () => {
    const { organization: _, ...rights } = stockRights('Manager')
    const grants = [
      { group_id: ours.owner, needs: rights },
      { group_id: theirs.owner, needs: { organization: ['analytics-dashboard:get'] } as const },
    ]
    const board = await made()
    const mixed = await w.person(grants, ours.id)
    expect((await mixed.call(listDashboards)).body.items).toEqual([])
    expect((await mixed.call(getDashboard, { params: ref(board) })).status).toBe(403)
    expect((await create({}, mixed)).status).toBe(403)
  })
})
