import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BarFigures, ChartId } from '@wheelhouse/contract/dashboards/charts.ts'
import { arrangeDashboard, createDashboard, getDashboardFigures } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeLogEntry } from '../maintenance-log/samples.ts'
import { makeSession } from '../parking-sessions/samples.ts'

let w: TestApp
let ours: Organization
let staff: Caller

// 11:00 in Tallinn, whose clocks were set back on the day before; a week earlier 11:00 was 08:00 UTC. In Tokyo it was 09:00 UTC.
const now = '2026-10-26T09:00:00.000Z'
const [before, between, after] = ['2026-10-19T07:30:00.000Z', '2026-10-19T08:30:00.000Z', '2026-10-19T09:30:00.000Z']

beforeAll(async () => {
  w = await testApp()
  w.clock.advance(Date.parse(now) - w.clock.now().getTime())
  ours = await w.make.organization()
  staff = await w.person([{ group_id: ours.owner, needs: stockRights('Superadmin') }], ours.id)
})
afterAll(() => w.end())

async function chartOf(location_id: string, chart: ChartId): Promise<BarFigures> {
  const body = { name: 'A week', organization_id: ours.id, location_ids: [location_id], organization_ids: [] }
  const made: Dashboard = (await staff.call(createDashboard, { body })).body
  await staff.send(arrangeDashboard, {
    params: { dashboard_id: made.id },
    body: { tiles: [{ chart, size: 'small' as const }] },
    headers: { 'if-match': `"${made.version}"` },
  })
  const query = { from: '2026-10-20', to: '2026-10-26' }
  return (await staff.send(getDashboardFigures, { params: { dashboard_id: made.id }, query })).body.charts[0]
}

test.each([
  ['Europe/Tallinn', { overstays: 2, open: 1 }],
  ['Asia/Tokyo', { overstays: 1, open: 2 }],
])('a week ago is the same time of day in %s, also where clocks were set back since', async (time_zone, wanted) => {
  const place = await w.make.location(ours, { time_zone })
  for (const ended_at of [before, between, after])
    await makeSession(w, place, await w.make.device(place), {
      status: 'ended',
      how_ended: 'normal',
      started_at: '2026-10-17T00:00:00.000Z',
      ended_at,
    })
  for (const created_at of [before, between, after]) await makeLogEntry(w, place, { created_at })
  expect((await chartOf(place, 'overstays')).headline).toEqual({ value: 0, previous: wanted.overstays })
  expect((await chartOf(place, 'maintenance')).headline).toEqual({ value: 3, previous: wanted.open })
})
