import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Organization } from '../../test/support/factories.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../test/support/test-app.ts'
import { rowIsVisible, visibleTo } from '../authz/visible.ts'
import { askedLocations, isOnDays, zoneOfLocation } from './asked-places.ts'
import { countOf, firstKeys } from './list-visible.ts'
import type { TimeList } from './list-visible.ts'

let w: TestApp
let ours: Organization
let everywhere: Caller

beforeAll(async () => {
  w = await testApp()
  const all = await w.make.group({ type: 'system', covers_everything: true })
  ours = await w.make.organization()
  everywhere = await w.person([
    { group_id: all, needs: { session: ['GET'], location: ['GET'], organization: ['GET'] } },
  ])
  const others = await w.make.organization()
  for (let n = 0; n < 40; n++) {
    const location = await w.make.location(n % 20 === 0 ? ours : others)
    const device = await w.make.device(location)
    await w.pool.query(
      `insert into parking_sessions (id, location_id, device_id, device_type, status, how_ended, started_at, ended_at, fee_minor, payment_state, updated_at)
       select gen_random_uuid(), $1, $2, 'dock', 'ended', 'normal', t, t + interval '20 minutes', 0, 'not_charged', t
       from (select '2026-06-14'::timestamptz - make_interval(hours => n) as t from generate_series(1, 1000) n) s`,
      [location, device],
    )
  }
  await w.pool.query('vacuum analyze parking_sessions')
})
afterAll(() => w.end())

interface PlanNode {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

test('a list by organization reads the rows of its locations by their index, and no others', async () => {
  const reader = { db: w.db, clock: w.clock, person: { id: everywhere.id } }
  const visible = await visibleTo(reader, 'session', 'GET', 'location')
  const list: TimeList = {
    table: 'parking_sessions',
    scopeColumn: 'location_id',
    time: 'started_at',
    base: sql<boolean>`true`,
    period: isOnDays('2026-06-01..2026-06-10', sql`started_at`, zoneOfLocation(sql`location_id`)),
    filter: null,
    places: askedLocations(reader, { organization_id: [ours.id] }),
    anchor: null,
    isShort: false,
    rare: null,
  }
  const rowIs = (column: Parameters<typeof rowIsVisible>[4]) =>
    rowIsVisible(reader, 'session', 'GET', 'location', column)
  const { keys } = firstKeys(list, { ...visible, rowIs }, { after: null, order: 'desc', limit: 50 })
  for (const [statement, most] of [
    [keys, 2 * 51],
    [countOf(list, visible), 2 * 10 * 24],
  ] as const) {
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: PlanNode }]
    }>`explain (analyze, format json) ${statement}`.execute(w.db)
    const read = rows
      .flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
      .filter((node) => node['Relation Name'] === 'parking_sessions')
    expect(new Set(read.map((node) => node['Index Name']))).toEqual(new Set(['parking_sessions_of_location']))
    expect(read.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)).toBeLessThanOrEqual(most)
  }
})
