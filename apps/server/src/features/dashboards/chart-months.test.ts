import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { figures, chartOf, makeDashboardPlace, dashboardActions } from '../../../test/support/dashboard-place.ts'

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

const { create, made, rollUp } = dashboardActions(() => ({ w, ours, manager, here }))

describe('values: charts', () => {
  describe('the months of a year', () => {
    /** A stay at noon of each third day of more than two years, in June twice, on the clock of each place. */
    const stayThrough = async (): Promise<void> => {
      for (const location of [here, there]) {
        const device = await w.make.device(location)
        await w.pool.query(
          `insert into parking_sessions (id, location_id, device_id, device_type, status, how_ended, started_at, ended_at, fee_minor, payment_state, rating, updated_at)
           select gen_random_uuid(), $1, $2, 'dock', 'ended', 'normal', t, t + make_interval(mins => 10 + n % 50), 0, 'not_charged', 1 + n % 5, t
           from (select n, '2024-05-01T10:00:00Z'::timestamptz + make_interval(days => n * 3, hours => n % 14) as t from generate_series(0, 258) n) s
           where t < '2026-06-15'`,
          [location, device],
        )
      }
      await rollUp()
    }
    /** Counted day by day from the sessions, and added up by the names of the months. */
    const counted = async (places: string[], from: string, to: string): Promise<Map<string, number>> => {
      const { rows } = await w.pool.query<{ day: string }>(
        `select to_char(s.started_at at time zone l.time_zone, 'YYYY-MM-DD') as day from parking_sessions s join locations l on l.id = s.location_id
         where l.id = any($1)`,
        [places],
      )
      const days = rows.map(({ day }) => day).filter((day) => day >= from && day <= to)
      const byMonth = Map.groupBy(days, (day) => day.slice(0, 7))
      return new Map([...byMonth].map(([month, own]) => [month, own.length]))
    }
    const sumOf = (months: Map<string, number>) => [...months.values()].reduce((sum, count) => sum + count, 0)

    test.each([
      ['2025-06-15', '2026-06-14', '2024-06-15', '2025-06-14'],
      ['2025-07-01', '2026-05-31', '2024-08-01', '2025-06-30'],
      ['2025-09-02', '2026-04-01', '2025-02-02', '2025-09-01'],
    ])(
      '%s to %s equals the sessions counted one by one, and so does what is before it',
      async (from, to, first, last) => {
        await stayThrough()
        const both = await w.person([
          { group_id: ours.owner, needs: stockRights('Manager') },
          { group_id: theirs.owner, needs: stockRights('Manager') },
        ])
        const board: Dashboard = (await create({ location_ids: [here, there] }, both)).body
        for (const [who, places] of [
          [both, [here, there]],
          [viewer, [here]],
        ] as const) {
          const reply = await figures(who, board, { from, to, compare: 'previous' })
          const months = await counted([...places], from, to)
          const chart = chartOf(reply, 'sessions')
          expect(reply.days.map((day, index) => [day.slice(0, 7), chart.values[index] ?? 0])).toEqual(
            reply.days.map((day) => [day.slice(0, 7), months.get(day.slice(0, 7)) ?? 0]),
          )
          const before = sumOf(await counted([...places], first, last))
          expect(chart.headline).toEqual({ value: sumOf(months), previous: before })
          const best = chartOf(reply, 'best_locations')
          expect(best.headline).toEqual({ value: sumOf(months), previous: before })
        }
      },
    )

    test('are read where they are kept, and only there', async () => {
      await stayThrough()
      const board = await made()
      const sessions = async (query: object) =>
        chartOf(await figures(viewer, board, query), 'sessions').headline.value as number
      const year = { from: '2025-06-15', to: '2026-06-14' }
      const short = { from: '2026-03-01', to: '2026-03-31' }
      const before = [await sessions(year), await sessions(short)]
      await w.pool.query(
        `update session_figures set sessions = sessions + 1000 where scope_id = $1 and grain = 'month' and period = '2026-03-01'`,
        [here],
      )
      expect([await sessions(year), await sessions(short)]).toEqual([Number(before[0]) + 1_000, before[1]])
    })
  })
})
