import { keysOf } from '@wheelhouse/contract/certain.ts'
import type { ChartId } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ViewKey } from '@wheelhouse/db/scale/views.ts'
import type { Filled } from './fixtures.ts'

/**
 * What a year of sessions and money gives, with the commands beside it: rides are left out, because the filled database has none.
 * Riders and overstays are counted from the sessions, everything else from figures.
 */
const twelveCharts: readonly ChartId[] = [
  'sessions',
  'people',
  'revenue',
  'duration',
  'ratings',
  'best_locations',
  'worst_locations',
  'occupancy',
  'occupancy_week',
  'overstays',
  'commands',
  'latency',
]

export const boards = {
  sessions: { id: '018f0000-0000-7000-8000-0000000d0001', charts: ['sessions'] },
  people: { id: '018f0000-0000-7000-8000-0000000d0002', charts: ['people'] },
  twelve: { id: '018f0000-0000-7000-8000-0000000d0003', charts: twelveCharts },
} as const satisfies Record<string, { id: string; charts: readonly ChartId[] }>
export type Board = keyof typeof boards

/** Dashboards of all organizations that these people may open. */
export async function makeBoards({ pool, scale }: Filled, viewers: readonly ViewKey[]): Promise<void> {
  const people = viewers.map((who) => scale.people[who].id)
  for (const name of keysOf(boards)) {
    const { id, charts } = boards[name]
    const { rowCount } = await pool.query(
      `insert into dashboards (id, name, organization_id, tiles, created_at, updated_at)
       select $1, 'Measured ' || $2, (select id from organizations order by id limit 1), $3, now(), now() on conflict do nothing`,
      [id, name, JSON.stringify(charts.map((chart) => ({ chart, size: 'wide' })))],
    )
    if (rowCount === 0) continue
    await pool.query(
      'insert into dashboard_organizations (dashboard_id, organization_id) select $1, id from organizations',
      [id],
    )
    await pool.query(
      `insert into resource_group_members (resource_type, resource_id, group_id)
       select 'dashboards', $1, g.group_id from role_grants g where g.person_id = any($2) on conflict do nothing`,
      [id, people],
    )
  }
  // The usual role of those who see a part knows payments and commands, and neither dashboards nor statistics.
  await pool.query(
    `insert into role_grants (person_id, group_id, role_id) select g.person_id, g.group_id, r.id from role_grants g join roles r on r.name = 'Manager'
     where g.person_id = any($1) on conflict do nothing`,
    [people],
  )
}
