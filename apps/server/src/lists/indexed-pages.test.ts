import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listReports } from '@wheelhouse/contract/reports/reports.ts'
import { listSubscribers } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { Organization } from '../../test/support/factories.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../test/support/test-app.ts'
import { makeSubscription } from '../features/subscriptions/samples.ts'

let w: TestApp
let ours: Organization
let everywhere: Caller
let few: Caller
let pass: string
const needs = { report: ['GET_REPORTS'], subscription: ['GET'], user: ['GET', 'GET_SUBSCRIPTIONS'] } as const

beforeAll(async () => {
  w = await testApp()
  const all = await w.make.group({ type: 'system', covers_everything: true })
  ours = await w.make.organization()
  everywhere = await w.person([{ group_id: all, needs }])
  few = await w.person([{ group_id: ours.owner, needs }], ours.id)
  pass = await makeSubscription(w, ours.id, [ours.owner])
  // Five rows share each moment, and their ids follow no order.
  await w.pool.query(
    `with people as (insert into users (id, name, country_code, created_at)
       select gen_random_uuid(), 'Rider ' || n, 'EE', now() from generate_series(1, 43) n returning id)
     insert into subscribers (id, subscription_id, user_id, status, period, fee_minor, currency, holds_place, joined_at, auto_renew, updated_at)
     select gen_random_uuid(), $1, id, case when nth % 3 = 0 then 'expired' else 'cancelled' end, 'monthly', 100, 'EUR', false,
       '2026-01-01T00:00:00Z'::timestamptz + make_interval(days => (nth / 5)::int), false, now() from (select id, row_number() over () as nth from people) p`,
    [pass],
  )
  await w.pool.query(
    `with made as (insert into reports (id, description, type, format, timeframe, from_day, to_day, status, run_by, created_by, created_at, updated_at)
       select gen_random_uuid(), 'Report ' || n, 'payment', 'csv', 'own', '2026-01-01', '2026-01-31', 'expired', $1, $1,
         '2026-01-01T00:00:00Z'::timestamptz + make_interval(days => n / 5), now() from generate_series(1, 43) n returning id, description)
     insert into resource_group_members (resource_type, resource_id, group_id)
     select 'report', id, $2 from made where description <> 'Report 7'`,
    [everywhere.id, ours.owner],
  )
})
afterAll(() => w.end())

interface Listed {
  ids: string[]
  totals: number[]
}

async function pagesOf(who: Caller, list: 'reports' | 'subscribers', query: object): Promise<Listed> {
  const listed: Listed = { ids: [], totals: [] }
  for (let cursor: string | undefined; ;) {
    const asked = { ...query, limit: 7, ...(cursor === undefined ? {} : { cursor }) }
    const { body } =
      list === 'reports'
        ? await who.send(listReports, { query: asked })
        : await who.send(listSubscribers, { params: { subscription_id: pass }, query: asked })
    listed.ids.push(...body.items.map(({ id }: { id: string }) => id))
    listed.totals.push(body.total)
    if (body.next === null) return listed
    cursor = body.next
  }
}

async function expectedIds(table: 'reports' | 'subscribers', time: string, order: string, where: string) {
  const { rows } = await w.pool.query<{ id: string }>(
    `select id from ${table} where ${where} order by ${time} ${order}, id ${order}`,
  )
  return rows.map(({ id }) => id)
}

describe.each(['asc', 'desc'] as const)('data model: a list that follows its index, %s', (order) => {
  test.each([
    ['all rows', {}, 'true'],
    ['filtered', { status: 'expired' }, `status = 'expired'`],
  ])('%s: each subscriber once, in the order of time and id', async (_, filter, where) => {
    const expected = await expectedIds('subscribers', 'joined_at', order, where)
    for (const who of [everywhere, few]) {
      const { ids, totals } = await pagesOf(who, 'subscribers', { sort: 'joined_at', order, ...filter })
      expect(ids).toEqual(expected)
      expect(new Set(totals)).toEqual(new Set([expected.length]))
    }
  })

  test('who sees all reports gets them in the order of who sees few, and nothing else', async () => {
    const all = await pagesOf(everywhere, 'reports', { sort: 'created_at', order })
    expect(all.ids).toEqual(await expectedIds('reports', 'created_at', order, 'true'))
    const some = await pagesOf(few, 'reports', { sort: 'created_at', order })
    expect(some.ids).toEqual(await expectedIds('reports', 'created_at', order, `description <> 'Report 7'`))
    expect([new Set(all.totals), new Set(some.totals)]).toEqual([new Set([43]), new Set([42])])
  })
})

test('another order of the same list has its rows once, too', async () => {
  const { ids } = await pagesOf(everywhere, 'subscribers', { sort: 'status', order: 'asc' })
  expect(new Set(ids).size).toBe(43)
})
