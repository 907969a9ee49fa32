import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { Organization } from '../../test/support/factories.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../test/support/test-app.ts'
import { rowIsVisible, visibleTo } from '../authz/visible.ts'
import { askedLocations, isDuringDays, isOnDays, zoneOfLocation } from './asked-places.ts'
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
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** So many hours at either end are days of some clock, and left out by that of the place. */
const anyClockHours = 26

/** How a statement reads a table: by which indexes, and so many rows, with those that its filter leaves out. */
async function readsOf(statement: RawBuilder<unknown>, table: string): Promise<{ indexes: unknown[]; rows: number }> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: PlanNode }]
  }>`explain (analyze, format json) ${statement}`.execute(w.db)
  const read = rows
    .flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
    .filter((node) => node['Relation Name'] === table)
  return {
    indexes: [...new Set(read.map((node) => node['Index Name']))],
    rows: read.reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    ),
  }
}

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
    [keys, 2 * (51 + anyClockHours)],
    [countOf(list, visible), 2 * (10 * 24 + 2 * anyClockHours)],
  ] as const) {
    const { indexes, rows } = await readsOf(statement, 'parking_sessions')
    expect(indexes).toEqual(['parking_sessions_of_location'])
    expect(rows).toBeLessThanOrEqual(most)
  }
})

test('who sees all reads what went on in days long ago by its beginning, and nothing that began later', async () => {
  await w.pool.query(
    `insert into outages (id, location_id, began_at, raised_at, ended_at, cleared_at, clearing)
     select gen_random_uuid(), $1, t, t, t + interval '20 minutes', t + interval '20 minutes', 'recovered'
     from (select '2026-06-14'::timestamptz - make_interval(hours => n) as t from generate_series(1, 3000) n) s`,
    [await w.make.location(ours)],
  )
  await w.pool.query('vacuum analyze outages')
  const reader = { db: w.db, clock: w.clock, person: { id: everywhere.id } }
  const visible = await visibleTo(reader, 'location', 'GET', 'location')
  const during = { began: sql`began_at`, ended: sql`ended_at` }
  const { begun, lasts } = isDuringDays('2026-02-12..2026-02-13', during, zoneOfLocation(sql`location_id`))
  const list: TimeList = {
    table: 'outages',
    scopeColumn: 'location_id',
    time: 'began_at',
    base: sql<boolean>`true`,
    period: begun,
    filter: lasts,
    places: null,
    anchor: null,
    isShort: false,
    rare: null,
  }
  const rowIs = (column: RawBuilder<unknown>) => rowIsVisible(reader, 'location', 'GET', 'location', column)
  const { keys } = firstKeys(list, { ...visible, rowIs }, { after: null, order: 'desc', limit: 50 })
  const found = await sql`${keys}`.execute(w.db)
  expect(found.rows).toHaveLength(2 * 24)
  const { indexes, rows } = await readsOf(keys, 'outages')
  expect(indexes).toEqual(['outages_by_time'])
  // From the 9th of February, when the first of them began, to noon of the 14th.
  expect(rows).toBeLessThanOrEqual(6 * 24)
})

test.each([
  ['9998-12-30..9998-12-31', 200],
  ['9999-12-30..9999-12-31', 400],
  ['0000-01-01..0000-01-02', 400],
  ['2026-02-29..2026-03-01', 400],
])('the days %s of a list: %i', async (days, status) => {
  expect((await everywhere.send(endedSessions.route, { query: { days } })).status).toBe(status)
})
