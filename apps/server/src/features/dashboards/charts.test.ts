import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chartIds } from '@wheelhouse/contract/dashboards/charts.ts'
import { getDashboardFigures } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { ref, figures, chartOf, makeDashboardPlace, dashboardActions } from '../../../test/support/dashboard-place.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
let manager: Caller
let viewer: Caller
let here: string
let there: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, theirs, manager, viewer, here, there } = await makeDashboardPlace(w))
})

const { create, made, park, rollUp } = dashboardActions(() => ({ w, ours, manager, here }))

describe('values: charts', () => {
  const everyChart = chartIds.map((chart) => ({ chart, size: 'small' as const }))

  test('sessions a day beside the same weekdays earlier, and the best locations', async () => {
    await park(here, 3, 7)
    await park(here, 10, 9)
    await rollUp()
    const board = await made()
    const reply = await figures(viewer, board)
    expect(reply).toMatchObject({ step: 'day', days_earlier: 14, locations: 1 })
    expect(chartOf(reply, 'sessions')).toMatchObject({ headline: { value: 16, previous: null } })
    expect(chartOf(reply, 'sessions').values[2]).toBe(7)
    expect(chartOf(reply, 'duration').headline.value).toBe(60)
    expect(chartOf(reply, 'best_locations').bars).toMatchObject([{ id: here, value: 16, previous: 0 }])
    const week = await figures(viewer, board, { from: '2026-06-08', to: '2026-06-14' })
    expect(chartOf(week, 'sessions')).toMatchObject({ headline: { value: 9, previous: 7 } })
    // Hour 11 in Tallinn, nine stays of an hour at one dock: never more than full.
    expect(chartOf(week, 'occupancy_week').values[2][11]).toBe(100)
  })

  test.each([
    { clocks: 'forward', day: '2026-03-29', from: '2026-03-28T22:00:00.000Z', to: '2026-03-29T21:00:00.000Z', left: 3 },
    { clocks: 'back', day: '2025-10-26', from: '2025-10-25T21:00:00.000Z', to: '2025-10-26T22:00:00.000Z', left: null },
  ])('a dock that is taken all day is full on the day that clocks go $clocks', async ({ day, from, to, left }) => {
    const [taken] = [await w.make.device(here), await w.make.device(here)]
    await makeSession(w, here, taken, { status: 'ended', how_ended: 'normal', started_at: from, ended_at: to })
    await rollUp()
    const board = await made()
    await w.pool.query('update dashboards set tiles = $2 where id = $1', [board.id, JSON.stringify(everyChart)])
    const reply = await figures(viewer, board, { from: day, to: day, compare: 'none' })
    expect(chartOf(reply, 'occupancy').values).toEqual([50])
    const sunday = chartOf(reply, 'occupancy_week').values[6]
    expect(sunday).toEqual(Array.from({ length: 24 }, (_, hour) => (hour === left ? null : 50)))
  })

  test('every chart is answered, and one without its right is hidden', async () => {
    const board = await made()
    await w.pool.query('update dashboards set tiles = $2 where id = $1', [board.id, JSON.stringify(everyChart)])
    const staff = await w.person([{ group_id: ours.owner, needs: stockRights('Superadmin') }])
    await park(here, 3, 2)
    await rollUp()
    const all = await figures(staff, board)
    const answered = new Set(all.charts.map(({ chart }) => chart))
    // Nothing was paid, so there is no currency to draw.
    expect(chartIds.filter((id) => !answered.has(id))).toEqual(['revenue'])
    expect(all.charts.filter(({ kind }) => kind === 'hidden')).toEqual([])
    const seen = await figures(viewer, board)
    const hidden = seen.charts.filter(({ kind }) => kind === 'hidden').map(({ chart }) => chart)
    expect(hidden.toSorted()).toEqual(['commands', 'firmware', 'latency', 'revenue'])
  })

  test('half a year is drawn by weeks, a year by months, and more than a year is refused', async () => {
    const board = await made()
    const half = await figures(viewer, board, { from: '2026-01-01', to: '2026-06-14' })
    expect(half).toMatchObject({ step: 'week', days_earlier: 168 })
    expect(half.days).toHaveLength(24)
    const year = await figures(viewer, board, { from: '2025-06-15', to: '2026-06-14' })
    expect(year).toMatchObject({ step: 'month', days_earlier: 365 })
    expect(year.days).toEqual(['2025-06-15', '2025-07-01', ...year.days.slice(2, 12), '2026-06-01'])
    const query = { from: '2025-01-01', to: '2026-06-14' }
    expect((await viewer.call(getDashboardFigures, { params: ref(board), query } as never)).status).toBe(400)
  })

  test('rights: a place that its reader sees through several groups counts once', async () => {
    const [group, partial] = [await w.make.group({}), await w.make.group({})]
    await w.make.members('location', here, [group, partial])
    const reader = await w.person([
      { group_id: ours.owner, needs: stockRights('Manager') },
      { group_id: group, needs: stockRights('Manager') },
      { group_id: partial, needs: { location: ['GET'] } },
    ])
    await park(here, 3, 6)
    await rollUp()
    const shown = await figures(reader, await made())
    expect(shown.locations).toBe(1)
    expect(chartOf(shown, 'sessions').headline.value).toBe(6)
  })

  test('rights: places of a dashboard that its reader does not see count for nothing, also when rights changed later', async () => {
    const both = await w.person([
      { group_id: ours.owner, needs: stockRights('Manager') },
      { group_id: theirs.owner, needs: stockRights('Manager') },
    ])
    await park(here, 3, 6)
    await park(there, 3, 8)
    await rollUp()
    const board: Dashboard = (await create({ location_ids: [here, there] }, both)).body
    expect(chartOf(await figures(both, board), 'sessions').headline.value).toBe(14)
    expect(chartOf(await figures(viewer, board), 'sessions').headline.value).toBe(6)
    expect(JSON.stringify(await figures(viewer, board))).not.toContain(there)
    await w.pool.query('delete from role_grants where person_id = $1 and group_id = $2', [both.id, theirs.owner])
    expect(chartOf(await figures(both, board), 'sessions').headline.value).toBe(6)
  })
})
